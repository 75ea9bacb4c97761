// What a server of `learn`'s tests does differently, and what the report on a recording of it must say.

import { escapeToken, type Method } from "../../../../src/tools/contract/index.ts";
import type { OperationId } from "../../../../src/tools/sandbox/domain/topic.ts";
import type { Answer, Call, Fault } from "../../../tools/verify/gallery/call.ts";
import { contract } from "../../../tools/verify/gallery/routes.ts";

/** One way in which a server departs from what the contract assumes. The rest of it is the sandbox. */
export interface Departure {
  /** The rest of a sentence that begins with "a server". */
  readonly name: string;
  readonly on?: Fault["on"];
  /** Changes an answer, refusals included. */
  readonly answer?: (answer: Answer, call: Call) => Answer;
  /** It and another departure hide each other: it can be seen only alone. */
  readonly isHidden?: true;
  /** The findings that ask for something, and no others: verdict, pointer and message, with `n` for every count. */
  readonly shows: readonly string[];
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

/** Another status in place of one; `what` is the pointer of the assumption, and what the report says that was answered so. */
export function status(ids: readonly OperationId[], from: number, to: number, what: string): Departure {
  const verb = what.endsWith("input") ? "was" : "were";
  return {
    name: `${ids.join(" and ")} answers ${to} instead of ${from}`,
    on: ids,
    answer: (answer) => (answer.status === from ? { ...answer, status: to } : answer),
    shows: [`contradicted ${what} ${verb} answered with ${to} (n) instead of ${from}.`],
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
