// Checks of operations that list things: a filter narrows the whole list, pages add up to it, and a default is as good as left out.
import { isDeepStrictEqual } from "node:util";
import { field } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { makeFreshId, type Sent } from "../calls.ts";
import type { InputPlace } from "../input/input-places.ts";
import type { Given } from "../input/valid-input.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { Plan } from "../plan.ts";
import { anyShape, behaviour } from "../verdicts/open-words.ts";
import { type Check, type CheckContext, findTwice, list, listItems } from "./check.ts";

/** Does an item match the filter? Undefined when the item does not show it. */
type Fits = (item: unknown) => boolean | undefined;

/** One use of a filter, whose parameter comes first, and its possible meanings: the list has to be narrowed by one of them. */
type FilterCall = readonly [given: Given, ...meant: readonly Fits[]];

/** The items of an answer. */
type ReadItems = (reply: Sent) => readonly unknown[];

/** A filter of a list: with it, the answer is the whole list without the items that do not match. */
interface Filter extends Omit<Check, "run"> {
  readonly items: ReadItems;
  /** The field of the list, where the contract limits its length: one of that length may be cut off. */
  readonly limited?: string;
  /** Parameters of every call, with which the whole list fits into one answer. */
  readonly around?: Given;
  /** The uses to try, given the whole list. */
  asked(context: CheckContext, all: readonly unknown[]): readonly FilterCall[] | Promise<readonly FilterCall[]>;
}

/** An item shows one of these values, or, where it shows several, each of them. */
function matchValues(name: string, values: readonly unknown[]): Fits[] {
  return (["some", "every"] as const).map((how) => (item) => {
    const shown = field(item, name);
    if (Array.isArray(shown)) return values[how]((one) => shown.includes(one));
    return shown === undefined ? undefined : values.includes(shown);
  });
}

/** The known values of a schema of the contract. */
function listKnownValues({ document }: Plan, component: string): readonly unknown[] {
  const { enum: only, "x-extensible-enum": known = [] } = document.components.schemas[component] ?? {};
  return only ?? known;
}

/** Asks for each known value by itself, or as lists: then for each two as well. */
const askKnownValues =
  (parameter: string, component: string, isList = true): Filter["asked"] =>
  ({ plan }) => {
    const known = listKnownValues(plan, component);
    const pairs = known.flatMap((one, index) => known.slice(index + 1).map((other) => [one, other]));
    return [...known, ...(isList ? pairs : [])].map((asked) => [
      { [parameter]: asked },
      ...matchValues(parameter, [asked].flat()),
    ]);
  };

const listCenters: ReadItems = (reply) => list(reply, "patient_service_centers");
const listMarkers: ReadItems = (reply) => list(reply, "markers");
const listTeams: ReadItems = (reply) => list(reply, "teams");

