// Reads JSON: objects, lists, pointers and equality.

/** A JSON object, as it was parsed. */
export type JsonObject = { readonly [key: string]: unknown };

/** Keys that lead to a value, from the outside in. */
export type Path = readonly string[];

/** Tells an object from a list, a plain value and nothing. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's own value under a key, or the list's item: neither a method, such as `constructor`, nor the length. */
export function own(object: unknown, key: string): unknown {
  if (key === "length" && Array.isArray(object)) return undefined;
  return typeof object === "object" && object !== null && Object.hasOwn(object, key)
    ? (object as JsonObject)[key]
    : undefined;
}

/** The entries of an object; empty for anything else. */
export function listEntries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The strings of a list; empty for anything else. */
export function listStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Writes a path as a JSON pointer with its `#`. */
export function toPointer(path: readonly (string | number)[]): string {
  return `#${path.map((token) => `/${escapeToken(String(token))}`).join("")}`;
}

/** Writes one step of a JSON pointer. */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Reads a JSON pointer, with or without its `#`. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Reads a reference within a document, such as `#/components/schemas/User`: a pointer that is escaped as a URI. */
export function parseReference(reference: string): string[] {
  return parsePointer(decode(reference));
}

/** Decodes what a URI escapes; what is escaped wrongly stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value as text in which the order of keys does not count: equal texts mean equal JSON. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "bigint") return String(value);
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

/** Does a value have more levels of objects and lists than these? */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

/** A field of a JSON value; undefined when there is none. */
export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce((at, name) => own(at, String(name)), value);
}

/** Reads JSON. An integer beyond 2^53 would be rounded to another one: it is a bigint. */
export function parseJson(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, keepInteger) : JSON.parse(text);
}

function keepInteger(_: string, value: unknown, context?: { readonly source: string }): unknown {
  const { source = "" } = context ?? {};
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(source) ? value : BigInt(source);
}
