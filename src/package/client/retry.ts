// When a failed attempt is repeated, and after which wait.

/** Methods that change nothing, so that repeating them is always safe. */
const safeMethods = ["GET", "HEAD", "OPTIONS"];

/** Statuses that say "not now" rather than "no". */
const passingStatuses = [408, 429, 500, 502, 503, 504];

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** A server that asks for more patience than this, in milliseconds, is asked again after it all the same. */
const longestRetryAfterMs = 60_000;

/**
 * Whether a call may be repeated: it changes nothing, or it carries a key that the caller trusts to keep it from taking
 * effect twice. A key alone is not enough: the name of its header is an assumption of the contract.
 */
export function mayRepeat(method: string, hasTrustedKey: boolean): boolean {
  return safeMethods.includes(method) || hasTrustedKey;
}

/** Whether an answer is worth another attempt. */
export function isPassing(status: number): boolean {
  return passingStatuses.includes(status);
}

/**
 * How long to wait before the next attempt, in milliseconds.
 *
 * What the server asks for in `Retry-After`, in seconds or as a date, up to a minute;
 * else exponential backoff with jitter, so that many clients do not come back at once.
 *
 * @param attempt The attempt that failed, counted from 1.
 */
export function delayBefore(attempt: number, response: Response | undefined, now = Date.now()): number {
  const asked = retryAfter(response?.headers.get("retry-after") ?? null, now);
  if (asked !== undefined) return Math.min(asked, longestRetryAfterMs);
  const backoff = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
  return backoff * (0.5 + Math.random() / 2);
}

function retryAfter(value: string | null, now: number): number | undefined {
  if (!value) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Date.parse reads almost anything as a date: only a date of HTTP is meant
  const delayMs = / GMT$/.test(value) ? Date.parse(value) - now : Number.NaN;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}
