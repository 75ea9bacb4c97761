// Servers that page markers wrongly, or ignore what the lookup of centers is narrowed by.
import type { Lab, MarkerPage, PscLookup } from "../../../../generated/schemas.ts";
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import type { Call } from "../call.ts";
import { answers, finds, ignores, misreads, refuses, rewrites, sets } from "./stages.ts";
import { differs, type Stages, surprises, violates, type WrongServer } from "./wrong-server.ts";

type Query = Readonly<Record<string, unknown>>;

/** Reads what is left out of the query as this. */
const without = (query: Query): Stages => misreads((call) => ({ query: { ...query, ...call.query } }));

/** Reads this, whatever the query says. */
const always = (query: Query): Stages => misreads((call) => ({ query: { ...call.query, ...query } }));

/** A list that is empty whenever there is a filter. */
const losesAll = (list: string, filter: string): Stages =>
  sets(list, (items: unknown, { query }: Call) => (query[filter] === undefined ? items : []));

const pages: readonly WrongServer[] = [
  differs("listMarkers", "default-honoured", "holds 60 markers when no size is given", without({ size: 60 })),
  differs("listLabTestMarkers", "pages-hold-the-list", "ignores the size", ignores("size")),
  surprises(
    "listLabTestMarkers",
    "pages-hold-the-list",
    "holds a marker more than asked for",
    sets("markers", (markers: readonly unknown[]) => [...markers, ...markers.slice(-1)]),
  ),
  differs("listMarkers", "pages-hold-the-list", "ignores the page", ignores("page")),
  surprises(
    "listLabTestMarkers",
    "pages-hold-the-list",
    "says the number of the page from 0",
    sets("page", (page: number) => page - 1),
  ),
  differs("listLabTestMarkers", "pages-hold-the-list", "begins each page with the last marker of the one before", {
    async handle(next, call) {
      const answer = await next(call);
      const page = answer.body as MarkerPage;
      if (answer.status !== 200 || Number(page.page) < 2 || page.markers.length === 0) return answer;
      const before = await next({ ...call, query: { ...call.query, page: Number(page.page) - 1 } });
      const earlier = before.body as MarkerPage;
      return { ...answer, body: { ...page, markers: [...earlier.markers.slice(-1), ...page.markers.slice(1)] } };
    },
  }),
  differs("listMarkers", "default-honoured", "holds 20 markers when no size is given", without({ size: 20 })),
  differs("listLabTestMarkers", "pages-hold-the-list", "shows another size", sets("size", 999)),
  ...(
    [
      [
        "listLabTestMarkers",
        "counts what is left on each page",
        ({ total, page }) => ({ total: Number(total) + 1 - Number(page) }),
      ],
      ["listMarkers", "counts the markers of the page as the total", ({ markers }) => ({ total: markers.length })],
      ["listLabTestMarkers", "counts a marker too few", ({ total }) => ({ total: Number(total) - 1 })],
      ["listLabTestMarkers", "counts a page too many", ({ pages }) => ({ pages: Number(pages) + 1 })],
      [
        "listLabTestMarkers",
        "loses the last page",
        ({ page, pages }) => (page === pages && pages !== 1 ? { markers: [] } : {}),
      ],
    ] satisfies [OperationId, string, (page: MarkerPage) => object][]
  ).map(([operation, what, change]) =>
    differs(
      operation,
      "pages-hold-the-list",
      what,
      answers<MarkerPage>((page) => ({ ...page, ...change(page) })),
    ),
  ),
  differs(
    "listLabTestMarkers",
    "unknown-id",
    "lists nothing for an unknown lab test",
    finds({ markers: [], total: 0, page: 1, size: 50, pages: 0 }),
  ),
];

