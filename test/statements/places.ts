// The bundled contract as a list of places: an operation, a parameter, an answer, a field, each with all that it is in one line.
import { readFileSync } from "node:fs";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** One place in the contract. */
export interface Place {
  /** Such as `createLinkCode query user_id`, `createUser 200` or `User.user_id`. */
  readonly name: string;
  /** All that it is, such as `optional integer; min 1; default 1; open refusal`. */
  readonly shape: string;
  /** What it says in words. */
  readonly text: string;
  /** The entries of its `x-not-shown`. */
  readonly hides: readonly string[];
  /** The values of its examples, or undefined where none can stand. */
  readonly examples?: Readonly<Record<string, Json>>;
}

/** An operation, an event, a component, or what is said of the whole contract. Its places depend on nothing else. */
interface Unit {
  /** JSON pointer to it. */
  readonly pointer: string;
  readonly read: () => readonly Place[];
}

export type Contract = ReadonlyMap<string, Unit>;

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

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const nodesOf = (value: Json | undefined): JsonObject[] => listed(value).filter(isObject);
const entriesOf = (value: Json | undefined): [string, JsonObject][] =>
  Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
const nameOf = (reference: Json | undefined): string => String(reference).replace(/^.*\//, "");

/** The units of the contract by name. Each is read when it is asked. */
export function readContract(document: JsonObject): Contract {
  const units = new Map<string, Unit>();
  const components = Object(document["components"]) as JsonObject;
  const add = (name: string, pointer: string, work: (reader: Reader) => void) => {
    const read = () => {
      const reader = new Reader(Object(components["examples"]));
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
        add(name, `#/${section}/${escapeKey(key)}`, (reader) => reader.operation(name, route, node, item));
      }
    }
  }
  const readers: Readonly<Record<string, (reader: Reader, name: string, node: JsonObject) => void>> = {
    schemas: (reader, name, node) => reader.schema(name, node),
    parameters: (reader, name, node) => reader.parameter(name, node, [`${node["in"]} ${node["name"]}`]),
    responses: (reader, name, node) => reader.body(name, node),
    links: (reader, name, node) => reader.put(name, [describeLink(node)]),
    securitySchemes: (reader, name, node) =>
      reader.put(
        name,
        [`${node["type"]} ${node["in"]} ${node["name"]}`, ...listRest(node, "type", "in", "name")],
        node,
      ),
  };
  for (const [kind, read] of Object.entries(readers)) {
    for (const [key, node] of entriesOf(components[kind])) {
      const name = kind === "links" ? `link ${key}` : key;
      add(name, `#/components/${kind}/${key}`, (reader) => read(reader, name, node));
    }
  }
  return units;
}

/** What a schema is: the first part, and all that narrows it; with the nodes that say so, for their words and marks. */
interface Description {
  readonly core: string;
  readonly more: readonly string[];
  readonly nodes: readonly JsonObject[];
}

class Reader {
  readonly places: Place[] = [];
  readonly #examples: JsonObject;

  constructor(examples: JsonObject) {
    this.#examples = examples;
  }

