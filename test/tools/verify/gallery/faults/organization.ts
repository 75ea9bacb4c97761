// Servers that list the teams of an organization wrongly.
import type { OrganizationTeam, OrganizationTeamPage } from "../../../../../generated/schemas.ts";
import { answers, ignores, misreads, reading, refuses, succeeds, takes } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const operation = "listOrganizationTeams";

export const organizationFaults: readonly WrongServer[] = [
  differs(operation, "region-filter", "ignores the region", ignores("region")),
  differs(operation, "search-filter", "ignores the search", ignores("search_query")),
  differs(
    operation,
    "region-filter",
    "finds no team in the United States",
    answers<OrganizationTeamPage>((page, { query }) =>
      String(query["region"]) === "us" ? { ...page, teams: [] } : page,
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
    "reads the last of several regions only",
    misreads(({ query }) => {
      const { region } = query;
      return { query: { ...query, region: Array.isArray(region) ? region.slice(-1) : region } };
    }),
  ),
  differs(
    operation,
    "search-filter",
    "ignores the region when there is a search",
    misreads(({ query }) => ({ query: query["search_query"] === undefined ? query : { ...query, region: undefined } })),
  ),
  differs(operation, "cursor-walks-all-teams", "ignores the cursor", ignores("next_cursor")),
  differs(
    operation,
    "cursor-walks-all-teams",
    "begins each page with the last team of the one before",
    answers<OrganizationTeamPage>((page, { memory, query }) => {
      const before = memory.get("last team") as OrganizationTeam | undefined;
      memory.set("last team", page.teams.at(-1));
      const isFirst = query["next_cursor"] === undefined || before === undefined;
      return isFirst ? page : { ...page, teams: [before, ...page.teams] };
    }),
  ),
  differs(
    operation,
    "cursor-walks-all-teams",
    "names the last page as the next one of itself",
    answers<OrganizationTeamPage>((page, { query }) => ({
      ...page,
      next_cursor: page.next_cursor ?? query["next_cursor"] ?? null,
    })),
  ),
  differs(
    operation,
    "pattern-enforced",
    "takes a search with any characters",
    takes(({ query }) => String(query["search_query"] ?? "").length <= 80, reading("search_query", undefined)),
  ),
  differs(
    operation,
    "limit-enforced",
    "takes a search of 81 characters",
    takes(({ query }) => String(query["search_query"] ?? "").length === 81, reading("search_query", undefined)),
  ),
  violates(
    operation,
    "limit-accepted",
    "refuses a search of 80 characters",
    refuses(({ query }) => String(query["search_query"] ?? "").length === 80),
  ),
  differs(
    operation,
    "enum-enforced",
    "lists nothing for a region that there is not",
    succeeds(({ query }) => query["region"] !== undefined, { teams: [], next_cursor: null }),
  ),
];
