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
  /** The path with the slash at its end and the repeated slashes that the contract gives it; itself when nothing fits. */
  withKnownSlashes(path: string): string;
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
  const withKnownSlashes = (path: string) => {
    const plain = path.replace(/\/{2,}/g, "/").replace(/\/$/, "");
    return [path, plain, `${plain}/`].find((one) => methodsOf(one).length > 0) ?? path;
  };
  return {
    methodsOf,
    withKnownSlashes,
    describeUnknown(path) {
      const slashed = withKnownSlashes(path);
      if (slashed !== path) {
        return `No operation has the path ${path}. Slashes count: the contract has ${slashed}.`;
      }
      const [nearest] = templates
        .map((template) => ({ ...template, distance: distance(segments(template.path), segments(path)) }))
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

/** A path of more segments than any template is compared by its beginning: the work is bounded whatever is sent. */
const longest = 16;

function segments(path: string): string[] {
  return path.split("/").slice(0, longest);
}

/** How many edits make the one list of segments the other; a parameter stands for any segment, and is left out, at a small price. */
function distance(template: readonly string[], path: readonly string[]): number {
  let row = path.map((_, index) => index + 1);
  for (const [done, wanted] of template.entries()) {
    let diagonal = done;
    let left = done + 1;
    const omission = wanted.startsWith("{") ? 0.5 : 1;
    row = path.map((found, index) => {
      const above = row[index] ?? 0;
      left = Math.min(above + omission, left + 1, diagonal + unlikeness(wanted, found));
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? template.length;
}

/** From 0 for the same segment to 1 for another: two segments with a common beginning or end are nearly the same. */
function unlikeness(wanted: string, found: string): number {
  if (wanted === found) return 0;
  if (wanted.startsWith("{")) return found === "" ? 1 : 0.3;
  const [a, b] = [wanted.toLowerCase(), found.toLowerCase()];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  let ending = 0;
  while (ending < a.length - common && ending < b.length - common && a.at(-1 - ending) === b.at(-1 - ending))
    ending += 1;
  return 1 - (common + ending) / Math.max(a.length, b.length);
}
