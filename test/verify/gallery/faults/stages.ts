// The stages that most faults are made of: another body, another status, input that is refused or let through wrongly.
import type { Call } from "../call.ts";
import type { Problem } from "../validation.ts";
import type { Stages } from "./wrong-server.ts";

/** Another body of a success. `Body` is what the correct server answers; it may be changed in place. */
export function answers<Body>(change: (body: Body, call: Call) => unknown): Stages {
  return {
    answer: (answer, call) => (answer.status === 200 ? { ...answer, body: change(answer.body as Body, call) } : answer),
  };
}

/** Another status than the right one. */
export function answersWith(status: number, instead: number): Stages {
  return { answer: (answer) => (answer.status === instead ? { ...answer, status } : answer) };
}

/** A body of bytes on one status, with a content type of its own perhaps. */
export function answersBytes(status: number, text: string, contentType = "application/json"): Stages {
  return {
    answer: (answer) =>
      answer.status === status
        ? { ...answer, headers: { "content-type": contentType }, body: Buffer.from(text) }
        : answer,
  };
}

/** Lets input through although this is wrong with it. */
export function lets(isLetThrough: (problem: Problem, call: Call) => boolean): Stages {
  return { validate: (problems, call) => problems.filter((problem) => !isLetThrough(problem, call)) };
}

/** Refuses input with which nothing is wrong. */
export function refuses(isRefused: (call: Call) => boolean): Stages {
  const problem: Problem = { in: "body", name: "", keyword: "fault", message: "is refused by mistake" };
  return { validate: (problems, call) => (problems.length === 0 && isRefused(call) ? [problem] : problems) };
}

/** Fails on some calls. */
export function failsWhen(fails: (call: Call, status: number) => boolean): Stages {
  return {
    answer: (answer, call) =>
      fails(call, answer.status) ? { ...answer, status: 500, body: { detail: "The server failed." } } : answer,
  };
}

/** Gives the handler another query than the one that was sent. */
export function reads(change: (call: Call) => Partial<Call>): Stages {
  return { handle: (next, call) => next({ ...call, ...change(call) }) };
}

/** The query without some of its parameters: they are ignored. */
export function ignores(...names: readonly string[]): Stages {
  return reads(({ query }) => ({
    query: Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name))),
  }));
}

/** A field of a body that was sent; undefined when there is none. */
export function sent(call: Call, name: string): unknown {
  return typeof call.body === "object" && call.body !== null ? Reflect.get(call.body, name) : undefined;
}

/** The list with its first item changed. */
export function first<Item>(items: readonly Item[], change: (item: Item) => unknown): unknown[] {
  return items.map((item, index) => (index === 0 ? change(item) : item));
}

/** The object without a field. */
export function without<Value extends object>(value: Value, name: keyof Value & string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
