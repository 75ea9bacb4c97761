// What the base says is not settled yet: a break there is a warning.
import { isObject, type JsonObject, own, type Path, parsePointer, type Source } from "../shared/contract/index.ts";
import type { Difference } from "./model.ts";
import { rules } from "./rules.ts";

/** Whether a value of `x-stability-level` says that something may change. */
export function isUnstable(level: unknown): boolean {
  return level === "beta" || level === "alpha" || level === "draft";
}

/** What a removal is: announced by `deprecated`, and after a sunset that the base named, nothing to rely on. */
export function judgeRemoval(nodes: readonly unknown[]): { effect: "removed" | "retired"; announced: boolean } {
  const announced = nodes.some((node) => own(node, "deprecated") === true);
  const hasPassed = nodes.some((node) => Date.parse(String(own(node, "x-sunset"))) <= Date.now());
  return { effect: announced && hasPassed ? "retired" : "removed", announced };
}

/** Which mark of the base makes a break of this a warning, on the node itself or around it; undefined without one. */
export function findExcuse(base: Source, { base: changed, revision, rule }: Difference): string | undefined {
  // What is open of a body's encoding stands on its schema
  const path = changed.at(-2) === "content" ? [...changed, "schema"] : changed;
  const nodes = nodesAlong(base, path);
  const frames = framesAlong(path);
  // Beta covers all that stands in it
  const level = nodes.map(({ value }) => own(value, "x-stability-level")).find(isUnstable);
  if (level !== undefined) return `the base marks it as ${String(level)}`;
  for (const [index, { value, length }] of nodes.entries()) {
    const [frame, rest] = [frames.get(length), path.slice(length)];
    const excusing = assumptionsOn(base, value).find((mark) => {
      const open = own(mark, "leaves_open");
      if (Array.isArray(open)) {
        // What was added stands in the revision alone
        if (isPartOpen(frame, rule, rest.length > 0 ? rest : revision.slice(length), open)) return true;
        if (!open.some((word) => wordsFor(rule, rest).some((known) => known === word))) return false;
      } else if (length > changed.length) return false;
      // A mark that does not say what it leaves open leaves open all that it reaches
      return !isCovered(nodes, index) && isReached(frame, path, length, revision);
    });
    if (excusing !== undefined) return describeAssumption(excusing);
  }
  return undefined;
}

function describeAssumption(mark: JsonObject): string {
  const [key, chose] = [own(mark, "key"), own(mark, "chose")];
  return `the base only assumes${typeof key === "string" ? ` \`${key}\`` : " it"}: ${String(chose)}`;
}

/** The assumptions on a node, one or a list of them; a key that no register has is none. */
export function assumptionsOn(source: Source, node: unknown): JsonObject[] {
  const marks = [own(node, "x-assumption")].flat();
  return marks.flatMap((mark) => {
    const entry = source.resolve(mark);
    const reference = own(mark, "$ref");
    const key = typeof reference === "string" ? parsePointer(reference.replace(/^.*#/, "")).at(-1) : undefined;
    return isObject(entry) ? [key === undefined ? entry : { key, ...entry }] : [];
  });
}

/** The words that excuse a break of this rule; of "presence", those of the thing itself or of what it is a field of. */
function wordsFor(rule: Difference["rule"], rest: Path): readonly string[] {
  const { open = [] } = rules[rule];
  if (typeof open !== "string") return open;
  if (rest.length === 0 || rest.join() === "required") return ["presence", "name", "place"];
  const [field, keyword, ...around] = rest.toReversed();
  const isFieldOfIt = field !== undefined && keyword === "properties" && !around.includes("properties");
  return [...(isFieldOfIt ? ["fields"] : []), "type", "name", "place"];
}

/** Whether a part of an operation or a response is open as a whole: its body, or the input that an operation needs. */
function isPartOpen(
  frame: Frame | undefined,
  rule: Difference["rule"],
  [part]: Path,
  open: readonly unknown[],
): boolean {
  if (frame === "response") return part === "content" && open.includes("body");
  if (frame !== "operation") return false;
  if (part === "requestBody" && open.includes("body")) return true;
  return rules[rule].isInput === true && ["presence", "place"].some((word) => open.includes(word));
}

interface Node {
  readonly value: unknown;
  /** How many keys lead to it. */
  readonly length: number;
  /** It is reached through a reference: another document part begins here. */
  readonly isReferred: boolean;
}

/** The nodes from the root to the one at the path, as far as they exist; a reference and its target are two. */
function nodesAlong(source: Source, path: Path): Node[] {
  return [...source.along(path).entries()].flatMap(([length, value]) => {
    const target = source.resolve(value);
    const node = { value, length, isReferred: false };
    return target === value ? [node] : [node, { value: target, length, isReferred: true }];
  });
}

/** An assumption reaches as far as what is written inside it: not into what it refers to, save the thing itself. */
function isCovered(nodes: readonly Node[], index: number): boolean {
  const [from, last] = [nodes[index], nodes.at(-1)];
  const referred = nodes.slice(index + 1).find(({ isReferred }) => isReferred);
  if (from === undefined || last === undefined || referred === undefined) return false;
  return last.length > referred.length + 1 && referred.length >= from.length;
}

/** What holds much more than it says itself: an assumption on it is about itself only. */
type Frame = "document" | "item" | "operation" | "response";

/** The frames that a path leads through, by how many keys lead to them. */
function framesAlong(path: Path): Map<number, Frame> {
  const frames = new Map<number, Frame>([[0, "document"]]);
  if (path[0] !== "paths" && path[0] !== "webhooks") return frames;
  for (let length = 2; length <= path.length; length += 4) {
    frames.set(length, "item").set(length + 1, "operation");
    if (path[length + 1] === "responses") frames.set(length + 3, "response");
    if (path[length + 1] !== "callbacks") break;
  }
  return frames;
}

/** Whether what an assumption stands on covers this path: a frame for its own node, all else for what is in it. */
function isReached(frame: Frame | undefined, path: Path, length: number, revision: Path): boolean {
  if (frame === undefined) return true;
  // A parameter or a body that was added is in it, and not the frame itself
  if (path.length <= length) return revision.length <= length;
  // An operation's own node is its path, its method, its name and its security
  if (frame === "operation") return ["operationId", "security", "deprecated"].includes(path[length] ?? "");
  // With the path itself, all that is called there goes
  return frame === "item" && path.length === length + 1 && revision.length < length;
}
