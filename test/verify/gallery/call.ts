// What passes through the gallery's server: a call of an operation, and the answer to it.
import type { IncomingHttpHeaders } from "node:http";
import type { BodyOf, OperationId, ParametersOf, ReplyOf } from "../../../src/contract/index.ts";
import type { Memory } from "./memory.ts";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, byte for byte as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A call as the stages and the faults see it. */
export interface Call {
  readonly id: OperationId;
  readonly request: Received;
  /** Parameters by name, converted to the type that the contract gives them. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  /** The JSON value or the fields of the form; undefined when nothing was sent. */
  readonly body: unknown;
  /** What the server remembers. A fault may read it, change it, or hand on a copy of it. */
  readonly memory: Memory;
  /** The server's clock. */
  readonly now: Date;
}

/** An answer as the stages and the faults see it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a Buffer is sent as it is, and undefined sends nothing. */
  readonly body: unknown;
}

/** A call as the handler of one operation sees it: what the contract promises of it has been checked. */
export interface CallOf<Id extends OperationId> extends Omit<Call, "id" | "path" | "query" | "header" | "body"> {
  readonly id: Id;
  readonly path: ParametersOf<Id, "path">;
  readonly query: ParametersOf<Id, "query">;
  readonly header: ParametersOf<Id, "header">;
  readonly body: BodyOf<Id>;
}

/** One handler for each operation: a missing one, or one that answers something undocumented, does not compile. */
export type Handlers = { readonly [Id in OperationId]: (call: CallOf<Id>) => ReplyOf<Id> };

/** A refusal with a text that says why. */
export function refusal<Status extends number>(status: Status, detail: string) {
  return { status, body: { detail } } as const;
}
