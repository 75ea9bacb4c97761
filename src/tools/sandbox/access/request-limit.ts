// How many requests a token makes in a minute, and what an answer tells of its limits.

import { machineNow, minute, second } from "../world/clock.ts";
import type { Limits, Usage } from "../world/limits.ts";

/** What is left of a minute. */
export interface Allowance {
  /** Below 0 when the request is refused. */
  readonly remaining: number;
  /** When the next minute begins, in seconds. */
  readonly resetSeconds: number;
}

/** Counts the requests of each token. */
export class RequestLimit {
  readonly #counted = new Map<string, { readonly endsAtMs: number; n: number }>();

  /** Counts a request. */
  take(token: string, limit: number, nowMs = machineNow()): Allowance {
    const known = this.#counted.get(token);
    // The machine's clock may have been set back
    const isNow = known !== undefined && nowMs < known.endsAtMs && nowMs >= known.endsAtMs - minute;
    const counted = isNow ? known : { endsAtMs: nowMs + minute, n: 0 };
    counted.n += 1;
    this.#counted.set(token, counted);
    return { remaining: limit - counted.n, resetSeconds: Math.ceil((counted.endsAtMs - nowMs) / second) };
  }
}

/** The fields of the IETF's draft on rate limits: the limits, and what is left of them. */
export function limitHeaders(
  limits: Limits,
  allowance: Allowance | undefined,
  usage: Usage | undefined,
): Record<string, string> {
  const policies: string[] = [];
  const rest: string[] = [];
  for (const [name, limit] of Object.entries(limits)) {
    policies.push(`"${name}";q=${limit}${name === "requests" ? ";w=60" : ""}`);
    if (name === "requests" && allowance !== undefined) {
      rest.push(`"requests";r=${Math.max(0, allowance.remaining)};t=${allowance.resetSeconds}`);
    } else if (usage !== undefined && name !== "requests") {
      rest.push(`"${name}";r=${Math.max(0, limit - usage[name as keyof Usage])}`);
    }
  }
  return { "ratelimit-policy": policies.join(", "), ...(rest.length === 0 ? {} : { ratelimit: rest.join(", ") }) };
}
