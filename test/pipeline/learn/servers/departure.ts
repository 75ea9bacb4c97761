// What a server of `learn`'s tests does differently, and the edits that a recording of it must lead to.

import type { Proposal } from "../../../../src/pipeline/learn/proposal.ts";
import type { Method, OperationId } from "../../../../src/tools/contract/index.ts";
import { escapeToken } from "../../../../src/tools/contract/index.ts";
import type { Answer, Call, Fault } from "../../../tools/verify/gallery/call.ts";
import type { SentEvent } from "../../../tools/verify/gallery/events.ts";
import { contract } from "../../../tools/verify/gallery/routes.ts";

/** One way in which a server departs from what the contract assumes. The rest of it is the sandbox. */
export interface Departure {
  /** The rest of a sentence that begins with "a server". */
  readonly name: string;
  readonly on?: Fault["on"];
  /** Changes an answer, refusals included. */
  readonly answer?: (answer: Answer, call: Call) => Answer;
  /** Changes an event. */
  readonly event?: (event: SentEvent) => SentEvent;
  /** It and another departure hide each other: it can be learned only alone, or after the other has become part of the contract. */
  readonly isHidden?: true;
  /** The edits, and no others. */
  readonly proposals: readonly Proposal[];
}

/** The pointer of an operation. */
export function operationAt(id: OperationId): string {
  const found = contract.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
  return `#/paths/${escapeToken(found.path)}/${found.method satisfies Method}`;
}

/** The pointer of a response. */
export function responseAt(id: OperationId, status: number): string {
  return `${operationAt(id)}/responses/${status}`;
}

/** The pointer of a schema, or of a property in it. */
export function schemaAt(name: string, ...properties: readonly string[]): string {
  return [`#/components/schemas/${name}`, ...properties.map((property) => `properties/${property}`)].join("/");
}

/** Another status in place of one. */
export function status(id: OperationId, from: number, to: number, what = "answers"): Departure {
  return {
    name: `${id} ${what} ${to} instead of ${from}`,
    on: [id],
    answer: (answer) => (answer.status === from ? { ...answer, status: to } : answer),
    proposals: [{ kind: "change-status", pointer: responseAt(id, from), status: String(to) }],
  };
}

/** Another body wherever an answer has this status. */
export function body(status: number, change: (body: Json) => unknown): NonNullable<Departure["answer"]> {
  return (answer) =>
    answer.status === status ? { ...answer, body: change(structuredClone(answer.body) as Json) } : answer;
}

/** A body whose shape the departure knows. */
export type Json = Record<string, unknown>;

/** The object of a field; an empty one where there is none. */
export function inside(value: Json, name: string): Json {
  const found = value[name];
  return typeof found === "object" && found !== null ? (found as Json) : {};
}

/** The objects of a list in a field. */
export function items(value: Json, name: string): Json[] {
  const found = value[name];
  return Array.isArray(found) ? (found as Json[]) : [];
}

/** Renames a field, where there is one, in its place. */
export function rename(value: Json, from: string, to: string): Json {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name === from ? to : name, field]));
}

/** Takes a field out. */
export function leaveOut(value: Json, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** Changes every object of a value, the inner ones first. */
export function everywhere(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => everywhere(item, change));
  if (typeof value !== "object" || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, field]) => [name, everywhere(field, change)])));
}
