// The values that an operation of the control plane takes, by its document: listed for a form, and read from one that was sent.
import { type Contract, type ContractOperation, resolve, type Schema } from "../../shared/contract/index.ts";
import { readChoice } from "../server/input.ts";
import { Refused } from "../world/refused.ts";

/** One value that a call takes. */
export interface Field {
  readonly in: "path" | "query" | "body";
  /** In a body with objects of known fields such as `lasts.minutes`. */
  readonly name: string;
  readonly schema: Schema;
  readonly description: string;
  readonly required: boolean;
}

/** The operations that have a form, in the order of the document: all but those that describe the sandbox, and the stream. */
export function listFormOperations({ operations }: Contract): readonly ContractOperation[] {
  return operations.filter(
    ({ id, operation }) => !["watchWorld", "backUpWorld"].includes(id) && !operation.tags.includes("About"),
  );
}

/** @throws {Refused} when no operation with a form has this id. */
export function findFormOperation(control: Contract, id: string): ContractOperation {
  const operation = listFormOperations(control).find((one) => one.id === id);
  if (operation === undefined) throw new Refused(404, `The control plane has no operation "${id}".`);
  return operation;
}

/** The values that a call takes; of a body with several forms those of the one that was sent. The world is the one that is shown, unless the call names a new one. */
export function listFields(
  { document }: Contract,
  { parameters, requestBody, id }: ContractOperation,
  sent: URLSearchParams,
): Field[] {
  const asked = parameters.filter(({ name }) => name !== "world_id" || id === "openWorld");
  const inAddress = asked.map(({ name, in: place, schema, description = "", required = false }) => {
    return { in: place as Field["in"], name, schema: resolve<Schema>(document, schema), description, required };
  });
  const whole = resolve<Schema>(document, requestBody?.bodies[0]?.schema ?? {});
  const choice = readChoice(document, whole);
  const body = choice?.branches.get(sent.get(choice.name)) ?? whole;
  const inBody = Array.from(listProperties(document, body)).flatMap(([name, schema]): Field[] => {
    const { description = "", properties } = schema;
    const field: Field = { in: "body", name, schema, description, required: body.required?.includes(name) === true };
    if (properties === undefined) return [field];
    const below = Array.from(listProperties(document, schema));
    return below.map(([key, one]) => ({ ...field, name: `${name}.${key}`, schema: one, required: false }));
  });
  return [...inAddress, ...inBody];
}

/** The properties of an object; of one that takes several forms, those of all. */
function listProperties(document: Contract["document"], schema: Schema): Map<string, Schema> {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolve<Schema>(document, schema);
  const found = new Map<string, Schema>();
  const add = (name: string, property: Schema) => {
    const values = [...(listValues(found.get(name) ?? {}) ?? []), ...(listValues(property) ?? [])];
    found.set(name, values.length === 0 ? property : { ...property, enum: [...new Set(values)] });
  };
  for (const [name, property] of Object.entries(properties)) add(name, resolve<Schema>(document, property));
  for (const form of [...allOf, ...anyOf, ...oneOf]) {
    for (const [name, property] of listProperties(document, form)) add(name, property);
  }
  return found;
}

/** The values that a schema allows, if it names them. */
export function listValues(schema: Schema): readonly unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return schema.enum ?? (listTypes(schema).includes("boolean") ? [true, false] : undefined);
}

export function listTypes({ type }: Schema): readonly string[] {
  return type === undefined ? [] : [type].flat();
}

/** Is a value written as JSON? */
export function isJson(schema: Schema): boolean {
  const types = listTypes(schema);
  return types.length === 0 || types.includes("object") || types.includes("array");
}

/** Reads the call of a form that was sent. What is not of its type is left to the control plane to refuse. */
export function readCall(control: Contract, operation: ContractOperation, worldId: string, sent: URLSearchParams) {
  let path = operation.path;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const field of listFields(control, operation, sent)) {
    const text = sent.get(field.name)?.trim() ?? "";
    const [key = "", inner] = field.name.split(".");
    if (field.in === "path") path = path.replace(`{${key}}`, encodeURIComponent(text));
    else if (text === "") continue;
    else if (field.in === "query") query.set(key, text);
    else
      body[key] =
        inner === undefined ? readValue(field, text) : { ...Object(body[key]), [inner]: readValue(field, text) };
  }
  const url = `${path.replace("{world_id}", encodeURIComponent(worldId))}?${query}`;
  return { url, ...(operation.requestBody === undefined ? {} : { payload: JSON.stringify(body) }) };
}

function readValue({ schema }: Field, text: string): unknown {
  const types = listTypes(schema);
  if (types.includes("boolean")) return text === "true";
  if (types.includes("number") || types.includes("integer")) return Number.isNaN(Number(text)) ? text : Number(text);
  if (!isJson(schema)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
