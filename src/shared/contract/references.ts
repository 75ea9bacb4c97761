// Finds the references of a document, and the files that they name.
import { dirname, join } from "node:path";
import { decode, isObject, type JsonObject, own, type Path, parseReference } from "./json.ts";

/** Calls back for every reference, with the path to it. */
export function visitReferences(content: unknown, found: (reference: string, path: Path) => void): void {
  visitObjects(content, (object, path) => {
    const reference = own(object, "$ref");
    if (typeof reference === "string") found(reference, [...path, "$ref"]);
  });
}

/** Visits every object, except maps by name and data, such as examples and defaults. */
export function visitObjects(
  value: unknown,
  found: (object: JsonObject, path: Path) => void,
  path: Path = [],
  isMap = false,
): void {
  if (typeof value !== "object" || value === null) return;
  if (isObject(value) && !isMap) found(value, path);
  for (const [key, item] of Object.entries(value)) {
    const isData = !isMap && (data.has(key) || (key === "examples" && Array.isArray(item)));
    if (!isData) visitObjects(item, found, [...path, key], !isMap && isObject(item) && mapsByName.has(key));
  }
}

/** Fields with values of any shape: a `$ref` in them is not a reference. */
const data = new Set(["example", "default", "const", "enum", "value"]);

/** Fields whose keys are names that a person chose: a property or a response may be called `default`. */
const mapsByName = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas"],
  ...["schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes"],
  ...["links", "callbacks", "pathItems", "paths", "webhooks"],
  ...["content", "encoding", "variables", "mapping"],
]);

/** The file that a reference in a file names, undefined when it is on another host, and the path in that file. */
export function readReference(
  reference: string,
  from: string,
): { readonly file: string | undefined; readonly path: Path } {
  const [name = "", fragment = ""] = reference.split("#");
  const isElsewhere = /^[a-z][a-z\d+.-]*:/i.test(name);
  const file = name === "" ? from : join(dirname(from), decode(name));
  return { file: isElsewhere ? undefined : file, path: parseReference(fragment) };
}
