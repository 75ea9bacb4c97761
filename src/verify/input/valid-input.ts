// Makes valid input for an operation: what the schemas allow, with the ids that the server knows.
import fc from "fast-check";
import { type ContractOperation, type OpenApiDocument, resolve, type Schema } from "../../shared/contract/index.ts";
import type { Run } from "../calls.ts";
import { findDataName, meaningfulValues } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { Plan } from "../plan.ts";
import { FilePart, type Input } from "../sending/request.ts";
import type { InputPlace } from "./input-places.ts";

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
  run: Run,
  plan: Plan,
  extent: Extent,
  given: Readonly<Record<string, unknown>> = {},
): fc.Arbitrary<Input> {
  const { requestBody, id, document } = plan;
  const named = run.data.bodies?.[id];
  const isBodySent = requestBody?.required === true || named !== undefined || extent !== "required";
  const values: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  const places = plan.places.filter(({ path }) => path.length <= 2);
  for (const place of places) {
    const { name, label, schemas, path, required } = place;
    const isInBody = path[0] === "body";
    if (isInBody && (!isBodySent || named?.[name] !== undefined)) continue;
    if (!required && (extent === "required" || hasNoKnownValue(plan, place))) continue;
    const value = (isInBody ? undefined : given[name]) ?? findKnownValue(run, plan, name);
    const dataName = findDataName(plan, name);
    const hasToBeKnown = dataName !== undefined;
    if (hasToBeKnown && value === undefined) {
      const { file } = run.options.data;
      const missing =
        file === undefined
          ? `no \`${dataName}\` is known; name one in --data FILE`
          : `${file} names no \`${dataName}\``;
      if (required) throw new OutOfReach(missing);
      continue;
    }
    const isFile = schemas.find("format")?.value === "binary";
    const generated = meaningfulValues[name]?.() ?? makeValues(document, schemas.nodes[0]?.value ?? {});
    values[label] = hasToBeKnown ? fc.constant(value) : isFile ? fc.constant(smallestReport) : generated;
    if (required || extent === "all") requiredKeys.push(label);
  }
  const body = requestBody !== undefined && isBodySent ? { ...named } : undefined;
  const together = plan.body.find("not")?.value.required ?? [];
  return fc.record(values, { requiredKeys }).map((chosen) => {
    const sent = places.filter(({ label }) => Object.hasOwn(chosen, label));
    // Of fields that exclude one another the first stays
    const [, ...excluded] = sent.filter(({ path }) => together.includes(path[1] ?? ""));
    return sent
      .filter((place) => !excluded.includes(place))
      .reduce<Input>(
        (input, { label, kind, schemas: { types }, set }) => {
          const value = chosen[label];
          return set(input, kind !== "json" && types.includes("array") ? [value].flat() : value);
        },
        { path: {}, query: {}, header: {}, body },
      );
  });
}

/** The value that a field needs; undefined when it is not given, or any value of its schema is valid. */
function findKnownValue({ data, createdUser }: Run, plan: Plan, name: string): string | number | undefined {
  const dataName = findDataName(plan, name);
  if (dataName === undefined) return undefined;
  if (dataName === "user") {
    const user = data.user ?? (plan.traits.needsDemographics ? undefined : createdUser);
    return user?.[name === "user_id" ? name : "client_user_id"];
  }
  const value = data[dataName];
  return typeof value === "object" ? undefined : value;
}

/**
 * The plainest of some valid inputs, so that what is special about input is found by what is generated, and shrunk.
 *
 * @throws {OutOfReach} when it needs an id that is not given.
 */
export function choosePlainInput(
  run: Run,
  plan: Plan,
  extent: Extent,
  given: Readonly<Record<string, unknown>> = {},
): Input {
  const inputs = validInputs(run, plan, extent, given);
  const readOddity = (input: Input) => {
    const text = JSON.stringify(input);
    return text.length + 100 * text.replaceAll(/[\w\s-]/g, "").length;
  };
  const all = fc.sample(inputs, { seed: run.options.seed, numRuns: 10 });
  const [input] = all.sort((a, b) => readOddity(a) - readOddity(b));
  if (input === undefined) throw new OutOfReach("no valid input is known");
  return input;
}

/** A plain optional text of which no value is shown: any value may well be refused. */
function hasNoKnownValue(operation: ContractOperation, { name, kind, schemas }: InputPlace): boolean {
  const parameter = operation.parameters.find((one) => one.name === name && one.in === kind);
  const isBare =
    schemas.types.join() === "string" && (["format", "pattern", "enum"] as const).every((one) => !schemas.find(one));
  const isMeaningful = meaningfulValues[name] !== undefined || findDataName(operation, name) !== undefined;
  return isBare && !isMeaningful && parameter?.["x-not-shown"] !== undefined;
}

/** Text that people write: at least a character, no control characters. */
const plainText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });

const dates = fc.date({ min: new Date("1930-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });

/** How deep optional parts are generated, so that recursion ends. */
const deepest = 4;

/** Values that a schema allows. Open enums give their known values; open objects the fields that are shown. */
function makeValues(document: OpenApiDocument, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const below = (node: Schema) => makeValues(document, node, depth + 1);
  if (schema.$ref !== undefined) return makeValues(document, resolve<Schema>(document, { $ref: schema.$ref }), depth);
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
