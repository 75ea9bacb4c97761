// Makes valid input for an operation: what the schemas allow, with the ids that the server knows.
import fc from "fast-check";
import { type ContractOperation, type Parameter, resolve, type Schema } from "../../contract/index.ts";
import { bodySchema, FilePart, type Input } from "../sending/request.ts";
import type { Session } from "../session.ts";
import { valuesOf } from "./generated-values.ts";
import { dataNameOf, OutOfReach } from "./known-values.ts";
import { meaningfulValues } from "./meaningful-values.ts";

/** The smallest file of each kind that calls itself one. */
const smallestReport = new FilePart(new TextEncoder().encode("%PDF-1.4\n%%EOF\n"), "application/pdf", "report.pdf");

/** How much of what is optional is generated: nothing, some of it at a time, or all of it each time. */
export type Extent = "required" | "some" | "all";

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
  const { known } = session;
  const fields: Record<Parameter["in"], Record<string, fc.Arbitrary<string | string[]>>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  };
  const requiredKeys: string[] = [];
  for (const parameter of operation.parameters) {
    const required = parameter.required === true;
    if (!required && (extent === "required" || hasNoKnownValue(session, operation, parameter))) continue;
    const isKnown = known.isKnown(operation, parameter.name);
    const value = isKnown ? (given[parameter.name] ?? known.value(operation, parameter.name)) : undefined;
    if (isKnown && value === undefined) {
      if (required) throw new OutOfReach(explainMissing(session, parameter.name, operation));
      continue;
    }
    const isList = resolve<Schema>(document, parameter.schema).type === "array";
    fields[parameter.in][parameter.name] =
      value !== undefined
        ? fc.constant(isList ? [String(value)] : String(value))
        : (meaningfulValues[parameter.name]?.() ?? valuesOf(document, parameter.schema)).map(written);
    if (required || extent === "all") requiredKeys.push(parameter.name);
  }
  const record = (place: Parameter["in"]) => {
    const here = Object.keys(fields[place]).filter((name) => requiredKeys.includes(name));
    return fc.record(fields[place], { requiredKeys: here });
  };
  return fc
    .record({
      path: record("path"),
      query: record("query"),
      header: record("header"),
      body: bodies(session, operation, extent),
    })
    .map(({ path, query, header, body }) => ({ path: single(path), query, header: single(header), body }));
}

/** A plain optional text of which no value is shown: any value may well be refused. */
function hasNoKnownValue(
  { known }: Session,
  operation: ContractOperation,
  { name, schema, ...marks }: Parameter,
): boolean {
  const bare =
    schema.type === "string" &&
    schema.format === undefined &&
    schema.pattern === undefined &&
    schema.enum === undefined;
  return (
    bare &&
    meaningfulValues[name] === undefined &&
    marks["x-not-shown"] !== undefined &&
    !known.isKnown(operation, name)
  );
}

function explainMissing({ dataFile }: Session, field: string, operation: ContractOperation): string {
  const name = dataNameOf(operation, field);
  return dataFile === undefined
    ? `no \`${name}\` is known; name one in --data FILE`
    : `${dataFile} names no \`${name}\``;
}

function bodies(session: Session, operation: ContractOperation, extent: Extent): fc.Arbitrary<unknown> {
  const { known } = session;
  const schema = bodySchema(session.contract, operation);
  if (schema === undefined) return fc.constant(undefined);
  const given = session.data.bodies?.[operation.id];
  const required = schema.required ?? [];
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (given?.[name] !== undefined || (extent === "required" && !required.includes(name))) continue;
    const value = known.value(operation, name);
    if (known.isKnown(operation, name) && value === undefined) {
      if (required.includes(name)) throw new OutOfReach(explainMissing(session, name, operation));
      continue;
    }
    fields[name] = value !== undefined ? fc.constant(value) : fieldValues(session, name, property);
  }
  const exclusive = schema.not?.required ?? [];
  const written = fc
    .record(fields, { requiredKeys: Object.keys(fields).filter((name) => extent === "all" || required.includes(name)) })
    .map((body) => ({ ...given, ...withoutExcluded(body, exclusive) }));
  return operation.requestBody?.required === true || given !== undefined || extent !== "required"
    ? written
    : fc.constant(undefined);
}

function fieldValues(session: Session, name: string, property: Schema): fc.Arbitrary<unknown> {
  if (resolve<Schema>(session.contract.document, property).format === "binary") return fc.constant(smallestReport);
  return meaningfulValues[name]?.() ?? valuesOf(session.contract.document, property);
}

/** Of fields that exclude one another the first stays. */
function withoutExcluded(body: Record<string, unknown>, exclusive: readonly string[]): Record<string, unknown> {
  const [, ...others] = exclusive.filter((name) => name in body);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !others.includes(name)));
}

function written(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}

function single(values: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
