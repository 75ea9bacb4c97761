// What has to be open for a server that departs from the contract only to differ.
import type { OpenWord } from "../../contract/index.ts";

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
