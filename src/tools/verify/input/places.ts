// The places of an operation's input: each parameter and each field of the body, with what the contract asks of it.
import { randomUUID } from "node:crypto";
import {
  type Assumption,
  type Contract,
  type ContractOperation,
  type Located,
  listAssumptions,
  marksOn,
  nodesAt,
  nodesBelow,
  parsePointer,
  type Schema,
  toPointer,
} from "../../contract/index.ts";
import { bodySchema, FilePart, type Input } from "../sending/request.ts";
import { bodyPointer, parameterPointer } from "../sites.ts";

/** One parameter, or one field of the body. */
export interface InputPlace {
  /** For people: "query parameter `size`", "body field `patient_address/access_notes`". */
  readonly label: string;
  readonly pointer: string;
  /** Where in the request it travels: as text, or as a JSON value, or as a part of a form. */
  readonly kind: "path" | "query" | "header" | "json" | "form";
  readonly required: boolean;
  /** Every schema of it. */
  readonly nodes: readonly Located<Schema>[];
  /** Every schema of its items, where it is a list. */
  readonly items: readonly Located<Schema>[];
  /** The types that it allows; empty when any. */
  readonly types: readonly string[];
  /** Assumptions on it, and on what is around it. */
  readonly marks: readonly Assumption[];
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
export function listPlaces(contract: Contract, operation: ContractOperation): InputPlace[] {
  return [...parameterPlaces(contract, operation), ...bodyPlaces(contract, operation)];
}

function parameterPlaces(contract: Contract, operation: ContractOperation): InputPlace[] {
  return operation.parameters.flatMap((parameter) => {
    const { name, in: kind, required = false, schema } = parameter;
    if (kind === "cookie") return [];
    const pointer = parameterPointer(contract, operation, parameter);
    const nodes = nodesAt(contract.document, { value: schema, path: [...parsePointer(pointer), "schema"] });
    return {
      ...describeNodes(contract, nodes),
      label: `${kind} parameter \`${name}\``,
      pointer,
      kind,
      required: required && kind !== "path",
      marks: [...listAssumptions(parameter["x-assumption"]), ...marksOn(nodes)],
      name,
      bodyPath: [],
      set: (input, value) => ({ ...input, [kind]: { ...input[kind], [name]: asText(value) } }),
      remove: (input) => {
        const { [name]: _, ...others } = input[kind];
        return { ...input, [kind]: others };
      },
    };
  });
}

function bodyPlaces(contract: Contract, operation: ContractOperation): InputPlace[] {
  const schema = bodySchema(contract, operation);
  if (schema === undefined) return [];
  const kind = operation.requestBody?.bodies[0]?.mediaType === "multipart/form-data" ? "form" : "json";
  const fields = (around: readonly Located<Schema>[], path: readonly string[]): InputPlace[] => {
    const names = [...new Set(around.flatMap((node) => Object.keys(node.value.properties ?? {})))];
    return names.flatMap((name) => {
      const bodyPath = [...path, name];
      const nodes = nodesBelow(contract.document, around, name);
      const place: InputPlace = {
        ...describeNodes(contract, nodes),
        label: `body field \`${bodyPath.join("/")}\``,
        pointer: nodes[0] === undefined ? bodyPointer(operation) : toPointer(nodes[0].path),
        kind,
        required: around.some((node) => node.value.required?.includes(name)),
        marks: marksOn(nodes),
        name,
        bodyPath,
        set: (input, value) => ({ ...input, body: withField(input.body, bodyPath, value) }),
        remove: (input) => ({ ...input, body: withField(input.body, bodyPath, undefined) }),
      };
      return bodyPath.length < deepestField ? [place, ...fields(nodes, bodyPath)] : [place];
    });
  };
  return fields(nodesAt(contract.document, { value: schema, path: parsePointer(bodyPointer(operation)) }), []);
}

/** How deep fields of fields are probed. */
const deepestField = 3;

function describeNodes({ document }: Contract, nodes: readonly Located<Schema>[]) {
  const types = nodes.flatMap(({ value: { type = [] } }) => [type].flat());
  return { nodes, types, items: nodesBelow(document, nodes, "0") };
}

/** The first of some schemas that states this keyword. */
export function stating<K extends keyof Schema>(
  nodes: readonly Located<Schema>[],
  keyword: K,
): { value: NonNullable<Schema[K]>; pointer: string } | undefined {
  for (const node of nodes) {
    const value = node.value[keyword];
    if (value !== undefined && value !== null) return { value, pointer: toPointer([...node.path, keyword]) };
  }
  return undefined;
}

/** A value that a place may well have: that of an input where it has one. */
export function choosePlainValue({ nodes, kind, name, bodyPath }: InputPlace, input?: Input): string {
  const inBody = bodyPath.reduce<unknown>((at, field) => Reflect.get(Object(at), field), input?.body);
  const value = kind === "json" ? inBody : kind === "form" ? undefined : input?.[kind][name];
  if (typeof value === "string" || typeof value === "number") return String(value);
  const limit = stating(nodes, "minimum")?.value ?? stating(nodes, "enum")?.value[0];
  if (limit !== undefined) return String(limit);
  return stating(nodes, "format")?.value === "uuid" ? randomUUID() : "verify";
}

function asText(value: unknown): string | readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A copy of a body with another value at a path of fields; with `undefined` the field is left out. */
function withField(body: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  const fields: Record<string, unknown> = body instanceof FilePart ? {} : { ...Object(body) };
  const next = rest.length === 0 ? value : withField(fields[name], rest, value);
  if (next === undefined) delete fields[name];
  else fields[name] = next;
  return fields;
}
