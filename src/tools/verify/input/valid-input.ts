// Makes valid input for an operation: what the schemas allow, with the ids that the server knows.
import fc from "fast-check";
import {
  type ContractOperation,
  type OpenApiDocument,
  type Parameter,
  resolve,
  type Schema,
} from "../../contract/index.ts";
import { dataNameOf, meaningfulValues } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { bodySchema, FilePart, type Input } from "../sending/request.ts";
import type { Session } from "../session.ts";

/** The smallest file of each kind that calls itself one. */
const smallestReport = new FilePart(new TextEncoder().encode("%PDF-1.4\n%%EOF\n"), "application/pdf", "report.pdf");

/** How much of what is optional is generated: nothing, some of it at a time, or all of it each time. */
export type Extent = "required" | "some" | "all";

type Fields = Record<string, fc.Arbitrary<unknown>>;

/**
 * Valid inputs of an operation.
 *
 * @param given Values of parameters, by name, that are set already.
 * @throws {OutOfReach} when it needs an id that is not given.
 */
export function validInputs(
  session: Session,
  operation: ContractOperation,
  extent: Extent,
  given: Readonly<Record<string, string | readonly string[]>> = {},
): fc.Arbitrary<Input> {
  const { document } = session.contract;
  const fields: Record<Parameter["in"], Fields> = { path: {}, query: {}, header: {}, cookie: {} };
  const requiredNames: string[] = [];
  for (const parameter of operation.parameters) {
    const { name, required = false, schema } = parameter;
    if (!required && (extent === "required" || hasNoKnownValue(operation, parameter))) continue;
    const known = given[name] ?? session.knownValue(operation, name);
    const values = fieldValues(session, operation, name, schema, known, required);
    if (values === undefined) continue;
    const isList = resolve<Schema>(document, schema).type === "array";
    fields[parameter.in][name] = values.map((value) =>
      isList || Array.isArray(value) ? [value].flat().map(String) : String(value),
    );
    if (required || extent === "all") requiredNames.push(name);
  }
  const record = <T>(place: Parameter["in"]) => {
    const requiredKeys = Object.keys(fields[place]).filter((name) => requiredNames.includes(name));
    return fc.record(fields[place], { requiredKeys }) as fc.Arbitrary<T>;
  };
  return fc.record({
    path: record<Input["path"]>("path"),
    query: record<Input["query"]>("query"),
    header: record<Input["header"]>("header"),
    body: bodies(session, operation, extent),
  });
}

/** A plain optional text of which no value is shown: any value may well be refused. */
function hasNoKnownValue(operation: ContractOperation, { name, schema, ...marks }: Parameter): boolean {
  const { type, format, pattern, enum: values } = schema;
  const isBare = type === "string" && format === undefined && pattern === undefined && values === undefined;
  const isMeaningful = meaningfulValues[name] !== undefined || dataNameOf(operation, name) !== undefined;
  return isBare && !isMeaningful && marks["x-not-shown"] !== undefined;
}

/** The values of a field; undefined when the server has to know it and nothing is known. */
function fieldValues(
  session: Session,
  operation: ContractOperation,
  name: string,
  schema: Schema,
  known: unknown,
  required: boolean,
): fc.Arbitrary<unknown> | undefined {
  const { document } = session.contract;
  if (dataNameOf(operation, name) !== undefined) {
    if (known === undefined && required) throw new OutOfReach(session.explainMissing(operation, name));
    return known === undefined ? undefined : fc.constant(known);
  }
  if (resolve<Schema>(document, schema).format === "binary") return fc.constant(smallestReport);
  return meaningfulValues[name]?.() ?? valuesOf(document, schema);
}

function bodies(session: Session, operation: ContractOperation, extent: Extent): fc.Arbitrary<unknown> {
  const schema = bodySchema(session.contract, operation);
  if (schema === undefined) return fc.constant(undefined);
  const given = session.data.bodies?.[operation.id];
  const { required = [], properties = {}, not } = schema;
  const fields: Fields = {};
  for (const [name, property] of Object.entries(properties)) {
    const isRequired = required.includes(name);
    if (given?.[name] !== undefined || (extent === "required" && !isRequired)) continue;
    const known = session.knownValue(operation, name);
    const values = fieldValues(session, operation, name, property, known, isRequired);
    if (values !== undefined) fields[name] = values;
  }
  const isSent = operation.requestBody?.required === true || given !== undefined || extent !== "required";
  if (!isSent) return fc.constant(undefined);
  const requiredKeys = Object.keys(fields).filter((name) => extent === "all" || required.includes(name));
  return fc.record(fields, { requiredKeys }).map((body) => {
    // Of fields that exclude one another the first stays
    const [, ...excluded] = (not?.required ?? []).filter((name) => name in body);
    return { ...given, ...Object.fromEntries(Object.entries(body).filter(([name]) => !excluded.includes(name))) };
  });
}

/** Text that people write: at least a character, no control characters. */
const plainText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });

const dates = fc.date({ min: new Date("1930-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });

/** How deep optional parts are generated, so that recursion ends. */
const deepest = 4;

/** Values that a schema allows. Open enums give their known values; open objects the fields that are shown. */
export function valuesOf(document: OpenApiDocument, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const below = (node: Schema) => valuesOf(document, node, depth + 1);
  if (schema.$ref !== undefined) return valuesOf(document, resolve<Schema>(document, { $ref: schema.$ref }), depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const known = schema.enum ?? schema["x-extensible-enum"];
  if (known !== undefined) return fc.constantFrom(...known);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map(below));
  if (schema.allOf !== undefined) {
    return fc.tuple(...schema.allOf.map(below)).map((parts) => Object.assign({}, ...parts.map(Object)));
  }
  return fc.oneof(...[schema.type ?? "null"].flat().map((type) => valuesOfType(type, schema, below, depth)));
}

function valuesOfType(
  type: string,
  schema: Schema,
  below: (node: Schema) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const { minimum = -1_000_000, maximum = 1_000_000, items = {}, minItems = 0, maxItems = 3 } = schema;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case "number": {
      const rounded = (value: number) => Math.min(Math.max(Math.round(value * 100) / 100, minimum), maximum);
      return fc.double({ min: minimum, max: maximum, noNaN: true }).map(rounded);
    }
    case "array":
      return fc.array(below(items), { minLength: minItems, maxLength: maxItems });
    case "object": {
      const { required = [], properties = {} } = schema;
      const shown = Object.entries(properties).filter(([name]) => depth < deepest || required.includes(name));
      const fields = Object.fromEntries(shown.map(([name, property]) => [name, below(property)]));
      return fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => required.includes(name)) });
    }
    default:
      return texts(schema);
  }
}

function texts({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  if (format === "uuid") return fc.uuid();
  if (format === "date") return dates.map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return dates.map((date) => date.toISOString());
  if (format === "uri") return fc.webUrl();
  if (minLength === undefined && maxLength === undefined) return plainText;
  return fc.string({ minLength: minLength ?? 1, maxLength: maxLength ?? (minLength ?? 0) + 40 });
}
