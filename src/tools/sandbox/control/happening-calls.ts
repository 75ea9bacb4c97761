// The calls that make things happen and that look at what no operation shows, bound by name to the happenings and inspections.
import { happeningsOf } from "../happenings/index.ts";
import { inspectionsOf } from "../inspections/index.ts";
import type { LiveWorld } from "../world/live-world.ts";

/** Takes an input that fits the document. */
type NamedCall = (live: LiveWorld, input: object) => Promise<unknown>;

/** What a call of a happening or an inspection does; undefined for any other operation. */
export function namedCallOf(operationId: string): NamedCall | undefined {
  const [, verb, first = "", rest = ""] = /^(simulate|inspect)([A-Z])(\w*)$/.exec(operationId) ?? [];
  if (verb === undefined) return undefined;
  const name = `${first.toLowerCase()}${rest}`;
  return async (live, input) => {
    const calls = verb === "simulate" ? happeningsOf(live) : inspectionsOf(live);
    const call: unknown = Reflect.get(calls, name);
    if (typeof call !== "function") throw new Error(`The sandbox has nothing to ${verb} named ${name}.`);
    return call(input);
  };
}
