// Writes one JSON Schema per component, complete in itself: what it refers to is under its `$defs`.
import type { OpenApiDocument } from "../../shared/contract/index.ts";
import { listCarried } from "../reference.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Writes the JSON Schema of a component. */
export function writeJsonSchema(document: OpenApiDocument, name: string): object {
  const { schemas } = document.components;
  const names = [...listCarried(document, schemas[name])].filter((one) => one !== name);
  const $defs = Object.fromEntries(names.map((one) => [one, schemas[one]]));
  const whole = { title: name, ...schemas[name], ...(names.length > 0 ? { $defs } : {}) };
  const text = JSON.stringify({ $schema: document.jsonSchemaDialect ?? dialect, ...whole })
    .replaceAll(`"#/components/schemas/${name}"`, '"#"')
    .replaceAll('"#/components/schemas/', '"#/$defs/');
  return JSON.parse(text) as object;
}
