// Servers that list the teams of an organization wrongly.
import type { Call } from "../call.ts";
import { asksAgain, ignores, isAt, isGiven, readsSome, refusesAt, relists, sets, succeeds, takesAs } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

export const organizationFaults = [
  ...differences({
    "region-filter": {
      "listOrganizationTeams ignores the region": ignores("region"),
      "listOrganizationTeams finds no team in the United States": relists("teams", (teams, { query }) =>
        String(query["region"]) === "us" ? [] : teams,
      ),
      "listOrganizationTeams reads the last of several regions only": readsSome("region", -1),
      "listOrganizationTeams leaves the first team of later pages out": relists("teams", (teams, { query }) =>
        query["next_cursor"] === undefined ? teams : teams.slice(1),
      ),
    },
    "search-filter": {
      "listOrganizationTeams ignores the search": ignores("search_query"),
      "listOrganizationTeams finds nothing": relists("teams", (teams, { query }) =>
        query["search_query"] === undefined ? teams : [],
      ),
      "listOrganizationTeams ignores the region when there is a search": asksAgain(
        ({ status }, { query }) => status === 200 && query["search_query"] !== undefined,
        ({ query }) => ({ query: { ...query, region: undefined } }),
      ),
    },
    "cursor-walks-all-teams": {
      "listOrganizationTeams ignores the cursor": ignores("next_cursor"),
      "listOrganizationTeams begins each page with the last team of the one before": relists(
        "teams",
        (teams, { memory, query }) => {
          const before = memory.get("last team");
          memory.set("last team", teams.at(-1));
          return query["next_cursor"] === undefined || before === undefined ? teams : [before, ...teams];
        },
      ),
      "listOrganizationTeams names the last page as the next one of itself": sets(
        "next_cursor",
        (cursor: unknown, { query }: Call) => cursor ?? query["next_cursor"] ?? null,
      ),
    },
    "pattern-enforced": {
      "listOrganizationTeams takes a search with any characters": takesAs("query search_query", /^.{1,80}$/s),
    },
    "limit-enforced": {
      "listOrganizationTeams takes a search of 81 characters": takesAs("query search_query", /^.{81}$/s),
    },
    "enum-enforced": {
      "listOrganizationTeams lists nothing for a region that there is not": succeeds(isAt("query region", isGiven), {
        teams: [],
        next_cursor: null,
      }),
    },
  }),
  ...violations({
    "limit-accepted": {
      "listOrganizationTeams refuses a search of 80 characters": refusesAt("query search_query", /^.{80}$/s),
    },
  }),
];
