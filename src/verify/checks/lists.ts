// What is stated of lists and look-ups: filters, pages, defaults, and that an answer is about what was asked for.
import { isDeepStrictEqual } from "node:util";
import { field } from "../../shared/contract/index.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { anyShape, behaviour, listPlaces, stating } from "../places.ts";
import type { Check, Given, Reply, Scene } from "./scene.ts";

/** Is an item of what was asked for? Undefined when it does not show. */
type Fits = (item: unknown) => boolean | undefined;

/** One way of asking a filter. */
interface Asked {
  readonly given: Given;
  readonly fits: Fits;
  /** Of what the whole list has of each of these something has to stay. By default it is what fits. */
  readonly each?: readonly Fits[];
}

/** A filter of a list: with it only what fits is listed, and of what fits something still is. */
interface Filter extends Omit<Check, "run"> {
  readonly parameter: string;
  /** What narrows the list each time. */
  readonly around?: Given;
  /** The items of an answer. */
  items(reply: Reply): readonly unknown[];
  /** The schema whose known values are asked for: an item shows its own under the parameter's name, if at all. */
  readonly known?: string;
  /** What else is asked for, given the whole list. */
  asked?(scene: Scene, all: readonly unknown[]): readonly Asked[] | Promise<readonly Asked[]>;
}

/** Does an item show one of these values? */
const shows =
  (name: string, values: readonly unknown[]): Fits =>
  (item) => {
    const shown = field(item, name);
    return shown === undefined ? undefined : [shown].flat().some((one) => values.includes(one));
  };

const listCenters = (reply: Reply) => reply.list("patient_service_centers");
const listTeams = (reply: Reply) => reply.list("teams");

