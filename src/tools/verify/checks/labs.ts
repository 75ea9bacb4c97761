// What is stated of markers and lab locations: pages and their sizes, filters, and how far a center may be.

import { isDeepStrictEqual } from "node:util";
import { excuse, field } from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import type { Sent } from "../sending/sender.ts";
import { anyShape, behaviour } from "../verdicts/open-words.ts";
import { type Behaviour, list, readField, reading, type Scene, succeeded } from "./scene.ts";

const markerLists = ["listLabTestMarkers", "listMarkers"] as const;

const pagePointer = "#/components/schemas/MarkerPage/properties";
const ids = (body: unknown) => list(body, "markers").map((marker) => field(marker, "id"));

/** The assumption on how the counts of a page are read, or on all of the pages. */
function readingOfCounts(scene: Scene): string | undefined {
  const { MarkerPage } = scene.session.contract.document.components.schemas;
  return scene.assumptionOn("page").assumption ?? excuse(MarkerPage?.["x-assumption"], "meaning");
}

/** A list without markers keeps to any size: it says nothing. */
async function withMarkers(scene: Scene): Promise<void> {
  const { body } = await scene.call(scene.operation.id);
  if (ids(body).length === 0) throw new OutOfReach("there are no markers");
}

const pageSizeHonoured = (operation: string) =>
  reading("page-size-honoured", operation, async (scene) => {
    const { pointer, assumption } = scene.assumptionOn("size");
    await withMarkers(scene);
    for (const size of [1, 2, undefined]) {
      const page = await scene.call(operation, size === undefined ? {} : { query: { size: String(size) } });
      const most = size ?? 50;
      const expected = {
        text: `A page holds at most ${most} markers${size === undefined ? " when no size is given" : ""}.`,
        pointer,
      };
      scene.expect(ids(page.body).length <= most, page, `It holds ${ids(page.body).length}.`, expected, assumption);
      const [shown, total] = [field(page.body, "size"), field(page.body, "total")];
      const same = { text: "`size` is the one that was asked for, or null.", pointer: `${pagePointer}/size` };
      scene.expect(
        shown === null || shown === most,
        page,
        `\`size\` is ${shown}, not ${most}.`,
        same,
        readingOfCounts(scene),
      );
      const full = { text: `The first page holds ${most} markers, or all there are.`, pointer };
      const isFull = typeof total !== "number" || ids(page.body).length >= Math.min(most, total);
      scene.expect(isFull, page, `It holds ${ids(page.body).length} of ${total}.`, full, readingOfCounts(scene));
    }
  });

const pageNumberHonoured = (operation: string) =>
  reading("page-number-honoured", operation, async (scene) => {
    const { pointer, assumption } = scene.assumptionOn("page");
    const first = await scene.call(operation, { query: { size: "2", page: "1" } });
    const second = await scene.call(operation, { query: { size: "2", page: "2" } });
    if (ids(second.body).length === 0) throw new OutOfReach("there is no second page of two markers");
    const twice = ids(second.body).find((id) => ids(first.body).includes(id));
    const others = { text: "Another page holds other markers.", pointer };
    const message = `Marker ${twice} is on the first page and on the second.`;
    scene.expect(twice === undefined, second, message, others, assumption);
    const number = field(second.body, "page");
    const expected = { text: "`page` is the page that was asked for, or null.", pointer: `${pagePointer}/page` };
    const isAsked = number === null || number === 2;
    scene.expect(isAsked, second, `\`page\` is ${number}, asked for 2.`, expected, assumption);
  });

const pageTotalsConsistent = (operation: string) =>
  reading("page-totals-consistent", operation, async (scene) => {
    const assumption = readingOfCounts(scene);
    const size = 20;
    const page = async (number: number) =>
      scene.call(operation, { query: { size: String(size), page: String(number) } });
    const first = await page(1);
    const [total, pages] = [field(first.body, "total"), field(first.body, "pages")];
    if (typeof total === "number" && typeof pages === "number") {
      const expected = { text: "`pages` is `total` divided by the size, rounded up.", pointer: `${pagePointer}/pages` };
      const wanted = Math.ceil(total / size);
      // Whether nothing at all is no page or one empty page is nobody's business
      const isSo = pages === wanted || (total === 0 && pages === 1);
      scene.expect(
        isSo,
        first,
        `\`pages\` is ${pages} with \`total\` ${total} and a size of ${size}.`,
        expected,
        assumption,
      );
    }
    if (typeof total !== "number" || total > size * pageLimit) return;
    const seen: unknown[] = [];
    let last = first;
    for (let number = 1; number <= pageLimit; number += 1) {
      last = number === 1 ? first : await page(number);
      seen.push(...ids(last.body));
      const same = { text: "`total` and `pages` are the same on each page.", pointer: `${pagePointer}/total` };
      const [now, all] = [field(last.body, "total"), field(last.body, "pages")];
      scene.expect(
        now === total && all === pages,
        last,
        `They are ${now} and ${all}, at first ${total} and ${pages}.`,
        same,
        assumption,
      );
      const full = { text: "Each page but the last is full.", pointer: `${pagePointer}/markers` };
      const isFull = ids(last.body).length >= Math.min(size, total - size * (number - 1));
      scene.expect(
        isFull,
        last,
        `Page ${number} holds ${ids(last.body).length} markers, with \`total\` ${total}.`,
        full,
        assumption,
      );
      if (!isFull || size * number >= total) break;
    }
    const twice = seen.find((id, index) => seen.indexOf(id) !== index);
    const once = { text: "Each marker is there once.", pointer: `${pagePointer}/markers` };
    scene.expect(twice === undefined, last, `Marker ${twice} is there twice.`, once, assumption);
    const expected = { text: "`total` counts the markers of all pages.", pointer: `${pagePointer}/total` };
    scene.expectEqual(total, seen.length, last, "`total`", expected, assumption);
  });

