// A difference between two documents, before it is judged, and the message that it is about.

import type { Path } from "../contract/index.ts";
import type { Direction, Effect, Level } from "./direction.ts";

/** An operation, event or callback on both sides. */
export interface Scope {
  /** Its name: `GET /users`, `webhook order.created`. */
  readonly operation: string;
  /** Its operationId, where it has one. */
  readonly id: string | undefined;
  /** An event or a callback, which nobody requested. */
  readonly isEvent: boolean;
  readonly base: Path;
  readonly revision: Path;
}

/** A message in one direction. */
export interface Message {
  /** The operation, event or callback; undefined for what belongs to the document itself. */
  readonly scope: Scope | undefined;
  readonly direction: Direction;
  /** An event or a callback, which nobody requested. */
  readonly isEvent: boolean;
}

/** One difference. Paths lead from the document's root, through references, to the node. */
export interface Difference {
  readonly scope: Scope | undefined;
  readonly direction: Direction;
  readonly effect: Effect;
  /** Says the level where it does not follow from the effect: what generated code notices is a warning. */
  readonly level?: Level;
  readonly rule: string;
  readonly base: Path;
  readonly revision: Path;
  /** What changed: "query parameter `limit`". */
  readonly subject: string;
  /** What happened to it: "became required". */
  readonly text: string;
  readonly announced?: boolean;
  /** Other messages that have it too: what they share is compared once. */
  readonly also?: readonly Message[];
}

/** A node on one side, with references followed. */
export interface Spot {
  readonly value: unknown;
  readonly path: Path;
}
