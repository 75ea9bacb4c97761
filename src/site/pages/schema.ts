// The page of a component schema: its fields, an example, and where it is used.
import type { NamedExample } from "../../shared/contract/index.ts";
import { entry, entryList, examples, fieldList, heading, prose, signs, values } from "../blocks.ts";
import { anyKey, type Shape } from "../fields.ts";
import { code, link } from "../inline.ts";
import { el, type Page } from "../page.ts";
import type { Reference, SchemaReference } from "../reference.ts";
import { schemasUrl } from "../urls.ts";
import { summarize } from "./lists.ts";

/** Writes the pages of all schemas. */
export function schemaPages(reference: Reference): Page[] {
  const found = findSchemaExamples(reference);
  return reference.schemas.map((schema) => schemaPage(schema, found.get(schema.name)));
}

function schemaPage(schema: SchemaReference, example: NamedExample | undefined): Page {
  const { name, url, description, marks, fields, known, usedBy } = schema;
  const type = [schema.type, ...schema.limits, link("JSON Schema", url.replace(/\.html$/, ".json"))].join(", ");
  return {
    url,
    title: name,
    above: { title: "Schemas", url: schemasUrl },
    badges: schema.deprecated ? ["deprecated"] : [],
    summary: summarize(description ?? `The schema ${name}.`),
    intro: [prose(description), el("p.type", type, signs(marks, "schema"))],
    side: example && el("section.panel", { "aria-label": "Example" }, ...examples([example])),
    rest: [
      heading(2, "field", fields.length > 0 ? "Fields" : "Value"),
      values(known),
      fieldList(fields),
      fields.length === 0 && known === undefined ? el("p", `Any ${code("value")} of the type above.`) : undefined,
      usedBy.length === 0
        ? undefined
        : [heading(2, "used-by", "Used by"), entryList(usedBy.map((user) => entry(user.url, user.title)))],
    ],
  };
}

/** For each schema, the first example of a body that is of it, or the part of an example that is. */
function findSchemaExamples({ operations, events }: Reference): ReadonlyMap<string, NamedExample> {
  const found = new Map<string, NamedExample>();
  const visit = ({ of, fields }: Shape, value: unknown, example: NamedExample, isDeep: boolean): void => {
    const own: unknown = Array.isArray(value) ? value[0] : value;
    if (own === undefined || own === null) return;
    if (of !== undefined && !found.has(of)) found.set(of, { ...example, value: own });
    if (!isDeep) return;
    for (const field of fields) {
      const { name } = field;
      visit(field, name === anyKey ? Object.values(own)[0] : Reflect.get(Object(own), name), example, isDeep);
    }
  };
  const bodies = [
    ...operations.flatMap(({ requestBody, responses }) => [...responses, requestBody ?? { bodies: [] }]),
    { bodies: events.map(({ payload }) => payload) },
  ].flatMap((one) => one.bodies);
  // A whole body shows more than a part of another
  for (const isDeep of [false, true]) {
    for (const body of bodies) {
      for (const example of body.examples) visit(body, example.value, example, isDeep);
    }
  }
  return found;
}
