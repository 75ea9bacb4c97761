// What the base says is not settled yet: a break there is a warning.

import { isObject, own, type Path, type Source } from "../contract/index.ts";
import type { Difference } from "./difference.ts";

/** Whether the base marks what changed as beta or as an assumption, on the node itself or around it. */
export function isUnsettled(base: Source, { base: path, revision }: Difference): boolean {
  const nodes = nodesAlong(base, path);
  const frames = framesAlong(path);
  // Beta covers all that stands in it
  if (nodes.some(({ value }) => own(value, "x-stability-level") === "beta")) return true;
  return nodes.some(
    ({ value, length }, index) =>
      isAssumed(base, value) && !isCovered(nodes, index) && isReached(frames.get(length), path, length, revision),
  );
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
  const nodes: Node[] = [];
  for (const [length, value] of source.along(path).entries()) {
    nodes.push({ value, length, isReferred: false });
    const target = source.resolve(value);
    if (target !== value) nodes.push({ value: target, length, isReferred: true });
  }
  return nodes;
}

/**
 * A mark is an object, which may stand in a file of its own; in older documents it is a sentence.
 * One that leaves open only whether values beyond a limit are refused leaves the limit itself stated.
 */
function isAssumed(source: Source, value: unknown): boolean {
  const mark = source.resolve(own(value, "x-assumption"));
  const open = own(mark, "leaves_open");
  if (Array.isArray(open) && open.every((word) => word === "refusal")) return false;
  return isObject(mark) || typeof mark === "string";
}

/** An assumption reaches as far as what is written inside it: not into what it refers to, save the thing itself. */
function isCovered(nodes: readonly Node[], index: number): boolean {
  const from = nodes[index];
  const last = nodes.at(-1);
  if (from === undefined || last === undefined) return false;
  const referred = nodes.slice(index + 1).find(({ isReferred }) => isReferred);
  return referred !== undefined && last.length > referred.length + 1 && referred.length >= from.length;
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

/** Whether what an assumption stands on speaks for this path: a frame for its own node, all else for what is in it. */
function isReached(frame: Frame | undefined, path: Path, length: number, revision: Path): boolean {
  if (frame === undefined || path.length <= length) return true;
  // An operation's own node is its path, its method, its name and its security
  if (frame === "operation") return ["operationId", "security", "deprecated"].includes(path[length] ?? "");
  // With the path itself, all that is called there goes
  return frame === "item" && path.length === length + 1 && revision.length < length;
}
