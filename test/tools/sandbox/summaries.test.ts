// Summaries in the sandbox, through the real client: each of the six lists holds what has arrived, with its source.
import { expect, test } from "vitest";
import { client, sandbox, startBeforeEach } from "./fresh-sandbox.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const walker = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";

startBeforeEach();

const resources = ["activity", "body", "meal", "profile", "sleep", "workouts"] as const;

async function summariesOf(resource: (typeof resources)[number], user_id: string) {
  const result = await client.GET(`/v2/summary/${resource}/{user_id}`, { params: { path: { user_id } } });
  if (!result.ok) throw new Error(`The summaries were not listed: ${result.status}`);
  return (result.data as Readonly<Record<string, readonly { readonly source: object }[]>>)[resource];
}

const sourcesOf = async (resource: (typeof resources)[number], user_id: string) =>
  (await summariesOf(resource, user_id))?.map(({ source }) => source);

test("the runner has the summaries of the contract's examples", async () => {
  const ring = { provider: "demo_ring", type: "ring" };
  const watch = { provider: "demo_watch", type: "watch" };
  expect(await sourcesOf("activity", runner)).toEqual([ring, watch]);
  expect(await sourcesOf("body", runner)).toEqual([ring]);
  expect(await sourcesOf("meal", runner)).toEqual([
    { provider: "demo_phone_health", type: "app", app_id: "com.example.demo.health" },
  ]);
  expect(await sourcesOf("profile", runner)).toEqual([ring]);
  expect(await sourcesOf("sleep", runner)).toEqual([ring]);
  expect(await sourcesOf("workouts", runner)).toEqual([watch]);
});

test("sources have the new fields, the deprecated ones, or both, as the setting says", async () => {
  await sandbox.simulate.settingsChanged({ source_form: "both" });
  const logo = (slug: string) => `https://assets.example.com/providers/${slug}.svg`;
  expect(await sourcesOf("sleep", runner)).toEqual([
    { provider: "demo_ring", type: "ring", name: "Demo Ring", slug: "demo_ring", logo: logo("demo_ring") },
  ]);
  expect(await sourcesOf("meal", runner)).toMatchObject([
    { app_id: "com.example.demo.health", name: "Demo Phone Health", slug: "demo_phone_health" },
  ]);
  await sandbox.simulate.settingsChanged({ source_form: "old" });
  const deprecated = { name: "Demo Ring", slug: "demo_ring", logo: logo("demo_ring") };
  expect(await sourcesOf("sleep", runner)).toEqual([deprecated]);
  await sandbox.simulate.settingsChanged({ source_form: "new" });
  expect(await sourcesOf("sleep", runner)).toEqual([{ provider: "demo_ring", type: "ring" }]);
});

test("a type of source that the contract does not know appears with a newer service", async () => {
  await sandbox.simulate.settingsChanged({ newer_values: true });
  expect(await sourcesOf("sleep", runner)).toEqual([{ provider: "demo_ring", type: "newer_source_type" }]);
});

test.each(resources)("%s of one day is listed once it arrives, for that user only", async (resource) => {
  const provider = resource === "workouts" ? "demo_watch" : resource === "body" ? "demo_ring" : "demo_phone_health";
  const before = await summariesOf(resource, runner);
  await sandbox.simulate.connectionMade({ user_id: walker, provider });
  await sandbox.simulate.dataArrived({ user_id: walker, provider, resource, data: { note_of_the_day: 7 } });
  expect(await summariesOf(resource, walker)).toMatchObject([
    { note_of_the_day: 7, day: "2026-03-02", source: { provider } },
  ]);
  expect(await summariesOf(resource, runner)).toEqual(before);
  for (const other of resources.filter((one) => one !== resource)) {
    expect(await summariesOf(other, walker)).toEqual([]);
  }
});

test("summaries are listed by day, however they arrived", async () => {
  const ring = { user_id: walker, provider: "demo_ring", resource: "sleep" };
  await sandbox.simulate.connectionMade({ user_id: walker, provider: "demo_ring" });
  for (const day of ["2026-03-02", "2026-02-27", "2026-03-01"]) await sandbox.simulate.dataArrived({ ...ring, day });
  expect(await summariesOf("sleep", walker)).toMatchObject([
    { day: "2026-02-27" },
    { day: "2026-03-01" },
    { day: "2026-03-02" },
  ]);
});

test("an unknown user has no summaries to list, nor has a deleted one", async () => {
  await sandbox.simulate.userDeleted({ user_id: runner });
  for (const user_id of [runner, "00000000-0000-4000-8000-000000000000"]) {
    for (const resource of resources) {
      const result = await client.GET(`/v2/summary/${resource}/{user_id}`, { params: { path: { user_id } } });
      expect(result.status).toBe(404);
    }
  }
});
