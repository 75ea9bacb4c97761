// The operation of the management surface: the teams of an organization.

import type { StoredTeam } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { type Handlers, refusal } from "./call.ts";

/** Choice: teams-per-page */
const teamsPerPage = 1;

interface TeamAtPlace {
  readonly place: number;
  readonly record: StoredTeam;
}

export const organization = {
  async listOrganizationTeams({ path, query, world }) {
    if (path.org_id !== world.identity.orgId) return refusal(404, "The key belongs to no organization of this id.");
    const { region = [], search_query = "", next_cursor } = query;
    const first = (await world.records.teams.page(0, 1))[0]?.place ?? 1;
    const after = next_cursor === undefined ? 0 : placeOf(next_cursor, first);
    if (after === undefined) {
      return refusal(422, "The next_cursor is none of this sandbox: send the one of the page before as it is.");
    }
    // Choice: teams-searched-by-name
    const searched = search_query.toLowerCase();
    const isWanted = ({ record }: TeamAtPlace) =>
      (region.length === 0 || region.includes(record.region)) && record.name.toLowerCase().includes(searched);
    // Read one more to know whether there is a next page
    const found: TeamAtPlace[] = [];
    for await (const team of teamsAfter(world, after)) {
      if (isWanted(team)) found.push(team);
      if (found.length > teamsPerPage) break;
    }
    const page = found.slice(0, teamsPerPage);
    const last = page.at(-1);
    return {
      status: 200,
      body: {
        teams: page.map(({ record }) => record),
        next_cursor: last === undefined || found.length === page.length ? null : cursorOf(last.place, first),
      },
    };
  },
} satisfies Partial<Handlers>;

/** How many teams are read at a time. */
const teamsAtOnce = 50;

/** The teams after a place, read as far as they are wanted. */
async function* teamsAfter(world: World, after: number): AsyncGenerator<TeamAtPlace, undefined> {
  let place = after;
  for (;;) {
    const teams = await world.records.teams.page(place, teamsAtOnce);
    yield* teams;
    const last = teams.at(-1);
    if (last === undefined) return;
    place = last.place;
  }
}

/**
 * Names the place after the last team that was listed: what is added meanwhile comes after it, so that no team is listed
 * twice or left out. Written as in the contract's examples, which therefore work with the demo cast. Choice: teams-cursor
 */
function cursorOf(place: number, first: number): string {
  return `cursor-page-${place - first + 2}`;
}

/** Undefined for an invalid cursor. */
function placeOf(cursor: string, first: number): number | undefined {
  const page = /^cursor-page-([1-9]\d{0,14})$/.exec(cursor)?.[1];
  return page === undefined ? undefined : Number(page) - 2 + first;
}