/** How many pages are counted: more than any lab test has markers for. */
const pageLimit = 25;

const labSlugFilter = reading("lab-slug-filter", "listMarkers", async (scene) => {
  const { pointer, assumption } = scene.assumptionOn("lab_slug");
  const labs = list((await scene.call("listLabs")).body);
  if (labs.length < 2) throw new OutOfReach("there are no two labs to choose between");
  const all = await scene.call("listMarkers");
  for (const lab of labs) {
    const slug = String(field(lab, "slug"));
    const found = await scene.call("listMarkers", { query: { lab_slug: slug } });
    const other = list(found.body, "markers").find((marker) => field(marker, "lab_id") !== field(lab, "id"));
    const message = `A marker of lab ${field(other, "lab_id")} is listed, asked for ${slug}.`;
    scene.expect(
      other === undefined,
      found,
      message,
      { text: "Only markers of the lab are listed.", pointer },
      assumption,
    );
    const later = await scene.call("listMarkers", { query: { lab_slug: slug, size: "2", page: "2" } });
    const stranger = list(later.body, "markers").find((marker) => field(marker, "lab_id") !== field(lab, "id"));
    const onLater = { text: "Only markers of the lab are listed, on each page.", pointer };
    const strange = `A marker of lab ${field(stranger, "lab_id")} is on the second page, asked for ${slug}.`;
    scene.expect(stranger === undefined, later, strange, onLater, assumption);
    const isKnown = list(all.body, "markers").some((marker) => field(marker, "lab_id") === field(lab, "id"));
    const isLost = isKnown && list(found.body, "markers").length === 0;
    const each = { text: "The markers of the lab are listed.", pointer };
    scene.expect(!isLost, found, `No marker of ${slug} is listed.`, each, assumption);
  }
});

const centers = (body: unknown) => list(body, "patient_service_centers");

/** A lookup without centers breaks no filter: it says nothing. */
async function withCenters(scene: Scene): Promise<void> {
  const { body } = await scene.call("getPscInfo", { query: { radius: "100" } });
  if (centers(body).length === 0) throw new OutOfReach(noCenters);
}

const noCenters = "there are no patient service centers around `zip_code`";

const centersWithinRadius = reading("centers-within-radius", "getPscInfo", async (scene) => {
  const { pointer } = scene.assumptionOn("radius");
  const [capability = ""] = knownCapabilities(scene);
  // Without a radius it is 25 miles; with another parameter it is what was asked for still
  for (const query of [{ radius: "10" }, { radius: "50" }, {}, { radius: "10", capabilities: [capability] }]) {
    const found = await scene.call("getPscInfo", { query });
    const { radius } = { radius: undefined, ...query };
    const most = Number(radius ?? 25);
    const far = centers(found.body).find((center) => Number.parseFloat(String(field(center, "distance"))) > most);
    const asked = radius === undefined ? "no radius, which means 25" : radius;
    const message = `A center is ${JSON.stringify(field(far, "distance"))} miles away, asked for ${asked}.`;
    scene.expect(far === undefined, found, message, { text: "No center is farther away than the radius.", pointer });
  }
  await withCenters(scene);
});

function knownCapabilities({ session }: Scene): string[] {
  const { PscCapability } = session.contract.document.components.schemas;
  return (PscCapability?.["x-extensible-enum"] ?? []).map(String);
}

