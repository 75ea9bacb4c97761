// Reads the input of a call by the document that describes it, the contract or that of the control plane: parameters converted to their types, the body, and everything that is wrong.
import type { FastifyRequest } from "fastify";
import {
  type Contract,
  type ContractOperation,
  escapeToken,
  findProblem,
  isObject,
  type OpenApiDocument,
  parsePointer,
  resolve,
  type Schema,
  type SchemaProblem,
} from "../../shared/contract/index.ts";
import { UnreadableBody } from "../../shared/http/index.ts";
import type { InputProblem } from "../assumptions/alternatives.ts";
import { convertText, Upload } from "./body.ts";

/** The input of a call, checked. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Reads a call of one operation; its body is JSON, or a form; undefined when nothing was sent; an `UnreadableBody` where something else was. */
export type InputReader = (
  request: Pick<FastifyRequest, "params" | "url" | "headers">,
  body: unknown,
) => { readonly input: Input; readonly problems: readonly InputProblem[] };

/** Makes the reader of an operation. Its schemas are compiled with its first call. */
export function makeInputReader({ document }: Contract, operation: ContractOperation): InputReader {
  const parameters = operation.parameters.flatMap(({ in: place, name, required, schema }) =>
    place === "cookie" ? [] : [{ place, name, required, schema: resolve<Schema>(document, schema) }],
  );
  // No operation takes more than one media type
  const { schema: bodySchema = {}, mediaType } = operation.requestBody?.bodies[0] ?? {};
  const choice = readChoice(document, bodySchema);
  return ({ params, url, headers }, sent) => {
    const problems: InputProblem[] = [];
    const refuse = (place: InputProblem["in"], name: string, message: string) =>
      void problems.push({ in: place, name, message });
    const query = readQuery(url);
    if (!isDecodable(query)) refuse("query", "", "is not percent-encoded UTF-8");
    const inQuery = query === "" ? undefined : new URLSearchParams(query);
    const input = { path: {}, query: {}, header: {} } satisfies Partial<Record<InputProblem["in"], object>>;
    for (const { place, name, required, schema } of parameters) {
      const into: Record<string, unknown> = input[place];
      const one = place === "path" ? Reflect.get(params as object, name) : headers[name.toLowerCase()];
      const texts = place === "query" ? (inQuery?.getAll(name) ?? []) : [one ?? []].flat();
      const [text] = texts;
      if (text === undefined) {
        if (required) refuse(place, name, "is missing");
      } else if (schema.type !== "array" && texts.length > 1) refuse(place, name, "is given more than once");
      else if (place === "path" && text === "") refuse(place, name, "is empty");
      else {
        const value = schema.type === "array" ? texts : convertText(text, schema.type);
        const fault = findFault(document, schema, value);
        const hint = place === "query" && / \d\d:\d\d$/.test(text) ? ": write a + of the query as %2B" : "";
        if (fault !== undefined) refuse(place, name, fault.message + hint);
        into[name] = schema.format === "uuid" && typeof value === "string" ? value.toLowerCase() : value;
      }
    }
    let body = sent;
    if (body instanceof UnreadableBody) refuse("body", "", body.message);
    else if (body === undefined) {
      if (operation.requestBody?.required) refuse("body", "", "is missing");
    } else if (operation.requestBody !== undefined) {
      const fault = findFault(document, bodySchema, mediaType === "multipart/form-data" ? withoutFiles(body) : body);
      if (fault !== undefined) refuse("body", fault.pointer, fault.message);
      else if (choice !== undefined && isObject(body)) body = { ...choice.listDefaults(body), ...body };
    }
    return { input: { ...input, body }, problems };
  };
}

/** A schema describes a file as a string. */
function withoutFiles(form: unknown): object {
  const parts = Object.entries(Object(form)).map(([name, part]) => [name, part instanceof Upload ? "" : part]);
  return Object.fromEntries(parts) as object;
}

/** The part of a URL behind the question mark. */
export function readQuery(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}

/** What is wrong with a value, and at which JSON pointer in it. */
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

function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
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
