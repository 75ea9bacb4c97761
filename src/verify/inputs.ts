// Makes valid input for an operation: what the schemas allow, with the ids that the server knows.
import fc from "fast-check";
import { type ContractOperation, type Parameter, resolve, type Schema } from "../contract/index.ts";
import { valuesOf } from "./generated-values.ts";
import { type KnownValues, OutOfReach } from "./known-values.ts";
import { bodySchema, FilePart, type Input } from "./request.ts";
import type { Session } from "./session.ts";

/** The smallest file of each kind that calls itself one. */
export const smallestReport = new FilePart(
  new TextEncoder().encode("%PDF-1.4\n%%EOF\n"),
  "application/pdf",
  "report.pdf",
);

/**
 * Values of fields whose meaning says more than their schema: a birth day is in the past, a time zone is one of IANA's.
 * Each is stated in the contract's words.
 */
const meaningful: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
  fallback_time_zone: () => fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", null),
  fallback_birth_date: () => fc.oneof(days("1930-01-01", "2010-12-31"), fc.constantFrom("2000-02-29", null)),
  // A start that is after the end is not said to be allowed
  ingestion_start: () => fc.oneof(days("2020-01-01", "2022-12-31"), fc.constant(null)),
  ingestion_end: () => fc.oneof(days("2023-01-01", "2025-12-31"), fc.constant(null)),
  // What a page beyond the last is answered with is not shown
  page: () => fc.constant(1),
  start_date: () =>
    fc.integer({ min: 0, max: 60 }).map((ahead) => new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10)),
  expires_at: () =>
    fc.integer({ min: 45, max: 75 }).map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString()),
};

const dayMs = 86_400_000;

function days(from: string, to: string): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
}

/** How much of what is optional is generated: nothing, some of it at a time, or all of it each time. */
export type Extent = "required" | "some" | "all";

/**
 * Valid inputs of an operation.
 *
 * @throws {OutOfReach} when it needs an id that nobody named.
 */
export function validInputs(
  session: Session,
  known: KnownValues,
  operation: ContractOperation,
  extent: Extent,
): fc.Arbitrary<Input> {
  const { document } = session.contract;
  const fields: Record<Parameter["in"], Record<string, fc.Arbitrary<string | string[]>>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  };
  const requiredKeys: string[] = [];
  for (const parameter of operation.parameters) {
    const required = parameter.required === true;
    if (!required && (extent === "required" || hasNoKnownValue(operation, known, parameter))) continue;
    const isKnown = known.isKnown(operation, parameter.name);
    const value = isKnown ? known.value(operation, parameter.name) : undefined;
    if (isKnown && value === undefined) {
      if (required) throw new OutOfReach(missing(session, parameter.name, operation));
      continue;
    }
    const isList = resolve<Schema>(document, parameter.schema).type === "array";
    fields[parameter.in][parameter.name] =
      value !== undefined
        ? fc.constant(isList ? [String(value)] : String(value))
        : (meaningful[parameter.name]?.() ?? valuesOf(document, parameter.schema)).map(written);
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
      body: bodies(session, known, operation, extent),
    })
    .map(({ path, query, header, body }) => ({ path: single(path), query, header: single(header), body }));
}

/** A plain optional text of which no value is shown: any value may well be refused. */
function hasNoKnownValue(
  operation: ContractOperation,
  known: KnownValues,
  { name, schema, ...marks }: Parameter,
): boolean {
  const bare =
    schema.type === "string" &&
    schema.format === undefined &&
    schema.pattern === undefined &&
    schema.enum === undefined;
  return bare && marks["x-not-shown"] !== undefined && !known.isKnown(operation, name);
}

function missing(session: Session, field: string, { id }: ContractOperation): string {
  const name =
    field === "order_id"
      ? /psc/i.test(id)
        ? "psc_order_id"
        : /phleb/i.test(id)
          ? "phlebotomy_order_id"
          : field
      : field;
  const wanted =
    name === "user_id" || name === "client_user_id" ? "user" : name === "provider" ? "connected_provider" : name;
  return session.dataFile === undefined
    ? `no \`${wanted}\` is known; name one in --data FILE`
    : `${session.dataFile} names no \`${wanted}\``;
}

function bodies(
  session: Session,
  known: KnownValues,
  operation: ContractOperation,
  extent: Extent,
): fc.Arbitrary<unknown> {
  const schema = bodySchema(session.contract, operation);
  if (schema === undefined) return fc.constant(undefined);
  const given = session.data.bodies?.[operation.id];
  const required = schema.required ?? [];
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (given?.[name] !== undefined || (extent === "required" && !required.includes(name))) continue;
    const value = known.value(operation, name);
    if (known.isKnown(operation, name) && value === undefined) {
      if (required.includes(name)) throw new OutOfReach(missing(session, name, operation));
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
  return meaningful[name]?.() ?? valuesOf(session.contract.document, property);
}

/** Of fields that exclude one another the first stays. */
function withoutExcluded(body: Record<string, unknown>, exclusive: readonly string[]): Record<string, unknown> {
  const [, ...others] = exclusive.filter((name) => name in body);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !others.includes(name)));
}

function written(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}

function single(values: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
