// Lists the parameters and body fields of an operation: where each is written in the contract, and how to set it in an input.
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
  /** Its name in reports: "query parameter `size`", "body field `patient_address/access_notes`". */
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
  /** A copy of an input with this value here; without the field if the value is undefined. */
  set(input: Input, value: unknown): Input;
}

/** An operation, and its input. */
export interface PlannedInput extends ContractOperation {
  readonly document: OpenApiDocument;
  readonly places: readonly InputPlace[];
  /** The schemas of the request body; without nodes when there is none. */
  readonly body: ApplicableSchemas;
}

/** Finds every place of an operation's input. */
export function planInput(document: OpenApiDocument, operation: ContractOperation): PlannedInput {
  const { parameters, requestBody } = operation;
  const [{ schema, mediaType = "" } = {}] = requestBody?.bodies ?? [];
  const written = [...parsePointer(requestBody?.pointer ?? ""), "content", mediaType, "schema"];
  const body = new ApplicableSchemas(document, ...(schema === undefined ? [] : [{ value: schema, path: written }]));
  const isForm = mediaType === "multipart/form-data";
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
  return { ...operation, document, body, places: [...listParameters, ...listFields(body, ["body"])] };
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

/** A plausible value for a place: the one that an input has there, or one that its schema allows. */
export function choosePlainValue({ schemas, path }: InputPlace, input?: Input): string {
  const value = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), input);
  if (typeof value === "string" || typeof value === "number") return String(value);
  const limit = schemas.find("minimum")?.value ?? schemas.find("enum")?.value[0];
  if (limit !== undefined) return String(limit);
  return schemas.find("format")?.value === "uuid" ? randomUUID() : "verify";
}
