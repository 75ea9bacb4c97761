// Servers that list the teams of an organization wrongly.
import type { Call } from "../call.ts";
import { ignores, misreads, refusesAt, sets, succeeds, takesAs } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const operation = "listOrganizationTeams";

export const organizationFaults: readonly WrongServer[] = [
  differs(operation, "region-filter", "ignores the region", ignores("region")),
  differs(operation, "search-filter", "ignores the search", ignores("search_query")),
  differs(
    operation,
    "region-filter",
    "finds no team in the United States",
    sets("teams", (teams: unknown, { query }: Call) => (String(query["region"]) === "us" ? [] : teams)),
  ),
  differs(
    operation,
    "search-filter",
    "finds nothing",
    sets("teams", (teams: unknown, { query }: Call) => (query["search_query"] === undefined ? teams : [])),
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
    sets("teams", (teams: readonly unknown[], { memory, query }: Call) => {
      const before = memory.get("last team");
      memory.set("last team", teams.at(-1));
      return query["next_cursor"] === undefined || before === undefined ? teams : [before, ...teams];
    }),
  ),
  differs(
    operation,
    "cursor-walks-all-teams",
    "names the last page as the next one of itself",
    sets("next_cursor", (cursor: unknown, { query }: Call) => cursor ?? query["next_cursor"] ?? null),
  ),
  differs(
    operation,
    "pattern-enforced",
    "takes a search with any characters",
    takesAs("query search_query", (text) => typeof text === "string" && text.length <= 80, undefined),
  ),
  differs(
    operation,
    "limit-enforced",
    "takes a search of 81 characters",
    takesAs("query search_query", /^.{81}$/s, undefined),
  ),
  violates(
    operation,
    "limit-accepted",
    "refuses a search of 80 characters",
    refusesAt("query search_query", /^.{80}$/s),
  ),
  differs(
    operation,
    "enum-enforced",
    "lists nothing for a region that there is not",
    succeeds(({ query }) => query["region"] !== undefined, { teams: [], next_cursor: null }),
  ),
];
