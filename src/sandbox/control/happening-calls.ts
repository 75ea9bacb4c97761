// The calls that make things happen and that look at what no operation shows, bound by name to the happenings and inspections.
import { happeningsOf } from "../happenings/index.ts";
import { inspectionsOf } from "../inspections/index.ts";
import type { Happenings } from "../public/happenings.ts";
import type { Inspections } from "../public/inspections.ts";
import type { World } from "../world/world.ts";
import type { BodyOf, ControlId, QueryOf } from "./call.ts";

/** Takes an input that fits the document. */
type NamedCall = (world: World, input: object) => unknown;

/** The happenings as the document lets them be called: one that takes less than it says does not compile. */
type DocumentedHappenings = {
  readonly [Name in keyof Happenings]: `simulate${Capitalize<Name>}` extends infer Id extends ControlId
    ? (input: NonNullable<BodyOf<Id>>) => unknown
    : never;
};

/** The inspections as the document lets them be called. */
type DocumentedInspections = {
  readonly [Name in keyof Inspections]: `inspect${Capitalize<Name>}` extends infer Id extends ControlId
    ? (input: QueryOf<Id>) => unknown
    : never;
};

/** What a call of a happening or an inspection does; undefined for any other operation. */
export function namedCallOf(operationId: string): NamedCall | undefined {
  const [, verb, first = "", rest = ""] = /^(simulate|inspect)([A-Z])(\w*)$/.exec(operationId) ?? [];
  if (verb === undefined) return undefined;
  const name = `${first.toLowerCase()}${rest}`;
  return (world, input) => {
    const calls: DocumentedHappenings | DocumentedInspections =
      verb === "simulate" ? happeningsOf(world) : inspectionsOf(world);
    const call: unknown = Reflect.get(calls, name);
    if (typeof call !== "function") throw new Error(`The sandbox has nothing to ${verb} named ${name}.`);
    return call(input);
  };
}
