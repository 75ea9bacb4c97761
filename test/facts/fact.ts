// The vocabulary in which facts are written: where to look, what to expect there, and tables of both.
import { type Contract, isList, isObject, type Json, type JsonObject, objectAt, Shape, show } from "./contract.ts";

/** One statement of the service description, or one choice of the contract, that can be looked up in the bundle. */
export interface Fact {
  /** Where it is stated, such as "2.1 user_id"; or `ASSUMED`. */
  readonly row: string;
  /** What is stated. */
  readonly says: string;
  /** Throws an Error with what was expected and what was found. */
  holds(contract: Contract): void;
}

/** Row of what the description leaves open and the contract had to choose. */
export const ASSUMED = "assumed (contract.md)";

/** Makes a fact. */
export function fact(row: string, says: string, holds: (contract: Contract) => void): Fact {
  return { row, says, holds };
}

// ── Where to look ────────────────────────────────────────────────────────────────────────────────

/** A place in the contract. */
export interface Place {
  readonly name: string;
  look(contract: Contract): Shape;
}

const JSON_MEDIA = "application/json";

/** The operation itself. */
export function operation(id: string): Place {
  return { name: id, look: (contract) => new Shape(contract, [contract.operation(id).node]) };
}

/** The webhook itself. */
export function webhook(key: string): Place {
  return { name: `webhook ${key}`, look: (contract) => new Shape(contract, [contract.webhook(key).node]) };
}

/** A parameter, written "query size"; its marks and its schema are seen as one. */
export function parameter(id: string, spec: string): Place {
  return {
    name: `${id} ${spec}`,
    look(contract) {
      const found = parametersOf(contract, id).get(spec);
      if (found === undefined) throw new Error(`expected a parameter "${spec}", found none`);
      return found.shape;
    },
  };
}

/** The answer to a webhook. */
export function webhookAnswer(key: string, status: string): Place {
  return {
    name: `webhook ${key} ${status}`,
    look: (contract) => new Shape(contract, [answerNode(contract.webhook(key).node, status)]),
  };
}

/** The response to an operation, apart from its body. */
export function answer(id: string, status = 200): Place {
  return {
    name: `${id} ${status}`,
    look: (contract) => new Shape(contract, [answerNode(contract.operation(id).node, status)]),
  };
}

/** The body of a response. */
export function response(id: string, status = 200): Place {
  const of = answer(id, status);
  return { name: `${of.name} body`, look: (contract) => body(of.look(contract), JSON_MEDIA) };
}

/** The request body of an operation, apart from its schema. */
export function request(id: string): Place {
  return {
    name: `${id} request`,
    look: (contract) =>
      new Shape(contract, [objectAt(contract.operation(id).node["requestBody"], `a request body of ${id}`)]),
  };
}

/** The schema of a request body. */
export function requestBody(id: string, media = JSON_MEDIA): Place {
  const of = request(id);
  return { name: `${of.name} body`, look: (contract) => body(of.look(contract), media) };
}

/** The schema of what a webhook delivers. */
export function payload(key: string): Place {
  return {
    name: `webhook ${key} payload`,
    look(contract) {
      const node = contract.webhook(key).node["requestBody"];
      return body(new Shape(contract, [objectAt(node, `a request body of ${key}`)]), JSON_MEDIA);
    },
  };
}

/** A security scheme. */
export function scheme(name: string): Place {
  return {
    name: `security scheme ${name}`,
    look(contract) {
      const components = objectAt(contract.document["components"], "components");
      const schemes = objectAt(components["securitySchemes"], "security schemes");
      return new Shape(contract, [objectAt(schemes[name], `a security scheme ${name}`)]);
    },
  };
}

/** A field below a place: `a.b`, `a[].b` through an array, `a{}.b` through the values of a map. */
export function at(place: Place, path: string): Place {
  return { name: `${place.name} ${path}`, look: (contract) => follow(place.look(contract), path).shape };
}

