// Everything that the contract does not promise: each assumption with the places that rest on it, and what the service does not show.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { readRegister, registerFile } from "../shared/contract/index.ts";
import type { Mark } from "./fields.ts";
import type { PagePlace } from "./places.ts";
import { guideUrl } from "./urls.ts";

/** One row: an assumption, or something that is not shown. */
export interface Gap {
  /** The row's anchor. */
  readonly id: string;
  readonly kind: Mark["kind"];
  readonly topic: string;
  readonly text: string;
  /** The nodes that have it: the first place that shows each, and how many others do. */
  readonly spots: Map<object, { readonly place: PagePlace; more: number }>;
}

/** The known gaps, to be listed and to be linked to from each place. */
export class Gaps {
  /** The content of the register. */
  readonly register: unknown;
  readonly #rows = new Map<string | Mark, Gap>();

  private constructor(register: unknown) {
    this.register = register;
  }

  /**
   * Finds the gaps of a contract.
   *
   * @param places Where its parts are shown, each by the topic of its page.
   * @param root Its root document; the register of its assumptions may be beside it, and gives their order.
   */
  static async read(places: readonly PagePlace[], root: string): Promise<Gaps> {
    const file = join(dirname(root), registerFile);
    const gaps = new Gaps(existsSync(file) ? parse(await readFile(file, "utf8")) : {});
    const assumed = new Map(
      places.flatMap(({ marks }) => marks.flatMap((mark) => (mark.key ? [[mark.key, mark]] : []))),
    );
    for (const [key, { topic }] of readRegister(gaps.register)) {
      const text = assumed.get(key)?.text ?? key;
      gaps.#rows.set(text, { id: `assumed-${key}`, kind: "assumed", topic, text, spots: new Map() });
    }
    const ids = new Set(Array.from(gaps.#rows.values(), ({ id }) => id));
    for (const place of places) {
      for (const mark of place.marks) gaps.#note(mark, place, ids);
    }
    return gaps;
  }

  #note(mark: Mark, place: PagePlace, ids: Set<string>): void {
    const { kind, text, node } = mark;
    const key = toKey(mark);
    const topic = place.page.tag ?? "Schemas";
    const words = place.words.replaceAll(/[`\\]/g, "").replaceAll(/[^\w.]+/g, "-");
    const row = this.#rows.get(key) ?? { id: makeId(`${kind}-${words}`, ids), kind, topic, text, spots: new Map() };
    this.#rows.set(key, row);
    const spot = row.spots.get(node);
    if (spot === undefined) row.spots.set(node, { place, more: 0 });
    else spot.more += 1;
  }

  /** The rows of one kind. */
  list(kind: Mark["kind"]): Gap[] {
    return [...this.#rows.values()].filter((row) => row.kind === kind && row.spots.size > 0);
  }

  /** Where the row of a mark is. */
  findUrl(mark: Mark): string {
    const row = this.#rows.get(toKey(mark));
    return `${guideUrl("known-gaps")}${row === undefined ? "" : `#${row.id}`}`;
  }
}

/** An assumption has one row, whatever rests on it; what is not shown has one for each place. */
function toKey(mark: Mark): string | Mark {
  return mark.kind === "assumed" ? mark.text : mark;
}

function makeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}
