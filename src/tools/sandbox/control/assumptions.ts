// What the sandbox assumes where the description of the service is silent: read out of the contract's marks.
import type { components } from "../../../../generated/control-types.ts";
import { type Contract, listAssumptions, own, parseReference, pointerOf, type Schema } from "../../contract/index.ts";

type Assumption = components["schemas"]["Assumption"];

/** The assumptions of a contract in its order, each with the operations and events that depend on it. */
export function assumptionsOf({ document, operations, events }: Contract): Assumption[] {
  const found = new Map<string, Assumption>();
  const visit = (node: unknown, path: readonly string[], dependent: string | undefined, seen: Set<string>): void => {
    if (typeof node !== "object" || node === null) return;
    const { "x-assumption": mark, $ref } = node as Pick<Schema, "x-assumption" | "$ref">;
    for (const [index, one] of listAssumptions(mark).entries()) {
      const pointer = pointerOf(path);
      const key = `${pointer} ${index}`;
      const assumption: Assumption = found.get(key) ?? {
        pointer,
        ...one,
        leaves_open: [...one.leaves_open],
        operations: [],
      };
      found.set(key, assumption);
      if (dependent !== undefined && !assumption.operations.includes(dependent)) assumption.operations.push(dependent);
    }
    if (typeof $ref === "string" && dependent !== undefined && !seen.has($ref)) {
      seen.add($ref);
      const target = parseReference($ref);
      visit(target.reduce<unknown>(own, document), target, dependent, seen);
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== "examples" && key !== "example" && key !== "default") visit(child, [...path, key], dependent, seen);
    }
  };
  // Once over everything, so that the order is that of the document and nothing is left out
  visit(document, [], undefined, new Set());
  for (const { id, method, path, operation, security } of operations) {
    const seen = new Set<string>();
    const item = document.paths[path];
    visit(operation, ["paths", path, method], id, seen);
    visit(item?.parameters, ["paths", path, "parameters"], id, seen);
    for (const scheme of security.flat()) {
      const place = ["components", "securitySchemes", scheme];
      visit(place.reduce<unknown>(own, document), place, id, seen);
    }
  }
  for (const { name, operation } of events) visit(operation, ["webhooks", name, "post"], name, new Set());
  return [...found.values()];
}
