// Every mark of the contract, with the kind of thing that it stands on.
import {
  type Assumed,
  type Assumption,
  type Contract,
  entriesOf,
  isObject,
  type JsonObject,
  listAssumptions,
  pointerOf,
} from "../../tools/contract/index.ts";

export type MarkedKind = "operation" | "event" | "parameter" | "response" | "security scheme" | "schema";

export interface Mark {
  readonly pointer: string;
  readonly kind: MarkedKind;
  readonly node: JsonObject;
  readonly assumptions: readonly Assumption[];
  readonly notShown: readonly string[];
  /** The path of the bundle, and its method, below which it stands; undefined in a component. */
  readonly operation: string | undefined;
}

/** The marks of a contract, in its order. */
export function marksOf({ document, operations }: Contract): Mark[] {
  const marks: Mark[] = [];
  const idAt = new Map(operations.map(({ id, path, method }) => [`${path} ${method}`, id]));
  const visit = (node: unknown, path: readonly (string | number)[]): void => {
    for (const [at, item] of Array.isArray(node) ? node.entries() : []) visit(item, [...path, at]);
    if (!isObject(node)) return;
    const assumptions = listAssumptions(node["x-assumption"] as Assumed | undefined);
    const notShown = (node["x-not-shown"] as readonly string[] | undefined) ?? [];
    if (assumptions.length > 0 || notShown.length > 0) {
      const operation = path[0] === "paths" ? idAt.get(`${path[1]} ${path[2]}`) : undefined;
      marks.push({ pointer: pointerOf(path), kind: kindOf(path), node, assumptions, notShown, operation });
    }
    for (const [name, inner] of entriesOf(node)) if (!leaves.has(name)) visit(inner, [...path, name]);
  };
  visit(document, []);
  return marks;
}

const leaves = new Set(["x-assumption", "x-not-shown", "examples", "example", "default"]);

function kindOf(path: readonly (string | number)[]): MarkedKind {
  const [first, second] = path;
  if (first === "webhooks" && path.length === 3) return "event";
  if (first === "paths" && path.length === 3) return "operation";
  if (first === "components" && second === "securitySchemes") return "security scheme";
  if (first === "components" && path.length === 3) {
    if (second === "parameters") return "parameter";
    if (second === "responses") return "response";
  }
  if (first === "paths" && path.length === 5) {
    if (path[3] === "parameters") return "parameter";
    if (path[3] === "responses") return "response";
  }
  return "schema";
}
