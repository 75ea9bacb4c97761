// What an assumption excuses: a server that departs only in what `leaves_open` names differs, it does not violate.
import { type Assumed, listAssumptions, type OpenWord, sentenceOf } from "../../contract/index.ts";

/** The assumption as a sentence, when it leaves one of these open; undefined when it does not, or when there is none. */
export function excuse(mark: Assumed | undefined, ...words: readonly OpenWord[]): string | undefined {
  const assumption = listAssumptions(mark).find(({ leaves_open }) => words.some((word) => leaves_open.includes(word)));
  return assumption && sentenceOf(assumption);
}

/** What else may stand under the name of a field or a parameter whose own place or name is open. */
const elsewhere = ["place", "name"] as const;

/** What has to be open for a field or a parameter to be missing. */
export const absence: readonly OpenWord[] = ["presence", ...elsewhere];

/** What has to be open for a behaviour of a parameter to be another: under this name it may be no parameter at all. */
export const behaviour: readonly OpenWord[] = ["meaning", ...elsewhere];

/** What has to be open for a value to break this keyword of its schema: another type has other formats and values. */
export function shape(keyword: string): readonly OpenWord[] {
  if (keyword === "type") return ["type", ...elsewhere];
  if (keyword === "minItems" || keyword === "maxItems") return ["count", "values", "type", ...elsewhere];
  return [keyword === "format" ? "format" : "values", "type", ...elsewhere];
}

/** What has to be open for a server to refuse a value that the contract allows. */
export const anyShape: readonly OpenWord[] = ["format", "values", "type", "encoding", ...elsewhere];
