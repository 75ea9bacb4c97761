// The teams of an organization in the sandbox, through the real client: regions, search, cursor and key.
import { expect, test } from "vitest";
import { organizationTeamsFirstPage } from "../../../generated/examples.ts";
import { createManagementClient, eachTeam } from "../../../src/package/client/index.ts";
import { frozenSandbox } from "./frozen-sandbox.ts";

const { sandbox } = await frozenSandbox();

const management = (world: { managementKey: string } = sandbox) =>
  createManagementClient({ managementKey: world.managementKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });

type Query = { region?: ("us" | "eu")[]; search_query?: string; next_cursor?: string };

const page = (query: Query = {}, org_id = sandbox.orgId) =>
  management().GET("/v1/org/{org_id}/team", { params: { path: { org_id }, query } });

/** The names of all teams, page by page. */
async function names(query: Query = {}, world: { managementKey: string; orgId: string } = sandbox): Promise<string[]> {
  const found: string[] = [];
  for await (const team of eachTeam(management(world), world.orgId, query)) found.push(team.name);
  return found;
}

test("the world's own team and the other one of the cast are listed page by page, as in the contract's examples", async () => {
  const first = await page();
  expect(first).toMatchObject({
    data: { teams: [{ id: sandbox.teamId, name: "Demo Health", created_on: "2026-01-05T10:00:00Z", region: "us" }] },
  });
  expect(first).toMatchObject({ data: organizationTeamsFirstPage });
  const next_cursor = first.ok ? (first.data.next_cursor ?? "") : "";
  expect(await page({ next_cursor })).toMatchObject({
    data: { teams: [{ name: "Demo Health Europe", region: "eu" }], next_cursor: null },
  });
});

test("regions and a search narrow the list, alone and together", async () => {
  await sandbox.simulate.organizationTeamAdded({ name: "Fjällräven Labs (north)", region: "eu" });
  const all = ["Demo Health", "Demo Health Europe", "Fjällräven Labs (north)"];
  expect(await names({ region: ["us"] })).toEqual(all.slice(0, 1));
  expect(await names({ region: ["eu"] })).toEqual(all.slice(1));
  expect(await names({ region: ["eu", "us"] })).toEqual(all);
  expect(await names({ search_query: "demo HEALTH" })).toEqual(all.slice(0, 2));
  expect(await names({ search_query: "FJÄLL" })).toEqual(all.slice(2));
  expect(await names({ search_query: "demo", region: ["eu"] })).toEqual(["Demo Health Europe"]);
  expect(await names({ search_query: "" })).toEqual(all);
  expect(await page({ search_query: "nobody" })).toMatchObject({ data: { teams: [], next_cursor: null } });
});

test("a team that joins while pages are read is listed once, and none is listed twice", async () => {
  const first = await page();
  const next_cursor = first.ok ? (first.data.next_cursor ?? "") : "";
  const added = await sandbox.simulate.organizationTeamAdded({ name: "Latecomer", region: "us" });
  expect(added).toMatchObject({ created_on: "2026-03-02T09:00:00.000Z" });
  const second = await page({ next_cursor });
  const last = await page({ next_cursor: second.ok ? (second.data.next_cursor ?? "") : "" });
  const shown = [first, second, last].flatMap((one) => (one.ok ? one.data.teams.map(({ name }) => name) : []));
  expect(shown).toEqual(["Demo Health", "Demo Health Europe", "Latecomer"]);
  // A cursor holds for more than one call
  expect(await page({ next_cursor })).toEqual(second);
});

test("an invalid cursor, region or search text is refused", async () => {
  for (const next_cursor of ["", "cursor-page-0", "cursor-page-2 ", "cursor-page-1e1", "cursor"]) {
    expect(await page({ next_cursor })).toMatchObject({ status: 422 });
  }
  expect(await page({ region: ["mars" as "eu"] })).toMatchObject({ status: 422 });
  expect(await page({ search_query: "a".repeat(81) })).toMatchObject({ status: 422 });
  expect(await page({ search_query: "a;b" })).toMatchObject({ status: 422 });
});

test("another organization is not found, and the key of a team opens none", async () => {
  expect(await page({}, "00000000-0000-4000-8000-000000000000")).toMatchObject({ status: 404 });
  expect(await page({}, sandbox.orgId.toUpperCase())).toMatchObject({ ok: true });
  const withTeamKey = createManagementClient({
    managementKey: sandbox.apiKey,
    baseUrl: "http://sandbox",
    fetch: sandbox.fetch,
  });
  const path = { org_id: sandbox.orgId };
  expect(await withTeamKey.GET("/v1/org/{org_id}/team", { params: { path } })).toMatchObject({ status: 401 });
});
