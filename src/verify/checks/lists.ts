// Checks of lists: filters, pages and defaults, held to the list as a whole.
import { isDeepStrictEqual } from "node:util";
import { field } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { freshId, type Sent } from "../calls.ts";
import type { InputPlace } from "../input/input-places.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { anyShape, behaviour } from "../verdicts/open-words.ts";
import { type Check, type CheckContext, findTwice, type Given, list, listKnownValues } from "./check.ts";

/** Is an item of what was asked for? Undefined when it does not show. */
type Fits = (item: unknown) => boolean | undefined;

/** One way of asking a filter, and the ways in which that may be meant: the list is narrowed by one of them. */
type FilterCall = readonly [given: Given, ...meant: readonly Fits[]];

/** A filter of a list: what is listed with it is the whole list without what does not fit. */
interface Filter extends Omit<Check, "run"> {
  readonly parameter: string;
  /** Narrows the list each time. */
  around?(context: CheckContext): Promise<Given>;
  /** The items of an answer. */
  items(reply: Sent): readonly unknown[];
  /** How many items an answer has at most: a list that long may be cut off. */
  readonly most?: number;
  /** How it is asked, given the whole list. */
  asked(context: CheckContext, all: readonly unknown[]): readonly FilterCall[] | Promise<readonly FilterCall[]>;
}

/** Does an item show one of these values, or each of them? */
function shows(name: string, values: readonly unknown[], how: "some" | "every" = "some"): Fits {
  return (item) => {
    const shown = field(item, name);
    return shown === undefined ? undefined : values[how]((one) => [shown].flat().some((own) => own === one));
  };
}

const listCenters = (reply: Sent) => list(reply, "patient_service_centers");
const listTeams = (reply: Sent) => list(reply, "teams");
const mostCenters = 30;

