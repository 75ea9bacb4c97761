// What the sandbox assumes where the description of the service is silent: read out of the contract's marks.
import type { components } from "../../../generated/control-types.ts";
import type { Contract } from "../../contract/index.ts";

type Assumption = components["schemas"]["Assumption"];

/** The assumptions of a contract in its order, each with the operations and events that depend on it. */
export function assumptionsOf({ document, operations, events }: Contract): Assumption[] {
  const found = new Map<string, Assumption>();
  const visit = (node: unknown, path: readonly string[], dependent: string | undefined, seen: Set<string>): void => {
    if (typeof node !== "object" || node === null) return;
    const { "x-assumption": text, $ref } = node as { readonly "x-assumption"?: unknown; readonly $ref?: unknown };
    if (typeof text === "string") {
      const pointer = pointerOf(path);
      const assumption = found.get(pointer) ?? { pointer, text, operations: [] };
      found.set(pointer, assumption);
      if (dependent !== undefined && !assumption.operations.includes(dependent)) assumption.operations.push(dependent);
    }
    if (typeof $ref === "string" && dependent !== undefined && !seen.has($ref)) {
      seen.add($ref);
      const target = tokensOf($ref);
      visit(at(document, target), target, dependent, seen);
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
      visit(at(document, place), place, id, seen);
    }
  }
  for (const { name, operation } of events) visit(operation, ["webhooks", name, "post"], name, new Set());
  return [...found.values()];
}

function at(node: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>(
    (parent, token) =>
      typeof parent === "object" && parent !== null && Object.hasOwn(parent, token)
        ? Reflect.get(parent, token)
        : undefined,
    node,
  );
}

function tokensOf(reference: string): string[] {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pointerOf(path: readonly string[]): string {
  return `#${path.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}
