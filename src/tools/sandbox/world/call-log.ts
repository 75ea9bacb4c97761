// The latest calls, for who looks for what their program sent.
/** A call of the service or of the control plane. */
export interface LoggedCall {
  /** Later calls have a higher one. */
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

/** So many are kept. */
export const mostCalls = 100;

/** A longer body that was sent is not kept. */
const largestSentBytes = 16 * 1024;

/** The body that was sent, as far as it is kept, by the length that the call states. */
export function keptBody(sent: unknown, statedBytes: string | undefined): unknown {
  return Number(statedBytes ?? Number.NaN) <= largestSentBytes ? sent : undefined;
}

/** The latest calls of all worlds together, which bounds their memory, however many worlds there are. A restart forgets them. */
export class CallLog {
  /** Each stands at its number modulo `mostCalls`: to move the others up would cost each read half a microsecond. */
  readonly #calls: (LoggedCall | undefined)[] = new Array(mostCalls).fill(undefined);
  #last = 0;

  /** The number of the next call. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** Keeps a call, which takes its number from `next` and its body from `keptBody`: no call is copied, since every read pays for it. */
  add(call: LoggedCall): void {
    this.#calls[call.number % mostCalls] = call;
  }

  /** The calls of a world before a number, the latest first. */
  latest(worldId: string, before: number, limit: number): LoggedCall[] {
    const earlier = this.#of(worldId).filter(({ number }) => number < before);
    return earlier.slice(-limit).reverse();
  }

  /** A call of a world, while it is kept. */
  get(worldId: string, number: number): LoggedCall | undefined {
    return this.#of(worldId).find((call) => call.number === number);
  }

  /** Removes the calls of a world. */
  drop(worldId: string): void {
    for (const { number } of this.#of(worldId)) this.#calls[number % mostCalls] = undefined;
  }

  /** The oldest first. */
  #of(worldId: string): LoggedCall[] {
    return this.#calls
      .filter((call) => call !== undefined)
      .filter((call) => call.worldId === worldId)
      .sort((a, b) => a.number - b.number);
  }
}
