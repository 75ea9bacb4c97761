// Compares the parameters of an operation, wherever they are written.

import { canonical, isObject, own, type Source, stringsOf } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { removalOf } from "../marks.ts";
import { type Comparison, under } from "./comparison.ts";
import { compareShape } from "./content.ts";

/** The path item and the operation on one side. */
export interface Sides {
  readonly item: Spot;
  readonly operation: Spot;
}

/** Compares the parameters; `renamed` gives the base's name of a path parameter by that of the revision. */
export function compareParameters(
  comparison: Comparison,
  message: Message,
  base: Sides,
  revision: Sides,
  renamed: ReadonlyMap<string, string>,
): void {
  const was = parametersOf(comparison.base, base, new Map());
  const is = parametersOf(comparison.revision, revision, renamed);
  for (const [key, before] of was) {
    const after = is.get(key);
    const subject = nameOf(before);
    if (after !== undefined) {
      compareShape(comparison, message, before, after, subject, "parameter", defaultStyle(before));
      continue;
    }
    const paths = { base: before.path, revision: revision.operation.path };
    const { effect, announced } = removalOf([before.value]);
    comparison.note(message, effect, "parameter/removed", paths, subject, "was removed", announced);
  }
  for (const [key, after] of is) {
    if (was.has(key)) continue;
    const paths = { base: base.operation.path, revision: after.path };
    const mustBeSent = message.direction === "request" && own(after.value, "required") === true;
    comparison.note(
      message,
      mustBeSent ? "narrower" : "added",
      mustBeSent ? "parameter/required" : "parameter/added",
      paths,
      nameOf(after),
      mustBeSent ? "was added as required" : "was added",
    );
  }
}

function defaultStyle({ value }: Spot): string {
  return ["query", "cookie"].includes(String(own(value, "in"))) ? "form" : "simple";
}

/** The parameters that hold for an operation, by place and name: its own, and those of its path that it does not replace. */
function parametersOf(
  source: Source,
  { item, operation }: Sides,
  renamed: ReadonlyMap<string, string>,
): Map<string, Spot> {
  const parameters = new Map<string, Spot>();
  for (const owner of [item, operation]) {
    const list = under(source, owner, "parameters");
    if (list === undefined || !Array.isArray(list.value)) continue;
    for (const index of list.value.keys()) {
      const spot = under(source, list, String(index));
      if (spot === undefined || !isObject(spot.value) || isIgnored(spot.value)) continue;
      const place = String(own(spot.value, "in"));
      const written = String(own(spot.value, "name"));
      const name = place === "path" ? (renamed.get(written) ?? written) : written;
      parameters.set(canonical([place, place === "header" ? name.toLowerCase() : name]), spot);
    }
  }
  return parameters;
}

/** OpenAPI leaves these headers to the content and the security of the operation. */
function isIgnored(parameter: object): boolean {
  const name = String(own(parameter, "name")).toLowerCase();
  return own(parameter, "in") === "header" && stringsOf(["accept", "content-type", "authorization"]).includes(name);
}

function nameOf({ value }: Spot): string {
  return `${String(own(value, "in"))} parameter \`${String(own(value, "name"))}\``;
}
