// The forms of the page, made of the control document: one for each call of a world, and one for each happening.
import {
  type Contract,
  field as fieldOf,
  listHappenings,
  type OpenApiDocument,
  resolve,
  type Schema,
} from "../../shared/contract/index.ts";
import type { Field, Form } from "./assets/fields.ts";

/** Their answer is a stream, or a file. */
const withoutForm = ["watchWorld", "backUpWorld"];

/** Lists the forms: of all operations but those that describe the sandbox, the stream and the file. */
export function listForms({ document, operations }: Contract): Form[] {
  const shown = operations.filter(
    ({ id, operation }) => !withoutForm.includes(id) && !operation.tags.includes("About"),
  );
  return shown.flatMap(({ id, method, path, parameters, requestBody, operation }) => {
    const { summary: title, description = "", tags } = operation;
    // The world is the one that is shown, unless the call names a new one
    const inAddress = parameters
      .filter(({ name }) => name !== "world_id" || id === "openWorld")
      .map((one) => makeField(one.in, one.name, resolve<Schema>(document, one.schema), one.required, one.description));
    const [{ schema = {}, examples = [] } = {}] = requestBody?.bodies ?? [];
    const form = { id, operationId: id, group: tags[0] ?? "", method, path, title, description };
    const listAll = (body: Schema) => [...inAddress, ...listFields(document, body)];
    if (id !== "simulateHappening") return [{ ...form, fields: listAll(schema), example: examples[0]?.value }];
    return listHappenings(document).map(({ name, schema: { title = name, description = "", ...input } }) => {
      const example = examples.find(({ value }) => fieldOf(value, "name") === name)?.value;
      return { ...form, id: name, title, description, fields: listAll(input), example };
    });
  });
}

/** The fields of a body; those of an object within it each stand for themselves. */
function listFields(document: OpenApiDocument, schema: Schema): Field[] {
  const { required = [] } = resolve<Schema>(document, schema);
  return Array.from(listProperties(document, schema)).flatMap(([name, property]) => {
    // One of several forms is written as JSON
    if (property.properties === undefined) return [makeField("body", name, property, required.includes(name))];
    const below = Array.from(listProperties(document, property));
    return below.map(([inner, one]) => makeField("body", `${name}.${inner}`, one));
  });
}

/** The properties of an object; of one that takes several forms, those of all. */
function listProperties(document: OpenApiDocument, schema: Schema): Map<string, Schema> {
  const { properties = {}, anyOf = [], oneOf = [] } = resolve<Schema>(document, schema);
  const found = new Map<string, Schema>();
  const add = (name: string, property: Schema) => {
    const values = [...listValues(found.get(name) ?? {}), ...listValues(property)];
    found.set(name, values.length === 0 ? property : { ...property, enum: [...new Set(values)] });
  };
  for (const [name, property] of Object.entries(properties))
    add(name, { ...resolve<Schema>(document, property), ...property });
  for (const form of [...anyOf, ...oneOf])
    for (const [name, property] of listProperties(document, form)) add(name, property);
  return found;
}

const kinds = { object: "json", array: "json", boolean: "boolean", number: "number", integer: "number" } as const;

function makeField(
  place: string,
  name: string,
  schema: Schema,
  required = false,
  description = schema.description ?? "",
): Field {
  // Without a type it may be anything
  const types = [schema.type ?? "object"].flat();
  const [kind = schema.format === "date" ? "date" : "text"] = types.flatMap((type) => Reflect.get(kinds, type) ?? []);
  return { in: place, name, description, required, kind, values: listValues(schema).map(String) };
}

/** The values that a schema names, if it does. */
function listValues(schema: Schema): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const];
  return schema.enum ?? ([schema.type].flat().includes("boolean") ? [true, false] : []);
}
