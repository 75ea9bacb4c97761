// The latest calls, for developers who look for what their program sent.

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
export const keptCalls = 100;

/** The latest calls of all worlds together, which bounds their memory, however many worlds there are. A restart forgets them. */
export class CallLog {
  /** Each is at its number modulo `keptCalls`: to move the others up would cost each read half a microsecond. */
  readonly #calls: (LoggedCall | undefined)[] = new Array(keptCalls).fill(undefined);
  #last = 0;

  /** Keeps a call. */
  add(call: Omit<LoggedCall, "number">): void {
    this.#last += 1;
    this.#calls[this.#last % keptCalls] = { ...call, number: this.#last };
  }

  /** The calls of a world before a number, the latest first. */
  latest(worldId: string, before: number, limit: number): LoggedCall[] {
    return this.#of(worldId)
      .filter(({ number }) => number < before)
      .slice(0, limit);
  }

  /** Removes the calls of a world. */
  drop(worldId: string): void {
    for (const { number } of this.#of(worldId)) this.#calls[number % keptCalls] = undefined;
  }

  #of(worldId: string): LoggedCall[] {
    return this.#calls
      .filter((call) => call !== undefined)
      .filter((call) => call.worldId === worldId)
      .sort((a, b) => b.number - a.number);
  }
}
