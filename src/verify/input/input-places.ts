// The parameters of an operation and the fields of its body: where each is written in the contract, and how to set it in an input.
import { randomUUID } from "node:crypto";
import {
  ApplicableSchemas,
  type Assumption,
  type ContractOperation,
  listAssumptions,
  type OpenApiDocument,
  parsePointer,
  toPointer,
} from "../../shared/contract/index.ts";
import type { Input } from "../sending/request.ts";

/** One parameter, or one field of the body. */
export interface InputPlace {
  /** JSON pointer into the bundle. */
  readonly pointer: string;
  /** The assumptions there. */
  readonly marks: readonly Assumption[];
  readonly required: boolean;
  /** For people: "query parameter `size`", "body field `patient_address/access_notes`". */
  readonly label: string;
  /** Where in the request it travels: as text, or as a JSON value, or as a part of a form. */
  readonly kind: "path" | "query" | "header" | "json" | "form";
  /** The name of the field or parameter itself. */
  readonly name: string;
  /** Where it stands in an input: `query size`, or `body` and the path of the field. */
  readonly path: readonly string[];
  readonly schemas: ApplicableSchemas;
  /** The schemas of its items, where it is a list. */
  readonly items: ApplicableSchemas;
  /** The input with another value here; without it when the value is undefined. */
  set(input: Input, value: unknown): Input;
}

/** The schemas of an operation's request body; without nodes when it has none. */
export function findBodySchemas(document: OpenApiDocument, { requestBody }: ContractOperation): ApplicableSchemas {
  const [{ schema, mediaType = "" } = {}] = requestBody?.bodies ?? [];
  const path = [...parsePointer(requestBody?.pointer ?? ""), "content", mediaType, "schema"];
  return new ApplicableSchemas(document, ...(schema === undefined ? [] : [{ value: schema, path }]));
}

/** Every place of an operation's input. */
export function listPlaces(
  document: OpenApiDocument,
  { parameters, requestBody }: ContractOperation,
  body: ApplicableSchemas,
): InputPlace[] {
  const isForm = requestBody?.bodies[0]?.mediaType === "multipart/form-data";
  const describe = (kind: InputPlace["kind"], path: readonly string[], schemas: ApplicableSchemas) => ({
    kind,
    path,
    name: path.at(-1) ?? "",
    schemas,
    items: schemas.below("0"),
    set: (input: Input, value: unknown) =>
      Object(setAt(input, path, path[0] === "body" || value === undefined ? value : writeText(value))),
  });
  const listFields = (around: ApplicableSchemas, above: readonly string[]): InputPlace[] =>
    around.names.flatMap((name) => {
      const path = [...above, name];
      const schemas = around.below(name);
      const field: InputPlace = {
        ...describe(isForm ? "form" : "json", path, schemas),
        label: `body field \`${path.slice(1).join("/")}\``,
        pointer: toPointer(schemas.nodes[0]?.path ?? []),
        required: around.required.includes(name),
        marks: schemas.marks,
      };
      return path.length <= deepestField ? [field, ...listFields(schemas, path)] : [field];
    });
  const listParameters = parameters.flatMap(({ name, in: kind, required = false, schema, pointer, ...more }) => {
    if (kind === "cookie") return [];
    const schemas = new ApplicableSchemas(document, { value: schema, path: [...parsePointer(pointer), "schema"] });
    const marks = [...listAssumptions(more["x-assumption"]), ...schemas.marks];
    const label = `${kind} parameter \`${name}\``;
    return [{ ...describe(kind, [kind, name], schemas), label, pointer, required, marks }];
  });
  return [...listParameters, ...listFields(body, ["body"])];
}

/** How deep fields of fields are probed. */
const deepestField = 3;

/** A copy of a value with another one at a path of fields; with `undefined` the field is left out. */
function setAt(holder: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  const { [name]: before, ...others }: Readonly<Record<string, unknown>> = Object(holder);
  const next = rest.length === 0 ? value : setAt(before, rest, value);
  return next === undefined ? others : { ...others, [name]: next };
}

function writeText(value: unknown): string | readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value that a place may well have: that of an input where it has one. */
export function choosePlainValue({ schemas, path }: InputPlace, input?: Input): string {
  const value = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), input);
  if (typeof value === "string" || typeof value === "number") return String(value);
  const limit = schemas.find("minimum")?.value ?? schemas.find("enum")?.value[0];
  if (limit !== undefined) return String(limit);
  return schemas.find("format")?.value === "uuid" ? randomUUID() : "verify";
}
