// The words of the comparison: two parts, in what they differ, and the message that it is about.
import type { NodePath } from "./node-path.ts";
import type { Direction, Effect, RuleId } from "./rules.ts";

/** A part in each document. */
export interface NodePaths {
  /** The changed part in the base; the nearest one when it is new. */
  readonly base: NodePath;
  /** The changed part in the revision; the nearest one when it is gone. */
  readonly revision: NodePath;
}

/** One thing in which two parts differ. */
export interface Difference extends NodePaths {
  readonly rule: RuleId;
  readonly effect: Effect;
  /** The sentence of the rule, where it is not that of the effect. */
  readonly says?: string | undefined;
  /** The words that are filled into the sentence. */
  readonly said?: Readonly<Record<string, string>> | undefined;
  /** The removed part had been marked as deprecated. */
  readonly announced?: boolean | undefined;
  /** The keyword by which a value tells the two documents apart. */
  readonly keyword?: string | undefined;
}

/** An operation or event on both sides. */
export interface Scope {
  /** Its name: `GET /users`, `webhook order.created`. */
  readonly operation: string;
  /** Its operationId, where it has one. */
  readonly id: string | undefined;
  /** An event, which nobody requested. */
  readonly isEvent: boolean;
}

/** A message in one direction. */
export interface Message {
  /** The operation or event; undefined for what belongs to the document itself. */
  readonly scope: Scope | undefined;
  readonly direction: Direction;
  /** The body, or the parameter by its name, that a value travels in. */
  readonly carrier?: { readonly in: "body" | "query" | "header" | "path"; readonly name?: string } | undefined;
  /** The part of it that is compared: "query parameter `limit`". */
  readonly subject: string;
}

/** A difference in a message. */
export interface MessageDifference extends Difference, Message {
  /** The whole schemas around the parts: of the body or of the parameter. */
  readonly schemas?: NodePaths | undefined;
}

/** An operation or an event on one side. */
export interface Call {
  /** Its path without the names of parameters; the name of the event. */
  readonly template: string;
  /** The path, or the name of the event. */
  readonly name: string;
  readonly method: string;
  readonly item: NodePath;
  readonly operation: NodePath;
}
