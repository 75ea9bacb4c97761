// Splits the alternatives of a schema by JSON type, so that spellings of the same thing look the same.
import { canonical, isObject, own, stringsOf } from "../../contract/index.ts";
import { allows } from "./accepts.ts";
import type { Branch } from "./branch.ts";
import { type JsonType, jsonTypes, keywordsOf, typeOf } from "./json-type.ts";

/** An alternative as far as it concerns values of one type. */
export interface TypedBranch extends Branch {
  readonly type: JsonType;
  /** Only whole numbers are allowed. */
  readonly integer: boolean;
  /** The only values that are allowed; undefined when they are not listed. */
  readonly values: readonly unknown[] | undefined;
  /** The listed values are allowed by all other keywords too, so that these need not be looked at. */
  readonly isExact: boolean;
}

/** The alternatives by the types of the values that they allow; a type that is not allowed is not among them. */
export function byType(branches: readonly Branch[]): Map<JsonType, TypedBranch[]> {
  const found = new Map<JsonType, TypedBranch[]>();
  for (const branch of branches) {
    const names = allowedTypeNames(branch);
    const listed = listedValues(branch);
    for (const type of jsonTypes) {
      const integer = type === "number" && !names.has("number") && names.has("integer");
      if (!names.has(type) && !integer) continue;
      const values = listed?.filter(
        (value) =>
          typeOf(value) === type && (!integer || Number.isInteger(value)) && allows(branch.parts, value) !== false,
      );
      if (values?.length === 0) continue;
      if (values === undefined && isEmpty(type, branch)) continue;
      const isExact = values?.every((value) => allows(branch.parts, value) === true) ?? false;
      const typed = { ...branch, type, integer, values: isAll(type, values) ? undefined : values, isExact };
      found.set(type, [...(found.get(type) ?? []), typed]);
    }
  }
  return found;
}

const ranges: Readonly<Partial<Record<JsonType, readonly (readonly [least: string, most: string])[]>>> = {
  number: [
    ["minimum", "maximum"],
    ["exclusiveMinimum", "maximum"],
    ["minimum", "exclusiveMaximum"],
    ["exclusiveMinimum", "exclusiveMaximum"],
  ],
  string: [["minLength", "maxLength"]],
  array: [["minItems", "maxItems"]],
  object: [["minProperties", "maxProperties"]],
};

/** Whether what is the least is more than what is the most, so that no value is left. */
function isEmpty(type: JsonType, { parts }: Branch): boolean {
  const limits = (keyword: string) =>
    parts.map(({ schema }) => own(schema, keyword)).filter((n) => typeof n === "number");
  return (ranges[type] ?? []).some(([least, most]) => {
    const [from, to] = [Math.max(...limits(least)), Math.min(...limits(most))];
    return from > to || (from === to && `${least} ${most}`.includes("exclusive"));
  });
}

/** A boolean is either of two, a null is one: listing them changes nothing. */
export function isAll(type: JsonType, values: readonly unknown[] | undefined): boolean {
  if (type === "null") return values?.length === 1;
  return type === "boolean" && values?.length === 2;
}

/** Whether the branch allows this value of its type for certain. */
export function accepts(branch: TypedBranch, value: unknown): boolean {
  if (branch.integer && !Number.isInteger(value)) return false;
  return allows(branch.parts, value) === true;
}

/** Keywords that constrain values of this type, beyond the type itself. */
export function constraintsOf(branch: TypedBranch): string[] {
  const relevant = new Set([...keywordsOf[branch.type], "enum", "const", "not", "if", "format", "x-extensible-enum"]);
  return branch.parts.flatMap(({ schema }) => Object.keys(schema).filter((key) => relevant.has(key)));
}

function allowedTypeNames(branch: Branch): ReadonlySet<string> {
  let allowed = new Set<string>([...jsonTypes, "integer"]);
  for (const { schema } of branch.parts) {
    const type = own(schema, "type");
    if (type !== undefined) {
      const names = stringsOf([type].flat());
      // What allows numbers allows whole ones
      const withIntegers = names.includes("number") ? [...names, "integer"] : names;
      allowed = new Set([...allowed].filter((name) => withIntegers.includes(name)));
    }
    const not = own(schema, "not");
    if (isObject(not) && isOnlyAType(not)) {
      const refused = stringsOf([not["type"]].flat());
      const all = refused.includes("number") ? [...refused, "integer"] : refused;
      allowed = new Set([...allowed].filter((name) => !all.includes(name)));
    }
  }
  return allowed;
}

/** Whether a negated schema has types only, which the comparison of types reports. */
export function isOnlyAType(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const keys = Object.keys(schema);
  return keys.length === 1 && keys[0] === "type" && ![schema["type"]].flat().includes("integer");
}

function listedValues(branch: Branch): unknown[] | undefined {
  let values: unknown[] | undefined;
  for (const { schema } of branch.parts) {
    for (const keyword of ["enum", "const"]) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const listed = keyword === "const" ? [schema[keyword]] : [schema[keyword]].flat();
      const texts = new Set(listed.map(canonical));
      values = (values ?? listed).filter((value) => texts.has(canonical(value)));
    }
  }
  return values && [...new Map(values.map((value) => [canonical(value), value])).values()];
}