function answerNode(node: JsonObject, status: number | string): JsonObject {
  return objectAt(objectAt(node["responses"], "responses")[String(status)], `a response ${status}`);
}

function body(carrier: Shape, media: string): Shape {
  const content = objectAt(carrier.value("content"), "a content");
  const schema = objectAt(content[media], `a content of ${media}`)["schema"];
  return new Shape(carrier.contract, [objectAt(schema, `a schema of ${media}`)]);
}

interface FoundParameter {
  readonly required: boolean;
  readonly shape: Shape;
}

function parametersOf(contract: Contract, id: string): Map<string, FoundParameter> {
  const { node, pathItem } = contract.operation(id);
  const found = new Map<string, FoundParameter>();
  for (const list of [pathItem["parameters"], node["parameters"]]) {
    for (const reference of isList(list) ? list.filter(isObject) : []) {
      const resolved = contract.resolve(reference);
      const schema = objectAt(resolved["schema"], `a schema of a parameter of ${id}`);
      found.set(`${resolved["in"]} ${resolved["name"]}`, {
        required: resolved["required"] === true,
        shape: new Shape(contract, [reference, schema]),
      });
    }
  }
  return found;
}

interface Field {
  readonly shape: Shape;
  readonly required: boolean;
}

function follow(start: Shape, path: string): Field {
  let found: Field = { shape: start, required: true };
  for (const step of path.match(/[^.[\]{}]+|\[\]|\{\}/g) ?? []) {
    const { shape } = found;
    if (step === "[]")
      found = { shape: present(shape.items(), `items of an array on the way to ${path}`), required: true };
    else if (step === "{}")
      found = { shape: present(shape.mapValues(), `values of a map on the way to ${path}`), required: true };
    else
      found = {
        shape: present(shape.property(step), `a field ${step} on the way to ${path}`),
        required: shape.required().has(step),
      };
  }
  return found;
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`expected ${what}, found none`);
  return value;
}

// ── What to expect there ─────────────────────────────────────────────────────────────────────────

/** Keywords that narrow a value. What a fact does not name must be absent: the contract may not narrow more than is stated. */
const NARROWING = [
  "format",
  "pattern",
  "default",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "dependentRequired",
  "contentMediaType",
  "contentEncoding",
  "readOnly",
  "writeOnly",
  "not",
  "if",
  "style",
  "explode",
  "allowEmptyValue",
  "allowReserved",
] as const;

type Narrowing = { readonly [keyword in (typeof NARROWING)[number]]?: Json };

/** What must be said beside the type: in marks and in words. */
interface Notes {
  /** What an `x-assumption` at this place must choose or leave open. */
  readonly assumed?: RegExp | readonly RegExp[];
  /** What an entry of `x-not-shown` at this place must mention. */
  readonly notShown?: RegExp | readonly RegExp[];
  /** What the description of this place must mention. */
  readonly mentions?: RegExp | readonly RegExp[];
}

/** What a field is expected to be. */
export interface Expectation extends Notes {
  readonly type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  readonly narrowed?: Narrowing;
  readonly nullable?: boolean;
  readonly optional?: boolean;
  readonly deprecated?: boolean;
  readonly openEnum?: readonly string[];
  readonly closedEnum?: readonly (string | number)[];
  readonly items?: Expectation;
  readonly values?: Expectation;
  /** Further fields are not shown: `additionalProperties: true`. */
  readonly open?: boolean;
  /** Row of its own, where it differs from that of the table. */
  readonly row?: string;
}

type More = Notes & Narrowing;

function plain(type: Expectation["type"], more: More): Expectation {
  const { assumed, notShown, mentions, ...narrowed } = more;
  return {
    ...(type === undefined ? {} : { type }),
    narrowed,
    ...(assumed === undefined ? {} : { assumed }),
    ...(notShown === undefined ? {} : { notShown }),
    ...(mentions === undefined ? {} : { mentions }),
  };
}

