// The operation of the management surface.
import { type Handlers, refusal } from "../call.ts";

/** Small, so that a few teams need the cursor. */
const teamsPerPage = 2;

export const organizations = {
  listOrganizationTeams({ path, query, memory }) {
    const teams = memory.organizations.get(path.org_id.toLowerCase());
    if (teams === undefined) return refusal(404, "No organization has this id.");
    const { region = [], search_query = "", next_cursor = "cursor-page-1" } = query;
    const page = Number(/^cursor-page-([1-9]\d{0,5})$/.exec(next_cursor)?.[1] ?? Number.NaN);
    if (Number.isNaN(page)) return refusal(422, "The cursor is not one of this service.");
    const found = teams
      .filter((team) => region.length === 0 || region.includes(team.region))
      .filter(({ name }) => name.toLowerCase().includes(search_query.toLowerCase()));
    const end = page * teamsPerPage;
    return {
      status: 200,
      body: {
        teams: found.slice(end - teamsPerPage, end),
        next_cursor: end < found.length ? `cursor-page-${page + 1}` : null,
      },
    };
  },
} satisfies Partial<Handlers>;
