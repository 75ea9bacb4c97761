// Compares the inputs of an operation: its parameters, wherever they are written, and its body.
import { canonical, isObject, type Located, own, type Source } from "../../shared/contract/index.ts";
import { judgeRemoval } from "../marks.ts";
import type { Message } from "../model.ts";
import { type Comparison, under } from "./comparison.ts";
import { compareContent, compareShape, isRequired } from "./content.ts";

/** The path item and the operation on one side. */
export interface Side {
  readonly item: Located;
  readonly operation: Located;
}

/** Compares the parameters; `renamed` gives the base's name of a path parameter by that of the revision. */
export function compareParameters(
  comparison: Comparison,
  message: Message,
  base: Side,
  revision: Side,
  renamed: ReadonlyMap<string, string>,
): void {
  const was = listParameters(comparison.base, base, new Map());
  const is = listParameters(comparison.revision, revision, renamed);
  const writeName = ({ value }: Located) => `${String(own(value, "in"))} parameter \`${String(own(value, "name"))}\``;
  for (const [key, before] of was) {
    const after = is.get(key);
    if (after !== undefined) {
      const style = ["query", "cookie"].includes(String(own(before.value, "in"))) ? "form" : "simple";
      compareShape(comparison, message, before, after, writeName(before), "parameter", style);
      continue;
    }
    const paths = { base: before.path, revision: revision.operation.path };
    comparison.note(message, writeName(before), {
      rule: "parameter/removed",
      ...judgeRemoval([before.value]),
      ...paths,
    });
  }
  for (const [key, after] of is) {
    if (was.has(key)) continue;
    const paths = { base: base.operation.path, revision: after.path };
    const finding =
      message.direction === "request" && isRequired(after)
        ? ({ rule: "parameter/required", effect: "narrower", says: "added", ...paths } as const)
        : ({ rule: "parameter/added", effect: "added", ...paths } as const);
    comparison.note(message, writeName(after), finding);
  }
}

/** The parameters that hold for an operation, by place and name: its own, and those of its path that it does not replace. */
function listParameters(
  source: Source,
  { item, operation }: Side,
  renamed: ReadonlyMap<string, string>,
): Map<string, Located> {
  const lists = [item, operation].map((owner) => under(source, owner, "parameters"));
  const entries = lists.flatMap((list) =>
    Object.keys(Object(list?.value)).flatMap((index): [string, Located][] => {
      const spot = list && under(source, list, index);
      if (spot === undefined || !isObject(spot.value)) return [];
      const [place, written] = [String(own(spot.value, "in")), String(own(spot.value, "name"))];
      const name = place === "header" ? written.toLowerCase() : written;
      // OpenAPI leaves these headers to the content and the security of the operation
      if (place === "header" && ["accept", "content-type", "authorization"].includes(name)) return [];
      return [[canonical([place, place === "path" ? (renamed.get(name) ?? name) : name]), spot]];
    }),
  );
  return new Map(entries);
}

/** Compares the `requestBody` of two operations; of an event it is the payload. */
export function compareBodies(comparison: Comparison, message: Message, base: Located, revision: Located): void {
  const subject = message.isEvent ? "payload" : "request body";
  const was = under(comparison.base, base, "requestBody");
  const is = under(comparison.revision, revision, "requestBody");
  const paths = { base: was?.path ?? base.path, revision: is?.path ?? revision.path };
  if (was === undefined || is === undefined) {
    if (was) comparison.note(message, subject, { rule: "body/removed", effect: "removed", ...paths });
    if (!is) return;
    const effect = message.direction === "request" && isRequired(is) ? "narrower" : "added";
    comparison.note(message, subject, { rule: "body/added", effect, ...paths });
    return;
  }
  if (isRequired(was) !== isRequired(is)) {
    const at = { base: [...was.path, "required"], revision: [...is.path, "required"] };
    comparison.note(message, subject, { rule: "body/required", effect: isRequired(is) ? "narrower" : "wider", ...at });
  }
  comparison.noteWords(message, was, is, subject);
  compareContent(comparison, message, was, is, subject);
}
