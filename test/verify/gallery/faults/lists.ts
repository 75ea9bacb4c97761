// Wrong servers that `verify` has to find: they page wrongly, or ignore what markers, centers or teams are narrowed by.
import type { Lab, PscLookup } from "../../../../generated/schemas.ts";
import type { Call, Stages } from "../call.ts";
import { contract } from "../routes.ts";
import {
  answers,
  asksAgain,
  ignores,
  isAt,
  isGiven,
  isMissing,
  readsAs,
  readsSome,
  refusesAt,
  relists,
  sets,
  succeeds,
  takesAs,
  when,
} from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

/** A page of markers. */
interface Page {
  readonly markers: readonly unknown[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
  readonly pages: number;
}

/** Reads a parameter that is left out as something else than its default. */
const defaults = (name: string, value: number) => readsAs(`query ${name}`, isMissing, value);

/** Reads a parameter as this, whatever is sent. */
const fixes = (name: string, value: string | number) => readsAs(`query ${name}`, () => true, value);

/** A list that is empty whenever there is a filter. */
const losesAll = (list: string, filter: string) =>
  relists(list, (items, { query }) => (query[filter] === undefined ? items : []));

/** Another page of markers. */
const pages = (change: (page: Page) => object) => answers<Page>((page) => ({ ...page, ...change(page) }));

/** Searches in another radius, and says what was asked for. */
const searchesWithin = (
  radius: number,
  isWrong: (query: Call["query"]) => boolean,
  others: Call["query"] = {},
): Stages =>
  asksAgain(
    ({ status }, { query }) => status === 200 && isWrong(query),
    ({ query }) => ({ query: { ...query, radius, ...others } }),
  );

const searched = contract.operations.flatMap(({ parameters }) => parameters).find(({ name }) => name === "search_query")
  ?.schema.pattern;

/** May a search be as long as a text? */
const isShort = (text: unknown) => new RegExp(searched ?? "", "u").test("a".repeat(String(text).length));

export const listFaults = [
  ...differences({
    "default-honoured": {
      "listMarkers holds 60 markers when no size is given": defaults("size", 60),
    },
    "pages-hold-the-list": {
      "listLabTestMarkers ignores the size": ignores("size"),
      "listMarkers ignores the page": ignores("page"),
      "listLabTestMarkers begins each page with the last marker of the one before": {
        async handle(next, call) {
          const answer = await next(call);
          const page = answer.body as Page;
          if (answer.status !== 200 || page.page < 2 || page.markers.length === 0) return answer;
          const before = await next({ ...call, query: { ...call.query, page: page.page - 1 } });
          const repeated = (before.body as Page).markers.slice(-1);
          return { ...answer, body: { ...page, markers: [...repeated, ...page.markers.slice(1)] } };
        },
      },
      "listLabTestMarkers counts what is left on each page": pages(({ total, page }) => ({
        total: Math.max(0, total + 1 - page),
      })),
      "listLabTestMarkers counts a marker too few": pages(({ total }) => ({ total: total - 1 })),
      "listLabTestMarkers counts a page too many when the last one is full": pages(({ total, size }) => ({
        pages: Math.floor(total / size) + 1,
      })),
      "listLabTestMarkers leaves the first marker of later pages out, and does not count": pages(
        ({ page, markers }) => ({ markers: markers.slice(page > 1 ? 1 : 0) }),
      ),
    },
    "unknown-id": {
      "listLabTestMarkers lists nothing for an unknown lab test": when(404, {
        status: 200,
        body: { markers: [], total: 0, page: 1, size: 50, pages: 0 },
      }),
    },
    "lab-slug-filter": {
      "listMarkers ignores the lab": ignores("lab_slug"),
      "listMarkers finds no marker of a lab": losesAll("markers", "lab_slug"),
      "listMarkers narrows the first page only": asksAgain(
        ({ status }, { query }) => status === 200 && Number(query["page"]) > 1,
        ({ query }) => ({ query: { ...query, lab_slug: undefined } }),
      ),
    },
    "area-labs-filter": {
      "getAreaInfo ignores the labs": ignores("labs"),
      "getAreaInfo ignores the lab": ignores("lab"),
      "getAreaInfo reads the last of several labs only": readsSome("labs", -1),
    },
    "lab-accounts-filter": {
      "listLabAccounts ignores the lab account": ignores("lab_account_id"),
      "listLabAccounts ignores the status": ignores("status"),
    },
    "source-type-filter": {
      "listProviders ignores the type of source": ignores("source_type"),
    },
    "capabilities-filter": {
      "getPscInfo reads the first of several capabilities only": readsSome("capabilities", 0, 1),
    },
    "region-filter": {
      "listOrganizationTeams ignores the region": ignores("region"),
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
    "listed-once": {
      "listOrganizationTeams ignores the cursor": ignores("next_cursor"),
      "listOrganizationTeams names the last page as the next one of itself": sets(
        "next_cursor",
        (cursor: unknown, { query }: Call) => cursor ?? query["next_cursor"] ?? null,
      ),
    },
    "pattern-enforced": {
      "listOrganizationTeams takes a search with any characters": takesAs("query search_query", (text) =>
        isShort(text),
      ),
      "listOrganizationTeams takes a search that is too long": takesAs("query search_query", (text) => !isShort(text)),
    },
    "enum-enforced": {
      "listOrganizationTeams lists nothing for a region that there is not": succeeds(isAt("query region", isGiven), {
        teams: [],
        next_cursor: null,
      }),
    },
  }),
  ...surprises({
    "pages-hold-the-list": {
      "listLabTestMarkers holds a marker more than asked for": relists("markers", (markers) => [
        ...markers,
        ...markers.slice(-1),
      ]),
      "listLabTestMarkers says the number of the page from 0": pages(({ page }) => ({ page: page - 1 })),
    },
    "listed-once": {
      "listLabs lists a lab once for each way of collection, as an unguarded JOIN does": answers(
        (labs: readonly Lab[]) => labs.flatMap((lab) => lab.collection_methods.map(() => lab)),
      ),
    },
    "centers-within-radius": {
      // The nearest 30 are all near: of those with one capability there are fewer
      "getPscInfo looks 50 miles around when no radius is given": searchesWithin(
        50,
        ({ radius }) => radius === undefined,
        { capabilities: "stat" },
      ),
      "getPscInfo looks around by the square, not the circle": {
        ...fixes("radius", 100),
        ...relists("patient_service_centers", (centers, { query }) =>
          (centers as PscLookup["patient_service_centers"]).filter(
            ({ distance }) => Number(distance) <= Number(query["radius"] ?? 25) * Math.SQRT2,
          ),
        ),
      },
      "getPscInfo ignores the radius when a capability is asked for": searchesWithin(
        100,
        ({ capabilities }) => capabilities !== undefined,
      ),
    },
    "center-lookup-names-lab": {
      "getPscInfo names the slug of another lab": sets("slug", "demo_lab_south"),
      "getPscInfo looks for one lab whichever is asked for": fixes("lab_id", 1),
    },
    "area-follows-radius": {
      "getAreaInfo shows 25 miles whatever was asked for": sets("central_labs/*/patient_service_centers/radius", "25"),
    },
  }),
  ...violations({
    "capabilities-filter": {
      "getPscInfo finds no center with a capability": losesAll("patient_service_centers", "capabilities"),
      "getPscInfo ignores the capabilities": ignores("capabilities"),
    },
    "centers-around-zip-code": {
      "getPscInfo looks around one place whatever the zip code": fixes("zip_code", "85001"),
    },
    "area-names-zip-code": {
      "getAreaInfo looks around one place whatever the zip code": fixes("zip_code", "85001"),
    },
    "default-honoured": {
      "getAreaInfo looks 20 miles around when no radius is given": defaults("radius", 20),
      // The nearest 30, which an answer holds, are the same: only fewer, of one capability, differ
      "getPscInfo looks 100 miles around when no radius is given": defaults("radius", 100),
      "listLabTestMarkers holds 49 markers when no size is given": defaults("size", 49),
      "listLabTestMarkers begins with the second page when no page is given": defaults("page", 2),
    },
    "limit-accepted": {
      "listOrganizationTeams refuses the longest search": refusesAt(
        "query search_query",
        (text) => isShort(text) && !isShort(`${text}a`),
      ),
    },
  }),
];
