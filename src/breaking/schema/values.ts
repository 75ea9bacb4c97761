// Compares listed values: closed enums, constants, and open enums with their known values.
import type { Difference } from "../model.ts";
import { findPlace, writtenFor } from "./branch.ts";
import { accepts, listConstraints, type TypedBranch, without } from "./types.ts";

export function compareValues(base: TypedBranch, revision: TypedBranch): Difference[] {
  return [...compareClosed(base, revision), ...compareKnown(base, revision)];
}

function compareClosed(base: TypedBranch, revision: TypedBranch): Difference[] {
  const [was, is] = [base.values, revision.values];
  if (was === undefined && is === undefined) return [];
  const found = findValues("schema/enum", base, revision, ["enum", "const", "x-extensible-enum"]);
  if (was !== undefined && is !== undefined) {
    const [removed, added] = [without(was, is), without(is, was)];
    if (removed.length > 0 && added.length > 0 && removed.length === was.length) {
      const value = was.length === 1 ? "value" : "values";
      return found("different", removed, undefined, { value, was: shown(was), now: shown(is) });
    }
    return [...found("narrower", removed), ...found("wider", added)];
  }
  if (was !== undefined) {
    // Known values of an open enum are compared there
    if (knownValues(revision).length > 0) return found("opened", was);
    const says = listConstraints(revision).length === 0 ? "any" : "others";
    const refused = was.filter((value) => accepts(revision, value) !== true);
    return [...found("wider", was, says, { was: shown(was) }), ...found("narrower", refused)];
  }
  const listed = is ?? [];
  if (knownValues(base).length > 0) return found("different", listed, "closed");
  const unknown = listed.filter((value) => accepts(base, value) !== true);
  return [...found("narrower", listed, "only"), ...found("wider", unknown)];
}

/** Values that an open enum lists may grow in number; one that is gone was relied upon. */
function compareKnown(base: TypedBranch, revision: TypedBranch): Difference[] {
  const [was, is] = [knownValues(base), knownValues(revision)];
  // A closed enum in place of the open one is already reported, with all its values
  if ((was.length === 0 && is.length === 0) || revision.values !== undefined) return [];
  const before = was.length === 0 ? (base.values ?? []) : was;
  const place = ["x-extensible-enum"];
  return [
    ...findValues("schema/known-value-removed", base, revision, place)("unlisted", without(before, is)),
    ...findValues("schema/known-value-added", base, revision, place)("harmless", without(is, before)),
  ];
}

function knownValues({ parts }: TypedBranch): readonly unknown[] {
  return writtenFor(parts, "x-extensible-enum").flatMap(({ value }) => (Array.isArray(value) ? value : []));
}

/** Makes the finding about some values; none about no value. */
function findValues(rule: Difference["rule"], base: TypedBranch, revision: TypedBranch, keywords: readonly string[]) {
  const at = { base: findPlace(base, ...keywords), revision: findPlace(revision, ...keywords) };
  return (
    effect: Difference["effect"],
    values: readonly unknown[],
    says?: string,
    more?: Difference["said"],
  ): Difference[] => {
    const said = { values: shown(values), are: values.length === 1 ? "is" : "are", ...more };
    return values.length === 0 ? [] : [{ rule, effect, says, said, ...at }];
  };
}

function shown(values: readonly unknown[]): string {
  return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
}