const filters: readonly Filter[] = [
  {
    id: "source-type-filter",
    holds: "Asking for a type of source narrows the providers.",
    on: "listProviders",
    parameter: "source_type",
    // A provider does not show its type: only the length of the list says something
    known: "SourceType",
    items: (reply) => reply.list(),
  },
  {
    id: "lab-slug-filter",
    holds: "Asking for a lab narrows the markers to it, on each page.",
    states: "4.8-10",
    on: "listMarkers",
    parameter: "lab_slug",
    items: (reply) => reply.list("markers"),
    async asked(scene) {
      const labs = (await scene.call({}, "listLabs")).list();
      if (labs.length < 2) throw new OutOfReach("there are no two labs to choose between");
      return labs.flatMap((lab) => {
        const [lab_slug, fits] = [String(field(lab, "slug")), shows("lab_id", [field(lab, "id")])];
        return [
          { given: { lab_slug }, fits },
          { given: { lab_slug, size: 2, page: 2 }, fits, each: [] },
        ];
      });
    },
  },
  {
    id: "capabilities-filter",
    holds: "Asking for capabilities narrows the centers to those that have them.",
    states: "4.10-09",
    on: "getPscInfo",
    parameter: "capabilities",
    known: "PscCapability",
    around: { radius: 100 },
    items: listCenters,
  },
  ...["lab", "labs"].map(
    (parameter): Filter => ({
      id: "area-labs-filter",
      holds: "Asking for labs narrows the area to them.",
      on: "getAreaInfo",
      parameter,
      items: (reply) => Object.keys(Object(reply.field("central_labs"))),
      asked(scene, all) {
        const wanted = scene.named("lab_slug");
        const other = all.map(String).find((slug) => slug !== wanted);
        if (!all.includes(wanted)) throw new OutOfReach(`the area does not list ${wanted}`);
        if (other === undefined) throw new OutOfReach(`the area lists no lab but ${wanted}`);
        return (parameter === "lab" ? [[wanted]] : [[wanted], [wanted, other]]).map((slugs) => ({
          given: { [parameter]: slugs },
          fits: (slug) => slugs.some((one) => one === slug),
          each: slugs.map((one) => (slug) => slug === one),
        }));
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
      asked(scene, all) {
        const account = scene.named("lab_account_id").toLowerCase();
        const pending = scene.named("pending_lab_account_id").toLowerCase();
        if (!all.includes(account) || !all.includes(pending)) {
          throw new OutOfReach("the list does not show both lab accounts by id");
        }
        const [value, wanted, other] =
          parameter === "status" ? ["PENDING", pending, account] : [account, account, pending];
        return [{ given: { [parameter]: value }, fits: (id) => id !== other, each: [(id) => id === wanted] }];
      },
    }),
  ),
  {
    id: "region-filter",
    holds: "Asking for regions narrows the teams to them.",
    on: "listOrganizationTeams",
    parameter: "region",
    items: listTeams,
    asked(scene) {
      const regions = scene.knownValues("Region");
      // Of a list of values each counts
      return [...regions.map((region) => [region]), regions].map((region) => ({
        given: { region },
        fits: shows("region", region),
        each: region.map((one) => shows("region", [one])),
      }));
    },
  },
  {
    id: "search-filter",
    holds: "Searching narrows the teams, also together with a region.",
    on: "listOrganizationTeams",
    parameter: "search_query",
    items: listTeams,
    asked(scene, [team]) {
      const search_query = field(team, "name");
      const { schema } = scene.operation.parameters.find(({ name }) => name === "search_query") ?? {};
      if (typeof search_query !== "string" || !new RegExp(schema?.pattern ?? "", "u").test(search_query)) {
        throw new OutOfReach("no team has a name to search for");
      }
      return [
        { given: { search_query: scene.freshId("nobody") }, fits: () => false },
        // What else is found is not stated
        { given: { search_query }, fits: () => true, each: [shows("id", [field(team, "id")])] },
        ...scene.knownValues("Region").map((region) => ({
          given: { search_query, region: [region] },
          fits: shows("region", [region]),
          each: [],
        })),
      ];
    },
  },
];

async function checkFilter(scene: Scene, filter: Filter): Promise<void> {
  const { parameter, known = "", around = {}, items } = filter;
  const place = `query ${parameter}`;
  const all = items(await scene.call(around));
  if (all.length === 0) throw new OutOfReach("the list has nothing to narrow");
  const ofKnown = (value: string): Asked => ({ given: { [parameter]: value }, fits: shows(parameter, [value]) });
  const asked = (await filter.asked?.(scene, all)) ?? scene.knownValues(known).map(ofKnown);
  let wholes = 0;
  for (const { given, fits, each = [fits] } of asked) {
    // The description leaves open what the filter does and how a value is written, but not that it takes one
    const found = await scene.offer({ ...around, ...given }, [place, ...anyShape]);
    if (!found.asDemanded) continue;
    const listed = items(found);
    const called = Object.values(given).flat().join(", ");
    // A value that is spelled otherwise may be ignored
    const expect = (isSo: boolean, message: string) => found.expect(place, isSo, message, [...behaviour, "values"]);
    const stranger = listed.find((item) => fits(item) === false);
    const shown = JSON.stringify(field(stranger, "name") ?? stranger)?.slice(0, 80);
    expect(stranger === undefined, `${shown} is listed, asked for ${called}.`);
    const lost = each.some((isOne) => all.some(isOne) && !listed.some(isOne));
    expect(!lost, `What there is of it is not listed, asked for ${called}.`);
    // All may be of one value, and of none of the others
    if (listed.every((item) => fits(item) === undefined) && isDeepStrictEqual(listed, all)) wholes += 1;
    expect(wholes < 2, `All ${all.length} are listed, whatever is asked for.`);
  }
}

/** An answer that shows what it is about, which is what was asked for. */
interface Subject extends Omit<Check, "run"> {
  /** The parameter that it is asked for by. */
  readonly by: string;
  /** Where the answer shows it. */
  readonly shown: string;
  /** What is asked for: the first is known to be there, of the others nothing is known. */
  values(scene: Scene): readonly unknown[] | Promise<readonly unknown[]>;
}

/** Places at the ends of the country. */
const farZipCodes = ["04101", "33101", "98101"];

/** How many things are looked up: one that is mixed up with another is seen by few. */
const mostAsked = 10;

/** A field of the items that another operation lists. */
async function listValues(scene: Scene, id: string, name: string): Promise<unknown[]> {
  return (await scene.call({}, id)).list().map((item) => field(item, name));
}

const subjects: readonly Subject[] = [
  {
    id: "link-provider-is-asked-one",
    holds: "The link provider is the one that was asked for.",
    on: "getLinkProvider",
    by: "oauth_provider",
    shown: "LinkProvider.slug",
    // Which of the others have an OAuth flow is not shown
    values: async (scene) => [scene.named("oauth_provider"), ...(await listValues(scene, "listProviders", "slug"))],
  },
  {
    id: "refresh-names-user",
    holds: "A refresh names the user that was asked for.",
    on: "refreshUserData",
    by: "user_id",
    shown: "RefreshResult.user_id",
    // A user who has nothing to refresh may be refused
    values: async (scene) => [scene.valid.sent.input.path["user_id"], (await scene.createUser()).user_id],
  },
  {
    id: "center-lookup-names-lab",
    holds: "The lookup of centers names the lab that was asked for, by id and by slug.",
    on: "getPscInfo",
    by: "lab_id",
    shown: "PscLookup.lab_id",
    values: async (scene) => [scene.named("lab_id"), ...(await listValues(scene, "listLabs", "id"))],
  },
  {
    id: "area-names-zip-code",
    holds: "The area is the one that was asked for.",
    states: "1-09",
    on: "getAreaInfo",
    by: "zip_code",
    shown: "AreaInfo.zip_code",
    values: (scene) => [scene.named("zip_code"), ...farZipCodes],
  },
];

async function checkSubject(scene: Scene, { by, shown, values }: Subject): Promise<void> {
  const all = [...new Set(await values(scene))].slice(0, mostAsked);
  for (const [index, value] of all.entries()) {
    const reply = index === 0 ? await scene.call({ [by]: value }) : await scene.attempt({ [by]: value });
    if (!reply.succeeded) continue;
    const found = reply.field(...shown.split(".").slice(1));
    // A zip code may be given with the four digits that make it finer
    reply.equal(shown, typeof found === "string" && found.startsWith(`${value}-`) ? found : value);
  }
}

const markerLists = ["listLabTestMarkers", "listMarkers"];
const listIds = (reply: Reply) => reply.list("markers").map((marker) => field(marker, "id"));

/** How many pages are counted: more than any lab test has markers for. */
const mostPages = 25;

const lookups: readonly Check[] = [
  {
    id: "page-size-honoured",
    holds: "A page holds as many markers as asked for, or 50, or all there are.",
    on: markerLists,
    async run(scene) {
      // A list without markers keeps to any size: it says nothing
      if (listIds(await scene.call()).length === 0) throw new OutOfReach("the list has no markers");
      for (const size of [1, 2, undefined]) {
        const page = await scene.call(size === undefined ? {} : { size });
        const [most, held, shown, total] = [size ?? 50, listIds(page).length, page.field("size"), page.field("total")];
        page.expect("query size", held <= most, `It holds ${held}, asked for ${size ?? "no size, which means 50"}.`);
        const isAsked = shown === null || shown === most;
        page.expect("MarkerPage.size", isAsked, `\`size\` is ${shown}, not ${most}.`);
        const isFull = typeof total !== "number" || held >= Math.min(most, total);
        page.expect("MarkerPage.markers", isFull, `It holds ${held} of ${total}.`);
      }
    },
  },
  {
    id: "page-number-honoured",
    holds: "Each page holds other markers, and says which page it is.",
    on: markerLists,
    async run(scene) {
      const first = await scene.call({ size: 2, page: 1 });
      const second = await scene.call({ size: 2, page: 2 });
      if (listIds(second).length === 0) throw new OutOfReach("the markers fill one page of two");
      const twice = listIds(second).find((id) => listIds(first).includes(id));
      second.expect("query page", twice === undefined, `Marker ${twice} is on the first page and on the second.`);
      const number = second.field("page");
      second.expect("query page", number === null || number === 2, `\`page\` is ${number}, asked for 2.`);
    },
  },
  {
    id: "page-totals-consistent",
    holds: "`total` and `pages` are the same on each page, and agree with the markers that all pages hold.",
    on: markerLists,
    async run(scene) {
      const size = 20;
      const read = (page: number) => scene.call({ size, page });
      let last = await read(1);
      const [total, pages] = [last.field("total"), last.field("pages")];
      if (typeof total !== "number") return;
      // Whether nothing at all is no page or one empty page is not stated
      const isSo = typeof pages !== "number" || pages === Math.ceil(total / size) || (total === 0 && pages === 1);
      last.expect("MarkerPage.pages", isSo, `\`pages\` is ${pages} with \`total\` ${total} and a size of ${size}.`);
      if (total > size * mostPages) return;
      const seen = listIds(last);
      // A page that is not full ends it: then fewer are seen than there are
      for (let number = 2; size * (number - 1) < total && seen.length >= size * (number - 1); number += 1) {
        last = await read(number);
        seen.push(...listIds(last));
        const [now, pagesNow] = [last.field("total"), last.field("pages")];
        const changed = `They are ${now} and ${pagesNow}, at first ${total} and ${pages}.`;
        last.expect("MarkerPage.total", now === total && pagesNow === pages, changed);
      }
      const twice = seen.find((id, index) => seen.indexOf(id) !== index);
      last.expect("MarkerPage.markers", twice === undefined, `Marker ${twice} is there twice.`);
      last.expect("MarkerPage.total", total === seen.length, `\`total\` is ${total}, not ${seen.length}.`);
    },
  },
  {
    id: "cursor-walks-all-teams",
    holds: "Following the cursor ends, and shows no team twice.",
    on: "listOrganizationTeams",
    async run(scene) {
      const seen = new Set<unknown>();
      let given: Given = {};
      // More pages than an organization has teams for
      for (let page = 1; page <= 100; page += 1) {
        const found = await scene.call(given);
        const teams = listTeams(found).map((team) => field(team, "id"));
        const twice = teams.find((id) => seen.has(id));
        found.expect("query next_cursor", twice === undefined, `Team ${twice} is listed twice.`);
        for (const id of teams) seen.add(id);
        const next_cursor = found.field("next_cursor");
        const hasNext = typeof next_cursor === "string";
        if (page === 1 && !hasNext) throw new OutOfReach("all teams are on one page");
        if (twice !== undefined || !hasNext) return;
        if (teams.length === 0) throw new OutOfReach("a page without teams has a cursor");
        given = { next_cursor };
      }
    },
  },
  {
    id: "listed-once",
    holds: "A list of providers or labs names each of them once.",
    on: ["listProviders", "listLabs"],
    async run({ valid }) {
      const slugs = valid.list().map((item) => field(item, "slug"));
      const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
      valid.expect("200", twice === undefined, `${twice} is listed twice.`);
    },
  },
  {
    id: "centers-within-radius",
    holds: "No patient service center is farther away than the radius.",
    on: "getPscInfo",
    async run(scene) {
      const capabilities = scene.knownValues("PscCapability").slice(0, 1);
      // Without a radius it is 25 miles; with another parameter it is what was asked for still
      for (const given of [{ radius: 10 }, { radius: 50 }, {}, { radius: 10, capabilities }]) {
        const found = await scene.call(given);
        const { radius = "no radius, which means 25" } = given;
        const distances = listCenters(found).map((center) => field(center, "distance"));
        const far = distances.find((distance) => Number.parseFloat(String(distance)) > (given.radius ?? 25));
        const message = `A center is ${JSON.stringify(far)} miles away, asked for ${radius}.`;
        found.expect("query radius", far === undefined, message);
      }
      // A lookup without centers breaks no limit: it says nothing
      const widest = await scene.call({ radius: 100 });
      if (listCenters(widest).length === 0) {
        throw new OutOfReach("there are no patient service centers around `zip_code`");
      }
    },
  },
  {
    id: "centers-around-zip-code",
    holds: "Distant places have different centers within 10 miles.",
    states: "1-09",
    on: "getPscInfo",
    async run(scene) {
      const seen: unknown[] = [];
      // The named one is near at most one of the others
      for (const zip_code of [scene.named("zip_code"), ...farZipCodes]) {
        const found = await scene.attempt({ zip_code, radius: 10 });
        const near = listCenters(found);
        if (!found.succeeded || near.length === 0) continue;
        const isOther = seen.filter((one) => isDeepStrictEqual(one, near)).length < 2;
        const message = "The same centers are within 10 miles of three distant places.";
        found.expect("query zip_code", isOther, message);
        seen.push(near);
      }
    },
  },
  {
    id: "center-lookup-names-lab",
    holds: "The lookup of centers names the lab that was asked for, by id and by slug.",
    on: "getPscInfo",
    async run(scene) {
      const lab_id = scene.named("lab_id");
      const found = await scene.call({ lab_id });
      // The slugs are not shown: only that of another lab is surely wrong
      const slug = found.field("slug");
      const labs = (await scene.call({}, "listLabs")).list();
      const other = labs.find((lab) => field(lab, "slug") === slug && field(lab, "id") !== lab_id);
      const message = `\`slug\` is ${JSON.stringify(slug)}, which is lab ${field(other, "id")}, asked for ${lab_id}.`;
      found.expect("PscLookup.slug", other === undefined, message);
    },
  },
  {
    id: "area-follows-radius",
    holds: "The area names the radius that was asked for, and a larger one has no fewer centers.",
    on: "getAreaInfo",
    async run(scene) {
      const small = await scene.call({ radius: 10 });
      const large = await scene.call({ radius: 100 });
      const slugs = Object.keys(Object(small.field("central_labs")));
      if (slugs.length === 0) throw new OutOfReach("there are no labs around `zip_code`");
      for (const slug of slugs) {
        const read = (name: string) =>
          [small, large].map((reply) => reply.field("central_labs", slug, "patient_service_centers", name));
        const [shown, shownLarge] = read("radius");
        // How it is written is not shown, but two distances are not written alike
        const isOther = shown === undefined || shown !== shownLarge;
        const same = `\`radius\` of ${slug} is ${JSON.stringify(shown)} for 10 and for 100 miles.`;
        large.expect("query radius", isOther, same);
        const [few, many] = read("within_radius").map(Number);
        const fewer = `${slug} has ${few} within 10 miles, and ${many} within 100.`;
        large.expect("PscCoverage.within_radius", !(Number(few) > Number(many)), fewer);
      }
    },
  },
  {
    id: "default-honoured",
    holds: "Leaving a parameter out is the same as sending its default.",
    states: "4.10-07",
    // Two calls that change something are not alike
    on: (session, operation) => operation.method === "get" && listDefaults({ session, operation }).length > 0,
    async run(scene) {
      for (const { name, value } of listDefaults(scene)) {
        // What is narrowed may show what a limit hides
        const narrowings = listPlaces(scene.session.contract, scene.operation).flatMap(({ kind, name: other, items }) =>
          (kind === "query" ? (stating(items, "x-extensible-enum")?.value ?? []) : []).map(
            (known): Given => ({ [other]: [known] }),
          ),
        );
        for (const given of [{}, ...narrowings]) {
          const ask = async (more: Given) => scene.attempt({ ...given, ...more });
          const [withDefault, without] = [await ask({ [name]: value }), await ask({})];
          if (!withDefault.succeeded || !without.succeeded) continue;
          const isSame = isDeepStrictEqual(without.body, withDefault.body);
          // What is another answer each time says nothing
          const isStable = isSame || isDeepStrictEqual((await ask({ [name]: value })).body, withDefault.body);
          const message = `It is another answer than with \`${name}=${value}\`.`;
          without.expect(`query ${name}`, isSame || !isStable, message);
        }
      }
    },
  },
];

/** The parameters of a query that have a default. */
function listDefaults({ session, operation }: Pick<Scene, "session" | "operation">) {
  return listPlaces(session.contract, operation).flatMap(({ kind, name, nodes }) => {
    const stated = kind === "query" ? stating(nodes, "default") : undefined;
    return stated === undefined ? [] : [{ name, value: String(stated.value) }];
  });
}

export const listChecks: readonly Check[] = [
  ...subjects.map((subject): Check => ({ ...subject, run: (scene) => checkSubject(scene, subject) })),
  ...lookups,
  ...filters.map((filter): Check => ({ ...filter, run: (scene) => checkFilter(scene, filter) })),
];
