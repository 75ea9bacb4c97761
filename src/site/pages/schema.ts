// The page of a component schema: its fields, an example, and where it is used.
import { type Located, nodesAt, nodesBelow, type Schema } from "../../shared/contract/index.ts";
import type { Block, Page } from "../page.ts";
import type { ExampleReference, Reference, SchemaReference } from "../reference.ts";
import { code, type Inline, link } from "../text.ts";
import { introBlocks, summarize } from "./lists.ts";

/** Writes the pages of all schemas. */
export function schemaPages(reference: Reference): Page[] {
  const examples = findSchemaExamples(reference);
  return reference.schemas.map((schema) => schemaPage(schema, examples.get(schema.name)));
}

function schemaPage({ name, url, shape, usedBy }: SchemaReference, example: ExampleReference | undefined): Page {
  const { fields, known } = shape;
  const facts: [string, Inline][] = [
    ["Type", [shape.type, ...shape.limits].join(", ")],
    ["For machines", link(`JSON Schema of ${name}`, url.replace(/\.html$/, ".json"))],
  ];
  const nothing: Block = { kind: "line", text: `Any ${code("value")} of the type above.` };
  return {
    url,
    title: name,
    name,
    area: "schemas",
    above: { title: "Schemas", url: "schemas/index.html" },
    badges: shape.deprecated ? ["deprecated"] : [],
    summary: shape.description === undefined ? `The schema ${name}.` : summarize(shape.description),
    blocks: [
      {
        kind: "columns",
        main: introBlocks(shape.description, shape.marks, facts),
        side: example ? [{ kind: "examples", label: "Example", examples: [example], isOpen: true }] : [],
        rest: [
          { kind: "heading", level: 2, id: "field", text: fields.length > 0 ? "Fields" : "Value" },
          ...(known === undefined ? [] : [{ kind: "values", known } as const]),
          ...(fields.length === 0
            ? []
            : [{ kind: "fields", part: "field", label: `Fields of ${name}`, fields } as const]),
          ...(fields.length === 0 && known === undefined ? [nothing] : []),
          ...(usedBy.length === 0
            ? []
            : [
                { kind: "heading", level: 2, id: "used-by", text: "Used by" } as const,
                { kind: "entries", entries: usedBy.map(({ title, url }) => ({ title, url })) } as const,
              ]),
        ],
      },
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
