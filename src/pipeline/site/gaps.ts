// Everything that the contract does not promise: what it assumes and what the service does not show, each with its place.
import type { Mark } from "./fields.ts";
import { type Place, placesOf } from "./places.ts";
import type { Reference } from "./reference.ts";
import { slugOf } from "./text.ts";
import { guideUrl } from "./urls.ts";

/** One row of the known gaps. */
export interface Gap {
  readonly mark: Mark;
  /** The row's anchor on its page. */
  readonly id: string;
  readonly place: Place;
}

/** The known gaps that one page lists. */
export interface GapPage {
  readonly url: string;
  /** What the page is about, of more than one: a tag, or a part of the schemas. */
  readonly group: string;
  /** Which page of its group it is, and of how many. */
  readonly part: number;
  readonly parts: number;
  readonly gaps: readonly Gap[];
}

/** How many rows make a page that still loads like any other. */
const mostRows = 400;
const overview = guideUrl("known-gaps");

/** The known gaps, to be listed and to be linked to from each place. */
export class Gaps {
  readonly all: readonly Gap[];
  /** The pages beside the overview that list them; none when one table on the overview holds them all. */
  readonly pages: readonly GapPage[];
  readonly #urls = new Map<string, string>();

  constructor(reference: Reference) {
    const found = new Map<string, Gap>();
    const ids = new Set<string>();
    for (const place of placesOf(reference)) {
      for (const mark of place.marks) {
        const key = keyOf(mark);
        if (found.has(key)) continue;
        const id = freeId(`${mark.kind}-${place.words.replaceAll(/[`\\]/g, "").replaceAll(/[^\w.]+/g, "-")}`, ids);
        found.set(key, { mark, id, place });
      }
    }
    this.all = [...found.values()];
    this.pages = this.all.length <= mostRows ? [] : this.groups.flatMap(pagesOf);
    for (const { mark, id } of this.all) this.#urls.set(keyOf(mark), `${overview}#${id}`);
    for (const { url, gaps } of this.pages) {
      for (const { mark, id } of gaps) this.#urls.set(keyOf(mark), `${url}#${id}`);
    }
  }

  /** The gaps by what they belong to: a tag, or the schemas. */
  get groups(): (readonly [group: string, gaps: readonly Gap[]])[] {
    return [...Map.groupBy(this.all, ({ place }) => place.group)];
  }

  /** Where the row of a mark stands. */
  urlOf(mark: Mark): string {
    return this.#urls.get(keyOf(mark)) ?? overview;
  }
}

function pagesOf([group, gaps]: readonly [group: string, gaps: readonly Gap[]]): GapPage[] {
  const parts = Math.ceil(gaps.length / mostRows);
  return Array.from({ length: parts }, (_, index) => ({
    url: guideUrl(`known-gaps-${slugOf(group)}${index === 0 ? "" : `-${index + 1}`}`),
    group,
    part: index + 1,
    parts,
    gaps: gaps.slice(index * mostRows, (index + 1) * mostRows),
  }));
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}

function keyOf({ kind, path }: Mark): string {
  return `${kind} ${JSON.stringify(path)}`;
}
