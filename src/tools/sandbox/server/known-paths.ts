// Which operations a path has, and which known path an unknown one was probably meant as.
import type { ContractOperation, Method } from "../../contract/index.ts";

/** Describes paths that a server cannot route. */
export interface KnownPaths {
  /**
   * The methods of a path, in capitals; HEAD beside GET. Empty when no operation has the path.
   * A path that two templates match is that of the one with text where the other has a parameter.
   */
  methodsOf(path: string): readonly string[];
  /** Says which known path is nearest to an unknown one. */
  describeUnknown(path: string): string;
}

/** Reads the paths of operations. */
export function readKnownPaths(operations: readonly Pick<ContractOperation, "path" | "method">[]): KnownPaths {
  // In this order text stands before a parameter: `{` comes after all letters
  const templates = [...new Set(operations.map(({ path }) => path))].sort().map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`),
    methods: operations.filter((one) => one.path === path).flatMap(({ method }) => wireMethods(method)),
  }));
  const methodsOf = (path: string) => templates.find(({ pattern }) => pattern.test(path))?.methods ?? [];
  return {
    methodsOf,
    describeUnknown(path) {
      const plain = path.replace(/\/{2,}/g, "/").replace(/\/$/, "");
      const slashed = [plain, `${plain}/`].find((one) => methodsOf(one).length > 0);
      if (slashed !== undefined) {
        return `No operation has the path ${path}. Slashes count: the contract has ${slashed}.`;
      }
      const [nearest] = templates
        .map((template) => ({ ...template, distance: distance(template.path, path) }))
        .sort((a, b) => a.distance - b.distance);
      if (nearest === undefined) return `No operation has the path ${path}.`;
      const { path: known, methods } = nearest;
      return `No operation has the path ${path}. The nearest is ${known} (${methods.join(", ")}).`;
    },
  };
}

/** The methods by which an operation is called: who may GET may ask for the head alone. */
export function wireMethods(method: Method): string[] {
  return method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];
}

/** A path template as Fastify writes it. */
export function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** How much two paths differ: by the segments of each that the other does not have, beside those that parameters stand for. */
function distance(template: string, path: string): number {
  const [wanted, found] = [template.split("/"), path.split("/").slice(0, longest)];
  const fixed = wanted.filter((segment) => !segment.startsWith("{"));
  const missing = fixed.map((segment) => Math.min(...found.map((one) => unlikeness(segment, one))));
  const strange = found.filter((segment) => fixed.every((one) => unlikeness(one, segment) === 1)).length;
  const length = Math.abs(wanted.length - found.length) / 4;
  return missing.reduce((sum, one) => sum + 2 * one, length + Math.max(0, strange - (wanted.length - fixed.length)));
}

/** A path of more segments is compared by its beginning: the work is bounded whatever is sent. */
const longest = 16;

/** From 0 for the same segment to 1 for another: two segments with a common beginning are nearly the same. */
function unlikeness(wanted: string, found: string): number {
  if (wanted === found) return 0;
  const text = found.toLowerCase();
  let common = 0;
  while (common < wanted.length && wanted[common] === text[common]) common += 1;
  return 1 - common / Math.max(wanted.length, text.length);
}
