// What a service does that chose otherwise where the contract assumes: applied to what a handler was sent and answers, and to events.
import {
  type Alternative,
  ApplicableSchemas,
  type Assumed,
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

/** What a call was answered with, as far as an alternative changes it. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** The parts of an input that alternatives change. */
export interface Input {
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** One thing that is wrong with the input of a call. */
export interface InputProblem {
  readonly in: "path" | "query" | "header" | "body";
  /** Name of the parameter, or JSON pointer into the body. */
  readonly name: string;
  readonly message: string;
}

/** The alternatives of a contract, each under the key of its assumption and a name. */
export class Alternatives {
  readonly #document: OpenApiDocument;
  readonly #contract: Contract;
  readonly #byKey: ReadonlyMap<string, Readonly<Record<string, Alternative>>>;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#document = contract.document;
    this.#byKey = new Map(
      Array.from(
        findAssumptions(contract.document),
        ({ assumption: { key = "", alternatives = {} } }) => [key, alternatives] as const,
      ),
    );
  }

  /** The names of the alternatives of an assumption; none where the register has none. */
  listNames(key: string): string[] {
    return Object.keys(this.#byKey.get(key) ?? {});
  }

  /** @throws {Refused} for a key or an alternative that the register does not have; the message lists those that it has. */
  assertKnown(assume: Assume, where = "body /assume"): void {
    for (const [key, name] of Object.entries(assume)) {
      const names = this.listNames(key);
      if (names.includes(name)) continue;
      const isUnknown = names.length === 0;
      const found = isUnknown ? `the assumption "${key}", which has no alternative` : `"${name}" of ${key}`;
      const pairs = this.pairs().filter((pair) => isUnknown || pair.startsWith(`${key}=`));
      const remedy = `Use one of ${pairs.join(", ")}.`;
      throw new Refused("invalid", `Expected an alternative of an assumption, found ${found}.`, { where, remedy });
    }
  }

  /** All alternatives, as `KEY=ALTERNATIVE`. */
  pairs(): string[] {
    return [...this.#byKey.keys()].flatMap((key) => this.listNames(key).map((name) => `${key}=${name}`));
  }

  /** The answer to a call. */
  answer(operation: ContractOperation, answered: Answered, assume: Assume): Answered {
    const described = operation.responses.find(({ status }) => status === `${answered.status}`);
    if (described === undefined || Object.keys(assume).length === 0) return answered;
    const { response, bodies } = described;
    const mark = response["x-assumption"];
    const status = this.#chosen(mark, assume, "status")?.status ?? answered.status;
    const schema = bodies[0]?.schema ?? {};
    const departed = this.#depart(this.#schemasOf(schema), answered.body, assume);
    return { ...answered, status, body: this.#reshape(listAssumptions(mark), departed, assume) };
  }

  /** The payload of an event, as JSON. */
  event(name: string | undefined, payload: string, assume: Assume): string {
    if (Object.keys(assume).length === 0) return payload;
    const schema = this.#contract.events.find((event) => event.name === name)?.payload.schema ?? {};
    return JSON.stringify(this.#depart(this.#schemasOf(schema), JSON.parse(payload), assume));
  }

  /** What a call sent, as the handler is to see it: under another name, refused, or taken. */
  input<Sent extends Input>(
    operation: ContractOperation,
    headers: Readonly<Record<string, unknown>>,
    asked: { readonly input: Sent; readonly problems: readonly InputProblem[] },
    assume: Assume,
  ): typeof asked {
    if (Object.keys(assume).length === 0) return asked;
    let problems = [...asked.problems];
    const sent = { query: { ...asked.input.query }, header: { ...asked.input.header } };
    for (const { name, in: place, schema, "x-assumption": mark } of operation.parameters) {
      if (place !== "query" && place !== "header") continue;
      const marks = [...listAssumptions(mark), ...this.#schemasOf(schema).marks];
      const called = this.#chosen(marks, assume, "name")?.name;
      if (called !== undefined) {
        delete sent[place][name];
        if (place === "header" && headers[called.toLowerCase()] !== undefined) {
          sent.header[name] = headers[called.toLowerCase()];
        }
      }
      if (this.#chosen(marks, assume, "required") !== undefined && sent[place][name] === undefined) {
        problems.push({ in: place, name: called ?? name, message: "is missing" });
      }
      const value = sent[place][name];
      if (this.#chosen(marks, assume, "ignored") !== undefined) delete sent[place][name];
      else if (this.#chosen(marks, assume, "taken") !== undefined && typeof value === "number") {
        const limits = resolve<Schema>(this.#document, schema);
        // A fraction is of another type, and not beyond a limit
        if (limits.type === "integer" && !Number.isInteger(value)) continue;
        sent[place][name] = takeNearest(value, limits);
      } else continue;
      problems = problems.filter((one) => one.in !== place || one.name !== name);
    }
    const schema = operation.requestBody?.bodies[0]?.schema;
    const body = isObject(asked.input.body) ? { ...asked.input.body } : undefined;
    for (const [name, marks] of schema === undefined || body === undefined ? [] : this.#listFields(schema)) {
      const called = this.#chosen(marks, assume, "name")?.name;
      if (called !== undefined && body !== undefined) {
        delete body[name];
        if (body[called] !== undefined) body[name] = body[called];
      }
      if (this.#chosen(marks, assume, "required") !== undefined && body?.[name] === undefined) {
        problems.push({ in: "body", name: `/${called ?? name}`, message: "is missing" });
      }
    }
    return { input: { ...asked.input, ...sent, body: body ?? asked.input.body }, problems };
  }

  /** The assumptions on each field of a body. */
  #listFields(schema: Schema): [string, readonly Assumption[]][] {
    const schemas = this.#schemasOf(schema);
    return schemas.names.map((name) => [name, schemas.below(name).marks]);
  }

  #schemasOf(schema: Schema): ApplicableSchemas {
    return new ApplicableSchemas(this.#document, { value: schema, path: [] });
  }

  #depart(schemas: ApplicableSchemas, value: unknown, assume: Assume): unknown {
    const own = schemas.marks;
    if (Array.isArray(value)) {
      const items = value.map((item, index) => this.#depart(schemas.below(`${index}`), item, assume));
      return items.slice(0, this.#chosen(own, assume, "entries")?.entries);
    }
    if (typeof value === "string") return this.#chosen(own, assume, "spelled")?.spelled[value] ?? value;
    if (!isObject(value)) return value;
    const fields: Record<string, unknown> = {};
    for (const [name, child] of Object.entries(value)) {
      const inside = schemas.below(name);
      const { marks } = inside;
      if (this.#chosen(marks, assume, "left_out") !== undefined) continue;
      const names = this.#chosen([...marks, ...own], assume, "names")?.names;
      const called = this.#chosen(marks, assume, "name")?.name ?? names?.[name] ?? name;
      const around = this.#chosen(marks, assume, "under")?.under;
      const isNull = this.#chosen(marks, assume, "null") !== undefined;
      const departed = isNull ? null : this.#depart(inside, child, assume);
      const [at, what] = around === undefined ? [called, departed] : [around, { [called]: departed }];
      const before = fields[at];
      fields[at] = isObject(before) && isObject(what) ? { ...before, ...what } : what;
    }
    return this.#reshape(own, fields, assume);
  }

  /** An object as a whole: the list in it instead, or the object inside another one. */
  #reshape(marks: readonly Assumption[], value: unknown, assume: Assume): unknown {
    if (this.#chosen(marks, assume, "list") !== undefined)
      return Object.values(Object(value)).find(Array.isArray) ?? value;
    const inside = this.#chosen(marks, assume, "inside")?.inside;
    return inside === undefined ? value : { [inside]: value };
  }

  /** The alternative of a form that one of the marks has and that is chosen. */
  #chosen<Name extends Form>(
    marks: Assumed | undefined,
    assume: Assume,
    form: Name,
  ): Extract<Alternative, Readonly<Record<Name, unknown>>> | undefined {
    for (const { key = "", alternatives = {} } of listAssumptions(marks)) {
      const alternative = Object.hasOwn(assume, key) ? alternatives[assume[key] ?? ""] : undefined;
      if (alternative !== undefined && form in alternative)
        return alternative as Extract<Alternative, Readonly<Record<Name, unknown>>>;
    }
    return undefined;
  }
}

/** The nearest number within the limits, or among the values. */
function takeNearest(value: number, { enum: values, minimum = value, maximum = value }: Schema): number {
  const numbers = values?.filter((one) => typeof one === "number") ?? [Math.min(Math.max(value, minimum), maximum)];
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
