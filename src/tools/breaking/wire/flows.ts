// Compares the flows of OAuth schemes: where tokens come from, and which scopes there are.

import { entriesOf, own, type Path } from "../../contract/index.ts";
import type { Message } from "../difference.ts";
import type { Comparison } from "./comparison.ts";
import { schemesIn, successorsOf } from "./security.ts";

/** Compares the schemes that both documents have, used or not. */
export function compareFlows(comparison: Comparison, message: Message): void {
  const [was, is] = [schemesIn(comparison.base), schemesIn(comparison.revision)];
  for (const [name, successor] of successorsOf(comparison)) {
    const [before, after] = [was.get(name), is.get(successor)];
    if (own(before, "type") !== "oauth2" || own(after, "type") !== "oauth2") continue;
    compareSchemes(comparison, message, name, successor, before, after);
  }
}

function compareSchemes(
  comparison: Comparison,
  message: Message,
  name: string,
  successor: string,
  before: unknown,
  after: unknown,
): void {
  const at = (scheme: string, ...rest: string[]): Path => ["components", "securitySchemes", scheme, "flows", ...rest];
  const note = (effect: "removed" | "added" | "different", flow: string, field: string[], text: string) =>
    comparison.note(
      message,
      effect,
      "security/flow",
      {
        base: at(name, ...(effect === "added" && field.length === 0 ? [] : [flow, ...field])),
        revision: at(successor, ...(effect === "removed" && field.length === 0 ? [] : [flow, ...field])),
      },
      `flow ${flow} of the security scheme \`${name}\``,
      text,
    );
  const [was, is] = [own(before, "flows"), own(after, "flows")];
  for (const [flow, from] of entriesOf(was)) {
    const to = own(is, flow);
    if (to === undefined) {
      note("removed", flow, [], "was removed");
      continue;
    }
    for (const field of ["authorizationUrl", "tokenUrl", "refreshUrl"]) {
      const [old, now] = [own(from, field), own(to, field)];
      if (old === now) continue;
      const isNew = old === undefined;
      note(
        isNew ? "added" : "different",
        flow,
        [field],
        `\`${field}\` went from ${String(old ?? "none")} to ${String(now ?? "none")}`,
      );
    }
    const [scopes, left] = [entriesOf(own(from, "scopes")), entriesOf(own(to, "scopes"))];
    for (const [scope] of scopes.filter(([scope]) => !left.some(([other]) => other === scope))) {
      note("removed", flow, ["scopes", scope], `the scope ${scope} was removed`);
    }
    for (const [scope] of left.filter(([scope]) => !scopes.some(([other]) => other === scope))) {
      note("added", flow, ["scopes", scope], `the scope ${scope} was added`);
    }
  }
  for (const [flow] of entriesOf(is)) if (own(was, flow) === undefined) note("added", flow, [], "was added");
}
