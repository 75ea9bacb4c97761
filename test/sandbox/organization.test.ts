// The teams of an organization in the sandbox: regions, search, cursor and key.
import { expect, test } from "vitest";
import { organizationTeamsFirstPage } from "../../generated/examples.ts";
import { call, useFirstWorld, world } from "./fresh-world.ts";

useFirstWorld();

interface Page {
  readonly teams: readonly { readonly name: string }[];
  readonly next_cursor: string | null;
}

const page = (query: string, org_id = world.orgId) => call<Page>(`GET /v1/org/${org_id}/team?${query}`);
const after = ({ body }: { body: Page }) => page(`next_cursor=${body.next_cursor}`);

/** The names of all teams, page by page. */
async function names(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body }: { body: Page } = await page(query + (cursor && `&next_cursor=${cursor}`));
    found.push(...body.teams.map(({ name }) => name));
    cursor = body.next_cursor;
  }
  return found;
}

test("the world's own team and the other one of the cast are listed page by page, as in the contract's examples", async () => {
  const first = await page("");
  const own = { id: world.teamId, name: "Demo Health", created_on: "2026-01-05T10:00:00Z", region: "us" };
  expect(first.body).toMatchObject({ teams: [own] });
  expect(first.body.teams).toMatchObject(organizationTeamsFirstPage.teams.map(({ id: _, ...team }) => team));
  const last = { teams: [{ name: "Demo Health Europe", region: "eu" }], next_cursor: null };
  expect((await after(first)).body).toMatchObject(last);
});

test.each([
  ["region=us", [0]],
  ["region=eu", [1, 2]],
  ["region=eu&region=us", [0, 1, 2]],
  ["search_query=demo%20HEALTH", [0, 1]],
  ["search_query=FJ%C3%84LL", [2]],
  ["search_query=demo&region=eu", [1]],
  ["search_query=", [0, 1, 2]],
  ["search_query=nobody", []],
])("regions and a search narrow the list, alone and together: %s", async (query, expected) => {
  await world.simulate.organizationTeamAdded({ team_name: "Fjällräven Labs (north)", region: "eu" });
  const all = ["Demo Health", "Demo Health Europe", "Fjällräven Labs (north)"];
  expect(await names(query)).toEqual(expected.map((index) => all[index]));
});

test("a team that joins while pages are read is listed once, and none is listed twice", async () => {
  const first = await page("");
  const added = await world.simulate.organizationTeamAdded({ team_name: "Latecomer", region: "us" });
  expect(added).toMatchObject({ created_on: "2026-03-02T09:00:00.000Z" });
  const second = await after(first);
  const shown = [first, second, await after(second)].flatMap(({ body }) => body.teams.map(({ name }) => name));
  expect(shown).toEqual(["Demo Health", "Demo Health Europe", "Latecomer"]);
  // A cursor holds for more than one call
  expect(await after(first)).toEqual(second);
});
