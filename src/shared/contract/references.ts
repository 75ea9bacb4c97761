// Finds the references of a document, and the files that they name.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isObject, type JsonObject, own } from "./json.ts";

/** Calls back for every reference. */
export function visitReferences(content: unknown, found: (holder: JsonObject, reference: string) => void): void {
  visitObjects(content, (object) => {
    if (typeof own(object, "$ref") === "string") found(object, String(object["$ref"]));
  });
}

/** Visits every object, except maps by name and data, such as examples and defaults. */
export function visitObjects(
  value: unknown,
  found: (object: JsonObject) => void,
  under: string | undefined = undefined,
): void {
  if (typeof value !== "object" || value === null) return;
  const isByName = isObject(value) && mapsByName.has(under ?? "");
  if (isObject(value) && !isByName) found(value);
  for (const [key, item] of Object.entries(value)) {
    if (isByName) visitObjects(item, found);
    else if (!data.has(key) && !(key === "examples" && Array.isArray(item))) visitObjects(item, found, key);
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

/** The files that the references of a file's content name, as absolute paths. */
export function filesReferredTo(content: unknown, from: string): ReadonlySet<string> {
  const targets = new Set<string>();
  const add = (reference: string) => {
    const [name = ""] = reference.split("#");
    const target = name === "" ? undefined : findFile(name, from);
    if (target !== undefined) targets.add(target);
  };
  visitReferences(content, (_, reference) => add(reference));
  visitObjects(content, (object) => {
    for (const named of mappedIn(object)) add(named);
  });
  return targets;
}

/** The files that a discriminator names; what is not a file is the name of a component. */
function mappedIn(object: JsonObject): string[] {
  const mapping = own(own(object, "discriminator"), "mapping");
  const named = isObject(mapping) ? Object.values(mapping) : [];
  return named.filter((value) => typeof value === "string").filter((value) => /\.(ya?ml|json)(#|$)/.test(value));
}

/** The file that a reference names; undefined when it leads to another host. */
export function findFile(name: string, from: string): string | undefined {
  if (name.startsWith("file:")) return fileURLToPath(name);
  if (/^[a-z][a-z\d+.-]*:/i.test(name)) return undefined;
  return join(dirname(from), decoded(name));
}

/** Decodes what a URI escapes; what is escaped wrongly stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
