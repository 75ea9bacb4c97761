// Reads what other OpenAPI documents say of the same service: weaker evidence, which stands beside a finding and changes none.
import { basename } from "node:path";
import { entriesOf, isObject, own, Source, stringsOf } from "../../tools/contract/index.ts";
import { Failure } from "../../tools/terminal/index.ts";
import type { Evidence } from "./evidence.ts";
import type { Place } from "./places.ts";
import type { Finding } from "./proposal.ts";

/** What documents say, by the pointers of the contract. */
export class OtherDocuments {
  readonly #says = new Map<string, Map<string, Set<string>>>();
  readonly #evidence: Evidence;
  readonly files: string[] = [];

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /**
   * Reads one more document.
   *
   * @throws {Failure} when it is not an OpenAPI 3 document, or describes none of the operations.
   */
  async add(file: string): Promise<void> {
    const source = await Source.read(file);
    if (!String(source.root["openapi"]).startsWith("3.")) {
      throw new Failure(`${file} is not an OpenAPI document of version 3.`, "Pass one of version 3.0 or 3.1.");
    }
    const name = basename(file);
    const items = new Map(entriesOf(source.root["paths"]).map(([path, item]) => [shapeOf(path), source.resolve(item)]));
    let described = 0;
    for (const { operation, pointer, responses, body, parameters } of this.#evidence.operations.values()) {
      const other = source.resolve(own(items.get(shapeOf(operation.path)), operation.method));
      if (!isObject(other)) continue;
      described++;
      const statuses = entriesOf(other["responses"]).map(([status]) => status);
      for (const [status, response] of responses) {
        const alike = statuses.filter((one) => one[0] === status[0]);
        const at = `${pointer}/responses/${status}`;
        if (alike.length > 0) this.#say(at, "status", `${name} says ${alike.join(", ")}`);
        const found = own(other["responses"], status) ?? own(other["responses"], alike[0] ?? "");
        const schema = bodyOf(source, found);
        if (response.place !== undefined && schema !== undefined)
          this.#compare(source, name, response.place, schema, new Set());
      }
      const request = bodyOf(source, other["requestBody"]);
      if (body !== undefined && request !== undefined) this.#compare(source, name, body.place, request, new Set());
      const lists = [own(items.get(shapeOf(operation.path)), "parameters"), other["parameters"]].flatMap((one) =>
        Array.isArray(one) ? one : [],
      );
      for (const { parameter, place } of parameters) {
        const found = lists.map((one) => source.resolve(one)).find((one) => own(one, "name") === parameter.name);
        const presence = own(found, "required") === true ? "required" : "optional";
        const text =
          found === undefined
            ? `${name} has no parameter \`${parameter.name}\``
            : `${name} says that it is ${presence}`;
        for (const at of place.pointers) this.#say(at, "presence", text);
        if (found !== undefined) this.#sayType(name, place, source.resolve(own(found, "schema")));
      }
    }
    if (described === 0) {
      throw new Failure(`${file} describes no operation of the contract.`, "Pass a document of the same service.");
    }
    this.files.push(file);
  }

  /** What the documents say of the thing that a finding is about. */
  about({ pointer, words, proposal }: Finding): readonly string[] {
    const at = [...new Set([proposal !== undefined && "pointer" in proposal ? proposal.pointer : pointer, pointer])];
    const topics = new Set(words.map((word) => topicOf[word] ?? word));
    return [
      ...new Set(at.flatMap((one) => [...topics].flatMap((topic) => [...(this.#says.get(one)?.get(topic) ?? [])]))),
    ];
  }

  #compare(source: Source, name: string, place: Place, other: unknown, seen: Set<Place>): void {
    const schema = source.resolve(other);
    if (seen.has(place) || !isObject(schema)) return;
    seen.add(place);
    this.#sayType(name, place, schema);
    const parts = partsOf(source, schema);
    const properties = new Map(parts.flatMap((part) => entriesOf(part["properties"])));
    const required = new Set(parts.flatMap((part) => stringsOf(part["required"])));
    for (const [field, inner] of place.fields) {
      const found = properties.get(field);
      const text =
        found === undefined
          ? `has no \`${field}\``
          : `has \`${field}\`, ${required.has(field) ? "required" : "optional"}`;
      if (properties.size > 0) {
        for (const at of [...inner.pointers, ...(place.required.has(field) ? place.pointers : [])])
          this.#say(at, "presence", `${name} ${text}`);
      }
      if (found !== undefined) this.#compare(source, name, inner, found, seen);
    }
    const items = parts.map((part) => part["items"]).find(isObject);
    if (place.items !== undefined && items !== undefined) this.#compare(source, name, place.items, items, seen);
  }

  #sayType(name: string, place: Place, schema: unknown): void {
    const type = [own(schema, "type") ?? []].flat().join(" or ");
    const format = own(schema, "format");
    if (type === "") return;
    const text = `${name} says ${type}${typeof format === "string" ? ` (${format})` : ""}`;
    for (const at of place.pointers) this.#say(at, "type", text);
  }

  #say(pointer: string, topic: string, text: string): void {
    const topics = this.#says.get(pointer) ?? new Map<string, Set<string>>();
    this.#says.set(pointer, topics);
    topics.set(topic, (topics.get(topic) ?? new Set()).add(text));
  }
}

/** Under which of its topics a document says what a word is about. */
const topicOf: Readonly<Record<string, string>> = {
  name: "presence",
  place: "presence",
  fields: "presence",
  format: "type",
  values: "type",
};

/** A path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}").replace(/\/$/, "");
}

function bodyOf(source: Source, node: unknown): unknown {
  const [media] = entriesOf(own(source.resolve(node), "content")).map(([, one]) => one);
  return own(media, "schema");
}

/** A schema, and what it is put together from. */
function partsOf(source: Source, schema: unknown): Readonly<Record<string, unknown>>[] {
  const found = source.resolve(schema);
  if (!isObject(found)) return [];
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => found[keyword] ?? []);
  return [found, ...parts.flatMap((part) => partsOf(source, part))];
}
