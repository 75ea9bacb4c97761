// A node of a bundle, with the path to where it is written, and the way that led to it.
import { own, type Path } from "../shared/contract/index.ts";

export interface NodePath {
  readonly node: unknown;
  /** The keys that lead to where it is written, without references on the way. */
  readonly at: Path;
  /** The part around it, or the one that refers to it. */
  readonly up?: NodePath;
  /** True when a reference led here. */
  readonly isReferred?: true;
}

/** The part under these keys; its node is undefined where there is nothing. */
export function child(part: NodePath, ...keys: readonly string[]): NodePath {
  return keys.reduce<NodePath>((up, key) => ({ node: own(up.node, key), at: [...up.at, key], up }), part);
}

/** Where one of some keywords is written first among parts; undefined where none is. */
export function findWritten(parts: readonly NodePath[], ...keywords: readonly string[]): NodePath | undefined {
  const written = keywords.flatMap((keyword) => parts.map((part) => child(part, keyword)));
  return written.find(({ node }) => node !== undefined);
}

/** The parts on the way from the root to a part, with itself. */
export function listWay(part: NodePath): NodePath[] {
  const way: NodePath[] = [];
  for (let now: NodePath | undefined = part; now !== undefined; now = now.up) way.push(now);
  return way.reverse();
}

/** The keys on the way from the root to a part, through references. */
export function wayTo(part: NodePath): Path {
  return listWay(part).flatMap(({ at, up, isReferred }) => (up === undefined || isReferred ? [] : [at.at(-1) ?? ""]));
}

/** The part, and those that refer to it, one behind the other. */
export function listReferring(part: NodePath): NodePath[] {
  return [part, ...(part.isReferred && part.up ? listReferring(part.up) : [])];
}

/** Names where a part is written. */
export function writePlace({ at }: NodePath): string {
  return at.join("\n");
}

/** Each item of a list, and a field without a name, as steps to a value. */
export const [anItem, anyField] = ["[]", "[*]"];

/** Tells a step that has no name. */
export function isUnnamed(step: string): boolean {
  return step === anItem || step === anyField;
}

/** The steps from a value to one inside of it, by the keys from its schema to the schema of that one. */
export function listSteps(keys: Path): string[] {
  const steps: string[] = [];
  for (let index = 0; index < keys.length; index++) {
    const [key = "", next] = keys.slice(index, index + 2);
    if (key === "items") steps.push(anItem);
    if (key === "additionalProperties") steps.push(anyField);
    if (key === "properties" && next !== undefined) steps.push(next);
    // A name, or the number of an alternative
    if (["properties", "allOf", "anyOf", "oneOf"].includes(key)) index++;
  }
  return steps;
}
