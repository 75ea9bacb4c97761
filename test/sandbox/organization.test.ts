// The teams of an organization are listed page by page, each once, also when one joins meanwhile.
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

test("the world's own team and the other one of the cast are listed page by page, as in the contract's examples", async () => {
  const first = await page("");
  const own = { id: world.teamId, name: "Demo Health", created_on: "2026-01-05T10:00:00Z", region: "us" };
  expect(first.body).toMatchObject({ teams: [own] });
  expect(first.body.teams).toMatchObject(organizationTeamsFirstPage.teams.map(({ id: _, ...team }) => team));
  const last = { teams: [{ name: "Demo Health Europe", region: "eu" }], next_cursor: null };
  expect((await after(first)).body).toMatchObject(last);
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
