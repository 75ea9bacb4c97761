// Each of the six summaries lists what has arrived, by day and with its source.
import { expect, test } from "vitest";
import { runner, walker } from "./cast.ts";
import { call, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const summaries = async (resource: string, user_id: string) =>
  (await call<Record<string, { source: object }[]>>(`GET /v2/summary/${resource}/${user_id}`)).body[resource];
const sources = async (resource: string) => (await summaries(resource, runner))?.map(({ source }) => source);

const ring = { provider: "demo_ring", type: "ring" };
const watch = { provider: "demo_watch", type: "watch" };
const app = { provider: "demo_phone_health", type: "app", app_id: "com.example.demo.health" };

test("the runner has the summaries of the contract's examples", async () => {
  const expected = { activity: [ring, watch], body: [ring], meal: [app], profile: [ring], sleep: [ring] };
  for (const [resource, found] of Object.entries({ ...expected, workouts: [watch] })) {
    expect([resource, await sources(resource)]).toEqual([resource, found]);
  }
});

test("sources have the new fields, the deprecated ones, or both, as the setting says", async () => {
  const old = { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" };
  for (const [source_form, expected] of [
    ["both", { ...ring, ...old }],
    ["old", old],
    ["new", ring],
  ] as const) {
    await world.changeSettings({ source_form });
    expect(await sources("sleep")).toEqual([expected]);
  }
});

test("summaries are listed by day, however they arrived", async () => {
  const sleep = { user_id: walker, provider: "demo_ring", resource: "sleep" };
  await world.simulate.connectionMade({ user_id: walker, provider: "demo_ring" });
  const days = ["2026-03-02", "2026-02-27", "2026-03-01"];
  for (const day of days) await world.simulate.dataArrived({ ...sleep, day });
  expect(await summaries("sleep", walker)).toMatchObject(days.toSorted().map((day) => ({ day })));
});