  /** Adds a place. Examples can stand where one of the nodes has `content`. */
  put(name: string, shape: readonly string[], ...nodes: readonly JsonObject[]): void {
    const marks = nodes
      .map((node) => node["x-assumption"])
      .flatMap((mark) => (isObject(mark) ? [mark] : nodesOf(mark)));
    const texts = nodes.flatMap((node) => [node["summary"], node["description"]]).filter((text) => text !== undefined);
    const content = nodes.find((node) => "content" in node)?.["content"];
    const examples = entriesOf(content).flatMap(([, media]) => entriesOf(media["examples"]));
    const values = examples.map(([key, one]) => {
      const { value = null } = Object("$ref" in one ? this.#examples[nameOf(one["$ref"])] : one) as JsonObject;
      return [key, value] as const;
    });
    this.places.push({
      name,
      shape: [...shape, ...marks.map((mark) => `open ${listed(mark["leaves_open"]).join(", ")}`)].join("; "),
      text: texts.join(" ").replaceAll(/\s+/g, " "),
      hides: nodes.flatMap((node) => listed(node["x-not-shown"])).map(String),
      ...(content === undefined ? {} : { examples: Object.fromEntries(values) }),
    });
  }

  contract({ info, tags, security, servers }: JsonObject): void {
    const names = nodesOf(tags).map(({ name }) => name);
    this.put("contract", [`tags ${names.join(", ")}`, `security ${writeBare(security)}`], Object(info));
    this.#servers("contract", servers);
  }

  #servers(name: string, servers: Json | undefined): void {
    for (const [index, { url, description, variables }] of nodesOf(servers).entries()) {
      const entries = entriesOf(variables);
      const shapes = entries.map(([key, node]) => `${key} ${listRest(node).join(" ")}`);
      this.put(
        `${name} server ${index + 1}`,
        [`${url}`, `${description}`, ...shapes],
        ...entries.map(([, node]) => node),
      );
    }
  }

  operation(id: string, route: string, node: JsonObject, item: JsonObject): void {
    const { parameters, responses, requestBody, tags, security, servers, ...others } = node;
    const taken = [...nodesOf(item["parameters"]), ...nodesOf(parameters)];
    const shared = taken.filter(({ $ref }) => $ref !== undefined).map(({ $ref }) => nameOf($ref));
    const answers = entriesOf(responses).map(([status, { $ref }]) => ($ref ? `${status} ${nameOf($ref)}` : status));
    const keys = nodesOf(security).map((one) => Object.keys(one).join("+"));
    this.put(
      id,
      [
        route,
        `under ${listed(tags).join(", ")}`,
        security === undefined ? "the key of all" : keys.join(" or ") || "no key",
        `answers ${answers.join(", ")}`,
        ...(shared.length === 0 ? [] : [`takes ${shared.join(", ")}`]),
        ...listRest(others, "operationId"),
      ],
      node,
    );
    this.#servers(id, servers ?? item["servers"]);
    for (const one of taken) if (!("$ref" in one)) this.parameter(`${id} ${one["in"]} ${one["name"]}`, one);
    if (isObject(requestBody)) this.body(`${id} body`, requestBody, requestBody["required"] ? "" : "optional ");
    for (const [status, one] of entriesOf(responses)) if (!("$ref" in one)) this.body(`${id} ${status}`, one);
  }

  parameter(name: string, node: JsonObject, called: readonly string[] = []): void {
    const { schema, required, ...others } = node;
    const { core, more, nodes } = this.#describe(name, Object(schema));
    const shape = [...called, `${required ? "" : "optional "}${core}`, ...more, ...listRest(others, "name", "in")];
    this.put(name, shape, node, ...nodes);
  }

  /** A body that is sent, or an answer. */
  body(name: string, node: JsonObject, optional = ""): void {
    const { content, links, required: _, ...others } = node;
    const bodies = entriesOf(content).map(([media, { schema, examples: __, ...beside }]) => {
      const { core, more, nodes } = this.#describe(name, Object(schema));
      const type = media === "application/json" ? "JSON" : media;
      return { shape: [`${optional}${type} ${core}`, ...more, ...listRest(beside)], nodes };
    });
    const linked = entriesOf(links).map(([key, one]) =>
      "$ref" in one ? nameOf(one["$ref"]) : `${key}: ${describeLink(one)}`,
    );
    this.put(
      name,
      [
        ...(bodies.length === 0 ? ["no body"] : bodies.flatMap(({ shape }) => shape)),
        ...(linked.length === 0 ? [] : [`links ${linked.join(", ")}`]),
        ...listRest(others),
      ],
      node,
      ...bodies.flatMap(({ nodes }) => nodes),
    );
  }