const filters: readonly Filter[] = [
  {
    id: "source-type-filter",
    holds: "Asking for a type of source narrows the providers.",
    on: "listProviders",
    items: (reply) => list(reply),
    // A provider does not show its type: only the length of the list says something
    asked: askKnownValues("source_type", "SourceType", false),
  },
  {
    id: "lab-slug-filter",
    holds: "Asking for a lab narrows the markers to it, on each page.",
    states: "4.8-10",
    on: "listMarkers",
    items: listMarkers,
    async asked({ call }) {
      const labs = list(await call({}, "listLabs"));
      if (labs.length < 2) throw new OutOfReach("there are no two labs to choose between");
      return labs.map((lab) => [{ lab_slug: field(lab, "slug") }, ...matchValues("lab_id", [field(lab, "id")])]);
    },
  },
  {
    id: "capabilities-filter",
    holds: "Asking for capabilities narrows the centers to those that have one of them, or all of them.",
    states: "4.10-09",
    on: "getPscInfo",
    items: listCenters,
    limited: "patient_service_centers",
    around: { radius: 10 },
    asked: askKnownValues("capabilities", "PscCapability"),
  },
  {
    id: "area-labs-filter",
    holds: "Asking for labs narrows the area to them.",
    on: "getAreaInfo",
    items: ({ body }) => Object.keys(Object(field(body, "central_labs"))),
    asked({ named }, all) {
      const wanted = named("lab_slug");
      const other = all.find((slug) => slug !== wanted);
      if (!all.includes(wanted)) throw new OutOfReach(`the area does not list ${wanted}`);
      if (other === undefined) throw new OutOfReach(`the area lists no lab but ${wanted}`);
      return [{ lab: [wanted] }, { labs: [wanted] }, { labs: [wanted, other] }].map((given) => [
        given,
        (slug) =>
          Object.values(given)
            .flat()
            .some((one) => one === slug),
      ]);
    },
  },
  {
    id: "lab-accounts-filter",
    holds: "Asking for a lab account or a status narrows the lab accounts to it.",
    on: "listLabAccounts",
    // The shape of the list is not shown: an account is listed where its id stands
    items: ({ body }) =>
      JSON.stringify(body ?? null)
        .toLowerCase()
        .match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [],
    asked({ named }, all) {
      const account = named("lab_account_id").toLowerCase();
      const pending = named("pending_lab_account_id").toLowerCase();
      if (!all.includes(account) || !all.includes(pending)) {
        throw new OutOfReach("the list does not show both lab accounts by id");
      }
      const isOnly =
        (wanted: string, other: string): Fits =>
        (id) =>
          id === other ? false : id === wanted || undefined;
      return [
        [{ lab_account_id: account }, isOnly(account, pending)],
        [{ status: "PENDING" }, isOnly(pending, account)],
      ];
    },
  },
  {
    id: "region-filter",
    holds: "Asking for regions narrows the teams to them.",
    on: "listOrganizationTeams",
    items: listTeams,
    asked: askKnownValues("region", "Region"),
  },
  {
    id: "search-filter",
    holds: "Searching narrows the teams, also together with a region.",
    on: "listOrganizationTeams",
    items: listTeams,
    asked({ plan }, [team]) {
      const regions = listKnownValues(plan, "Region");
      const search_query = field(team, "name");
      const { schema } = plan.parameters.find(({ name }) => name === "search_query") ?? {};
      if (typeof search_query !== "string" || !new RegExp(schema?.pattern ?? "", "u").test(search_query)) {
        throw new OutOfReach("no team has a name to search for");
      }
      // The description does not say which other teams a search finds
      const isSearched: Fits = (one) => field(one, "id") === field(team, "id") || undefined;
      const nobody = makeFreshId("nobody");
      return [
        [{ search_query: nobody }, () => false],
        [{ search_query: nobody, region: regions }, () => false],
        [{ search_query }, isSearched],
        ...regions.map(
          (region): FilterCall => [
            { search_query, region: [region] },
            (one) => field(one, "region") === region && isSearched(one),
          ],
        ),
      ];
    },
  },
];

/** After so many pages a list is taken to have no end. */
const mostPages = 100;

/** The answers that make up a list: the first one, and those that follow by its cursor or its pages. */
async function* readPages({ offer }: CheckContext, items: ReadItems, given: Given, first: Sent) {
  let last = first;
  for (let page = 1, count = 0; page <= mostPages && last.asDemanded; page += 1) {
    yield last;
    count += items(last).length;
    const [next_cursor, total] = [field(last.body, "next_cursor"), field(last.body, "total")];
    if (items(last).length === 0 || (typeof total === "number" && count >= total)) return;
    if (typeof next_cursor === "string")
      last = await offer({ ...given, next_cursor }, ["query next_cursor", ...anyShape]);
    else if (field(last.body, "page") !== undefined)
      last = await offer({ ...given, page: page + 1 }, ["query page", ...anyShape]);
    else return;
  }
}

/** The items of all pages. */
async function readWhole(context: CheckContext, items: ReadItems, given: Given, first: Sent) {
  const all: unknown[] = [];
  for await (const reply of readPages(context, items, given, first)) all.push(...items(reply));
  return all;
}

/** The field that identifies an item: its other fields may be wrong in one list only. */
const identify = (item: unknown) => field(item, "id") ?? field(item, "metadata", "name") ?? item;

function isIn(all: readonly unknown[], item: unknown): boolean {
  return all.some((one) => isDeepStrictEqual(identify(one), identify(item)));
}

