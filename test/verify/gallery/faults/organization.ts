// Servers that list the teams of an organization wrongly.
import type { OrganizationTeamPage } from "../../../../generated/schemas.ts";
import { answers, ignores, lets, reads } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const operation = "listOrganizationTeams";

export const organizationFaults: readonly WrongServer[] = [
  differs(operation, "region-filter", "ignores the region", ignores("region")),
  differs(operation, "search-filter", "ignores the search", ignores("search_query")),
  differs(
    operation,
    "region-filter",
    "finds no team in Europe",
    answers<OrganizationTeamPage>((page, { query }) =>
      String(query["region"]) === "eu" ? { ...page, teams: [] } : page,
    ),
  ),
  differs(
    operation,
    "search-filter",
    "finds nothing",
    answers<OrganizationTeamPage>((page, { query }) =>
      query["search_query"] === undefined ? page : { ...page, teams: [] },
    ),
  ),
  differs(
    operation,
    "region-filter",
    "reads the first of several regions only",
    reads(({ query }) => {
      const { region } = query;
      return { query: { ...query, region: Array.isArray(region) ? region.slice(0, 1) : region } };
    }),
  ),
  differs(operation, "cursor-walks-all-teams", "ignores the cursor", ignores("next_cursor")),
  differs(operation, "cursor-walks-all-teams", "begins each page with the last team of the one before", {
    handle(next, call) {
      const answer = next(call);
      const page = Number(/\d+$/.exec(String(call.query["next_cursor"]))?.[0] ?? 1);
      if (answer.status !== 200 || page < 2) return answer;
      const before = next({ ...call, query: { ...call.query, next_cursor: `cursor-page-${page - 1}` } });
      const [now, earlier] = [answer.body as OrganizationTeamPage, before.body as OrganizationTeamPage];
      return { ...answer, body: { ...now, teams: [...earlier.teams.slice(-1), ...now.teams] } };
    },
  }),
  differs(
    operation,
    "cursor-walks-all-teams",
    "names the first page as the next one of the last",
    answers<OrganizationTeamPage>((page) => ({ ...page, next_cursor: page.next_cursor ?? "cursor-page-1" })),
  ),
  violates(
    operation,
    "pattern-enforced",
    "takes a search with any characters",
    lets(({ name }, { query }) => name === "search_query" && String(query["search_query"]).length <= 80),
  ),
  violates(
    operation,
    "limit-enforced",
    "takes a search of 81 characters",
    lets((_, { query }) => String(query["search_query"] ?? "").length === 81),
  ),
  violates(operation, "limit-accepted", "refuses a search of 80 characters", {
    validate: (problems, { query }) =>
      String(query["search_query"] ?? "").length === 80
        ? [{ in: "query", name: "search_query", keyword: "pattern", message: "is too long" }]
        : problems,
  }),
  violates(
    operation,
    "enum-enforced",
    "lists nothing for a region that there is not",
    lets(({ name }) => name === "region"),
  ),
];