const lists: readonly WrongServer[] = [
  differs("listMarkers", "lab-slug-filter", "ignores the lab", ignores("lab_slug")),
  differs("listMarkers", "lab-slug-filter", "finds no marker of a lab", losesAll("markers", "lab_slug")),
  differs(
    "listMarkers",
    "lab-slug-filter",
    "narrows the first page only",
    misreads(({ query }) => ({ query: Number(query["page"]) > 1 ? { ...query, lab_slug: undefined } : query })),
  ),
  violates(
    "getPscInfo",
    "capabilities-filter",
    "finds no center with a capability",
    losesAll("patient_service_centers", "capabilities"),
  ),
  violates("getPscInfo", "capabilities-filter", "ignores the capabilities", ignores("capabilities")),
  differs("getAreaInfo", "area-labs-filter", "ignores the labs", ignores("labs")),
  differs("getAreaInfo", "area-labs-filter", "ignores the lab", ignores("lab")),
  violates(
    "getAreaInfo",
    "valid-input",
    "refuses the lab",
    refuses(({ query }) => query["lab"] !== undefined),
  ),
  differs(
    "getAreaInfo",
    "area-labs-filter",
    "reads the last of several labs only",
    misreads(({ query }) =>
      Array.isArray(query["labs"]) ? { query: { ...query, labs: query["labs"].slice(-1) } } : {},
    ),
  ),
  differs("listLabAccounts", "lab-accounts-filter", "ignores the lab account", ignores("lab_account_id")),
  differs("listLabAccounts", "lab-accounts-filter", "ignores the status", ignores("status")),
  differs("listProviders", "source-type-filter", "ignores the type of source", ignores("source_type")),
  surprises(
    "listLabs",
    "listed-once",
    "lists a lab once for each way of collection, as an unguarded JOIN does",
    answers((labs: readonly Lab[]) => labs.flatMap((lab) => lab.collection_methods.map(() => lab))),
  ),
];

const lookups: readonly WrongServer[] = [
  surprises(
    "getPscInfo",
    "centers-within-radius",
    "looks 50 miles around when no radius is given",
    // The nearest 30 are all near: of those with one capability there are fewer
    misreads(({ query }) =>
      query["radius"] === undefined ? { query: { ...query, radius: 50, capabilities: "stat" } } : {},
    ),
  ),
  surprises("getPscInfo", "centers-within-radius", "ignores the radius", ignores("radius")),
  surprises("getPscInfo", "centers-within-radius", "looks around by the square, not the circle", {
    ...always({ radius: 100 }),
    ...sets("patient_service_centers", (centers: PscLookup["patient_service_centers"], { query }: Call) =>
      centers.filter(({ distance }) => Number(distance) <= Number(query["radius"] ?? 25) * Math.SQRT2),
    ),
  }),
  surprises(
    "getPscInfo",
    "centers-within-radius",
    "ignores the radius when a capability is asked for",
    misreads(({ query }) => ({ query: query["capabilities"] === undefined ? query : { ...query, radius: 100 } })),
  ),
  violates(
    "getPscInfo",
    "centers-around-zip-code",
    "looks around one place whatever the zip code",
    always({ zip_code: "85001" }),
  ),
  surprises(
    "getPscInfo",
    "center-lookup-names-lab",
    "names another lab",
    sets("lab_id", (id: number) => id + 1),
  ),
  surprises("getPscInfo", "center-lookup-names-lab", "names the slug of another lab", sets("slug", "demo_lab_south")),
  surprises("getPscInfo", "center-lookup-names-lab", "looks for one lab whichever is asked for", always({ lab_id: 1 })),
  violates(
    "getAreaInfo",
    "area-names-zip-code",
    "names another zip code",
    rewrites("zip_code", () => "00501"),
  ),
  violates(
    "getAreaInfo",
    "area-names-zip-code",
    "looks around one place whatever the zip code",
    always({ zip_code: "85001" }),
  ),
  surprises(
    "getAreaInfo",
    "area-follows-radius",
    "shows 25 miles whatever was asked for",
    sets("central_labs/*/patient_service_centers/radius", "25"),
  ),
  surprises("getAreaInfo", "area-follows-radius", "ignores the radius", ignores("radius")),
];

/** Reads a parameter that is left out as something else than its default. */
const defaults = (
  [
    ["getAreaInfo", "looks 50 miles around when no radius is given", { radius: 50 }],
    ["getAreaInfo", "looks 20 miles around when no radius is given", { radius: 20 }],
    ["getPscInfo", "looks 10 miles around when no radius is given", { radius: 10 }],
    // The nearest 30, which an answer holds, are the same: only fewer, of one capability, differ
    ["getPscInfo", "looks 100 miles around when no radius is given", { radius: 100 }],
    ["listLabTestMarkers", "holds 49 markers when no size is given", { size: 49 }],
    ["listLabTestMarkers", "begins with the second page when no page is given", { page: 2 }],
  ] satisfies [OperationId, string, Query][]
).map(([operation, what, query]) => violates(operation, "default-honoured", what, without(query)));

export const labFaults: readonly WrongServer[] = [...pages, ...lists, ...lookups, ...defaults];