async function checkFilter(context: CheckContext, filter: Filter): Promise<void> {
  const { items, limited = "", around = {} } = filter;
  const all = await readWhole(context, items, around, await context.call(around));
  if (all.length === 0) throw new OutOfReach("the list has nothing to narrow");
  const most = context.plan.answer.below(limited).find("maxItems")?.value;
  const isWhole = most === undefined || all.length < most;
  let wholes = 0;
  for (const [given, ...meant] of await filter.asked(context, all)) {
    const place = `query ${Object.keys(given)[0]}`;
    // The description leaves open what the filter does and how a value is written, but not that it takes one
    const found = await context.offer({ ...around, ...given }, [place, ...anyShape]);
    if (!found.asDemanded) continue;
    const listed = await readWhole(context, items, { ...around, ...given }, found);
    const values = Object.values(given).flat();
    const called = `asked for ${values.join(", ")}`;
    const show = (item: unknown) => shortJson(field(item, "name") ?? item, 80);
    const wrong = meant.map((fits) => {
      const stranger = listed.find((item) => fits(item) === false);
      const lost = isWhole && all.find((item) => fits(item) === true && !isIn(listed, item));
      return stranger !== undefined ? `${show(stranger)} is listed` : lost && `${show(lost)} is not listed`;
    });
    const added = isWhole ? listed.find((item) => !isIn(all, item)) : undefined;
    // All items may match one value, and then none of the others
    if (listed.every((item) => meant[0]?.(item) === undefined) && isDeepStrictEqual(listed, all)) wholes += 1;
    const findings: readonly (readonly [isSo: boolean, message: string])[] = [
      [wrong.some((one) => !one), `${wrong[0]}, ${called}.`],
      [added === undefined, `${show(added)} is listed, ${called}, and not in the whole list.`],
      [wholes < 2, `All ${all.length} are listed, whatever is asked for.`],
    ];
    // A server may spell the values, or write several of them, in another way, and ignore ours
    const open = values.length > 1 ? (["values", "encoding"] as const) : (["values"] as const);
    for (const [isSo, message] of findings) context.expect(found, place, isSo, message, [...behaviour, ...open]);
  }
}

const usualSize = 50;

/** Reads the markers page by page, holds each page to the first one, and returns the ids and the last answer. */
async function comparePages(context: CheckContext, size: number) {
  const first = await context.call({ size });
  const shown = field(first.body, "total");
  const total = typeof shown === "number" ? shown : undefined;
  const ids: unknown[] = [];
  let [last, page] = [first, 0];
  for await (last of readPages(context, listMarkers, { size }, first)) {
    page += 1;
    const markers = listMarkers(last);
    ids.push(...markers.map((marker) => field(marker, "id")));
    const twice = findTwice(ids);
    const count = Math.min(total ?? ids.length, page * size);
    const counts = { page, size, total, pages: total && Math.ceil(total / size) };
    for (const [name, wanted] of Object.entries(counts)) {
      const found = field(last.body, name) ?? wanted;
      // An empty list may be no page, or one empty page: that is not stated
      const isSo = wanted === undefined || found === wanted || (total === 0 && found === 1);
      const message = `\`${name}\` is ${found}, not ${wanted}, on page ${page} of size ${size} with a total of ${total}.`;
      context.expect(last, name === "page" ? "query page" : `MarkerPage.${name}`, isSo, message);
    }
    const held = `It holds ${markers.length}, asked for ${size}.`;
    context.expect(last, "query size", markers.length <= size, held);
    context.expect(last, "MarkerPage.markers", twice === undefined, `Marker ${twice} is listed twice.`);
    const added = `Up to page ${page} there are ${ids.length} of ${count}.`;
    context.expect(last, "MarkerPage.markers", ids.length === count, added);
  }
  return { ids, last };
}

const hasDefault = ({ kind, schemas }: InputPlace) => kind === "query" && schemas.find("default") !== undefined;

