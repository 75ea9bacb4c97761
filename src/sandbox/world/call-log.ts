// The journal: the latest calls of a world, for developers who look for what their program sent. Kept in memory, until the sandbox stops.
import type { components } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";

type ShownCall = Given<components["schemas"]["LoggedCall"]>;

/** A call as it is kept: as it is shown, but for its bodies, which are text; none where there was none, or where it was dropped. */
export interface LoggedCall extends Omit<ShownCall, "sent" | "answered"> {
  readonly sent: string | undefined;
  readonly answered: string | undefined;
}

/** A call as the control plane shows it. */
export function showCall(call: LoggedCall): ShownCall {
  const read = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as unknown));
  return { ...call, sent: read(call.sent), answered: read(call.answered) };
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The bytes that a world's calls may take, their bodies apart: many small calls do not cost the bodies, nor large bodies the calls. */
const [callBytes, bodyBytes] = [megabyte, 3 * megabyte];

/** A larger body is not kept. */
const largestBodyBytes = 512 * kilobyte;

/** The bytes that all sandboxes of the process may take; the largest world gives way. */
const processBytes = 256 * megabyte;

/** The bytes that a call takes besides its texts, about. */
const entryBytes = 500;

/** The journals of the process that have calls, and the bytes that they take. */
const journals = new Set<CallLog>();
let totalBytes = 0;

/** A character takes at most two bytes. */
const measure = (...texts: readonly (string | null | undefined)[]) =>
  texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0);

const measureCall = ({ path, idempotency_key, hints }: LoggedCall) =>
  entryBytes + measure(path, idempotency_key, ...hints);

/** The calls of one world. */
export class CallLog {
  #calls: LoggedCall[] = [];
  #last = 0;
  #callBytes = 0;
  #bodyBytes = 0;

  /** All calls, the oldest first. */
  get all(): readonly LoggedCall[] {
    return this.#calls;
  }

  /** Keeps a call. What makes room is the body first, then the call, of those that are oldest. */
  add(call: Omit<LoggedCall, "place" | "dropped">): void {
    journals.add(this);
    this.#last += 1;
    const tooLarge = (["sent", "answered"] as const).filter((name) => measure(call[name]) > largestBodyBytes);
    const entry = dropBodies({ ...call, place: this.#last, dropped: [] }, tooLarge);
    this.#calls.push(entry);
    this.#grow(measureCall(entry), measure(entry.sent, entry.answered));
    this.#shrink(callBytes, bodyBytes);
    while (totalBytes > processBytes) {
      const largest = [...journals].reduce((a, b) =>
        a.#callBytes + a.#bodyBytes >= b.#callBytes + b.#bodyBytes ? a : b,
      );
      // By half, so that the largest is looked for rarely
      largest.#shrink(largest.#bodyBytes > 0 ? callBytes : largest.#callBytes / 2, largest.#bodyBytes / 2);
    }
  }

  /** Begins it again. */
  clear(): void {
    this.#grow(-this.#callBytes, -this.#bodyBytes);
    this.#calls = [];
    this.#last = 0;
    journals.delete(this);
  }

  #grow(calls: number, bodies: number): void {
    this.#callBytes += calls;
    this.#bodyBytes += bodies;
    totalBytes += calls + bodies;
  }

  /** Removes the oldest bodies, and the oldest calls, until what is left takes no more. */
  #shrink(callsTo: number, bodiesTo: number): void {
    const calls = this.#calls;
    while (this.#bodyBytes > bodiesTo) {
      const index = calls.findIndex(({ sent, answered }) => measure(sent, answered) > 0);
      const call = calls[index];
      if (call === undefined) throw new Error("The bodies of a world's calls were counted wrongly.");
      this.#grow(0, -measure(call.sent, call.answered));
      calls[index] = dropBodies(call, ["sent", "answered"]);
    }
    while (this.#callBytes > callsTo) {
      const call = calls.shift();
      if (call === undefined) throw new Error("The calls of a world were counted wrongly.");
      this.#grow(-measureCall(call), -measure(call.sent, call.answered));
    }
  }
}

function dropBodies(call: LoggedCall, names: LoggedCall["dropped"]): LoggedCall {
  const dropped = names.filter((name) => call[name] !== undefined);
  if (dropped.length === 0) return call;
  const none = Object.fromEntries(dropped.map((name) => [name, undefined]));
  return { ...call, ...none, dropped: [...call.dropped, ...dropped] };
}
