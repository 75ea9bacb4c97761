// What a wrong server is: the correct one with one fault, put on a stage of its pipeline.
import type { ServerResponse } from "node:http";
import type { OperationId } from "../../../src/contract/index.ts";
import type { Answer, Call } from "./call.ts";
import type { Memory } from "./memory.ts";
import type { Problem } from "./validation.ts";

/**
 * One deliberate fault. A call passes the stages in this order, and a fault may stand on any of them;
 * a stage that it leaves out stays correct.
 *
 * @example A list that ignores its filter, a limit that is off by one, and an answer without its last brace:
 * ```ts
 * const ignoresFilter: Fault = {
 *   name: "listProviders ignores source_type",
 *   on: ["listProviders"],
 *   handle: (next, call) => next({ ...call, query: {} }),
 * };
 * const offByOne: Fault = {
 *   name: "size 101 is accepted",
 *   on: ["listMarkers"],
 *   validate: (problems, call) => (call.query["size"] === 101 ? [] : problems),
 * };
 * const truncated: Fault = {
 *   name: "listLabs is cut off",
 *   on: ["listLabs"],
 *   send: (response, answer) => void response.writeHead(answer.status, answer.headers).end("[{"),
 * };
 * ```
 */
export interface Fault {
  /** What is wrong, unique in the gallery. */
  readonly name: string;
  /** The operations that are wrong; all of them when left out. */
  readonly on?: readonly OperationId[];
  /** Changes what the server remembers at its start. */
  readonly remember?: (memory: Memory) => void;
  /** Decides whether the credential is accepted, knowing whether it should be. */
  readonly authenticate?: (isAccepted: boolean, call: Call) => boolean;
  /** Drops or adds what is wrong with the input. */
  readonly validate?: (problems: readonly Problem[], call: Call) => readonly Problem[];
  /** Stands in for the handler, or calls it with another call. Only calls that passed the stages before get here. */
  readonly handle?: (next: (call: Call) => Answer, call: Call) => Answer;
  /** Changes the answer, refusals included. It is a copy, which may be changed in place. */
  readonly answer?: (answer: Answer, call: Call) => Answer;
  /** Writes the answer itself, or not at all; `next` writes it as the correct server does. */
  readonly send?: (response: ServerResponse, answer: Answer, call: Call, next: () => void) => void;
}