export const string = (more: More = {}): Expectation => plain("string", more);
export const uuid = (more: More = {}): Expectation => string({ format: "uuid", ...more });
export const date = (more: More = {}): Expectation => string({ format: "date", ...more });
export const dateTime = (more: More = {}): Expectation => string({ format: "date-time", ...more });
export const integer = (more: More = {}): Expectation => plain("integer", more);
export const number = (more: More = {}): Expectation => plain("number", more);
export const boolean = (more: More = {}): Expectation => plain("boolean", more);
export const array = (items: Expectation, more: More = {}): Expectation => ({ ...plain("array", more), items });
/** An object whose fields are listed in full, each in a row of its own. */
export const object = (more: More = {}): Expectation => plain("object", more);
/** An object with further fields that are not shown; it must say so. */
export const openObject = (notShown: RegExp | readonly RegExp[], more: More = {}): Expectation => ({
  ...plain("object", { ...more, notShown }),
  open: true,
});
/** An object with free keys. */
export const map = (values: Expectation, more: More = {}): Expectation => ({ ...plain("object", more), values });
/** A string whose known values are listed and that may take others. */
export const openEnum = (values: readonly string[], more: More = {}): Expectation => ({
  ...plain("string", more),
  openEnum: values,
});
/** A value that is one of a full list. */
export const closedEnum = (values: readonly string[] | readonly number[], more: More = {}): Expectation => ({
  ...plain(typeof values[0] === "number" ? "integer" : "string", more),
  closedEnum: values,
});
/** A value of any type. */
export const anything = (notShown: RegExp, more: More = {}): Expectation => plain(undefined, { ...more, notShown });

export const optional = (expected: Expectation): Expectation => ({ ...expected, optional: true });
export const nullable = (expected: Expectation): Expectation => ({ ...expected, nullable: true });
export const deprecated = (expected: Expectation): Expectation => ({ ...expected, deprecated: true });
/** The same expectation, stated in another row than the rest of the table. */
export const inRow = (row: string, expected: Expectation): Expectation => ({ ...expected, row });
/** The same expectation, stated nowhere: the contract chose it. */
export const assumed = (expected: Expectation): Expectation => inRow(ASSUMED, expected);

/** What a parameter that the service allows to be null says, since neither a query nor a header can carry null. */
export const NULL_LEFT_OUT = /takes null too, which a (query|header) cannot carry/;

/** All listed fields are required although the description does not say so: the schema must call that an assumption. */
export const COMPLETE: More = { assumed: /^(All fields|The field)\b.*\brequired\b.*leaves open: fields/ };

/** One field is required although the description does not say so, while others of its object are stated to be there. */
export const FIELD_REQUIRED = /^The field is required \(leaves open: presence\)$/;

/** How a list travels in a query is not stated. */
export const ARRAY_REPEATED = /^The parameter is repeated for each value \(leaves open: encoding\)$/;

/** The limit is stated, that a value beyond it is refused is not. */
export const LIMIT_REFUSED = /^A value beyond the limit is refused \(leaves open: refusal\)$/;

// ── Tables of facts ──────────────────────────────────────────────────────────────────────────────

