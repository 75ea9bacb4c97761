// The behaviour of a service that chose otherwise where the contract assumes: the alternatives of the register, which are data, are applied to the input of a handler, its answer, and events.
import {
  type Alternative,
  ApplicableSchemas,
  type Assumption,
  type Contract,
  type ContractOperation,
  isObject,
  listAssumptions,
  type OpenApiDocument,
  type Path,
  resolve,
  type Schema,
} from "../../shared/contract/index.ts";
import { Refused } from "../world/refused.ts";

/** By the key of an assumption, the name of the alternative that is in its place. */
export type Assume = Readonly<Record<string, string>>;

type Form = Alternative extends infer One ? (One extends One ? keyof One : never) : never;

/** The values of alternatives, by their forms. */
type Chosen = { readonly [Name in Form]?: Extract<Alternative, Readonly<Record<Name, unknown>>>[Name] };

export type Fields = Readonly<Record<string, unknown>>;

/** The input of a call. */
export interface Input {
  readonly path: Fields;
  readonly query: Fields;
  readonly header: Fields;
  readonly body: unknown;
}

/** One thing that is wrong with the input of a call. */
export interface InputProblem {
  readonly in: "path" | "query" | "header" | "body";
  /** Name of the parameter, or JSON pointer into the body. */
  readonly name: string;
  readonly message: string;
}

/** The input of a call, with what is wrong with it. */
export interface Asked {
  readonly input: Input;
  readonly problems: readonly InputProblem[];
}

/** All alternatives of a contract, as `KEY=ALTERNATIVE`. */
export function listAlternatives({ document }: Contract): string[] {
  const pairs = Array.from(findAssumptions(document), ({ assumption: { key, alternatives = {} } }) =>
    Object.keys(alternatives).map((name) => `${key}=${name}`),
  );
  return [...new Set(pairs.flat())];
}

/** @throws {Refused} for a key or an alternative that the register does not have; the message lists those that it has. */
export function assertAlternatives(contract: Contract, assume: Assume, where = "body /assume"): void {
  for (const [key, name] of Object.entries(assume)) {
    const pairs = listAlternatives(contract);
    if (pairs.includes(`${key}=${name}`)) continue;
    const own = pairs.filter((pair) => pair.startsWith(`${key}=`));
    const found = own.length === 0 ? `the assumption "${key}", which has no alternative` : `"${name}" of ${key}`;
    const remedy = `Use one of ${(own.length === 0 ? pairs : own).join(", ")}.`;
    throw new Refused("invalid", `Expected an alternative of an assumption, found ${found}.`, { where, remedy });
  }
}

/** The input of a call as the handler is to see it: under another name, refused, or taken. @param headers All that were sent. */
export function changeInput(
  { document }: Contract,
  { parameters, requestBody }: ContractOperation,
  headers: Fields,
  asked: Asked,
  assume: Assume,
): Asked {
  let problems = [...asked.problems];
  const { query, header, body } = asked.input;
  const sent = { query: { ...query }, header: { ...header }, body: isObject(body) ? { ...body } : {} };
  /** Where a service looks that calls a field otherwise. */
  const read = { query: {}, header: headers, body: sent.body };
  const bodySchemas = applySchema(document, requestBody?.bodies[0]?.schema);
  const parts = [
    ...parameters.map(({ in: place, name, schema, "x-assumption": mark }) => {
      return { place, name, schema, marks: [...listAssumptions(mark), ...applySchema(document, schema).marks] };
    }),
    ...(isObject(body) ? bodySchemas.names : []).map((name) => {
      return { place: "body" as const, name, schema: {}, marks: bodySchemas.below(name).marks };
    }),
  ];
  for (const { place, name, schema, marks } of parts) {
    if (place === "path" || place === "cookie") continue;
    const fields: Record<string, unknown> = sent[place];
    const { name: called = name, required, ignored, taken } = choose(marks, assume);
    if (called !== name) {
      delete fields[name];
      const given = Reflect.get(read[place], place === "header" ? called.toLowerCase() : called) as unknown;
      if (given !== undefined) fields[name] = given;
    }
    const value = fields[name];
    if (required && value === undefined) {
      problems.push({ in: place, name: place === "body" ? `/${called}` : called, message: "is missing" });
    }
    const nearest = taken && takeNearest(value, resolve<Schema>(document, schema));
    if (!ignored && nearest === undefined) continue;
    if (ignored) delete fields[name];
    else fields[name] = nearest;
    problems = problems.filter((one) => one.in !== place || one.name !== name);
  }
  return { input: { ...asked.input, ...sent, body: isObject(body) ? sent.body : body }, problems };
}

