// Finds what an alternative says of a property, wherever it says it.

import { entriesOf, own, type Source, stringsOf } from "../../contract/index.ts";
import type { Direction } from "../direction.ts";
import { commonParts, type Located, type Part, schemaUnder } from "./branch.ts";
import { isEvaluated } from "./evaluation.ts";
import { matcherOf } from "./pattern.ts";
import type { TypedBranch } from "./types.ts";

/** The names that `properties` lists, also those that it forbids. */
export function writtenProperties({ parts }: TypedBranch): string[] {
  return parts.flatMap(({ schema }) => entriesOf(own(schema, "properties")).map(([name]) => name));
}

/** Computed once for each property. */
const namesOf = new WeakMap<TypedBranch, ReadonlySet<string>>();

/** The names that `properties` lists, without those that it forbids. */
export function namedProperties(branch: TypedBranch): ReadonlySet<string> {
  const names = namesOf.get(branch) ?? namesIn(branch);
  namesOf.set(branch, names);
  return names;
}

function namesIn({ parts }: TypedBranch): ReadonlySet<string> {
  const names = new Set<string>();
  const forbidden = new Set<string>();
  for (const { schema } of parts) {
    for (const [name, property] of entriesOf(own(schema, "properties"))) {
      (property === false ? forbidden : names).add(name);
    }
  }
  return new Set([...names].filter((name) => !forbidden.has(name)));
}

/** Every schema that a property of this name has to match. */
export function schemasOfProperty(branch: TypedBranch, name: string): Located[] {
  return schemasFor(branch, (part) => ownSchemas(part, name));
}

/** Every schema that a property with a name of its own has to match, one that no keyword names. */
export function schemasOfOthers(branch: TypedBranch): Located[] {
  return schemasFor(branch, () => []);
}

/** Every schema that a property has to match whose name has this pattern, as far as no other keyword names it. */
export function schemasOfPattern(branch: TypedBranch, pattern: string): Located[] {
  return schemasFor(branch, ({ schema, at }) => {
    const found = own(own(schema, "patternProperties"), pattern);
    return found === undefined ? [] : [{ schema: found, at: [...at, "patternProperties", pattern] }];
  });
}

/** The patterns of `patternProperties`. */
export function patternsOf({ parts }: TypedBranch): string[] {
  return [...new Set(parts.flatMap(({ schema }) => entriesOf(own(schema, "patternProperties")).map(([key]) => key)))];
}

/** The properties that must be there. */
export function requiredProperties({ parts }: TypedBranch): Set<string> {
  return new Set(parts.flatMap(({ schema }) => stringsOf(own(schema, "required"))));
}

/** Whether the schemas, or what they refer to, carry a mark such as `readOnly: true`. */
function isMarked(source: Source, schemas: readonly Located[], mark: string): boolean {
  return commonParts(source, schemas).some(({ schema }) => own(schema, mark) === true);
}

/** Whether a property travels this way: one that is `readOnly` is not part of a request. */
export function travels(source: Source, schemas: readonly Located[], direction: Direction): boolean {
  return !isMarked(source, schemas, direction === "request" ? "readOnly" : "writeOnly");
}

function schemasFor(branch: TypedBranch, ownOf: (part: Part) => readonly Located[]): Located[] {
  const evaluates = (part: Part) => ownOf(part).length > 0 || Object.hasOwn(part.schema, "additionalProperties");
  return branch.parts.flatMap((part) => {
    const found = [...ownOf(part)];
    if (found.length === 0 && Object.hasOwn(part.schema, "additionalProperties")) {
      found.push(schemaUnder(part, "additionalProperties"));
    }
    if (
      Object.hasOwn(part.schema, "unevaluatedProperties") &&
      !isEvaluated(branch, part, "unevaluatedProperties", evaluates)
    ) {
      found.push(schemaUnder(part, "unevaluatedProperties"));
    }
    return found;
  });
}

function ownSchemas({ schema, at }: Part, name: string): Located[] {
  const named = own(own(schema, "properties"), name);
  const matched = entriesOf(own(schema, "patternProperties")).filter(([pattern]) => matcherOf(pattern)?.test(name));
  return [
    ...(named === undefined ? [] : [{ schema: named, at: [...at, "properties", name] }]),
    ...matched.map(([pattern, found]) => ({ schema: found, at: [...at, "patternProperties", pattern] })),
  ];
}
