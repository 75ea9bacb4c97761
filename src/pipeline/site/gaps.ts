// Everything that the contract does not promise: what it assumes and what the service does not show, each with its place.
import type { Mark } from "./fields.ts";
import { type Place, placesOf } from "./places.ts";
import type { Reference } from "./reference.ts";
import { guideUrl } from "./urls.ts";

/** One row of the known gaps. */
export interface Gap {
  readonly mark: Mark;
  /** The row's anchor. */
  readonly id: string;
  readonly place: Place;
}

/** The known gaps, to be listed and to be linked to from each place. */
export class Gaps {
  readonly all: readonly Gap[];
  readonly #urls: ReadonlyMap<string, string>;

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
    this.#urls = new Map(this.all.map(({ mark, id }) => [keyOf(mark), `${guideUrl("known-gaps")}#${id}`]));
  }

  /** Where the row of a mark stands. */
  urlOf(mark: Mark): string {
    return this.#urls.get(keyOf(mark)) ?? guideUrl("known-gaps");
  }
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
