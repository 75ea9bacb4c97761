// A call of an operation as a wrong server sees it, the answer to it, and the fault that may change both.
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { OperationId } from "../../../src/sandbox/domain/topic.ts";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, byte for byte as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A call as a fault sees it. A copy with another path, query, body, URL or headers is another request to the sandbox. */
export interface Call extends Received {
  readonly id: OperationId;
  /** Parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters by name, converted to the contract's types as far as possible. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The JSON value; undefined when nothing was sent, or no JSON. */
  readonly body: unknown;
  readonly bytes: Buffer<ArrayBuffer>;
  /** Answered by another world, whose cast is the same, and which no other call reaches? */
  readonly isElsewhere: boolean;
  /** The memory of a fault, from call to call of one server. */
  readonly memory: Map<string, unknown>;
}

/** An answer as a fault sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a Buffer is sent as it is, and undefined sends nothing. */
  readonly body: unknown;
}

/** Asks the sandbox. */
export type Next = (call: Call) => Promise<Answer>;

/**
 * One deliberate fault, put around the sandbox. A stage that it leaves out stays correct.
 *
 * @example A list that ignores its filter, and an answer without its last brace:
 * ```ts
 * const ignoresFilter: Fault = {
 *   name: "listProviders ignores source_type",
 *   on: ["listProviders"],
 *   handle: (next, call) => next({ ...call, query: {} }),
 * };
 * const truncated: Fault = {
 *   name: "listLabs is cut off",
 *   on: ["listLabs"],
 *   send: (response, answer) => void response.writeHead(answer.status, answer.headers).end("[{"),
 * };
 * ```
 */
export interface Fault {
  /** The fault as a sentence, unique in the gallery. */
  readonly name: string;
  /** The operations that are wrong; all of them when left out. */
  readonly on?: readonly OperationId[];
  /** Asks the sandbox something else, more than once, or not at all. */
  readonly handle?: (next: Next, call: Call) => Promise<Answer>;
  /** Changes the answer, refusals included. Its body may be changed in place. */
  readonly answer?: (answer: Answer, call: Call) => Answer;
  /** Writes the answer itself, or not at all; `next` writes it as it is. */
  readonly send?: (response: ServerResponse, answer: Answer, call: Call, next: () => void) => void;
}

/** The stages of a fault. */
export type Stages = Pick<Fault, "handle" | "answer" | "send">;
