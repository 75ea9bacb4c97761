// The forms of the page, made of the control document: one for each call of a world, and one for each happening.
import {
  type Contract,
  field as fieldOf,
  listHappenings,
  type OpenApiDocument,
  resolve,
  type Schema,
} from "../../shared/contract/index.ts";
import { readChoice } from "../server/fault.ts";
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
    const makeForm = (body: Schema) => ({ ...form, fields: [...inAddress, ...listFields(document, body)] });
    if (id !== "simulateHappening") return [{ ...makeForm(schema), example: examples[0]?.value }];
    return listHappenings(document).map(({ name, schema: { title = name, description = "", ...input } }) => {
      const example = examples.find(({ value }) => fieldOf(value, "name") === name)?.value;
      return { ...makeForm(input), id: name, title, description, example };
    });
  });
}

/** The fields of a body; where one of them decides which others there are, that choice comes first. */
function listFields(document: OpenApiDocument, schema: Schema): Field[] {
  const choice = readChoice(document, schema);
  if (choice === undefined) return listProperties(document, schema);
  const { name, branches } = choice;
  const { description = "" } = resolve<Schema>(document, schema);
  const hints = Array.from(branches, ([value, branch]) => [String(value), branch.description ?? ""] as const);
  const fields = Array.from(branches, ([value, branch]) =>
    listProperties(document, branch).flatMap((field) => (field.name === name ? [] : [{ ...field, of: String(value) }])),
  );
  const field = makeField("body", name, { type: "string", enum: [...branches.keys()], description }, true);
  return [{ ...field, hints: Object.fromEntries(hints) }, ...fields.flat()];
}

/** The properties of an object; those of an object within it each stand for themselves. */
function listProperties(document: OpenApiDocument, schema: Schema): Field[] {
  const { properties = {}, required = [] } = resolve<Schema>(document, schema);
  return Object.entries(properties).flatMap(([name, written]) => {
    const property = { ...resolve<Schema>(document, written), ...written };
    if (property.properties === undefined) {
      // One of several forms is written as JSON, unless it is one of the values that have a name
      const forms = (property.anyOf ?? property.oneOf ?? []).map((form) => resolve<Schema>(document, form));
      const field = makeField("body", name, property, required.includes(name));
      return [forms.length === 0 ? field : { ...field, values: forms.flatMap(listValues).map(String), isOpen: true }];
    }
    const isOneRequired = required.includes(name);
    return Object.entries(property.properties).map(([inner, one]) => ({
      ...makeField("body", `${name}.${inner}`, resolve<Schema>(document, one)),
      ...(isOneRequired && { isOneRequired }),
    }));
  });
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
  return { in: place as Field["in"], name, description, required, kind, values: listValues(schema).map(String) };
}

/** The values that a schema names, if it does. */
function listValues(schema: Schema): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const];
  return schema.enum ?? ([schema.type].flat().includes("boolean") ? [true, false] : []);
}
