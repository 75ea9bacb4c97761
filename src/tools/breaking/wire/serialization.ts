// Compares how the values of a parameter or a header are written.

import { own, type Source } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { branchesOf, TooManyBranches } from "../schema/branch.ts";
import { byType } from "../schema/types.ts";
import type { Comparison } from "./comparison.ts";

export function compareSerialization(
  comparison: Comparison,
  message: Message,
  before: Spot,
  after: Spot,
  subject: string,
  kind: "parameter" | "header",
  otherwise: string,
): void {
  const note = (effect: "different" | "narrower" | "wider", keyword: string, from: unknown, to: unknown) => {
    const paths = { base: [...before.path, keyword], revision: [...after.path, keyword] };
    const text = `\`${keyword}\` went from ${String(from)} to ${String(to)}`;
    comparison.note(message, effect, `${kind}/serialization`, paths, subject, text);
  };
  const [from, to] = [styleOf(before, otherwise), styleOf(after, otherwise)];
  if (from !== to) note("different", "style", from, to);
  else if (explodes(before, from) !== explodes(after, to) && mayHaveSeveral(comparison, before, after)) {
    note("different", "explode", explodes(before, from), explodes(after, to));
  }
  for (const keyword of ["allowReserved", "allowEmptyValue"]) {
    const [was, is] = [own(before.value, keyword) === true, own(after.value, keyword) === true];
    if (was !== is) note(is ? "wider" : "narrower", keyword, was, is);
  }
}

/** Whether each value of a list is written as a parameter of its own, so that one value is written as without a list. */
export function isListRepeated(spot: Spot, otherwise: string): boolean {
  const style = styleOf(spot, otherwise);
  return style === "form" && explodes(spot, style);
}

function styleOf({ value }: Spot, otherwise: string): string {
  const style = own(value, "style");
  return typeof style === "string" ? style : otherwise;
}

function explodes({ value }: Spot, style: string): boolean {
  const explode = own(value, "explode");
  return typeof explode === "boolean" ? explode : style === "form";
}

/** Whether both may be lists or objects: exploding changes how these are written, and nothing else. */
export function mayHaveSeveral(comparison: Comparison, before: Spot, after: Spot): boolean {
  const hasSeveral = (source: Source, { value }: Spot) => {
    try {
      const branches = branchesOf(source, [{ schema: own(value, "schema") ?? true, at: [] }]);
      const types = byType(branches);
      return types.has("array") || types.has("object");
    } catch (error) {
      if (error instanceof TooManyBranches) return true;
      throw error;
    }
  };
  return hasSeveral(comparison.base, before) && hasSeveral(comparison.revision, after);
}