const filters: readonly Filter[] = [
  {
    id: "source-type-filter",
    holds: "Asking for a type of source narrows the providers.",
    on: "listProviders",
    parameter: "source_type",
    items: (reply) => list(reply),
    // A provider does not show its type: only the length of the list says something
    asked: ({ plan }) => listKnownValues(plan, "SourceType").map((source_type) => [{ source_type }, () => undefined]),
  },
  {
    id: "lab-slug-filter",
    holds: "Asking for a lab narrows the markers to it, on each page.",
    states: "4.8-10",
    on: "listMarkers",
    parameter: "lab_slug",
    items: (reply) => list(reply, "markers"),
    async asked({ call }) {
      const labs = list(await call({}, "listLabs"));
      if (labs.length < 2) throw new OutOfReach("there are no two labs to choose between");
      return labs.map((lab) => [{ lab_slug: String(field(lab, "slug")) }, shows("lab_id", [field(lab, "id")])]);
    },
  },
  {
    id: "capabilities-filter",
    holds: "Asking for capabilities narrows the centers to those that have one of them, or all of them.",
    states: "4.10-09",
    on: "getPscInfo",
    parameter: "capabilities",
    async around({ call }) {
      for (const radius of [100, 50, 25]) {
        if (listCenters(await call({ radius })).length < mostCenters) return { radius };
      }
      return { radius: 10 };
    },
    items: listCenters,
    most: mostCenters,
    asked({ plan }) {
      const known = listKnownValues(plan, "PscCapability");
      const pairs = known.flatMap((one, index) => known.slice(index + 1).map((other) => [one, other]));
      return [...known.map((one) => [one]), ...pairs].map((capabilities) => [
        { capabilities },
        shows("capabilities", capabilities),
        shows("capabilities", capabilities, "every"),
      ]);
    },
  },
  ...["lab", "labs"].map(
    (parameter): Filter => ({
      id: "area-labs-filter",
      holds: "Asking for labs narrows the area to them.",
      on: "getAreaInfo",
      parameter,
      items: ({ body }) => Object.keys(Object(field(body, "central_labs"))),
      asked({ named }, all) {
        const wanted = named("lab_slug");
        const other = all.find((slug) => slug !== wanted);
        if (!all.includes(wanted)) throw new OutOfReach(`the area does not list ${wanted}`);
        if (other === undefined) throw new OutOfReach(`the area lists no lab but ${wanted}`);
        return (parameter === "lab" ? [[wanted]] : [[wanted], [wanted, other]]).map((slugs) => [
          { [parameter]: slugs },
          (slug) => slugs.some((one) => one === slug),
        ]);
      },
    }),
  ),
  ...["lab_account_id", "status"].map(
    (parameter): Filter => ({
      id: "lab-accounts-filter",
      holds: "Asking for a lab account or a status narrows the lab accounts to it.",
      on: "listLabAccounts",
      parameter,
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
        const [value, wanted, other] =
          parameter === "status" ? ["PENDING", pending, account] : [account, account, pending];
        return [[{ [parameter]: value }, (id) => (id === other ? false : id === wanted || undefined)]];
      },
    }),
  ),
  {
    id: "region-filter",
    holds: "Asking for regions narrows the teams to them.",
    on: "listOrganizationTeams",
    parameter: "region",
    items: listTeams,
    asked({ plan }) {
      const regions = listKnownValues(plan, "Region");
      return [...regions.map((region) => [region]), regions].map((region) => [{ region }, shows("region", region)]);
    },
  },
  {
    id: "search-filter",
    holds: "Searching narrows the teams, also together with a region.",
    on: "listOrganizationTeams",
    parameter: "search_query",
    items: listTeams,
    asked({ plan }, [team]) {
      const regions = listKnownValues(plan, "Region");
      const search_query = field(team, "name");
      const { schema } = plan.parameters.find(({ name }) => name === "search_query") ?? {};
      if (typeof search_query !== "string" || !new RegExp(schema?.pattern ?? "", "u").test(search_query)) {
        throw new OutOfReach("no team has a name to search for");
      }
      // Other teams may be found: that is not stated
      const isSearched: Fits = (one) => field(one, "id") === field(team, "id") || undefined;
      const nobody = freshId("nobody");
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

/** More pages than a list has here. */
const mostPages = 100;

/** Reads a list from its first answer to its end, by its cursor or page by page. */
async function readOn({ attempt }: CheckContext, items: Filter["items"], given: Given, first: Sent) {
  const all = [...items(first)];
  let last = first;
  for (let page = 2; page <= mostPages && items(last).length > 0; page += 1) {
    const [next_cursor, total] = [field(last.body, "next_cursor"), field(last.body, "total")];
    if (typeof next_cursor === "string") last = await attempt({ ...given, next_cursor });
    else if (typeof total === "number" && all.length < total) last = await attempt({ ...given, page });
    else break;
    all.push(...items(last));
  }
  return all;
}

/** The field that an item is known by; the others may be wrong in one list only. */
const identify = (item: unknown) => field(item, "id") ?? field(item, "metadata", "name") ?? item;

function isIn(all: readonly unknown[], item: unknown): boolean {
  return all.some((one) => isDeepStrictEqual(identify(one), identify(item)));
}

async function checkFilter(context: CheckContext, filter: Filter): Promise<void> {
  const { parameter, items, most = Number.POSITIVE_INFINITY } = filter;
  const place = `query ${parameter}`;
  const around = (await filter.around?.(context)) ?? {};
  const all = await readOn(context, items, around, await context.call(around));
  if (all.length === 0) throw new OutOfReach("the list has nothing to narrow");
  const isWhole = all.length < most;
  let wholes = 0;
  for (const [given, ...meant] of await filter.asked(context, all)) {
    // The description leaves open what the filter does and how a value is written, but not that it takes one
    const found = await context.offer({ ...around, ...given }, [place, ...anyShape]);
    if (!found.asDemanded) continue;
    const listed = await readOn(context, items, { ...around, ...given }, found);
    const values = Object.values(given).flat();
    const called = `asked for ${values.join(", ")}`;
    const show = (item: unknown) => shortJson(field(item, "name") ?? item, 80);
    const wrong = meant.map((fits) => {
      const stranger = listed.find((item) => fits(item) === false);
      const lost = isWhole && all.find((item) => fits(item) === true && !isIn(listed, item));
      return stranger !== undefined ? `${show(stranger)} is listed` : lost && `${show(lost)} is not listed`;
    });
    const added = isWhole ? listed.find((item) => !isIn(all, item)) : undefined;
    const total = field(found.body, "total");
    // All may be of one value, and of none of the others
    if (listed.every((item) => meant[0]?.(item) === undefined) && isDeepStrictEqual(listed, all)) wholes += 1;
    const findings: readonly (readonly [isSo: boolean, message: string])[] = [
      [wrong.some((one) => !one), `${wrong[0]}, ${called}.`],
      [added === undefined, `${show(added)} is listed, ${called}, and not in the whole list.`],
      [
        typeof total !== "number" || total === listed.length,
        `\`total\` is ${total}, and ${listed.length} are listed, ${called}.`,
      ],
      [wholes < 2, `All ${all.length} are listed, whatever is asked for.`],
    ];
    // A value that is spelled otherwise may be ignored, and so may several that are written otherwise
    const open = values.length > 1 ? (["values", "encoding"] as const) : (["values"] as const);
    for (const [isSo, message] of findings) context.expect(found, place, isSo, message, [...behaviour, ...open]);
  }
}

const readIds = (reply: Sent) => list(reply, "markers").map((marker) => field(marker, "id"));

const usualSize = 50;

/** Reads every page of a size, and holds each to the others. */
async function readPages({ call, expect, isWrong }: CheckContext, size: number) {
  let last = await call({ size });
  const [total, pages] = [field(last.body, "total"), field(last.body, "pages")];
  const seen: unknown[] = [];
  const isShown = (found: unknown, wanted: number) => found === undefined || found === null || found === wanted;
  for (let page = 1; ; page += 1) {
    const { body } = last;
    const [ids, number, shown] = [readIds(last), field(body, "page"), field(body, "size")];
    seen.push(...ids);
    const twice = findTwice(seen);
    const counted = typeof total === "number" ? total : seen.length;
    const wanted = typeof total === "number" ? Math.min(total, page * size) : 0;
    // An empty list may be no page, or one empty page: that is not stated
    const isCounted =
      typeof pages !== "number" || pages === Math.ceil(counted / size) || (counted === 0 && pages === 1);
    const isSame = field(body, "total") === total && field(body, "pages") === pages;
    const findings: readonly (readonly [place: string, isSo: boolean, message: string])[] = [
      ["query page", isShown(number, page), `\`page\` is ${number}, asked for ${page}.`],
      ["MarkerPage.size", isShown(shown, size), `\`size\` is ${shown}, asked for ${size}.`],
      ["query size", ids.length <= size, `It holds ${ids.length}, asked for ${size}.`],
      ["MarkerPage.markers", twice === undefined, `Marker ${twice} is listed twice.`],
      ["MarkerPage.pages", isCounted, `\`pages\` is ${pages} with \`total\` ${total} and a size of ${size}.`],
      ["MarkerPage.total", isSame, `\`total\` or \`pages\` changes from page 1 to page ${page}.`],
      ["MarkerPage.markers", seen.length >= wanted, `Up to page ${page} there are ${seen.length} of ${wanted}.`],
      ["MarkerPage.total", seen.length <= counted, `\`total\` is ${total}, and ${seen.length} are listed.`],
    ];
    for (const [place, isSo, message] of findings) expect(last, place, isSo, message);
    if (isWrong() || ids.length < size || page === mostPages || seen.length === total) return { ids: seen, last };
    last = await call({ size, page: page + 1 });
  }
}

const hasDefault = ({ kind, schemas }: InputPlace) => kind === "query" && schemas.find("default") !== undefined;

const lookups: readonly Check[] = [
  {
    id: "pages-hold-the-list",
    holds: "At each size the pages hold every marker once, as many as asked for, and count them.",
    on: ["listLabTestMarkers", "listMarkers"],
    async run(context) {
      const { ids } = await readPages(context, usualSize);
      // A list without markers keeps to any size: it says nothing
      if (ids.length === 0) throw new OutOfReach("the list has no markers");
      const divisor = Array.from({ length: 100 }, (_, index) => 100 - index).find((size) => ids.length % size === 0);
      // Some pages, and pages of which the last one is full
      for (const size of [Math.ceil(ids.length / 10), divisor ?? 1]) {
        if (context.isWrong()) return;
        const { ids: others, last } = await readPages(context, size);
        const lost = [...ids, ...others].find((id) => !ids.includes(id) || !others.includes(id));
        const message = `Marker ${lost} is not listed at a size of ${ids.includes(lost) ? size : usualSize}.`;
        context.expect(last, "200", lost === undefined, message);
      }
    },
  },
  {
    id: "cursor-walks-all-teams",
    holds: "Following the cursor ends, and shows no team twice.",
    on: "listOrganizationTeams",
    async run(context) {
      const first = await context.call();
      if (typeof field(first.body, "next_cursor") !== "string") throw new OutOfReach("all teams are on one page");
      const twice = findTwice((await readOn(context, listTeams, {}, first)).map((team) => field(team, "id")));
      context.expect(first, "query next_cursor", twice === undefined, `Team ${twice} is listed twice.`);
    },
  },
  {
    id: "listed-once",
    holds: "A list of providers, labs, connections or centers has each of them once.",
    on: ["listProviders", "listLabs", "listUserConnections", "getPscInfo"],
    async run({ valid, expect }) {
      const items = [...list(valid), ...list(valid, "providers"), ...listCenters(valid)];
      const twice = findTwice(items.map((item) => field(item, "slug") ?? item));
      expect(valid, "200", twice === undefined, `${shortJson(twice, 120)} is listed twice.`);
    },
  },
  {
    id: "centers-within-radius",
    holds: "No patient service center is farther away than the radius.",
    on: "getPscInfo",
    async run({ call, expect, plan }) {
      const capabilities = listKnownValues(plan, "PscCapability").slice(0, 1);
      // Without a radius it is 25 miles; with another parameter it is what was asked for still
      for (const given of [{ radius: 10 }, { radius: 50 }, {}, { radius: 10, capabilities }]) {
        const found = await call(given);
        const { radius = "no radius, which means 25" } = given;
        const distances = listCenters(found).map((center) => field(center, "distance"));
        const far = distances.find((distance) => Number.parseFloat(String(distance)) > (given.radius ?? 25));
        const message = `A center is ${JSON.stringify(far)} miles away, asked for ${radius}.`;
        expect(found, "query radius", far === undefined, message);
      }
      // A lookup without centers breaks no limit: it says nothing
      if (listCenters(await call({ radius: 100 })).length === 0) {
        throw new OutOfReach("there are no patient service centers around `zip_code`");
      }
    },
  },
  {
    id: "area-follows-radius",
    holds: "The area names the radius that was asked for, and a larger one has no fewer centers.",
    on: "getAreaInfo",
    async run({ call, expect }) {
      const small = await call({ radius: 10 });
      const large = await call({ radius: 100 });
      const slugs = Object.keys(Object(field(small.body, "central_labs")));
      if (slugs.length === 0) throw new OutOfReach("there are no labs around `zip_code`");
      for (const slug of slugs) {
        const readBoth = (name: string) =>
          [small, large].map(({ body }) => field(body, "central_labs", slug, "patient_service_centers", name));
        const [shown, shownLarge] = readBoth("radius");
        // How it is written is not shown, but two distances are not written alike
        const isOther = shown === undefined || shown !== shownLarge;
        const same = `\`radius\` of ${slug} is ${JSON.stringify(shown)} for 10 and for 100 miles.`;
        expect(large, "query radius", isOther, same);
        const [few, many] = readBoth("within_radius").map(Number);
        const fewer = `${slug} has ${few} within 10 miles, and ${many} within 100.`;
        expect(large, "PscCoverage.within_radius", !(Number(few) > Number(many)), fewer);
      }
    },
  },
  {
    id: "default-honoured",
    holds: "Leaving a parameter out is the same as sending its default.",
    states: "4.10-07",
    // Two calls that change something are not alike
    on: ({ method, places }) => method === "get" && places.some(hasDefault),
    async run({ plan: { places }, attempt, expect }) {
      // A narrowed list may show what a limit hides
      const narrowings = places.flatMap(({ kind, name, items }) =>
        (kind === "query" ? (items.find("x-extensible-enum")?.value ?? []) : []).map(
          (known): Given => ({ [name]: [known] }),
        ),
      );
      for (const { name, schemas } of places.filter(hasDefault)) {
        const value = String(schemas.find("default")?.value);
        for (const given of [{}, ...narrowings]) {
          const [withDefault, without] = [await attempt({ ...given, [name]: value }), await attempt(given)];
          if (!withDefault.succeeded || !without.succeeded) continue;
          const isSame = ({ body }: Sent) => isDeepStrictEqual(body, withDefault.body);
          // An answer that is another each time says nothing
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
