// The page of a component schema: its fields, an example, and where it is used.
import { type Located, nodesAt, nodesBelow, type Schema } from "../../shared/contract/index.ts";
import { entryList, examples, fieldList, heading, prose, signs, values } from "../blocks.ts";
import { el, type Page } from "../page.ts";
import type { ExampleReference, Reference, SchemaReference } from "../reference.ts";
import { code, link } from "../text.ts";
import { schemasUrl } from "../urls.ts";
import { summarize } from "./lists.ts";

/** Writes the pages of all schemas. */
export function schemaPages(reference: Reference): Page[] {
  const found = findSchemaExamples(reference);
  return reference.schemas.map((schema) => schemaPage(schema, found.get(schema.name)));
}

function schemaPage({ name, url, shape, usedBy }: SchemaReference, example: ExampleReference | undefined): Page {
  const { fields, known } = shape;
  const type = [shape.type, ...shape.limits, link("JSON Schema", url.replace(/\.html$/, ".json"))].join(", ");
  return {
    url,
    title: name,
    area: "schemas",
    above: { title: "Schemas", url: schemasUrl },
    badges: shape.deprecated ? ["deprecated"] : [],
    summary: shape.description === undefined ? `The schema ${name}.` : summarize(shape.description),
    intro: [prose(shape.description), el("p.type", type, signs(shape.marks, "schema"))],
    side: example && el("section.panel", { "aria-label": "Example" }, ...examples([example])),
    rest: [
      heading(2, "field", fields.length > 0 ? "Fields" : "Value"),
      values(known),
      fieldList(fields, "field"),
      fields.length === 0 && known === undefined ? el("p", `Any ${code("value")} of the type above.`) : undefined,
      usedBy.length === 0
        ? undefined
        : [heading(2, "used-by", "Used by"), entryList(usedBy.map(({ title, url }) => ({ title, url })))],
    ],
  };
}

/** For each schema, the first example of a body that is of it, or the part of an example that is. */
function findSchemaExamples({ document, operations, events }: Reference): ReadonlyMap<string, ExampleReference> {
  const found = new Map<string, ExampleReference>();
  const visit = (value: unknown, nodes: readonly Located<Schema>[], example: ExampleReference, isDeep: boolean) => {
    if (value === null) return;
    for (const { path } of nodes) {
      const [, , name] = path.length === 3 && path[1] === "schemas" ? path : [];
      if (name !== undefined && !found.has(name)) found.set(name, { ...example, value });
    }
    if (!isDeep || typeof value !== "object") return;
    for (const [key, child] of Object.entries(value)) visit(child, nodesBelow(document, nodes, key), example, isDeep);
  };
  const bodies = [
    ...operations.flatMap(({ requestBody, responses }) => [...responses, requestBody ?? { bodies: [] }]),
    { bodies: events.map(({ payload }) => payload) },
  ].flatMap((one) => one.bodies);
  // A whole body shows more than a part of another
  for (const isDeep of [false, true]) {
    for (const { schema = {}, examples } of bodies) {
      const nodes = nodesAt(document, { value: schema, path: [] });
      for (const example of examples) visit(example.value, nodes, example, isDeep);
    }
  }
  return found;
}
