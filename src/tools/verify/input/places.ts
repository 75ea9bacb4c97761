// The places of an operation's input: each parameter and each field of the body, with what the contract asks of it.
import { randomUUID } from "node:crypto";
import {
  type Assumption,
  type Contract,
  type ContractOperation,
  listAssumptions,
  nodesAt,
  nodesBelow,
  type Schema,
  type SchemaNode,
} from "../../contract/index.ts";
import { bodyPointer, parameterPointer } from "../bundle/pointers.ts";
import { bodySchema, FilePart, type Input } from "../sending/request.ts";

/** One parameter, or one field of the body. */
export interface Place {
  /** For people: "query parameter `size`", "body field `patient_address/access_notes`". */
  readonly label: string;
  readonly pointer: string;
  /** Where in the request it travels: as text, or as a JSON value, or as a part of a form. */
  readonly kind: "path" | "query" | "header" | "json" | "form";
  readonly required: boolean;
  /** Every schema of it. */
  readonly nodes: readonly SchemaNode[];
  /** Assumptions on it, and on what is around it. */
  readonly assumptions: readonly Assumption[];
  /** The name of the field or parameter itself. */
  readonly name: string;
  /** Its path in the body; empty for a parameter. */
  readonly bodyPath: readonly string[];
  /** The input with another value here. */
  set(input: Input, value: unknown): Input;
  /** The input without it. */
  remove(input: Input): Input;
}

/** Every place of an operation's input. */
export function placesOf(contract: Contract, operation: ContractOperation): Place[] {
  return [...parameterPlaces(contract, operation), ...bodyPlaces(contract, operation)];
}

function parameterPlaces(contract: Contract, operation: ContractOperation): Place[] {
  return operation.parameters.flatMap((parameter) => {
    const { name, in: where, required = false } = parameter;
    if (where === "cookie") return [];
    const pointer = parameterPointer(contract, operation, parameter);
    const nodes = nodesAt(contract.document, { schema: parameter.schema, pointer: `${pointer}/schema` });
    return {
      label: `${where} parameter \`${name}\``,
      pointer,
      kind: where,
      required: required && where !== "path",
      nodes,
      assumptions: [...listAssumptions(parameter["x-assumption"]), ...assumptionsOn(nodes)],
      name,
      bodyPath: [],
      set: (input, value) => ({ ...input, [where]: { ...input[where], [name]: asText(value) } }),
      remove: (input) => ({ ...input, [where]: without(input[where], name) }),
    };
  });
}

function bodyPlaces(contract: Contract, operation: ContractOperation): Place[] {
  const schema = bodySchema(contract, operation);
  if (schema === undefined) return [];
  const kind = operation.requestBody?.bodies[0]?.mediaType === "multipart/form-data" ? "form" : "json";
  const root = nodesAt(contract.document, { schema, pointer: bodyPointer(operation) });
  const fields = (around: readonly SchemaNode[], path: readonly string[]): Place[] => {
    const names = [...new Set(around.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
    return names.flatMap((name) => {
      const here = [...path, name];
      const nodes = nodesBelow(contract.document, around, name);
      const place: Place = {
        label: `body field \`${here.join("/")}\``,
        pointer: nodes[0]?.pointer ?? bodyPointer(operation),
        kind,
        required: around.some(({ schema }) => schema.required?.includes(name)),
        nodes,
        assumptions: assumptionsOn(nodes),
        name,
        bodyPath: here,
        set: (input, value) => ({ ...input, body: withField(input.body, here, value) }),
        remove: (input) => ({ ...input, body: withField(input.body, here, undefined) }),
      };
      return here.length < fieldDepth ? [place, ...fields(nodes, here)] : [place];
    });
  };
  return fields(root, []);
}

/** How deep fields of fields are probed. */
const fieldDepth = 3;

/** The first of the schemas of a place that states this keyword. */
export function stating<K extends keyof Schema>(
  place: Pick<Place, "nodes">,
  keyword: K,
): { value: NonNullable<Schema[K]>; pointer: string } | undefined {
  for (const { schema, pointer } of place.nodes) {
    const value = schema[keyword];
    if (value !== undefined && value !== null) return { value, pointer: `${pointer}/${String(keyword)}` };
  }
  return undefined;
}

/** The types that a place allows; empty when any. */
export function typesOf({ nodes }: Place): string[] {
  return nodes.flatMap(({ schema: { type } }) => (typeof type === "string" ? [type] : [...(type ?? [])]));
}

/** The schemas of the items of a place that is a list; empty when it is none. */
export function itemsOf({ document }: Contract, { nodes }: Place): SchemaNode[] {
  return nodesBelow(document, nodes, "0");
}

/** The assumptions on some schemas. */
export function assumptionsOn(nodes: readonly SchemaNode[]): Assumption[] {
  return nodes.flatMap(({ schema }) => listAssumptions(schema["x-assumption"]));
}

/** A value that a parameter may well have. */
export function plainValueOf(place: Place): string {
  const limit = stating(place, "minimum")?.value ?? stating(place, "enum")?.value[0];
  if (limit !== undefined) return String(limit);
  return stating(place, "format")?.value === "uuid" ? randomUUID() : "verify";
}

function asText(value: unknown): string | readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function without<T>(values: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

/** A copy of a body with another value at a path of fields; with `undefined` the field is left out. */
function withField(body: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  const fields: Record<string, unknown> =
    typeof body === "object" && body !== null && !(body instanceof FilePart) ? { ...body } : {};
  const next = rest.length === 0 ? value : withField(fields[name], rest, value);
  if (next === undefined) delete fields[name];
  else fields[name] = next;
  return fields;
}