const capabilitiesFilter = reading("capabilities-filter", "getPscInfo", async (scene) => {
  const { pointer } = scene.assumptionOn("capabilities");
  const all = centers((await scene.call("getPscInfo", { query: { radius: "100" } })).body);
  if (all.length === 0) throw new OutOfReach(noCenters);
  for (const capability of knownCapabilities(scene)) {
    const found = await scene.call("getPscInfo", { query: { capabilities: [capability], radius: "100" } });
    // A center that leaves them out says nothing
    const showing = centers(found.body).filter((center) => field(center, "capabilities") !== undefined);
    const without = showing.find((center) => !list(center, "capabilities").includes(capability));
    const message = `A center has ${JSON.stringify(field(without, "capabilities"))}, asked for ${capability}.`;
    scene.expect(without === undefined, found, message, {
      text: `Only centers with ${capability} are returned.`,
      pointer,
    });
    const isKnown = all.some((center) => list(center, "capabilities").includes(capability));
    const isLost = isKnown && centers(found.body).length === 0;
    const each = { text: `The centers with ${capability} are returned.`, pointer };
    scene.expect(!isLost, found, `No center is returned, while there is one with ${capability}.`, each);
  }
});

/** How many labs are looked up. */
const mostLabs = 5;

/** Places at the ends of the country. */
const farZipCodes = ["04101", "33101", "98101"];

const centersAroundZipCode = reading("centers-around-zip-code", "getPscInfo", async (scene) => {
  const pointer = scene.assumptionOn("zip_code").pointer;
  const seen: unknown[] = [];
  // The named one is near at most one of the others
  for (const zip_code of [scene.named("zip_code"), ...farZipCodes]) {
    const found = await scene.attempt("getPscInfo", { query: { zip_code, radius: "10" } });
    const near = centers(found.body);
    if (!succeeded(found) || near.length === 0) continue;
    const same = seen.filter((one) => isDeepStrictEqual(one, near)).length;
    const expected = { text: "Distant places have different centers within 10 miles.", pointer };
    scene.expect(same < 2, found, "The same centers are within 10 miles of three distant places.", expected);
    seen.push(near);
  }
});

const centerLookupNamesLab = reading("center-lookup-names-lab", "getPscInfo", async (scene) => {
  const lab_id = scene.named("lab_id");
  const found = await scene.call("getPscInfo", { query: { lab_id: String(lab_id) } });
  const expected = {
    text: "`lab_id` is the lab that was asked for.",
    pointer: "#/components/schemas/PscLookup/properties/lab_id",
  };
  scene.expectEqual(readField(found, "lab_id"), lab_id, found, "`lab_id`", expected);
  // The slugs are not shown: only that of another lab is surely wrong
  const slug = field(found.body, "slug");
  const labs = list((await scene.call("listLabs")).body);
  const other = labs.find((lab) => field(lab, "slug") === slug && field(lab, "id") !== lab_id);
  const message = `\`slug\` is ${JSON.stringify(slug)}, which is lab ${field(other, "id")}, asked for ${lab_id}.`;
  const own = { text: "`slug` is that of the same lab.", pointer: "#/components/schemas/PscLookup/properties/slug" };
  scene.expect(other === undefined, found, message, own);
  for (const lab of labs.slice(0, mostLabs)) {
    const id = field(lab, "id");
    const elsewhere = await scene.attempt("getPscInfo", { query: { lab_id: String(id) } });
    if (succeeded(elsewhere)) scene.expectEqual(readField(elsewhere, "lab_id"), id, elsewhere, "`lab_id`", expected);
  }
});

const coverageOf = (body: unknown) => Object.entries(Object(field(body, "central_labs")));

const areaLabsFilter = reading("area-labs-filter", "getAreaInfo", async (scene) => {
  const slugsOf = (body: unknown) => coverageOf(body).map(([slug]) => slug);
  const all = slugsOf((await scene.call("getAreaInfo")).body);
  const lab_slug = scene.named("lab_slug");
  const others = all.filter((slug) => slug !== lab_slug);
  if (!all.includes(lab_slug)) throw new OutOfReach(`the area does not list ${lab_slug}`);
  if (others.length === 0) throw new OutOfReach(`the area lists no lab but ${lab_slug}`);
  const ask = async (name: "lab" | "labs", wanted: readonly string[]) => {
    const { pointer, assumption } = scene.assumptionOn(name);
    const query = { [name]: name === "lab" ? lab_slug : wanted };
    const parameter = scene.operation.parameters.find((one) => one.name === name);
    // What the filter does is open, and how a list is written; that it takes the slug of a lab is not
    const asked = excuse(parameter?.schema["x-assumption"], ...anyShape);
    const found = await scene.demand("getAreaInfo", { query }, "accepted", "Slugs of labs are accepted.", asked);
    if (!found.asDemanded) return;
    const slugs = slugsOf(found.body);
    const other = slugs.find((slug) => !wanted.includes(slug));
    const message = `The lab ${other} is listed, asked for ${wanted.join(", ")}.`;
    const only = { text: "Only the labs that were asked for are listed.", pointer };
    scene.expect(other === undefined, found, message, only, assumption);
    const lost = wanted.find((slug) => !slugs.includes(slug));
    const each = { text: "Each lab that was asked for is listed, when the area lists it.", pointer };
    scene.expect(lost === undefined, found, `The lab ${lost} is not listed.`, each, assumption);
  };
  await ask("lab", [lab_slug]);
  await ask("labs", [lab_slug]);
  await ask("labs", [lab_slug, ...others.slice(0, 1)]);
});

