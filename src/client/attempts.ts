// Attempts of one call: each within its time, repeated after a wait where that is safe, and nothing left behind.
import { AbortedError, NetworkError, TimeoutError } from "./errors.ts";
import type { AnyResult, CallName, CommonOptions, ConnectionOptions, EventDetails } from "./types.ts";

/** How long and how often a call is tried. */
export interface Limits extends Pick<CommonOptions, "signal">, Pick<ConnectionOptions, "onEvent"> {
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** 0 when repeating the call could take effect twice. */
  readonly maxRetries: number;
}

/**
 * Attempts a call until it has an answer, its attempts are used up, or its time is.
 *
 * @param attempt Makes one attempt, which `ending` ends.
 * @returns the last answer, whatever its status.
 * @throws {TimeoutError | AbortedError} or the error of the last attempt.
 */
export async function attemptCall(
  call: CallName,
  { timeoutMs, deadlineMs, maxRetries, signal, onEvent }: Limits,
  attempt: (ending: AbortSignal) => Promise<AnyResult<unknown>>,
): Promise<AnyResult<unknown>> {
  const name = `${call.method} ${call.path}`;
  // Not by `Date`: the clock of the machine may be corrected during the call
  const deadline = performance.now() + deadlineMs;
  let count = 1;
  const notify = async (event: EventDetails) => {
    try {
      await onEvent?.({ ...call, attempt: count, ...event });
    } catch {
      // A log that fails must not break the call, nor, when it is asynchronous, the process
    }
  };
  const throwIfAborted = () => {
    if (signal?.aborted) throw new AbortedError(`${name} was aborted by its signal.`, { cause: signal.reason });
  };

  /** Runs something for so long, and returns undefined when the time is up, also where it ignores its signal. */
  const runWithin = async <R>(limitMs: number, run: (ending: AbortSignal) => Promise<R>) => {
    throwIfAborted();
    const controller = new AbortController();
    let stop = () => {};
    const stopped = new Promise<undefined>((resolve) => {
      stop = () => {
        // First, so that a fetch which ends with its signal has no say
        resolve(undefined);
        controller.abort();
      };
    });
    // A longer timer would fire at once
    const timer = setTimeout(stop, Math.min(limitMs, 2 ** 31 - 1));
    signal?.addEventListener("abort", stop);
    try {
      return await Promise.race([stopped, run(controller.signal)]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      throwIfAborted();
    }
  };

  throwIfAborted();
  for (; ; count += 1) {
    const started = performance.now();
    const leftMs = deadline - started;
    let result: AnyResult<unknown> | undefined;
    let failure: Error | undefined;
    let reason: number | string;
    notify({ type: "request" });
    try {
      result = await runWithin(Math.min(timeoutMs, leftMs), attempt);
      const limit = leftMs <= timeoutMs ? `its deadlineMs of ${deadlineMs}` : timeoutMs;
      if (!result) throw new TimeoutError(`${name} had no complete answer within ${limit} ms.`);
      reason = result.status;
      notify({ type: "response", status: reason, durationMs: Math.round(performance.now() - started) });
      // The other statuses say "no" rather than "not now"
      if (![408, 429, 500, 502, 503, 504].includes(reason)) return result;
    } catch (error) {
      reason = error instanceof Error ? error.name : "Error";
      notify({ type: "error", error: reason });
      if (!(error instanceof NetworkError || error instanceof TimeoutError)) throw error;
      failure = error;
    }
    const delayMs = chooseDelay(count, result?.response.headers);
    // A server that asks for a wait of more than a minute gets no further attempt: the call ends with its answer
    if (count <= maxRetries && delayMs <= 60_000 && performance.now() + delayMs < deadline) {
      notify({ type: "retry", delayMs, reason });
      await runWithin(delayMs, () => new Promise(() => {}));
    } else if (result) return result;
    else throw failure;
  }
}

/**
 * Chooses the wait before the next attempt, in milliseconds: what the server asks for in `Retry-After`, in seconds or as
 * a date by its own clock; otherwise exponential backoff with jitter, so that many clients do not come back at once.
 */
function chooseDelay(count: number, headers?: Headers): number {
  const retryAfter = headers?.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
  // The clock of the server may differ from that of this machine by more than the wait. Browsers may hide it
  const serverNow = Date.parse(headers?.get("date") ?? "") || Date.now();
  const askedMs = Date.parse(retryAfter) - serverNow;
  // Date.parse reads almost anything as a date: only a date of HTTP is meant
  if (retryAfter.endsWith(" GMT") && !Number.isNaN(askedMs)) return Math.max(0, askedMs);
  return Math.min(500 * 2 ** (count - 1), 8_000) * (0.5 + Math.random() / 2);
}