/** One fact for each field of a body, and one for each object in it: it has these fields and no others. */
export function fields(row: string, place: Place, table: Readonly<Record<string, Expectation>>): Fact[] {
  const siblings = new Map<string, Set<string>>();
  const listed = (parent: string): Set<string> => {
    const names = siblings.get(parent) ?? new Set();
    siblings.set(parent, names);
    return names;
  };
  for (const [path, { type, values }] of Object.entries(table)) {
    if (type === "object" && values === undefined) listed(path);
    const split = /^(?:(.*)\.)?([^.[\]{}]+)$/.exec(path);
    if (split?.[2] !== undefined) listed(split[1] ?? "").add(split[2]);
  }
  const facts = Object.entries(table).map(([path, expected]) =>
    fact(
      expected.row ?? `${row} ${path}`.trim(),
      `${place.name} ${path || "(whole)"}: ${describe(expected)}`,
      (contract) => {
        const found = follow(place.look(contract), path);
        same("required", expected.optional !== true, found.required);
        check(found.shape, expected);
      },
    ),
  );
  const complete = [...siblings].map(([parent, names]) =>
    fact(
      row,
      `${place.name} ${parent || "(whole)"}: ${names.size === 0 ? "has no named fields" : `has the fields ${[...names].join(", ")} and no others`}`,
      (contract) => {
        const { shape } = follow(place.look(contract), parent);
        sameSet("fields", [...names], shape.propertyNames());
        same(
          "required beyond the fields",
          [],
          [...shape.required()].filter((name) => !names.has(name)),
        );
      },
    ),
  );
  return [...facts, ...complete];
}

/** One fact for each parameter of an operation, and one that it takes no others. Keys are written "query size". */
export function parameters(row: string, id: string, table: Readonly<Record<string, Expectation>>): Fact[] {
  const facts = Object.entries(table).map(([spec, expected]) =>
    fact(expected.row ?? `${row} ${spec}`, `${id} ${spec}: ${describe(expected)}`, (contract) => {
      const found = present(parametersOf(contract, id).get(spec), `a parameter "${spec}"`);
      same("required", expected.optional !== true, found.required);
      check(found.shape, expected);
    }),
  );
  const names = Object.keys(table);
  return [
    ...facts,
    fact(
      row,
      `${id} takes ${names.length === 0 ? "no parameters" : `${names.join(", ")} and nothing else`}`,
      (contract) => sameSet("parameters", names, [...parametersOf(contract, id).keys()]),
    ),
  ];
}

/** A place that carries marks or says something in words. */
export function notes(row: string, place: Place, says: string, expected: Notes): Fact {
  return fact(row, `${place.name}: ${says}`, (contract) => checkNotes(place.look(contract), expected));
}

/** A place that says something in words. */
export function mentions(row: string, place: Place, says: string, ...words: RegExp[]): Fact {
  return notes(row, place, says, { mentions: words });
}

/** A place that says what is not shown. */
export function notShown(row: string, place: Place, says: string, ...words: RegExp[]): Fact {
  return notes(row, place, `not shown: ${says}`, { notShown: words });
}

/** What an operation or an event needs beforehand, or brings about, as data. */
export function related(row: string, place: Place, mark: "x-events" | "x-preconditions", ...names: string[]): Fact {
  return fact(row, `${place.name}: ${mark} ${names.join(", ")}`, (contract) =>
    same(mark, names, place.look(contract).value(mark)),
  );
}

/** Which operations take what an answer gives: for each, its parameters with the expression of their value. */
export function linked(row: string, place: Place, links: Readonly<Record<string, Json>>): Fact {
  return fact(row, `${place.name} links: to ${Object.keys(links).join(", ")}`, (contract) => {
    const found = Object.entries(objectAt(place.look(contract).value("links"), "links")).map(([name, node]) => {
      const link = contract.resolve(objectAt(node, `a link ${name}`));
      return [link["operationId"], link["parameters"]];
    });
    same("links", Object.entries(links), found as Json);
  });
}

/** A place at which the contract had to choose. */
export function assumption(place: Place, says: string, ...words: RegExp[]): Fact {
  return notes(ASSUMED, place, says, { assumed: words });
}