  schema(name: string, node: JsonObject, optional = ""): void {
    const { core, more, nodes } = this.#describe(name, node);
    this.put(name, [optional + core, ...more], ...nodes);
  }

  /** Describes a schema with what is written inside of it, and adds a place for each of its fields. */
  #describe(name: string, node: JsonObject): Description {
    const { $ref, type, format, items, properties, required, additionalProperties, allOf, anyOf, ...others } = node;
    const nodes = [node];
    const more = listRest(others);
    const inside = (below: string, one: JsonObject): string => {
      const inner = this.#describe(below, one);
      nodes.push(...inner.nodes);
      more.push(...inner.more);
      return inner.core;
    };
    const cores = [...($ref === undefined ? [] : [nameOf($ref)]), ...nodesOf(allOf).map((one) => inside(name, one))];
    const types = [type].flat().filter((one) => one !== undefined);
    // A reference that may be null is written as any of two
    const values = nodesOf(anyOf).filter((one) => one["type"] !== "null");
    if (values.length === 1) cores.push(...values.map((one) => inside(name, one)));
    if (values.length === 1 && values.length < listed(anyOf).length) types.push("null");
    if (values.length > 1) more.push(`any of ${writeBare(anyOf)}`);
    const plain = types.filter((one) => one !== "null").join(" and ");
    const map = isObject(additionalProperties) ? `map of ${inside(`${name}{}`, additionalProperties)}` : undefined;
    const open = additionalProperties === true ? "open " : "";
    if (plain === "string") cores.push(String(format ?? "string"));
    else if (plain === "array") cores.push(`list of ${inside(`${name}[]`, Object(items))}`);
    else if (plain !== "") cores.push(map ?? `${open}${plain}`);
    if (format !== undefined && plain !== "string") more.push(`format ${format}`);
    if (additionalProperties === false) more.push("closed");
    const needed = listed(required).map(String);
    const beyond = needed.filter((one) => !(one in Object(properties)));
    if (beyond.length > 0) more.push(`requires ${beyond.join(", ")}`);
    for (const [key, field] of entriesOf(properties)) {
      this.schema(`${name}.${key}`, field, needed.includes(key) ? "" : "optional ");
    }
    return { core: `${cores.join(" and ") || "anything"}${types.includes("null") ? " or null" : ""}`, more, nodes };
  }
}

const SHORT: Readonly<Record<string, string>> = { minimum: "min", maximum: "max", "x-stability-level": "level" };
/** What stands in a place of its own, or beside its shape. */
const BESIDE = ["description", "summary", "x-assumption", "x-not-shown", "example", "examples"];

/** Every keyword of a node that is not named elsewhere, so that nothing narrows a place unseen. */
function listRest(node: JsonObject, ...elsewhere: readonly string[]): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (elsewhere.includes(key) || BESIDE.includes(key) || (value === false && key !== "default")) return [];
    if (key === "x-extensible-enum") return [`known ${listed(value).join("|")}`];
    if (key === "enum") return [`one of ${listed(value).join("|")}`];
    if (key === "x-events" || key === "x-preconditions") return [`${key.slice(2)} ${listed(value).join(", ")}`];
    if (value === true && key !== "default") return [key];
    return [`${SHORT[key] ?? key} ${typeof value === "object" ? writeBare(value) : value}`];
  });
}

function describeLink({ operationId, parameters }: JsonObject): string {
  return [operationId, ...Object.entries(Object(parameters)).map(([key, value]) => `${key}=${value}`)].join(" ");
}

/** A value as JSON, without what it says in words. An assumption is what it leaves open. */
function writeBare(value: Json | undefined): string {
  const written = JSON.stringify(value, (key, inner: Json) => {
    if (key === "x-assumption") return nodesOf([inner].flat()).flatMap((one) => one["leaves_open"]);
    return key === "description" ? undefined : inner;
  });
  return written ?? "none";
}
