// The page of a component schema: its fields, and where it is used.
import type { Block, Page } from "../page.ts";
import type { SchemaReference } from "../reference.ts";
import { code, type Inline, link, plain } from "../text.ts";
import { prose, shapeBlocks, summaryOf, typeLine } from "./lists.ts";

/** Writes the page of a schema. */
export function schemaPage({ name, url, shape, usedBy }: SchemaReference): Page {
  const facts: [string, Inline][] = [
    ["Type", typeLine(shape)],
    ["For machines", link(`JSON Schema of ${plain(name)}`, url.replace(/\.html$/, ".json"))],
  ];
  const uses: Block[] =
    usedBy.length === 0
      ? []
      : [
          { kind: "heading", level: 2, id: "used-by", text: "Used by" },
          { kind: "entries", entries: usedBy },
        ];
  return {
    url,
    title: name,
    area: "schemas",
    trail: [{ title: "Schemas", url: "schemas/index.html" }],
    badges: shape.deprecated ? ["deprecated"] : [],
    summary: shape.description === undefined ? `The schema ${name}.` : summaryOf(shape.description.markdown),
    blocks: [
      ...prose(shape.description),
      { kind: "facts", items: facts },
      { kind: "heading", level: 2, id: "field", text: shape.fields.length > 0 ? "Fields" : "Value" },
      ...(shape.fields.length === 0 && shape.known === undefined && shape.marks.length === 0
        ? [{ kind: "line", text: `Any ${code("value")} of the type above.` } as const]
        : shapeBlocks(shape, "field", `Fields of ${name}`)),
      ...uses,
    ],
  };
}
