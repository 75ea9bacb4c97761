// Servers that page markers wrongly, or ignore what the lookup of centers is narrowed by.
import type { AreaInfo, MarkerPage, PscLookup } from "../../../../../generated/schemas.ts";
import type { OperationId } from "../../../../../src/tools/sandbox/domain/topic.ts";
import { answers, ignores, misreads, refuses } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const pages: readonly WrongServer[] = [
  differs(
    "listMarkers",
    "page-size-honoured",
    "holds 60 markers when no size is given",
    misreads(({ query }) => ({ query: { size: 60, ...query } })),
  ),
  violates("listLabTestMarkers", "page-size-honoured", "ignores the size", ignores("size")),
  violates(
    "listLabTestMarkers",
    "page-size-honoured",
    "holds a marker more than asked for",
    answers<MarkerPage>((page) => ({ ...page, markers: [...page.markers, ...page.markers.slice(-1)] })),
  ),
  differs("listMarkers", "page-number-honoured", "ignores the page", ignores("page")),
  violates(
    "listLabTestMarkers",
    "page-number-honoured",
    "says the number of the page from 0",
    answers<MarkerPage>((page) => ({ ...page, page: Number(page.page) - 1 })),
  ),
  violates("listLabTestMarkers", "page-number-honoured", "begins each page with the last marker of the one before", {
    async handle(next, call) {
      const answer = await next(call);
      const page = answer.body as MarkerPage;
      if (answer.status !== 200 || Number(page.page) < 2 || page.markers.length === 0) return answer;
      const before = await next({ ...call, query: { ...call.query, page: Number(page.page) - 1 } });
      const earlier = before.body as MarkerPage;
      return { ...answer, body: { ...page, markers: [...earlier.markers.slice(-1), ...page.markers.slice(1)] } };
    },
  }),
  differs(
    "listMarkers",
    "page-size-honoured",
    "holds 20 markers when no size is given",
    misreads(({ query }) => ({ query: { size: 20, ...query } })),
  ),
  differs(
    "listLabTestMarkers",
    "page-size-honoured",
    "shows another size",
    answers<MarkerPage>((page) => ({ ...page, size: 999 })),
  ),
  differs(
    "listLabTestMarkers",
    "page-totals-consistent",
    "counts anew on each page",
    answers<MarkerPage>((page) => ({ ...page, total: Number(page.total) + Number(page.page) })),
  ),
  differs(
    "listMarkers",
    "page-totals-consistent",
    "counts the markers of the page as the total",
    answers<MarkerPage>((page) => ({ ...page, total: page.markers.length })),
  ),
  differs(
    "listLabTestMarkers",
    "page-totals-consistent",
    "counts a page too many",
    answers<MarkerPage>((page) => ({ ...page, pages: Number(page.pages) + 1 })),
  ),
  differs(
    "listLabTestMarkers",
    "page-totals-consistent",
    "loses the last page",
    answers<MarkerPage>((page) => (page.page === page.pages && page.pages !== 1 ? { ...page, markers: [] } : page)),
  ),
  differs("listLabTestMarkers", "unknown-id", "lists nothing for an unknown lab test", {
    answer: (answer) =>
      answer.status === 404
        ? { ...answer, status: 200, body: { markers: [], total: 0, page: 1, size: 50, pages: 0 } }
        : answer,
  }),
];

