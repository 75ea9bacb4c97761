// The words of `leaves_open`, in an assumption, that excuse each kind of departure.
import type { OpenWord } from "../../shared/contract/index.ts";

/** Something else may stand under the name of a field or a parameter. */
export const elsewhere = ["place", "name"] as const;

/** A field or a parameter may be missing. */
export const absence: readonly OpenWord[] = ["presence", ...elsewhere];

/** A parameter may behave otherwise: under this name it may be no parameter at all. */
export const behaviour: readonly OpenWord[] = ["meaning", ...elsewhere];

/** A server may refuse a value that the contract allows. */
export const anyShape: readonly OpenWord[] = ["format", "values", "type", "encoding", ...elsewhere];

/** A value may break this keyword of its schema: another type has other formats and values. */
export function shape(keyword: string): readonly OpenWord[] {
  if (keyword === "type") return ["type", ...elsewhere];
  if (keyword === "minItems" || keyword === "maxItems") return ["count", "values", "type", ...elsewhere];
  return [keyword === "format" ? "format" : "values", "type", ...elsewhere];
}
