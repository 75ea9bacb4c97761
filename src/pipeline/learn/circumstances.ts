// Under which circumstances an answer was given, derived from what was exchanged before it.
import type { ContractOperation } from "../../tools/contract/index.ts";
import type { RecordedExchange, Shape } from "./recording/recording.ts";
import { scalarOf } from "./shapes.ts";

/**
 * - `no credential`, `unknown credential`: the second one was never accepted in the whole recording
 * - `flawed`: the input breaks the contract
 * - `unknown path.user_id`: an id that no answer gave and no accepted call used before
 * - `several`: a flaw and an unknown id, of which the answer names one
 * - `unreadable`: a body that is not JSON, or that the file does not hold: it may have any flaw
 * - `throttled`, `failed`: 429 and 5xx, which say nothing of what was asked
 * - `plain`: none of these
 */
export type Circumstance = string;

/** Adds the ids of a shape to those that a recording has shown to exist. */
export function collectIds(shape: Shape, into: Set<string>): void {
  if (Array.isArray(shape)) for (const item of shape) collectIds(item, into);
  else if (typeof shape !== "string") for (const inner of Object.values(shape)) collectIds(inner, into);
  else if (shape.includes("~")) into.add(scalarOf(shape).id ?? "");
}

/** The credential of a call, among the headers that its operation takes one in; undefined when none came. */
export function credentialOf({ credentials = {} }: RecordedExchange, headers: readonly string[]): string | undefined {
  const [found] = Object.entries(credentials).filter(([name]) => headers.includes(name.toLowerCase()));
  return found && `${found[0].toLowerCase()} ${found[1]}`;
}

/** The circumstance of an answer, but for that of its credential. */
export function circumstanceOf(
  exchange: RecordedExchange,
  { isFlawed, asks, ids }: { isFlawed: boolean; asks: ReadonlySet<string>; ids: ReadonlySet<string> },
): Circumstance {
  const status = exchange.response?.status ?? 0;
  if (status >= 500) return "failed";
  if (status === 429) return "throttled";
  if (status >= 200 && status < 300) return isFlawed ? "flawed" : "plain";
  if (exchange.request.body === "unreadable") return "unreadable";
  const unknown = unknownIdOf(exchange, asks, ids);
  if (unknown === undefined) return isFlawed ? "flawed" : "plain";
  return isFlawed ? "several" : `unknown ${unknown}`;
}

/** The first id of the path, or of an input whose unknown ids are answered in their own way, that nothing has shown to exist. */
function unknownIdOf(
  { request }: RecordedExchange,
  asks: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): string | undefined {
  const { path = {}, query = {}, header = {} } = request.parameters ?? {};
  const body =
    typeof request.body === "object" && !Array.isArray(request.body) ? (request.body as Record<string, Shape>) : {};
  for (const [place, inputs] of Object.entries({ path, query, header, body })) {
    for (const [name, shape] of Object.entries(inputs)) {
      if (place !== "path" && !asks.has(`${place}.${name}`)) continue;
      const id = typeof shape === "string" && shape.includes("~") ? scalarOf(shape).id : undefined;
      if (id !== undefined && !ids.has(id)) return `${place}.${name}`;
    }
  }
  return undefined;
}

/** The names of the headers that an operation takes its credential in, in lower case. */
export function credentialHeadersOf(
  { security }: ContractOperation,
  schemes: Readonly<Record<string, { readonly name?: string }>>,
): readonly string[] {
  return security.flat().flatMap((name) => schemes[name]?.name?.toLowerCase() ?? []);
}
