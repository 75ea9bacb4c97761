// The words of the comparison: in what two parts differ, and the message that it is about.
import type { Both, Part } from "./bundle.ts";
import type { Direction, Effect, RuleId } from "./rules.ts";

/** One thing in which two parts differ. */
export interface Difference extends Both {
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
  readonly schemas?: Both | undefined;
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