/** The schemas that apply to a value of a schema. */
export function applySchema(document: OpenApiDocument, schema: Schema = {}): ApplicableSchemas {
  return new ApplicableSchemas(document, { value: schema, path: [] });
}

/** Reads the chosen alternatives of some marks by their forms; of two of one form the first counts. */
export function choose(marks: readonly Assumption[], assume: Assume): Chosen {
  const chosen = marks.map(({ key = "", alternatives = {} }) =>
    Object.hasOwn(assume, key) ? alternatives[assume[key] ?? ""] : undefined,
  );
  return Object.assign({}, ...chosen.reverse()) as Chosen;
}

/** A value as a service writes it that chose otherwise. */
export function depart(schemas: ApplicableSchemas, value: unknown, assume: Assume): unknown {
  const own = choose(schemas.marks, assume);
  if (Array.isArray(value)) {
    return value.slice(0, own.entries).map((item, index) => depart(schemas.below(`${index}`), item, assume));
  }
  if (typeof value === "string") return own.spelled?.[value] ?? value;
  if (!isObject(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) {
    const inside = schemas.below(name);
    const { left_out, name: called, names = own.names, under, null: isNull } = choose(inside.marks, assume);
    if (left_out) continue;
    const renamed = called ?? names?.[name] ?? name;
    const departed = isNull ? null : depart(inside, child, assume);
    const [at, what] = under === undefined ? [renamed, departed] : [under, { [renamed]: departed }];
    const before = fields[at];
    fields[at] = isObject(before) && isObject(what) ? { ...before, ...what } : what;
  }
  return reshape(fields, own);
}

/** An object as a whole: the list in it instead, or the object inside another one. */
export function reshape(value: unknown, { list, inside }: Chosen): unknown {
  if (list) return Object.values(Object(value)).find(Array.isArray) ?? value;
  return inside === undefined ? value : { [inside]: value };
}

/** The nearest number within the limits, or among the values; undefined for a value of another type, such as a fraction. */
function takeNearest(value: unknown, { type, enum: values, minimum, maximum }: Schema): number | undefined {
  if (typeof value !== "number" || (type === "integer" && !Number.isInteger(value))) return undefined;
  const numbers = values?.filter((one) => typeof one === "number") ?? [
    Math.min(Math.max(value, minimum ?? value), maximum ?? value),
  ];
  return numbers.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
}

/** Every assumption in a document, with the path to where it stands, in the order of the document. */
export function* findAssumptions(
  node: unknown,
  path: Path = [],
): Generator<{ readonly assumption: Assumption; readonly path: Path }> {
  if (typeof node !== "object" || node === null) return;
  const { "x-assumption": mark } = node as Pick<Schema, "x-assumption">;
  for (const assumption of listAssumptions(mark)) yield { assumption, path };
  for (const [key, child] of Object.entries(node)) {
    if (key !== "examples" && key !== "example" && key !== "default") yield* findAssumptions(child, [...path, key]);
  }
}

/** Reads `KEY=ALTERNATIVE`; undefined for a text of another form. */
export function parseAlternative(text: string): readonly [key: string, name: string] | undefined {
  const [, key, name] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  return key === undefined || name === undefined ? undefined : [key, name];
}
