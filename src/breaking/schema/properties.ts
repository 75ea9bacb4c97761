// Finds what an alternative says of a property, wherever it says it.
import { type Located, listEntries, listStrings, own, type Source } from "../../shared/contract/index.ts";

import type { Direction } from "../rules.ts";
import { commonParts, type Part, writtenFor } from "./branch.ts";
import { compilePattern } from "./pattern.ts";
import type { TypedBranch } from "./types.ts";

/** The names that `properties` lists, also those that it forbids. */
export function writtenProperties({ parts }: TypedBranch): string[] {
  return parts.flatMap(({ value: schema }) => listEntries(own(schema, "properties")).map(([name]) => name));
}

/** Computed once for each alternative. */
const namesOf = new WeakMap<TypedBranch, ReadonlySet<string>>();

/** The names that `properties` lists, without those that it forbids. */
export function namedProperties(branch: TypedBranch): ReadonlySet<string> {
  const known = namesOf.get(branch);
  if (known !== undefined) return known;
  const entries = branch.parts.flatMap(({ value: schema }) => listEntries(own(schema, "properties")));
  const forbidden = new Set(entries.flatMap(([name, schema]) => (schema === false ? name : [])));
  const names = new Set(entries.map(([name]) => name)).difference(forbidden);
  namesOf.set(branch, names);
  return names;
}

/** The properties that must be there. */
export function requiredProperties({ parts }: TypedBranch): Set<string> {
  return new Set(parts.flatMap(({ value: schema }) => listStrings(own(schema, "required"))));
}

/** Every schema that a property of this name has to match. */
export function schemasOfProperty(branch: TypedBranch, name: string): Located[] {
  return schemasFor(branch, ({ value: schema, path: at }) => {
    const named = own(own(schema, "properties"), name);
    const patterns = listEntries(own(schema, "patternProperties")).filter(([pattern]) =>
      compilePattern(pattern)?.test(name),
    );
    return [
      ...(named === undefined ? [] : [{ value: named, path: [...at, "properties", name] }]),
      ...patterns.map(([pattern, found]) => ({ value: found, path: [...at, "patternProperties", pattern] })),
    ];
  });
}

/** Every schema that a property with a name of its own has to match, one that no keyword names. */
export function schemasOfOthers(branch: TypedBranch): Located[] {
  return schemasFor(branch, () => []);
}

/** Every schema that a property has to match whose name has this pattern, as far as no other keyword names it. */
export function schemasOfPattern(branch: TypedBranch, pattern: string): Located[] {
  return schemasFor(branch, ({ value: schema, path: at }) => {
    const found = own(own(schema, "patternProperties"), pattern);
    return found === undefined ? [] : [{ value: found, path: [...at, "patternProperties", pattern] }];
  });
}

/** The patterns of `patternProperties`. */
export function listPatterns({ parts }: TypedBranch): string[] {
  return parts.flatMap(({ value: schema }) => listEntries(own(schema, "patternProperties")).map(([key]) => key));
}

/** Whether a property travels this way: one that is `readOnly` is not part of a request. */
export function travels(source: Source, schemas: readonly Located[], direction: Direction): boolean {
  return !commonParts(source, schemas).some(({ value: schema }) => own(schema, markAgainst(direction)) === true);
}

/** The mark of a property that does not travel this way. */
export function markAgainst(direction: Direction): "readOnly" | "writeOnly" {
  return direction === "request" ? "readOnly" : "writeOnly";
}

/** What each part says itself; else what it says of all other properties. */
function schemasFor({ parts }: TypedBranch, findOwn: (part: Part) => readonly Located[]): Located[] {
  return parts.flatMap((part) => {
    const found = findOwn(part);
    const others = writtenFor([part], "additionalProperties").map(({ value, at }) => ({ value, path: at }));
    return found.length > 0 ? found : others;
  });
}
