// The bundled contract as facts read it: by operation, parameter, answer and field, never by component name.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object, false for null and arrays. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a JSON array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value as an object, or an error that says what should have been there. */
export function objectAt(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw new Error(`expected ${what}, found ${show(value)}`);
  return value;
}

/** A value as an error message shows it: short, on one line. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** An operation with the place where it stands. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly pathItem: JsonObject;
}

/** The whole bundle. Holds no cache, so that a changed document is read as changed. */
export class Contract {
  readonly document: JsonObject;

  constructor(document: JsonObject) {
    this.document = document;
  }

  /** Every operation under `paths`. */
  operations(): Operation[] {
    return operationsOf(this, "paths");
  }

  /** The operation with that operationId. */
  operation(id: string): Operation {
    const found = this.operations().find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`expected an operation ${id}, found none`);
    return found;
  }

  /** Every operation under `webhooks`; its `path` is the webhook's key. */
  webhooks(): Operation[] {
    return operationsOf(this, "webhooks");
  }

  /** The webhook under that key. */
  webhook(name: string): Operation {
    const found = this.webhooks().find((operation) => operation.path === name);
    if (found === undefined) throw new Error(`expected a webhook ${name}, found none`);
    return found;
  }

  /** The node that a reference points at, references followed to the end; without `$ref`, the node itself. */
  resolve(node: JsonObject): JsonObject {
    const target = this.target(node);
    return target === undefined ? node : this.resolve(target);
  }

  /** The node one reference away, or undefined where there is no `$ref`. */
  target(node: JsonObject): JsonObject | undefined {
    const reference = node["$ref"];
    if (typeof reference !== "string") return undefined;
    let found: Json | undefined = this.document;
    for (const step of reference.replace(/^#\//, "").split("/")) {
      const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      found = isObject(found) ? found[key] : undefined;
    }
    return objectAt(found, `a component at ${reference}`);
  }
}

function operationsOf(contract: Contract, section: "paths" | "webhooks"): Operation[] {
  const items = objectAt(contract.document[section], section);
  return Object.keys(items).flatMap((path) => {
    const pathItem = contract.resolve(objectAt(items[path], `a path item at ${path}`));
    return METHODS.flatMap((method) => {
      const node = pathItem[method];
      if (!isObject(node)) return [];
      const id = node["operationId"];
      return [{ id: typeof id === "string" ? id : "", method: method.toUpperCase(), path, node, pathItem }];
    });
  });
}

/**
 * One node of the contract, seen as everything that applies to it:
 * the node itself, what its `$ref` points at, the members of its `allOf`, and what its `anyOf` leaves beside null.
 */
export class Shape {
  readonly contract: Contract;
  readonly nodes: readonly JsonObject[];
  readonly parts: readonly JsonObject[];

  constructor(contract: Contract, nodes: readonly JsonObject[]) {
    this.contract = contract;
    this.nodes = nodes;
    this.parts = nodes.flatMap((node) => partsOf(contract, node));
  }

  /** The distinct values that a keyword takes in the parts. */
  values(keyword: string): Json[] {
    const found = new Map<string, Json>();
    for (const part of this.parts) {
      const value = part[keyword];
      if (value !== undefined) found.set(JSON.stringify(value), value);
    }
    return [...found.values()];
  }

  /** The one value of a keyword, or undefined; two different values are an error. */
  value(keyword: string): Json | undefined {
    const values = this.values(keyword);
    if (values.length > 1) throw new Error(`expected one ${keyword}, found ${show(values)}`);
    return values[0];
  }

  /** The type beside null. */
  type(): string | undefined {
    const types = new Set(this.parts.flatMap((part) => typesOf(part)));
    types.delete("null");
    if (types.size > 1) throw new Error(`expected one type, found ${show([...types])}`);
    return [...types][0];
  }

  /** Whether null is allowed. */
  nullable(): boolean {
    return this.nodes.every((node) => allowsNull(this.contract, node));
  }

  /** Names of the properties that must be present. */
  required(): Set<string> {
    return new Set(
      this.parts
        .flatMap((part) => (isList(part["required"]) ? part["required"] : []))
        .filter((name) => typeof name === "string"),
    );
  }

  /** Names of all properties. */
  propertyNames(): string[] {
    return [
      ...new Set(this.parts.flatMap((part) => (isObject(part["properties"]) ? Object.keys(part["properties"]) : []))),
    ];
  }

  /** The property of that name, or undefined. */
  property(name: string): Shape | undefined {
    return this.inner(
      this.parts.flatMap((part) => {
        const properties = part["properties"];
        const found = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
        return isObject(found) ? [found] : [];
      }),
    );
  }

  /** The schema of the items of an array, or undefined. */
  items(): Shape | undefined {
    return this.inner(this.parts.map((part) => part["items"]).filter(isObject));
  }

  /** The schema of the values of a map, or undefined. */
  mapValues(): Shape | undefined {
    return this.inner(this.parts.map((part) => part["additionalProperties"]).filter(isObject));
  }

  /** Everything said in words about this node: descriptions and summaries. */
  text(): string {
    return [...this.values("summary"), ...this.values("description")]
      .filter((text) => typeof text === "string")
      .join("\n");
  }

  /**
   * Every assumption made at this node: what was chosen and what the description leaves open. Why is not for facts to read.
   */
  assumptions(): string[] {
    return this.values("x-assumption")
      .filter(isObject)
      .map(
        ({ chose, leaves_open }) =>
          `${chose} (leaves open: ${isList(leaves_open) ? leaves_open.join(", ") : "nothing"})`,
      );
  }

  /** Everything that this node calls not shown. */
  notShown(): string[] {
    return this.values("x-not-shown")
      .flatMap((list) => (isList(list) ? list : []))
      .filter((text) => typeof text === "string");
  }

  private inner(nodes: readonly JsonObject[]): Shape | undefined {
    return nodes.length === 0 ? undefined : new Shape(this.contract, nodes);
  }
}

function partsOf(contract: Contract, node: JsonObject): JsonObject[] {
  const target = contract.target(node);
  const members = (keyword: string): JsonObject[] => {
    const list = node[keyword];
    return isList(list) ? list.filter(isObject) : [];
  };
  const besideNull = [...members("anyOf"), ...members("oneOf")].filter((member) => member["type"] !== "null");
  return [
    node,
    ...(target === undefined ? [] : partsOf(contract, target)),
    ...members("allOf").flatMap((member) => partsOf(contract, member)),
    // Several alternatives are no common truth: a fact about them reads them itself.
    ...(besideNull.length === 1 ? besideNull.flatMap((member) => partsOf(contract, member)) : []),
  ];
}

function typesOf(node: JsonObject): string[] {
  const type = node["type"];
  return (isList(type) ? type : [type]).filter((name) => typeof name === "string");
}

function allowsNull(contract: Contract, node: JsonObject): boolean {
  const target = contract.target(node);
  const types = typesOf(node);
  const allOf = node["allOf"];
  const some = (keyword: string): boolean => {
    const list = node[keyword];
    return !isList(list) || list.some((member) => isObject(member) && allowsNull(contract, member));
  };
  return (
    (types.length === 0 || types.includes("null")) &&
    (target === undefined || allowsNull(contract, target)) &&
    (!isList(allOf) || allOf.every((member) => !isObject(member) || allowsNull(contract, member))) &&
    some("anyOf") &&
    some("oneOf")
  );
}
