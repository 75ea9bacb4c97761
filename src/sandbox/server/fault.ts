// The first fault of a value by its schema, in words: where it is, what is expected, and what was found.
import {
  escapeToken,
  findProblem,
  isObject,
  type OpenApiDocument,
  parsePointer,
  resolve,
  type Schema,
  type SchemaProblem,
} from "../../shared/contract/index.ts";

/** A fault of a value, and the JSON pointer to it. */
interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** Finds the first fault of a value. Where a schema has branches, it is that of the one that is meant. */
export function findFault(document: OpenApiDocument, schema: Schema, value: unknown): Fault | undefined {
  const problem = findProblem(document, schema, value);
  if (problem === undefined) return undefined;
  const choice = readChoice(document, schema);
  if (choice !== undefined && isObject(value)) {
    const { name, branches } = choice;
    const meant = branches.get(value[name]);
    if (meant === undefined) return { pointer: `/${name}`, message: describeValues([...branches.keys()], value[name]) };
    return findFault(document, meant, value);
  }
  const meant = listBranches(document, schema).find(({ type }) => type === typeof value);
  if (meant !== undefined) return findFault(document, meant, value);
  const [name = ""] = parsePointer(problem.pointer);
  const { properties = {} } = resolve<Schema>(document, schema);
  const inside = properties[name] && findFault(document, properties[name], Reflect.get(Object(value), name));
  if (inside !== undefined) return { ...inside, pointer: `/${escapeToken(name)}${inside.pointer}` };
  return { pointer: problem.pointer, message: describeProblem(problem) };
}

/** The branches of a `oneOf` or an `anyOf`, and of those in it, by the property whose constant values tell them apart, such as `effect`. */
export function readChoice(document: OpenApiDocument, schema: Schema) {
  const all = listBranches(document, schema);
  const listValues = ({ properties = {} }: Schema, name: string) =>
    properties[name]?.enum ?? [properties[name]?.const].filter((value) => value !== undefined);
  const names = Object.keys(all[0]?.properties ?? {});
  const name = names.find((one) => all.every((branch) => listValues(branch, one).length > 0));
  if (name === undefined) return undefined;
  const entries = all.flatMap((branch) => listValues(branch, name).map((value) => [value, branch] as const));
  const branches = new Map<unknown, Schema>(entries);
  /** The defaults of the branch that is meant. */
  const listDefaults = (value: Readonly<Record<string, unknown>>) => {
    const properties = Object.entries(branches.get(value[name])?.properties ?? {});
    return Object.fromEntries(properties.flatMap(([key, one]) => ("default" in one ? [[key, one.default]] : [])));
  };
  return { name, branches, listDefaults };
}

function listBranches(document: OpenApiDocument, schema: Schema): Schema[] {
  const { oneOf, anyOf = oneOf } = resolve<Schema>(document, schema);
  return (
    anyOf?.flatMap((branch) => {
      const below = listBranches(document, branch);
      return below.length === 0 ? [resolve<Schema>(document, branch)] : below;
    }) ?? []
  );
}

/** Ajv's own words, with what they leave out: which values there are, what was found, which field is unknown, which fields exclude each other. */
function describeProblem({ keyword, message, params, expected, known, found }: SchemaProblem): string {
  const { allowedValues, allowedValue, additionalProperty, format } = params;
  if (Array.isArray(allowedValues)) return describeValues(allowedValues, found);
  if (keyword === "const") return describeValues([allowedValue], found);
  if (keyword === "type") return `${message}, found ${shorten(found)}`;
  if (typeof additionalProperty === "string") {
    const use = known.length === 0 ? "" : `; use ${known.join(", ")}`;
    return `has the unknown field ${JSON.stringify(additionalProperty)}${use}`;
  }
  if (format === "date-time") return "must be a date-time of RFC 3339, such as 2026-03-02T09:00:00Z";
  const together = keyword === "not" ? (expected as Schema).required : undefined;
  if (together !== undefined) return `has ${together.join(" and ")}, which exclude each other: send one of them`;
  return message;
}

function describeValues(expected: readonly unknown[], found: unknown): string {
  const values = expected.map((value) => JSON.stringify(value)).join(", ");
  return `must be ${expected.length === 1 ? "" : "one of "}${values}, found ${shorten(found)}`;
}

/** A value as JSON, of which a long one shows its beginning. */
function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "none";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
