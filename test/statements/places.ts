// The bundled contract as a list of places: an operation, a parameter, an answer, a field, each with all that it is in one line.
import { readFileSync } from "node:fs";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** One place in the contract. */
export interface Place {
  /** Such as `createUser query user_id`, `createUser 200` or `User.user_id`. */
  readonly name: string;
  /** All that it is, such as `optional integer; min 1; default 1; open refusal`. */
  readonly shape: string;
  /** What it says in words. */
  readonly text: string;
  /** The entries of its `x-not-shown`. */
  readonly hides: readonly string[];
  /** What its assumptions chose, with what they leave open. */
  readonly chosen: readonly string[];
  /** The values of its examples, or undefined where none can stand. */
  readonly examples?: Readonly<Record<string, Json>>;
}

/** An operation, an event or a component: what stands in it shows in its places only. */
interface Unit {
  /** JSON pointer to it. */
  readonly pointer: string;
  readonly read: () => readonly Place[];
}

/** The places of the contract by unit. */
export interface Contract {
  readonly units: ReadonlyMap<string, Unit>;
  /** Where a reference stands: the schema, parameter or answer that it names, by the name of the place. */
  readonly references: ReadonlyMap<string, string>;
}

const BUNDLE = new URL("../../generated/openapi.json", import.meta.url);
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The bundled contract, a fresh copy on each call. */
export function readBundle(): JsonObject {
  return JSON.parse(readFileSync(BUNDLE, "utf8")) as JsonObject;
}

