// Under which circumstances an answer was given, derived from what was exchanged before it.
import type { ContractOperation } from "../../tools/contract/index.ts";
import type { RecordedExchange, Shape } from "../../tools/recording/index.ts";
import { scalarOf } from "./shapes.ts";
import type { Moment } from "./tally.ts";

/**
 * - `no credential`, `unknown credential`: one that was never accepted in the whole recording
 * - `flawed`: the input breaks the contract
 * - `unknown path.user_id`: an id that no answer gave and no accepted call used before
 * - `several`: a flaw and an unknown id, of which the answer names one
 * - `throttled`, `failed`: 429 and 5xx, which say nothing of what was asked
 * - `plain`: none of these
 */
export type Circumstance = string;

/** The ids that a recording has shown to exist: a bit for each number of a pseudonym, so that millions fit. */
export class KnownIds {
  readonly #bits = new Map<string, Uint8Array>();

  add(shape: Shape): void {
    if (Array.isArray(shape)) for (const item of shape) this.add(item);
    else if (typeof shape !== "string") for (const inner of Object.values(shape)) this.add(inner);
    else if (shape.includes("~")) this.#addId(scalarOf(shape).id);
  }

  has(id: string): boolean {
    const [name, number] = split(id);
    const bits = this.#bits.get(name);
    return bits !== undefined && ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  #addId(id: string | undefined): void {
    if (id === undefined) return;
    const [name, number] = split(id);
    if (number > mostIds) return;
    let bits = this.#bits.get(name);
    if (bits === undefined && this.#bits.size >= mostNames) return;
    if (bits === undefined || bits.length <= number >> 3) {
      const larger = new Uint8Array(Math.max(64, (number >> 3) * 2 + 1));
      larger.set(bits ?? []);
      this.#bits.set(name, larger);
      bits = larger;
    }
    bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  }
}

const mostIds = 50_000_000;
const mostNames = 200;

/** `~user_id:3` as its name and its number. */
function split(id: string): [name: string, number: number] {
  const at = id.lastIndexOf(":");
  const number = Number(id.slice(at + 1));
  return [id.slice(0, at), Number.isSafeInteger(number) && number >= 0 ? number : mostIds + 1];
}

/** What waits until a credential is accepted, or never is. */
type Waiting = (circumstance: Circumstance, moment: Moment) => void;

/** The credentials of a recording: which ones were accepted, and the refusals of those that were not yet. */
export class Credentials {
  readonly #accepted = new Set<string>();
  readonly #waiting = new Map<
    string,
    { readonly circumstance: Circumstance; readonly moment: Moment; readonly count: Waiting }[]
  >();
  #waitingCount = 0;

  /** The credential of a call, among the headers that the operation takes one in; undefined when none came. */
  static of({ credentials = {} }: RecordedExchange, headers: readonly string[]): string | undefined {
    const [found] = Object.entries(credentials).filter(([name]) => headers.includes(name.toLowerCase()));
    return found && `${found[0].toLowerCase()} ${found[1]}`;
  }

  accept(credential: string): void {
    if (this.#accepted.has(credential) || this.#accepted.size >= mostWaiting) return;
    this.#accepted.add(credential);
    const waiting = this.#waiting.get(credential) ?? [];
    this.#waiting.delete(credential);
    this.#waitingCount -= waiting.length;
    for (const { circumstance, moment, count } of waiting) count(circumstance, moment);
  }

  isAccepted(credential: string): boolean {
    return this.#accepted.has(credential);
  }

  /** Counts a refusal once it is clear whether its credential is one that the service accepts. */
  refused(credential: string, circumstance: Circumstance, moment: Moment, count: Waiting): void {
    if (this.#accepted.has(credential)) count(circumstance, moment);
    else if (this.#waitingCount < mostWaiting) {
      this.#waitingCount++;
      const waiting = this.#waiting.get(credential);
      if (waiting === undefined) this.#waiting.set(credential, [{ circumstance, moment, count }]);
      else waiting.push({ circumstance, moment, count });
    }
  }

  /** At the end of a recording: what still waits had a credential that was never accepted. */
  end(): void {
    for (const waiting of this.#waiting.values()) {
      for (const { moment, count } of waiting) count("unknown credential", moment);
    }
    this.#waiting.clear();
    this.#accepted.clear();
    this.#waitingCount = 0;
  }
}

const mostWaiting = 20_000;

/** The circumstance of an answer, but for that of its credential. */
export function circumstanceOf(
  exchange: RecordedExchange,
  { isFlawed, asks, ids }: { isFlawed: boolean; asks: ReadonlySet<string>; ids: KnownIds },
): Circumstance {
  const status = exchange.response?.status ?? 0;
  if (status >= 500) return "failed";
  if (status === 429) return "throttled";
  if (status >= 200 && status < 300) return isFlawed ? "flawed" : "plain";
  const unknown = unknownIdOf(exchange, asks, ids);
  if (unknown === undefined) return isFlawed ? "flawed" : "plain";
  return isFlawed ? "several" : `unknown ${unknown}`;
}

/** The first id of the path, or of an input whose unknown ids are answered in their own way, that nothing has shown to exist. */
function unknownIdOf({ request }: RecordedExchange, asks: ReadonlySet<string>, ids: KnownIds): string | undefined {
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