const lookups: readonly Check[] = [
  {
    id: "pages-hold-the-list",
    holds: "At each size the pages hold every marker once, as many as asked for, and count them.",
    on: ["listLabTestMarkers", "listMarkers"],
    async run(context) {
      const { ids } = await comparePages(context, usualSize);
      // An empty list proves nothing
      if (ids.length === 0) throw new OutOfReach("the list has no markers");
      const largestSize =
        context.plan.places.find(({ name }) => name === "size")?.schemas.find("maximum")?.value ?? 100;
      const isOfFull = (size: number) => ids.length % size === 0 && ids.length <= size * mostPages;
      const sizes = Array.from({ length: Math.min(largestSize, ids.length / 2) }, (_, index) => index + 1);
      // Several pages, of which the last is full where that can be
      const size = sizes.findLast(isOfFull) ?? Math.min(largestSize, Math.ceil(ids.length / 10));
      const { ids: others, last } = await comparePages(context, size);
      const lost = [...ids, ...others].find((id) => !ids.includes(id) || !others.includes(id));
      const message = `Marker ${lost} is not listed at a size of ${ids.includes(lost) ? size : usualSize}.`;
      context.expect(last, "200", lost === undefined, message);
    },
  },
  {
    id: "listed-once",
    holds: "A list of providers, labs, connections, centers or teams has each of them once, and its cursor ends.",
    on: ["listProviders", "listLabs", "listUserConnections", "getPscInfo", "listOrganizationTeams"],
    async run(context) {
      const { valid } = context;
      const items = await readWhole(context, ({ body }) => listItems(body), {}, valid);
      const twice = findTwice(items.map((item) => field(item, "slug") ?? field(item, "id") ?? item));
      const place = field(valid.body, "next_cursor") === undefined ? "200" : "query next_cursor";
      context.expect(valid, place, twice === undefined, `${shortJson(twice, 120)} is listed twice.`);
    },
  },
  {
    id: "centers-within-radius",
    holds: "No patient service center is farther away than the radius.",
    on: "getPscInfo",
    async run({ call, expect, plan }) {
      const capabilities = listKnownValues(plan, "PscCapability").slice(0, 1);
      // The default is 25 miles; another parameter does not change the radius
      for (const given of [{ radius: 10 }, { radius: 50 }, {}, { radius: 10, capabilities }]) {
        const found = await call(given);
        const { radius = "no radius, which means 25" } = given;
        const distances = listCenters(found).map((center) => field(center, "distance"));
        const far = distances.find((distance) => Number.parseFloat(String(distance)) > (given.radius ?? 25));
        const message = `A center is ${JSON.stringify(far)} miles away, asked for ${radius}.`;
        expect(found, "query radius", far === undefined, message);
      }
      // A lookup without centers proves nothing
      if (listCenters(await call({ radius: 100 })).length === 0) {
        throw new OutOfReach("there are no patient service centers around `zip_code`");
      }
    },
  },
  {
    id: "area-follows-radius",
    holds: "The area names the radius that was asked for.",
    on: "getAreaInfo",
    async run({ call, expect }) {
      const [small, large] = [await call({ radius: 10 }), await call({ radius: 100 })];
      const slugs = Object.keys(Object(field(small.body, "central_labs")));
      if (slugs.length === 0) throw new OutOfReach("there are no labs around `zip_code`");
      for (const slug of slugs) {
        const [shown, shownLarge] = [small, large].map(({ body }) =>
          field(body, "central_labs", slug, "patient_service_centers", "radius"),
        );
        // The form of a radius is not shown, but two of them differ
        const isOther = shown === undefined || shown !== shownLarge;
        const same = `\`radius\` of ${slug} is ${JSON.stringify(shown)} for 10 and for 100 miles.`;
        expect(large, "query radius", isOther, same);
      }
    },
  },
  {
    id: "default-honoured",
    holds: "Leaving a parameter out is the same as sending its default.",
    states: "4.10-07",
    // Two calls that change something have different answers
    on: ({ method, places }) => method === "get" && places.some(hasDefault),
    async run({ plan: { places }, attempt, expect }) {
      // A limit may hide the effect of a default: a narrowed list may show it
      const narrowings = places.flatMap(({ kind, name, items }) =>
        kind === "query" ? (items.find("x-extensible-enum")?.value ?? []).map((known) => ({ [name]: [known] })) : [],
      );
      for (const { name, schemas } of places.filter(hasDefault)) {
        const value = String(schemas.find("default")?.value);
        for (const given of [{}, ...narrowings]) {
          const [withDefault, without] = [await attempt({ ...given, [name]: value }), await attempt(given)];
          if (!withDefault.succeeded || !without.succeeded) continue;
          const isSame = ({ body }: Sent) => isDeepStrictEqual(body, withDefault.body);
          // An answer that differs each time proves nothing
          const isSo = isSame(without) || !isSame(await attempt({ ...given, [name]: value }));
          expect(without, `query ${name}`, isSo, `It is another answer than with \`${name}=${value}\`.`);
        }
      }
    },
  },
];

export const listChecks: readonly Check[] = [
  ...lookups,
  ...filters.map((filter): Check => ({ ...filter, run: (context) => checkFilter(context, filter) })),
];