/** True for a JSON object, false for null and arrays. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A key as a step of a JSON pointer. */
export function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The list, or one that is empty. */
export function listed(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

const entriesOf = (value: Json | undefined): [string, JsonObject][] =>
  Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
const named = (reference: Json | undefined): string => String(reference).replace(/^.*\//, "");

/** Reads the contract. Nothing is kept of the document, so that a changed one is read as changed. */
export function readContract(document: JsonObject): Contract {
  const references = new Map<string, string>();
  const units = new Map<string, Unit>();
  const components = Object(document["components"]) as JsonObject;
  const add = (name: string, pointer: string, work: (reader: Reader) => void) => {
    const read = () => {
      const reader = new Reader(components, references);
      work(reader);
      return reader.places;
    };
    units.set(name, { pointer, read });
  };
  add("contract", "#", (reader) => reader.contract(document));
  for (const section of ["paths", "webhooks"]) {
    for (const [key, item] of entriesOf(document[section])) {
      for (const [method, node] of entriesOf(item).filter(([one]) => METHODS.includes(one))) {
        const id = String(node["operationId"]);
        const [name, called] = section === "paths" ? [id, key] : [key, id];
        const route = `${method.toUpperCase()} ${called}`;
        const pointer = `#/${section}/${escapeKey(key)}/${method}`;
        add(name, pointer, (reader) => reader.operation(name, route, node, item));
      }
    }
  }
  const readers: Readonly<Record<string, (reader: Reader, name: string, node: JsonObject) => void>> = {
    schemas: (reader, name, node) => reader.schema(name, node),
    parameters: (reader, name, node) => reader.parameter(name, node, `${node["in"]} ${node["name"]}`),
    responses: (reader, name, node) => reader.answer(name, node),
    links: (reader, name, node) => reader.put(`link ${name}`, [describeLink(node)]),
    securitySchemes: (reader, name, node) =>
      reader.put(name, [`${node["type"]} ${node["in"]} ${node["name"]}`, ...rest(node, ["type", "in", "name"])], node),
  };
  for (const [kind, read] of Object.entries(readers)) {
    for (const [name, node] of entriesOf(components[kind])) {
      const unit = kind === "links" ? `link ${name}` : name;
      add(unit, `#/components/${kind}/${name}`, (reader) => read(reader, name, node));
    }
  }
  return { units, references };
}

/** What a node says beside its shape. */
interface Said {
  readonly shape: readonly string[];
  readonly nodes: readonly JsonObject[];
}

class Reader {
  readonly places: Place[] = [];
  readonly #components: JsonObject;
  readonly #references: Map<string, string>;

  constructor(components: JsonObject, references: Map<string, string>) {
    this.#components = components;
    this.#references = references;
  }

  put(name: string, shape: readonly string[], ...nodes: readonly JsonObject[]): void {
    const texts = nodes.flatMap((node) => [node["summary"], node["description"]]);
    const marks = nodes.flatMap((node) => assumptionsOf(node));
    const examples = nodes.find((node) => isObject(node["content"]))?.["content"];
    this.places.push({
      name,
      shape: [...shape, ...marks.map(({ open }) => `open ${open}`)].join("; "),
      text: texts
        .filter((text) => typeof text === "string")
        .join(" ")
        .replaceAll(/\s+/g, " "),
      hides: nodes.flatMap((node) => listed(node["x-not-shown"])).map(String),
      chosen: marks.map(({ chose, open }) => `${open}: ${chose}`),
      ...(examples === undefined ? {} : { examples: this.#examples(examples) }),
    });
  }

  contract(document: JsonObject): void {
    const info = isObject(document["info"]) ? document["info"] : {};
    const tags = listed(document["tags"]).map((tag) => (isObject(tag) ? tag["name"] : tag));
    this.put("contract", [`tags ${tags.join(", ")}`, `security ${bare(document["security"])}`], info);
    this.#servers("contract", document["servers"]);
  }

  #servers(name: string, servers: Json | undefined): void {
    for (const [index, server] of listed(servers).entries()) {
      if (!isObject(server)) continue;
      const variables = entriesOf(server["variables"]).map(([key, node]) => `${key} ${rest(node, []).join(" ")}`);
      const nodes = entriesOf(server["variables"]).map(([, node]) => node);
      this.put(`${name} server ${index + 1}`, [`${server["url"]}`, `${server["description"]}`, ...variables], ...nodes);
    }
  }

  operation(id: string, route: string, node: JsonObject, item: JsonObject): void {
    const { parameters, responses, requestBody, tags, security, servers, ...others } = node;
    const used = [...listed(item["parameters"]), ...listed(parameters)].filter(isObject);
    const answers = entriesOf(responses).map(([status, one]) =>
      "$ref" in one ? `${status} ${this.#refer(`${id} ${status}`, one)}` : status,
    );
    const taken = used
      .filter((one) => "$ref" in one)
      .map((one) => {
        const target = named(one["$ref"]);
        const { in: where, name } = Object(Object(this.#components["parameters"])[target]) as JsonObject;
        return this.#refer(`${id} ${where} ${name}`, one);
      });
    const says = /\bbeta\b/i.test(String(node["description"]));
    const keys = listed(security).flatMap((one) =>
      isObject(one)
        ? [
            Object.entries(one)
              .map(([key, scopes]) => key + listed(scopes).join())
              .join("+"),
          ]
        : [],
    );
    this.put(
      id,
      [
        route,
        `under ${listed(tags).join(", ")}`,
        `${security === undefined ? "the key of all" : keys.join(" or ") || "no key"}`,
        `answers ${answers.join(", ")}`,
        ...(taken.length === 0 ? [] : [`takes ${taken.join(", ")}`]),
        ...(requestBody === undefined ? [] : ["body"]),
        ...(says === (node["x-stability-level"] === "beta") ? [] : ["beta in words or by mark only"]),
        ...rest(others, ["operationId"]),
      ],
      node,
    );
    this.#servers(id, servers ?? item["servers"]);
    for (const one of used) if (!("$ref" in one)) this.parameter(`${id} ${one["in"]} ${one["name"]}`, one, "");
    if (isObject(requestBody))
      this.answer(`${id} body`, requestBody, requestBody["required"] === true ? "" : "optional ");
    for (const [status, one] of entriesOf(responses)) if (!("$ref" in one)) this.answer(`${id} ${status}`, one);
  }

  parameter(name: string, node: JsonObject, called: string): void {
    const { schema, required, ...others } = node;
    const said = this.#said(name, isObject(schema) ? schema : {});
    const [core = "", ...more] = said.shape;
    const whole = [...(called === "" ? [] : [called]), `${required === true ? "" : "optional "}${core}`, ...more];
    this.put(name, [...whole, ...rest(others, ["name", "in", "example", "examples"])], node, ...said.nodes);
  }

  answer(name: string, node: JsonObject, optional = ""): void {
    const { content, links, ...others } = node;
    const nodes: JsonObject[] = [];
    const bodies = entriesOf(content).flatMap(([media, { schema, examples: _, ...beside }]) => {
      const said = this.#said(name, isObject(schema) ? schema : {});
      nodes.push(...said.nodes);
      const [core = "", ...more] = said.shape;
      return [`${optional}${media === "application/json" ? "JSON" : media} ${core}`, ...more, ...rest(beside, [])];
    });
    const linked = entriesOf(links).map(([key, one]) =>
      "$ref" in one ? named(one["$ref"]) : `${key}: ${describeLink(one)}`,
    );
    const also = [...(linked.length === 0 ? [] : [`links ${linked.join(", ")}`]), ...rest(others, ["required"])];
    this.put(name, [...(bodies.length === 0 ? ["no body"] : bodies), ...also], node, ...nodes);
  }

  schema(name: string, node: JsonObject, optional = ""): void {
    const said = this.#said(name, node);
    const [core = "", ...more] = said.shape;
    this.put(name, [optional + core, ...more], ...said.nodes);
  }

  #said(name: string, node: JsonObject): Said {
    const { $ref, type, format, items, properties, required, additionalProperties, allOf, anyOf, ...others } = node;
    const nodes = [node];
    const more: string[] = [];
    const inner = (below: string, one: JsonObject): string => {
      const said = this.#said(below, one);
      nodes.push(...said.nodes);
      more.push(...said.shape.slice(1));
      return said.shape[0] ?? "";
    };
    const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== undefined);
    const members = listed(anyOf).filter(isObject);
    const values = members.filter((one) => one["type"] !== "null");
    const [value] = values;
    const cores: string[] = [];
    if ($ref !== undefined) cores.push(this.#refer(name, node));
    for (const one of listed(allOf).filter(isObject)) cores.push(inner(name, one));
    if (value !== undefined && values.length === 1) {
      cores.push(inner(name, value));
      if (members.length > 1) types.push("null");
    } else if (anyOf !== undefined) more.push(`any of ${bare(anyOf)}`);
    const plain = types.filter((one) => one !== "null");
    const list = isObject(items) ? ` of ${inner(`${name}[]`, items)}` : items === undefined ? "" : bare(items);
    const map = isObject(additionalProperties) ? `map of ${inner(`${name}{}`, additionalProperties)}` : undefined;
    if (plain.length > 0 || list !== "") {
      const plainly = { string: String(format ?? "string"), array: "list", object: map ?? "object" }[plain.join()];
      const kind = plainly ?? [...plain, ...(map === undefined ? [] : [map])].join(" and ");
      cores.push(`${additionalProperties === true ? "open " : ""}${kind}${list}`);
    } else if (properties !== undefined) cores.push("fields");
    if (format !== undefined && plain.join() !== "string") more.push(`format ${format}`);
    if (additionalProperties === false) more.push("closed");
    if (additionalProperties === true && plain.length === 0) more.push("open");
    const needed = listed(required).map(String);
    const known = entriesOf(properties);
    const beyond = needed.filter((one) => !known.some(([key]) => key === one));
    if (beyond.length > 0) more.push(`requires ${beyond.join(", ")}`);
    for (const [key, field] of known) this.schema(`${name}.${key}`, field, needed.includes(key) ? "" : "optional ");
    more.unshift(...rest(others, []));
    const core = `${cores.join(" and ") || "anything"}${types.includes("null") ? " or null" : ""}`;
    return { shape: [core, ...more], nodes };
  }

  /** Notes what a place refers to, and returns its name. */
  #refer(name: string, { $ref }: JsonObject): string {
    this.#references.set(name, named($ref));
    return named($ref);
  }

  #examples(content: Json): Record<string, Json> {
    const all = Object(this.#components["examples"]) as JsonObject;
    const found = entriesOf(content).flatMap(([, { examples }]) => entriesOf(examples));
    return Object.fromEntries(
      found.map(([name, one]) => {
        const { value } = Object("$ref" in one ? all[named(one["$ref"])] : one) as JsonObject;
        return [name, value ?? null];
      }),
    );
  }
}

const SHORT: Readonly<Record<string, string>> = { minimum: "min", maximum: "max", "x-stability-level": "level" };
const BESIDE = ["description", "summary", "x-assumption", "x-not-shown", "examples"];

/** Every keyword of a node that is not named elsewhere, in words: nothing narrows a place unseen. */
function rest(node: JsonObject, elsewhere: readonly string[]): string[] {
  const { description, examples, deprecated } = node;
  const known = listed(node["x-extensible-enum"]);
  const untold = known.filter((value) => !String(description).includes(`\`${value}\``));
  const words = Object.entries(node).flatMap(([key, value]) => {
    if (elsewhere.includes(key) || BESIDE.includes(key) || (value === false && key !== "default")) return [];
    if (key === "x-extensible-enum") return [`known ${known.join("|")}`];
    if (key === "enum") return [`one of ${listed(value).join("|")}`];
    if (key === "x-events" || key === "x-preconditions") return [`${key.slice(2)} ${listed(value).join(", ")}`];
    return [value === true ? key : `${SHORT[key] ?? key} ${typeof value === "object" ? bare(value) : value}`];
  });
  // Tools that pass over the mark find the known values in the examples and in the description
  if (JSON.stringify(examples ?? []) !== JSON.stringify(known)) words.push(`examples ${bare(examples)}`);
  if (untold.length > 0) words.push(`does not describe ${untold.join("|")}`);
  if (deprecated === true && /\b20\d\d\b/.test(String(description))) words.push("names a year");
  return words;
}

const describeLink = ({ operationId, parameters }: JsonObject): string =>
  `${operationId} ${Object.entries(Object(parameters))
    .map(([key, value]) => `${key}=${value}`)
    .join(" ")}`;

function assumptionsOf(node: JsonObject): { chose: string; open: string }[] {
  const mark = node["x-assumption"];
  return (Array.isArray(mark) ? mark : [mark]).filter(isObject).map(({ chose, leaves_open }) => ({
    chose: String(chose),
    open: listed(leaves_open).join(", "),
  }));
}

/** A value as JSON without what it says in words. */
function bare(value: Json | undefined): string {
  return JSON.stringify(value, (key, inner: Json) => (key === "description" ? undefined : inner)) ?? "none";
}
