// The teams of the organization that a world belongs to, listed by a cursor.
import { assertFound, refuseUnless } from "../world/refused.ts";
import type { HappeningTable, Operations } from "./topic.ts";

/** Choice: teams-per-page */
const teamsPerPage = 1;

export const operations = {
  listOrganizationTeams({ path, query, world }) {
    refuseUnless(path.org_id === world.identity.orgId, "The key belongs to no organization of this id.", "unknown");
    const { region = [], search_query = "", next_cursor = "cursor-page-1" } = query;
    // Written as in the contract's examples, which therefore work with the demo cast. Choice: teams-cursor
    const page = /^cursor-page-([1-9]\d{0,14})$/.exec(next_cursor)?.[1];
    const message = "The next_cursor is none of this sandbox: send the one of the page before as it is.";
    const number = Number(assertFound(page, message, "invalid"));
    // Choice: teams-searched-by-name
    const wanted = world.records.teams
      .all()
      .filter(
        (team) =>
          (region.length === 0 || region.includes(team.region)) &&
          team.name.toLowerCase().includes(search_query.toLowerCase()),
      );
    // A team that joins meanwhile comes last: none is listed twice or left out
    const end = number * teamsPerPage;
    return {
      teams: wanted.slice(end - teamsPerPage, end),
      next_cursor: end < wanted.length ? `cursor-page-${number + 1}` : null,
    };
  },
} satisfies Partial<Operations>;

export const happenings = {
  organizationTeamAdded(world, { team_name: name, region }) {
    const team = { id: world.newId(), name, created_on: world.clock.now, region };
    world.records.teams.put(team);
    return team;
  },
} satisfies Partial<HappeningTable>;
