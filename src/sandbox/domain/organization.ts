// The teams of the organization that a world belongs to, listed by a cursor.
import { assertFound, Refused } from "../world/refused.ts";
import type { HappeningTable, Operations } from "./topic.ts";

/** Choice: teams-per-page */
const teamsPerPage = 1;

export const operations = {
  listOrganizationTeams({ path, query, world }) {
    if (path.org_id !== world.identity.orgId) {
      throw new Refused("unknown", "The key belongs to no organization of this id.");
    }
    const { region = [], search_query = "", next_cursor } = query;
    const records = world.records.teams;
    const first = records.page({ limit: 1 })[0]?.place ?? 1;
    const after = next_cursor === undefined ? 0 : readCursor(next_cursor, first);
    // Choice: teams-searched-by-name
    const wanted = records
      .page({ after })
      .filter(
        ({ record }) =>
          (region.length === 0 || region.includes(record.region)) &&
          record.name.toLowerCase().includes(search_query.toLowerCase()),
      );
    const page = wanted.slice(0, teamsPerPage);
    const last = page.at(-1);
    const next = last === undefined || wanted.length === page.length ? null : writeCursor(last.place, first);
    return { teams: page.map(({ record }) => record), next_cursor: next };
  },
} satisfies Partial<Operations>;

export const happenings = {
  organizationTeamAdded(world, { team_name: name, region }) {
    const team = { id: world.newId(), name, created_on: world.clock.now, region };
    world.records.teams.put(team);
    return team;
  },
} satisfies Partial<HappeningTable>;

/**
 * Names the place after the last team that was listed: what is added meanwhile comes after it, so that no team is listed
 * twice or left out. Written as in the contract's examples, which therefore work with the demo cast. Choice: teams-cursor
 */
function writeCursor(place: number, first: number): string {
  return `cursor-page-${place - first + 2}`;
}

function readCursor(cursor: string, first: number): number {
  const page = /^cursor-page-([1-9]\d{0,14})$/.exec(cursor)?.[1];
  const message = "The next_cursor is none of this sandbox: send the one of the page before as it is.";
  return Number(assertFound(page, message, "invalid")) - 2 + first;
}
