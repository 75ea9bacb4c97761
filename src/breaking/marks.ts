// The marks of the base for what is not settled yet: a break there is a warning.
import { findRow, isObject, type JsonObject, own, type Path } from "../shared/contract/index.ts";
import { child, listWay, type Part, resolve, wayTo } from "./bundle.ts";
import type { Difference } from "./model.ts";
import { type RuleId, rules } from "./rules.ts";

/** Tells a value of `x-stability-level` that promises no stability. */
export function isUnstable(level: unknown): boolean {
  return level !== undefined && findRow("Schema", "x-stability-level", level) !== undefined;
}

/** The assumptions on a node, one or a list of them. A key that no register has is none. */
export function listAssumptions(node: unknown): JsonObject[] {
  return [own(node, "x-assumption")].flat().filter(isObject);
}

/** Judges a removal: announced by `deprecated`, and after a sunset that the base named, nothing to rely on. */
export function judgeRemoval(nodes: readonly unknown[]): { effect: "removed" | "retired"; announced: boolean } {
  const announced = nodes.some((node) => own(node, "deprecated") === true);
  const hasPassed = nodes.some((node) => Date.parse(String(own(node, "x-sunset"))) <= Date.now());
  return { effect: announced && hasPassed ? "retired" : "removed", announced };
}

/** The mark of the base, on the part itself or around it, that makes a break of this a warning; undefined without one. */
export function findExcuse({ base: changed, revision, rule }: Difference): string | undefined {
  // The mark for a body's encoding stands on its schema
  const end = changed.at.at(-2) === "content" ? child(changed, "schema") : changed;
  const parts = listWay(resolve(end));
  // Beta covers all that stands in it
  const level = parts.map(({ node }) => own(node, "x-stability-level")).find(isUnstable);
  if (level !== undefined) return `the base marks it as ${String(level)}`;
  const [path, other, length] = [wayTo(end), wayTo(revision), wayTo(changed).length];
  for (const [index, { node }] of parts.entries()) {
    const assumptions = listAssumptions(node);
    if (assumptions.length === 0) continue;
    const inside = parts.slice(index);
    const depth = wayTo(inside[0] ?? end).length;
    const [frame, rest] = [findFrame(path, depth), path.slice(depth)];
    const mark = assumptions.find(({ leaves_open: open }) => {
      if (Array.isArray(open)) {
        // An added part stands in the revision alone
        if (isPartOpen(frame, rule, (rest.length > 0 ? rest : other.slice(depth))[0], open)) return true;
        if (!listWords(rule, rest).some((word) => open.includes(word))) return false;
      } else if (depth > length) return false;
      // A mark that does not say what it leaves open leaves open all that it reaches
      return !isBehindReference(inside) && isReached(frame, path, depth, other);
    });
    if (mark !== undefined) {
      const { key, chose } = mark;
      return `the base only assumes${typeof key === "string" ? ` \`${key}\`` : " it"}: ${String(chose)}`;
    }
  }
  return undefined;
}

/** The words that excuse a break of this rule; of "presence", those of the thing itself or of what it is a field of. */
function listWords(rule: RuleId, rest: Path): readonly string[] {
  const { open = [] } = rules[rule];
  if (typeof open !== "string") return open;
  if (rest.length === 0 || rest.join() === "required") return ["presence", "name", "place"];
  const [field, keyword, ...around] = rest.toReversed();
  const isFieldOfIt = field !== undefined && keyword === "properties" && !around.includes("properties");
  return [...(isFieldOfIt ? ["fields"] : []), "type", "name", "place"];
}

/** An object that holds much more than it says itself: an assumption on it is about itself only. */
type Frame = "document" | "item" | "operation" | "response" | undefined;

/** The frame to which so many keys of a path lead. */
function findFrame([first, , , part]: Path, depth: number): Frame {
  if (depth === 0) return "document";
  if (first !== "paths" && first !== "webhooks") return undefined;
  if (depth === 5) return part === "responses" ? "response" : undefined;
  return depth === 2 ? "item" : depth === 3 ? "operation" : undefined;
}

/** True when a part of an operation or a response is open as a whole: its body, or the input that an operation needs. */
function isPartOpen(frame: Frame, rule: RuleId, part: string | undefined, open: readonly unknown[]): boolean {
  if (frame === "response") return part === "content" && open.includes("body");
  if (frame !== "operation") return false;
  if (part === "requestBody" && open.includes("body")) return true;
  return rules[rule].isInput === true && ["presence", "place"].some((word) => open.includes(word));
}

/** An assumption reaches as far as what is written inside it: not into what it refers to, save the thing itself. */
function isBehindReference([, ...inside]: readonly Part[]): boolean {
  const referred = inside.findIndex(({ isReferred }) => isReferred);
  // Another reference leads to the same thing
  return referred >= 0 && inside.slice(referred + 1).filter(({ isReferred }) => !isReferred).length > 1;
}

/** True when the place of an assumption covers this path: a frame for its own node, all else for what is in it. */
function isReached(frame: Frame, path: Path, depth: number, revision: Path): boolean {
  if (frame === undefined) return true;
  // A parameter or a body that was added is in it, and not the frame itself
  if (path.length <= depth) return revision.length <= depth;
  // An operation's own node is its path, its method, its name and its security
  if (frame === "operation") return ["operationId", "security", "deprecated"].includes(path[depth] ?? "");
  // With the path itself, all that is called there goes
  return frame === "item" && path.length === depth + 1 && revision.length < depth;
}
