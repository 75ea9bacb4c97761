// One attempt within its time: ends by its answer, its time limit or the caller's signal, and leaves nothing behind.
import type { CallName } from "./call.ts";
import { AbortedError, TimeoutError } from "./errors.ts";

/**
 * Runs an attempt that must not take longer than `limitMs`.
 *
 * It also ends when what it runs ignores its signal.
 *
 * @param run Starts the attempt; `signal` ends it.
 * @throws {TimeoutError} {AbortedError} or what the attempt throws.
 */
export function withinTime<T>(
  limitMs: number,
  signal: AbortSignal | undefined,
  call: CallName,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const stop = (error: Error) => {
      end();
      controller.abort(error);
      reject(error);
    };
    const onAbort = () => stop(abortedBy(signal, call));
    const timer = setTimeout(() => {
      const cause = new DOMException("The time is up.", "TimeoutError");
      stop(new TimeoutError(`${nameOf(call)} had no complete answer within ${limitMs} ms.`, { cause }));
    }, limitMs);
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    run(controller.signal).then(resolve, reject).then(end);
  });
}

/** The error of a call that its caller ended. */
export function abortedBy(signal: AbortSignal | undefined, call: CallName): AbortedError {
  return new AbortedError(`${nameOf(call)} was aborted by its signal.`, { cause: signal?.reason });
}

/** A call as messages name it. */
export function nameOf({ method, path }: CallName): string {
  return `${method} ${path}`;
}
