// Counterexamples, and how they are written for people.
import { isObject } from "../shared/contract/index.ts";
import { shortJson } from "../shared/findings/index.ts";

/** A value that one document accepts and the other refuses. */
export interface Counterexample {
  readonly in: "body" | "query" | "header" | "path" | "event";
  /** The operation as it is called, `GET /users`, or the event. */
  readonly operation: string;
  /** The whole body, or the parameter or header by its name: `{}` without it; absent for a message without a body. */
  readonly value?: unknown;
  /** A request was accepted by the base; an answer or an event is allowed by the revision. */
  readonly accepted_by: "base" | "revision";
}

/** Longer texts are cut. */
const longest = 120;

/** The text for people: what the value is, in one line; none without one. */
export function formatCounterexample(counterexample: Counterexample | undefined): string[] {
  if (counterexample === undefined) return [];
  const { operation, accepted_by } = counterexample;
  const said = accepted_by === "base" ? "was accepted, is refused now" : "may arrive now, was ruled out";
  return [`${said}: ${operation}${formatValue(counterexample)}`];
}

function formatValue({ in: place, value }: Counterexample): string {
  if (place === "body" || place === "event") {
    return value === undefined ? " without a body" : ` ${shortJson(value, longest)}`;
  }
  const [[name, content] = ["", undefined]] = Object.entries(Object(value) as object) as [string, unknown][];
  if (content === undefined) return " without it";
  if (place !== "query" || isObject(content)) return ` with ${name}: ${shortJson(content, longest)}`;
  const query = `${new URLSearchParams([content].flat().map((item): [string, string] => [name, String(item)]))}`;
  return `?${query.length > longest ? `${query.slice(0, longest)}…` : query}`;
}
