// Everything that the contract does not promise: each assumption with the places that rest on it, and what the service does not show.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { type Assumption, readRegister, registerFile } from "../../tools/contract/index.ts";
import { assumptionText, type Mark } from "./fields.ts";
import { type Place, placesOf } from "./places.ts";
import type { Reference } from "./reference.ts";
import { guideUrl } from "./urls.ts";

/** One row of what is assumed. */
export interface AssumptionEntry {
  /** The row's anchor. */
  readonly id: string;
  readonly topic: string;
  readonly text: string;
  /** The nodes that rest on it. */
  readonly spots: Spot[];
}

/** A marked node: the first place that shows it, and how many others do, since a component is shown in several. */
export interface Spot {
  readonly place: Place;
  more: number;
}

/** One row of what is not shown. */
export interface Gap {
  readonly mark: Mark;
  /** The row's anchor. */
  readonly id: string;
  readonly spot: Spot;
}

/** A page shows the text of an assumption, unless more nodes than these rest on it: then a link leads to it. */
const mostSpots = 5;

/** The known gaps, to be listed and to be linked to from each place. */
export class Gaps {
  readonly assumptions: readonly AssumptionEntry[];
  readonly notShown: readonly Gap[];
  readonly #assumed = new Map<string, AssumptionEntry>();
  readonly #gaps = new Map<string, Gap>();

  /** @param register The assumptions by text, in their order; one that is not among them comes behind. */
  private constructor(reference: Reference, register: ReadonlyMap<string, Omit<AssumptionEntry, "spots" | "text">>) {
    for (const [text, entry] of register) this.#assumed.set(text, { ...entry, text, spots: [] });
    const ids = new Set(Array.from(register.values(), ({ id }) => id));
    const spots = new Map<string, Spot>();
    for (const place of placesOf(reference)) {
      for (const mark of place.marks) {
        const key = keyOf(mark);
        const known = spots.get(key);
        if (known !== undefined) {
          known.more += 1;
          continue;
        }
        const spot = { place, more: 0 };
        spots.set(key, spot);
        const words = place.words.replaceAll(/[`\\]/g, "").replaceAll(/[^\w.]+/g, "-");
        const id = () => freeId(`${mark.kind}-${words}`, ids);
        if (mark.kind === "not-shown") this.#gaps.set(key, { mark, id: id(), spot });
        else {
          const text = textOf(mark);
          const entry = this.#assumed.get(text) ?? { id: id(), topic: place.group, text, spots: [] };
          entry.spots.push(spot);
          this.#assumed.set(text, entry);
        }
      }
    }
    this.assumptions = [...this.#assumed.values()].filter(({ spots }) => spots.length > 0);
    this.notShown = [...this.#gaps.values()];
  }

  /**
   * Finds the gaps of a contract.
   *
   * @param root Its root document; the register of its assumptions may stand beside it.
   */
  static async read(reference: Reference, root: string): Promise<Gaps> {
    const file = join(dirname(root), registerFile);
    const entries = existsSync(file) ? readRegister(parse(await readFile(file, "utf8"))) : [];
    const register = Array.from(entries, ([key, { topic, entry }]) => {
      return [assumptionText(entry as unknown as Assumption), { id: `assumed-${key}`, topic }] as const;
    });
    return new Gaps(reference, new Map(register));
  }

  /** Where the row of a mark stands. */
  urlOf(mark: Mark): string {
    const row = mark.kind === "assumed" ? this.#assumed.get(textOf(mark)) : this.#gaps.get(keyOf(mark));
    return `${guideUrl("known-gaps")}${row === undefined ? "" : `#${row.id}`}`;
  }

  /** Whether so many nodes have a mark that they only link to its row. */
  isShared(mark: Mark): boolean {
    return mark.kind === "assumed" && (this.#assumed.get(textOf(mark))?.spots.length ?? 0) > mostSpots;
  }
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}

function textOf({ texts }: Mark): string {
  return texts.join();
}

/** A node may have several assumptions, and one mark of what is not shown. */
function keyOf(mark: Mark): string {
  return JSON.stringify([mark.path, mark.kind === "assumed" ? textOf(mark) : mark.kind]);
}
