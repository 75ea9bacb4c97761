// The latest calls of all worlds, for who looks for what their program sent. In memory, so a restart forgets them.

/** A call of the service or of the control plane. */
export interface LoggedCall {
  /** Calls are numbered as they end. */
  readonly number: number;
  readonly worldId: string;
  /** By the world's clock, in milliseconds since 1970. */
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  /** None where the path is unknown. */
  readonly operationId: string | undefined;
  readonly isControl: boolean;
  /** None when the connection was closed instead. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly faultIds: readonly string[];
  /** The body that was sent, and the one that was answered; of what is not kept here, nothing. */
  readonly sent: unknown;
  readonly answered: unknown;
}

/** So many are kept, of all worlds together: that bounds their memory, however many worlds there are. */
export const mostCalls = 100;

/** A longer body that was sent is not kept. */
const largestSentBytes = 16 * 1024;

/** The body that was sent, as far as it is kept, by the length that the call states. */
export function keptBody(sent: unknown, statedBytes: string | undefined): unknown {
  return Number(statedBytes ?? Number.NaN) <= largestSentBytes ? sent : undefined;
}

/** The latest calls, the oldest first. */
export class CallLog {
  readonly #calls: LoggedCall[] = [];
  #last = 0;

  /** Keeps a call, which takes its number from `next` and its body from `keptBody`: no call is copied, since every read pays for it. */
  add(call: LoggedCall): void {
    this.#calls.push(call);
    if (this.#calls.length > mostCalls) this.#calls.shift();
  }

  /** The number of the next call. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** The calls of a world before a number, the latest first. */
  latest(worldId: string, before: number, limit: number): LoggedCall[] {
    return this.#calls
      .filter((call) => call.worldId === worldId && call.number < before)
      .slice(-limit)
      .reverse();
  }

  get(worldId: string, number: number): LoggedCall | undefined {
    return this.#calls.find((call) => call.worldId === worldId && call.number === number);
  }

  /** Forgets the calls of a world. */
  forget(worldId: string): void {
    const others = this.#calls.filter((call) => call.worldId !== worldId);
    this.#calls.splice(0, this.#calls.length, ...others);
  }
}