const places: readonly WrongServer[] = [
  differs("listMarkers", "lab-slug-filter", "ignores the lab", ignores("lab_slug")),
  differs(
    "listMarkers",
    "lab-slug-filter",
    "finds no marker of a lab",
    answers<MarkerPage>((page, { query }) =>
      query["lab_slug"] === undefined ? page : { ...page, markers: [], total: 0, pages: 0 },
    ),
  ),
  violates(
    "getPscInfo",
    "capabilities-filter",
    "finds no center with a capability",
    answers<PscLookup>((found, { query }) =>
      query["capabilities"] === undefined ? found : { ...found, patient_service_centers: [] },
    ),
  ),
  violates(
    "getPscInfo",
    "centers-within-radius",
    "looks 50 miles around when no radius is given",
    // The nearest 30 are all near: of those with one capability there are fewer
    misreads(({ query }) =>
      query["radius"] === undefined ? { query: { ...query, radius: 50, capabilities: "stat" } } : {},
    ),
  ),
  violates("getPscInfo", "centers-within-radius", "ignores the radius", ignores("radius")),
  violates("getPscInfo", "centers-within-radius", "looks around by the square, not the circle", {
    ...misreads(({ query }) => ({ query: { ...query, radius: 100 } })),
    ...answers<PscLookup>((found, { query }) => ({
      ...found,
      patient_service_centers: found.patient_service_centers.filter(
        ({ distance }) => Number(distance) <= Number(query["radius"] ?? 25) * Math.SQRT2,
      ),
    })),
  }),
  differs("getAreaInfo", "area-labs-filter", "ignores the labs", ignores("labs")),
  differs("getAreaInfo", "area-labs-filter", "ignores the lab", ignores("lab")),
  violates(
    "getAreaInfo",
    "area-labs-filter",
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
  violates("getPscInfo", "capabilities-filter", "ignores the capabilities", ignores("capabilities")),
  violates(
    "getPscInfo",
    "center-lookup-names-lab",
    "names another lab",
    answers<PscLookup>((found) => ({ ...found, lab_id: found.lab_id + 1 })),
  ),
  violates(
    "getPscInfo",
    "center-lookup-names-lab",
    "names the slug of another lab",
    answers<PscLookup>((found) => ({ ...found, slug: "demo_lab_south" })),
  ),
  violates(
    "getAreaInfo",
    "area-names-zip-code",
    "names another zip code",
    answers<AreaInfo>((area) => ({ ...area, zip_code: "00501" })),
  ),
];

/** Reads a parameter that is left out as something else than its default. */
const withoutDefault = (operation: OperationId, what: string, query: Readonly<Record<string, unknown>>) =>
  violates(
    operation,
    "default-honoured",
    what,
    misreads((call) => ({ query: { ...query, ...call.query } })),
  );

const defaults: readonly WrongServer[] = [
  withoutDefault("getAreaInfo", "looks 50 miles around when no radius is given", { radius: 50 }),
  withoutDefault("getAreaInfo", "looks 20 miles around when no radius is given", { radius: 20 }),
  withoutDefault("getPscInfo", "looks 10 miles around when no radius is given", { radius: 10 }),
  // The nearest 30, which an answer holds, are the same: only fewer, of one capability, differ
  withoutDefault("getPscInfo", "looks 100 miles around when no radius is given", { radius: 100 }),
  withoutDefault("listLabTestMarkers", "holds 49 markers when no size is given", { size: 49 }),
  withoutDefault("listLabTestMarkers", "begins with the second page when no page is given", { page: 2 }),
  violates("getAreaInfo", "area-follows-radius", "shows 25 miles whatever was asked for", {
    ...answers<AreaInfo>((area) => ({
      ...area,
      central_labs: Object.fromEntries(
        Object.entries(area.central_labs).map(([slug, { patient_service_centers }]) => [
          slug,
          { patient_service_centers: { ...patient_service_centers, radius: "25" } },
        ]),
      ),
    })),
  }),
  violates("getAreaInfo", "area-follows-radius", "ignores the radius", ignores("radius")),
  violates(
    "getPscInfo",
    "centers-around-zip-code",
    "looks around one place whatever the zip code",
    misreads(({ query }) => ({ query: { ...query, zip_code: "85001" } })),
  ),
  violates(
    "getAreaInfo",
    "area-names-zip-code",
    "looks around one place whatever the zip code",
    misreads(({ query }) => ({ query: { ...query, zip_code: "85001" } })),
  ),
  violates(
    "getPscInfo",
    "center-lookup-names-lab",
    "looks for one lab whichever is asked for",
    misreads(({ query }) => ({ query: { ...query, lab_id: 1 } })),
  ),
  violates(
    "getPscInfo",
    "centers-within-radius",
    "ignores the radius when a capability is asked for",
    misreads(({ query }) => ({ query: query["capabilities"] === undefined ? query : { ...query, radius: 100 } })),
  ),
  differs(
    "listMarkers",
    "lab-slug-filter",
    "narrows the first page only",
    misreads(({ query }) => ({ query: Number(query["page"]) > 1 ? { ...query, lab_slug: undefined } : query })),
  ),
  differs("listProviders", "source-type-filter", "ignores the type of source", ignores("source_type")),
];

export const labFaults: readonly WrongServer[] = [...pages, ...places, ...defaults];
