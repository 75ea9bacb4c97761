// The behaviour of a service that chose otherwise where the contract assumes: the alternatives of the register, which are data, are applied to the input of a handler, its answer, and events.
import {
  type Alternative,
  ApplicableSchemas,
  type Assumption,
  type Contract,
  type ContractOperation,
  isObject,
  listAssumptions,
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

/** The parts of an answer that alternatives change. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** The parts of an input that alternatives change. */
export interface Input {
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
export interface Asked<Sent extends Input> {
  readonly input: Sent;
  readonly problems: readonly InputProblem[];
}

/** The alternatives of a contract, each under the key of its assumption and a name. */
export class Alternatives {
  readonly #contract: Contract;
  /** All of them, as `KEY=ALTERNATIVE`. */
  readonly pairs: readonly string[];

  constructor(contract: Contract) {
    this.#contract = contract;
    const pairs = Array.from(findAssumptions(contract.document), ({ assumption: { key, alternatives = {} } }) =>
      Object.keys(alternatives).map((name) => `${key}=${name}`),
    );
    this.pairs = [...new Set(pairs.flat())];
  }

  /** @throws {Refused} for a key or an alternative that the register does not have; the message lists those that it has. */
  assertKnown(assume: Assume, where = "body /assume"): void {
    for (const [key, name] of Object.entries(assume)) {
      if (this.pairs.includes(`${key}=${name}`)) continue;
      const own = this.pairs.filter((pair) => pair.startsWith(`${key}=`));
      const found = own.length === 0 ? `the assumption "${key}", which has no alternative` : `"${name}" of ${key}`;
      const remedy = `Use one of ${(own.length === 0 ? this.pairs : own).join(", ")}.`;
      throw new Refused("invalid", `Expected an alternative of an assumption, found ${found}.`, { where, remedy });
    }
  }

  /** The answer to a call. */
  answer(operation: ContractOperation, answered: Answered, assume: Assume): Answered {
    const described = operation.responses.find(({ status }) => status === `${answered.status}`);
    if (described === undefined || Object.keys(assume).length === 0) return answered;
    const { response, bodies } = described;
    const chosen = choose(listAssumptions(response["x-assumption"]), assume);
    const body = depart(this.#schemasOf(bodies[0]?.schema ?? {}), answered.body, assume);
    return { ...answered, status: chosen.status ?? answered.status, body: reshape(body, chosen) };
  }

  /** The payload of an event of a schema, as JSON. */
  event(schema: Schema, payload: string, assume: Assume): string {
    if (Object.keys(assume).length === 0) return payload;
    return JSON.stringify(depart(this.#schemasOf(schema), JSON.parse(payload), assume));
  }

  /** The input of a call as the handler is to see it: under another name, refused, or taken. */
  input<Sent extends Input>(
    operation: ContractOperation,
    headers: Fields,
    asked: Asked<Sent>,
    assume: Assume,
  ): Asked<Sent> {
    if (Object.keys(assume).length === 0) return asked;
    let problems = [...asked.problems];
    const { query, header, body } = asked.input;
    const sent = { query: { ...query }, header: { ...header }, body: isObject(body) ? { ...body } : {} };
    /** Where a service looks that calls a field otherwise. */
    const read = { query: {}, header: headers, body: sent.body };
    const bodySchemas = this.#schemasOf(operation.requestBody?.bodies[0]?.schema ?? {});
    const parts = [
      ...operation.parameters.map(({ in: place, name, schema, "x-assumption": mark }) => {
        return { place, name, schema, marks: [...listAssumptions(mark), ...this.#schemasOf(schema).marks] };
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
      const nearest = taken && takeNearest(value, resolve<Schema>(this.#contract.document, schema));
      if (!ignored && nearest === undefined) continue;
      if (ignored) delete fields[name];
      else fields[name] = nearest;
      problems = problems.filter((one) => one.in !== place || one.name !== name);
    }
    return { input: { ...asked.input, ...sent, body: isObject(body) ? sent.body : body }, problems };
  }

  #schemasOf(schema: Schema): ApplicableSchemas {
    return new ApplicableSchemas(this.#contract.document, { value: schema, path: [] });
  }
}

/** Reads the chosen alternatives of some marks by their forms; of two of one form the first counts. */
function choose(marks: readonly Assumption[], assume: Assume): Chosen {
  const chosen = marks.map(({ key = "", alternatives = {} }) =>
    Object.hasOwn(assume, key) ? alternatives[assume[key] ?? ""] : undefined,
  );
  return Object.assign({}, ...chosen.reverse()) as Chosen;
}

/** A value as a service writes it that chose otherwise. */
function depart(schemas: ApplicableSchemas, value: unknown, assume: Assume): unknown {
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
function reshape(value: unknown, { list, inside }: Chosen): unknown {
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
