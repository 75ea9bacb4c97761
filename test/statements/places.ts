// The bundled contract as a list of places: an operation, a parameter, an answer, a field, each with its words and marks.
import { readFileSync } from "node:fs";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** One place in the contract. */
export interface Place {
  /** Such as `createLinkCode query user_id`, `createUser 200` or `User.user_id`. */
  readonly name: string;
  /** The place that it is a part of, such as `User` for `User.user_id`: a row that names it names its parts. */
  readonly within?: string;
  /** Its summaries and descriptions. */
  readonly text: string;
  /** The entries of its `x-not-shown`. */
  readonly hides: readonly string[];
  /** Has it an `x-assumption` or an `x-not-shown`? */
  readonly isMarked: boolean;
  /** The values of its examples, or undefined where none can stand. */
  readonly examples?: Readonly<Record<string, Json>>;
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

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const listNodes = (value: Json | undefined): JsonObject[] => listed(value).filter(isObject);
const listEntries = (value: Json | undefined): [string, JsonObject][] =>
  Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));

/** The places of a contract by name. */
export function readPlaces(document: JsonObject): Map<string, Place> {
  const reader = new Reader(Object(Object(document["components"])["examples"]));
  reader.put("contract", undefined, Object(document["info"]));
  reader.servers("contract", document["servers"]);
  for (const section of ["paths", "webhooks"]) {
    for (const [key, item] of listEntries(document[section])) {
      for (const [, node] of listEntries(item).filter(([method]) => METHODS.includes(method))) {
        reader.operation(section === "paths" ? String(node["operationId"]) : key, node, item);
      }
    }
  }
  const { schemas, parameters, responses, links, securitySchemes } = Object(document["components"]) as JsonObject;
  for (const [name, node] of listEntries(schemas)) reader.schema(name, undefined, node);
  for (const [name, node] of listEntries(parameters)) reader.parameter(name, node);
  for (const [name, node] of listEntries(responses)) reader.body(name, undefined, node);
  for (const [name, node] of listEntries(links)) reader.put(`link ${name}`, undefined, node);
  for (const [name, node] of listEntries(securitySchemes)) reader.put(name, undefined, node);
  return reader.places;
}

class Reader {
  readonly places = new Map<string, Place>();
  readonly #examples: JsonObject;

  constructor(examples: JsonObject) {
    this.#examples = examples;
  }

  /** Adds a place that some nodes describe. Examples can stand where one of them has `content`. */
  put(name: string, within: string | undefined, ...nodes: readonly JsonObject[]): void {
    const texts = nodes.flatMap(({ summary, description }) =>
      [summary, description].filter((text) => text !== undefined),
    );
    const content = nodes.find((node) => "content" in node)?.["content"];
    const examples = listEntries(content).flatMap(([, media]) => listEntries(media["examples"]));
    const values = examples.map(([key, { $ref, value = null }]) => {
      const named = $ref === undefined ? value : Object(this.#examples[String($ref).replace(/^.*\//, "")]).value;
      return [key, named as Json] as const;
    });
    // Several schemas may describe one field
    const before = this.places.get(name);
    this.places.set(name, {
      name,
      ...(within === undefined ? {} : { within }),
      text: [before?.text ?? [], ...texts].flat().join(" ").replaceAll(/\s+/g, " "),
      hides: [before?.hides ?? [], nodes.flatMap((node) => listed(node["x-not-shown"])).map(String)].flat(),
      isMarked: before?.isMarked === true || nodes.some((node) => "x-assumption" in node || "x-not-shown" in node),
      ...(content === undefined ? {} : { examples: Object.fromEntries(values) }),
    });
  }

  servers(name: string, servers: Json | undefined): void {
    for (const [index, { description = "", variables }] of listNodes(servers).entries()) {
      this.put(`${name} server ${index + 1}`, name, { description }, ...listEntries(variables).map(([, node]) => node));
    }
  }

  operation(id: string, node: JsonObject, item: JsonObject): void {
    const { requestBody, responses, servers } = node;
    this.put(id, undefined, node);
    this.servers(id, servers ?? item["servers"]);
    for (const one of [...listNodes(item["parameters"]), ...listNodes(node["parameters"])]) {
      if (!("$ref" in one)) this.parameter(`${id} ${one["in"]} ${one["name"]}`, one);
    }
    if (isObject(requestBody)) this.body(`${id} body`, id, requestBody);
    for (const [status, one] of listEntries(responses)) if (!("$ref" in one)) this.body(`${id} ${status}`, id, one);
  }

  parameter(name: string, node: JsonObject): void {
    this.put(name, undefined, node, ...this.#collect(name, Object(node["schema"])));
  }

  /** A body that is sent, or an answer. */
  body(name: string, within: string | undefined, node: JsonObject): void {
    const schemas = listEntries(node["content"]).map(([, { schema }]) => Object(schema) as JsonObject);
    this.put(name, within, node, ...schemas.flatMap((schema) => this.#collect(name, schema)));
  }

  schema(name: string, within: string | undefined, node: JsonObject): void {
    this.put(name, within, ...this.#collect(name, node));
  }

  /** A schema and what is written inside of it. Adds a place for each of its fields. */
  #collect(name: string, node: JsonObject): JsonObject[] {
    for (const [key, field] of listEntries(node["properties"])) this.schema(`${name}.${key}`, name, field);
    const { items, additionalProperties, allOf, anyOf } = node;
    const inside = [items, additionalProperties, ...listed(allOf), ...listed(anyOf)].filter(isObject);
    return [node, ...inside.flatMap((one) => this.#collect(name, one))];
  }
}
