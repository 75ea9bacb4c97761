// Hands the exchanges of a proxy to a recording, and shows them without values.
import type { IncomingMessage } from "node:http";
import type { Recorder } from "../../tools/recording/index.ts";
import type { Exchange } from "./tally.ts";
import type { UpstreamAnswer } from "./upstream.ts";
import type { Violation } from "./violations.ts";

/** A request as the proxy read it, and its answer. */
export interface Forwarded {
  readonly incoming: IncomingMessage;
  readonly body: Buffer<ArrayBuffer>;
  readonly answered: UpstreamAnswer | undefined;
}

/**
 * Records an exchange.
 *
 * @returns What the proxy may print of it: the messages of violations quote values, and a path may have ids.
 */
export async function recordExchange(
  recorder: Recorder,
  exchange: Exchange,
  forwarded: Forwarded | undefined,
): Promise<Exchange> {
  const violations = withoutValues(exchange.violations);
  if (forwarded === undefined) return { ...exchange, operation: "no request", violations };
  const { incoming, body, answered } = forwarded;
  const recorded = await recorder.exchange({
    method: incoming.method ?? "GET",
    target: incoming.url ?? "/",
    request: { headers: pairs(incoming.rawHeaders), body },
    response: answered && { status: answered.status, headers: pairs(answered.rawHeaders), body: answered.body },
  });
  const { operation, method, path } = recorded;
  return {
    operation: operation === undefined ? `${method} ${path}` : `${operation} (${method} ${path})`,
    status: exchange.status,
    violations,
  };
}

/** How many violations each side has. */
function withoutValues(violations: readonly Violation[]): Violation[] {
  return ["request", "response", "proxy"].flatMap((side) => {
    const count = violations.filter(({ location }) => location[0] === side).length;
    return count === 0 ? [] : [{ location: [side], message: `${count} in the ${side}` }];
  });
}

/** Names and values that stand in turn. */
function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as [string, string]] : []));
}
