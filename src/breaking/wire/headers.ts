// Compares the headers of a response, or of a part of a form.

import { own } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { type Comparison, nodesUnder } from "./comparison.ts";
import { compareShape } from "./parameters.ts";

export function compareHeaders(
  comparison: Comparison,
  message: Message,
  base: Spot,
  revision: Spot,
  subject: string,
): void {
  const was = byLowerCase(nodesUnder(comparison.base, base, "headers"));
  const is = byLowerCase(nodesUnder(comparison.revision, revision, "headers"));
  for (const [key, { name, spot: before }] of was) {
    const after = is.get(key);
    const field = `header \`${name}\` of the ${subject}`;
    if (after === undefined) {
      const paths = { base: before.path, revision: [...revision.path, "headers"] };
      const announced = own(before.value, "deprecated") === true;
      comparison.note(message, "removed", "header/removed", paths, field, "was removed", announced);
      continue;
    }
    if (after.name !== name) {
      const paths = { base: before.path, revision: after.spot.path };
      comparison.noteName(message, "code/header", paths, field, `is now spelled \`${after.name}\``);
    }
    compareShape(comparison, message, before, after.spot, field, "header", "simple");
  }
  for (const [key, { name, spot: after }] of is) {
    if (was.has(key)) continue;
    const paths = { base: [...base.path, "headers"], revision: after.path };
    const mustBeSent = message.direction === "request" && own(after.value, "required") === true;
    const effect = mustBeSent ? "narrower" : "added";
    comparison.note(message, effect, "header/added", paths, `header \`${name}\` of the ${subject}`, "was added");
  }
}

/** Headers by their names in lower case, since cases do not count; the content type is told by the content. */
function byLowerCase(headers: ReadonlyMap<string, Spot>): Map<string, { readonly name: string; readonly spot: Spot }> {
  const entries = [...headers].map(([name, spot]) => [name.toLowerCase(), { name, spot }] as const);
  return new Map(entries.filter(([key]) => key !== "content-type"));
}
