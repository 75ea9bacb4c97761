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
export const mostCalls = 100;

/** The latest calls of all worlds together, which bounds their memory, however many worlds there are. A restart forgets them. */
export class CallLog {
  #calls: readonly LoggedCall[] = [];
  #last = 0;

  /** Keeps a call. */
  add(call: Omit<LoggedCall, "number">): void {
    this.#last += 1;
    this.#calls = [...this.#calls.slice(1 - mostCalls), { ...call, number: this.#last }];
  }

  /** The calls of a world before a number, the latest first. */
  latest(worldId: string, before: number, limit: number): LoggedCall[] {
    return this.#calls
      .filter((call) => call.worldId === worldId && call.number < before)
      .slice(-limit)
      .reverse();
  }

  /** A call of a world, while it is kept. */
  get(worldId: string, number: number): LoggedCall | undefined {
    return this.#calls.find((call) => call.worldId === worldId && call.number === number);
  }

  /** Removes the calls of a world. */
  drop(worldId: string): void {
    this.#calls = this.#calls.filter((call) => call.worldId !== worldId);
  }
}