/** Fails unless the shape is exactly as expected. */
export function check(shape: Shape, expected: Expectation): void {
  same("type", expected.type, shape.type());
  for (const part of shape.parts) if ("properties" in part) same("type beside properties", "object", part["type"]);
  if (expected.type !== undefined) same("nullable", expected.nullable === true, shape.nullable());
  for (const keyword of NARROWING) same(keyword, expected.narrowed?.[keyword], shape.value(keyword));
  same("deprecated", expected.deprecated === true, shape.value("deprecated") === true);
  sameValues("x-extensible-enum", expected.openEnum, shape);
  if (expected.openEnum !== undefined) checkTold(expected.openEnum, shape);
  sameValues("enum", expected.closedEnum, shape);
  if (expected.items !== undefined) check(present(shape.items(), "items"), expected.items);
  if (expected.values !== undefined) check(present(shape.mapValues(), "values of a map"), expected.values);
  else same("additionalProperties", expected.open === true ? true : undefined, shape.value("additionalProperties"));
  checkNotes(shape, expected);
}

function checkNotes(shape: Shape, expected: Notes): void {
  const each = (what: string, words: RegExp | readonly RegExp[] | undefined, found: readonly string[]): void => {
    for (const word of words === undefined ? [] : words instanceof RegExp ? [words] : words) {
      if (!found.some((text) => word.test(text))) throw new Error(`expected ${what} ${word}, found ${show(found)}`);
    }
  };
  each("an x-assumption about", expected.assumed, shape.assumptions());
  each("an x-not-shown about", expected.notShown, shape.notShown());
  each("a description that mentions", expected.mentions, [shape.text()]);
}

/** Fails unless both are equal as JSON, words apart. */
export function same(what: string, expected: Json | undefined, found: Json | undefined): void {
  const bare = (value: Json | undefined): string | undefined =>
    JSON.stringify(value, (key, inner: Json) => (key === "description" ? undefined : inner));
  if (bare(expected) !== bare(found)) {
    throw new Error(`expected ${what} ${show(expected)}, found ${show(found)}`);
  }
}

/** Fails unless both hold the same values, each once, in whatever order. */
export function sameSet(what: string, expected: readonly Json[], found: readonly Json[]): void {
  const missing = expected.filter((value) => !found.includes(value));
  const extra = found.filter((value, index) => !expected.includes(value) || found.indexOf(value) !== index);
  if (missing.length + extra.length > 0) {
    throw new Error(`expected ${what} ${show(expected)}, missing ${show(missing)}, beyond them ${show(extra)}`);
  }
}

function sameValues(keyword: string, expected: readonly Json[] | undefined, shape: Shape): void {
  const found = shape.value(keyword);
  if (expected === undefined) same(keyword, undefined, found);
  else sameSet(keyword, expected, isList(found) ? found : []);
}

/** Fails unless the known values also stand where tools look that pass over the mark: in examples and in the description. */
function checkTold(known: readonly string[], { parts }: Shape): void {
  const { examples, description } = objectAt(
    parts.find((part) => "x-extensible-enum" in part),
    "an open enum",
  );
  sameSet("examples", known, isList(examples) ? examples : []);
  const unsaid = known.filter((value) => !String(description).includes(`\`${value}\``));
  same("known values that the description leaves out", [], unsaid);
}

function describe(expected: Expectation): string {
  const { type, narrowed, items, values } = expected;
  const inner = items ?? values;
  const words = [
    expected.optional === true ? "optional" : "required",
    ...(expected.deprecated === true ? ["deprecated"] : []),
    `${inner === undefined ? (type ?? "any value") : `${items === undefined ? "map" : "array"} of ${describe(inner).replace(/^required /, "")}`}${expected.nullable === true ? " or null" : ""}`,
    ...(expected.open === true ? ["with further fields that are not shown"] : []),
    ...Object.entries(narrowed ?? {}).map(([keyword, value]) => `${keyword} ${show(value)}`),
    ...(expected.openEnum === undefined ? [] : [`open enum ${expected.openEnum.join("|")}`]),
    ...(expected.closedEnum === undefined ? [] : [`enum ${expected.closedEnum.join("|")}`]),
    ...(expected.notShown === undefined ? [] : ["marked as not shown"]),
    ...(expected.assumed === undefined ? [] : ["marked as assumed"]),
  ];
  return words.join(" ");
}
