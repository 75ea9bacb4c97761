// The words of the comparison: where two parts are written, in what they differ, and the message that it is about.
import type { Path } from "../shared/contract/index.ts";
import type { Direction, Effect, RuleId } from "./rules.ts";

/** Where something is in each document. */
export interface Paths {
  /** The changed node in the base; the nearest one when it is new. */
  readonly base: Path;
  /** The changed node in the revision; the nearest one when it is gone. */
  readonly revision: Path;
}

/** One thing in which two parts differ. */
export interface Difference extends Paths {
  readonly rule: RuleId;
  readonly effect: Effect;
  /** The sentence of the rule, where it is not that of the effect. */
  readonly says?: string | undefined;
  /** What stands in the sentence. */
  readonly said?: Readonly<Record<string, string>> | undefined;
  /** What was removed had been marked as deprecated. */
  readonly announced?: boolean | undefined;
}

/** An operation, event or callback on both sides. */
export interface Scope extends Paths {
  /** Its name: `GET /users`, `webhook order.created`. */
  readonly operation: string;
  /** Its operationId, where it has one. */
  readonly id: string | undefined;
  /** An event or a callback, which nobody requested. */
  readonly isEvent: boolean;
}

/** A message in one direction. */
export interface Message {
  /** The operation, event or callback; undefined for what belongs to the document itself. */
  readonly scope: Scope | undefined;
  readonly direction: Direction;
  /** An event or a callback, which nobody requested. */
  readonly isEvent: boolean;
}

/** A difference in a message. Paths lead from the document's root, through references, to the node. */
export interface MessageDifference extends Difference {
  readonly scope: Scope | undefined;
  readonly direction: Direction;
  /** What changed: "query parameter `limit`". */
  readonly subject: string;
  /** Other messages that have it too: what they share is compared once. */
  readonly also?: readonly Message[];
}
