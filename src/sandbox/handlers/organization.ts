// The operation of the management surface: the teams of an organization.
import { type Handlers, refusal } from "../call.ts";

/** How many teams a page holds is not shown: one, as in the contract's examples, so that a second team needs the cursor. */
const teamsPerPage = 1;

export const organization = {
  listOrganizationTeams({ path, query, world }) {
    if (path.org_id !== world.identity.orgId) return refusal(404, "The key belongs to no organization of this id.");
    const { region = [], search_query = "", next_cursor } = query;
    const after = next_cursor === undefined ? 0 : placeOf(next_cursor);
    if (after === undefined) {
      return refusal(422, "The next_cursor is none of this sandbox: send the one of the page before as it is.");
    }
    // Which fields are searched and how is not shown: the sandbox searches the name, and upper and lower case are one
    const searched = search_query.toLowerCase();
    const found = world.records.teams
      .page(after, Number.MAX_SAFE_INTEGER)
      .filter(({ record }) => region.length === 0 || region.includes(record.region))
      .filter(({ record }) => record.name.toLowerCase().includes(searched));
    const page = found.slice(0, teamsPerPage);
    const last = page.at(-1);
    return {
      status: 200,
      body: {
        teams: page.map(({ record }) => record),
        next_cursor: last === undefined || found.length === page.length ? null : cursorOf(last.place),
      },
    };
  },
} satisfies Partial<Handlers>;

/** The place of the last team that was listed: what is added meanwhile comes after it, so that no team is listed twice or left out. */
function cursorOf(place: number): string {
  return Buffer.from(`after ${place}`).toString("base64url");
}

/** Undefined for a text that is no cursor. */
function placeOf(cursor: string): number | undefined {
  const place = /^after (\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"))?.[1];
  return place === undefined || cursorOf(Number(place)) !== cursor ? undefined : Number(place);
}
