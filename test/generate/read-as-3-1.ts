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
    for (const [flag, limit] of exclusive) {
      if (typeof own(schema, flag) !== "boolean") continue;
      const bound = schema[flag] === true ? own(schema, limit) : undefined;
      delete schema[flag];
      if (bound === undefined) continue;
      delete schema[limit];
      schema[flag] = bound;
    }
    if (typeof own(schema, "nullable") === "boolean") allowNull(schema);
  });
}

const exclusive = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

/** 3.0 ignores what stands beside a `$ref`, except in a path, whose operations may. */
function dropSiblings(holder: Record<string, unknown>): void {
  const isPath = Object.values(holder).some((value) => isObject(value) && isObject(own(value, "responses")));
  for (const key of isPath ? [] : Object.keys(holder)) if (key !== "$ref") delete holder[key];
}

/**
 * Allows null in every keyword that would refuse it. To the letter, 3.0 does so in `type` only; but who writes
 * `nullable` beside `enum`, `anyOf` or `allOf` means that null may occur, and generators read it so.
 */
function allowNull(schema: Record<string, unknown>): void {
  const isNullable = schema["nullable"] === true;
  delete schema["nullable"];
  if (!isNullable) return;
  const { type, enum: values, allOf } = schema;
  if (type !== undefined) schema["type"] = [...[type].flat(), "null"];
  if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...values, null];
  const alternatives = (["anyOf", "oneOf"] as const).filter((keyword) => Array.isArray(schema[keyword]));
  for (const keyword of alternatives) schema[keyword] = [...(schema[keyword] as unknown[]), { type: "null" }];
  if (!Array.isArray(allOf) || alternatives.length > 0) return;
  const wrapper = [{ allOf }, { type: "null" }];
  schema["anyOf"] = wrapper;
  delete schema["allOf"];
}
