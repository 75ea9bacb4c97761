// The words of the comparison: two parts, in what they differ, and the message that it is about.
import type { Part } from "./part.ts";
import type { Direction, Effect, RuleId } from "./rules.ts";

/** A part in each document. */
export interface Parts {
  /** The changed part in the base; the nearest one when it is new. */
  readonly base: Part;
  /** The changed part in the revision; the nearest one when it is gone. */
  readonly revision: Part;
}

/** One thing in which two parts differ. */
export interface Difference extends Parts {
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
  /** What a value travels in: the body, or a parameter by its name. */
  readonly carrier?: { readonly in: "body" | "query" | "header" | "path"; readonly name?: string } | undefined;
}

/** A difference in a message. */
export interface MessageDifference extends Difference, Message {
  /** The whole schemas around the parts: of the body or of the parameter. */
  readonly schemas?: Parts | undefined;
  /** The changed thing: "query parameter `limit`". */
  readonly subject: string;
}

/** An operation or an event on one side. */
export interface Call {
  /** Its path without the names of parameters; the name of the event. */
  readonly template: string;
  /** The path, or the name of the event. */
  readonly name: string;
  readonly method: string;
  readonly item: Part;
  readonly operation: Part;
}
