// Reads a document of OpenAPI 3.0 as the document of 3.1 that means the same: they differ in their schemas only.
import { isObject, own } from "../../src/shared/contract/index.ts";
import { visitObjects } from "../../src/shared/contract/references.ts";

/** Rewrites such a document in place. `example` and `format` stay: 3.1 allows them, too. */
export function rewriteAs31(content: unknown): void {
  visitObjects(content, (object) => {
    const schema = object as Record<string, unknown>;
    // The generator writes the examples of a schema so: 3.0 knows one
    if (Object.hasOwn(schema, "x-examples")) schema["examples"] = schema["x-examples"];
    delete schema["x-examples"];
    if (typeof own(schema, "$ref") === "string") return dropSiblings(schema);
    if (typeof own(schema, "nullable") === "boolean") allowNull(schema);
  });
}

/** 3.0 ignores what stands beside a `$ref`, except in a path, whose operations may. */
function dropSiblings(holder: Record<string, unknown>): void {
  const isPath = Object.values(holder).some((value) => isObject(value) && isObject(own(value, "responses")));
  for (const key of isPath ? [] : Object.keys(holder)) if (key !== "$ref") delete holder[key];
}

/** Allows null in every keyword that would refuse it: to the letter, 3.0 does so in `type` only, but generators read it so. */
function allowNull(schema: Record<string, unknown>): void {
  const { nullable, type, enum: values, allOf } = schema;
  delete schema["nullable"];
  if (nullable !== true) return;
  if (type !== undefined) schema["type"] = [...[type].flat(), "null"];
  if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...values, null];
  if (!Array.isArray(allOf)) return;
  schema["anyOf"] = [{ allOf }, { type: "null" }];
  delete schema["allOf"];
}