const labAccountsFilter = reading("lab-accounts-filter", "listLabAccounts", async (scene) => {
  const [account, pending] = [scene.named("lab_account_id"), scene.named("pending_lab_account_id")];
  // The shape of the list is not shown: an account is listed where its id stands
  const lists = (sent: Sent, id: string) => (sent.exchange.answer?.text ?? "").toLowerCase().includes(id.toLowerCase());
  const all = await scene.call("listLabAccounts");
  if (!lists(all, account) || !lists(all, pending))
    throw new OutOfReach("the list does not show both lab accounts by id");
  const narrow = async (query: Readonly<Record<string, string>>, wanted: string, other: string) => {
    const [name = ""] = Object.keys(query);
    const parameter = scene.operation.parameters.find((one) => one.name === name);
    const { pointer } = scene.assumptionOn(name);
    const asked = excuse(parameter?.["x-assumption"], ...anyShape);
    // A value that is spelled otherwise may be ignored; one of another format is refused
    const assumption = excuse(parameter?.["x-assumption"], "values", ...behaviour);
    const text = `Asking for \`${name}\` narrows the list to it.`;
    const found = await scene.demand("listLabAccounts", { query }, "accepted", text, asked);
    if (!found.asDemanded) return;
    scene.expect(lists(found, wanted), found, `${wanted} is not listed.`, { text, pointer }, assumption);
    scene.expect(!lists(found, other), found, `${other} is listed, too.`, { text, pointer }, assumption);
  };
  await narrow({ lab_account_id: account }, account, pending);
  await narrow({ status: "PENDING" }, pending, account);
});

const areaNamesZipCode = reading("area-names-zip-code", "getAreaInfo", async (scene) => {
  const expected = {
    text: "`zip_code` is the one that was asked for.",
    pointer: "#/components/schemas/AreaInfo/properties/zip_code",
  };
  const named = scene.named("zip_code");
  await scene.call("getAreaInfo", { query: { zip_code: named } });
  for (const zip_code of [named, ...farZipCodes]) {
    const found = await scene.attempt("getAreaInfo", { query: { zip_code } });
    if (!succeeded(found)) continue;
    const shown = readField(found, "zip_code");
    const message = `\`zip_code\` is ${JSON.stringify(shown)}, not "${zip_code}".`;
    // It may be given with the four digits that make it finer
    scene.expect(String(shown).startsWith(zip_code), found, message, expected);
  }
});

const areaFollowsRadius = reading("area-follows-radius", "getAreaInfo", async (scene) => {
  const { pointer } = scene.assumptionOn("radius");
  const { PscCoverage } = scene.session.contract.document.components.schemas;
  const countAssumption = excuse(PscCoverage?.properties?.["within_radius"]?.["x-assumption"], "meaning");
  const small = await scene.call("getAreaInfo", { query: { radius: "10" } });
  const large = await scene.call("getAreaInfo", { query: { radius: "100" } });
  const of = (body: unknown, slug: string, name: string) =>
    field(body, "central_labs", slug, "patient_service_centers", name);
  const slugs = Object.keys(Object(field(small.body, "central_labs")));
  if (slugs.length === 0) throw new OutOfReach("there are no labs around `zip_code`");
  for (const slug of slugs) {
    const [shown, shownLarge] = [small, large].map(({ body }) => of(body, slug, "radius"));
    // How it is written is not shown, but two distances are not written alike
    const same = `\`radius\` of ${slug} is ${JSON.stringify(shown)} for 10 and for 100 miles.`;
    const asked = { text: "The radius is the one that was asked for.", pointer };
    scene.expect(shown === undefined || shown !== shownLarge, large, same, asked);
    const [few, many] = [small, large].map(({ body }) => Number(of(body, slug, "within_radius")));
    const fewer = `${slug} has ${few} within 10 miles, and ${many} within 100.`;
    const grows = { text: "A larger radius has no fewer centers.", pointer };
    scene.expect(!(Number(few) > Number(many)), large, fewer, grows, countAssumption);
  }
});

export const labBehaviours: readonly Behaviour[] = [
  ...markerLists.flatMap((id) => [pageSizeHonoured(id), pageNumberHonoured(id), pageTotalsConsistent(id)]),
  labSlugFilter,
  centersWithinRadius,
  centersAroundZipCode,
  capabilitiesFilter,
  centerLookupNamesLab,
  areaNamesZipCode,
  areaLabsFilter,
  labAccountsFilter,
  areaFollowsRadius,
];
