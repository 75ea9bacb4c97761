// Gives a value to an example that needs one: of the demo cast where another example has such a field, otherwise by its schema.
import { isObject, own, stringsOf } from "../../../tools/contract/index.ts";
import type { LearnedSchema } from "../proposal.ts";
import { type ContractTree, isSamePlace, type Place } from "./tree.ts";

/** As the demo cast has them; see `openapi/README.md`. */
const formats: Readonly<Record<string, string>> = {
  uuid: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10",
  date: "2026-03-02",
  "date-time": "2026-03-02T09:00:00Z",
  uri: "https://assets.example.com/demo",
  email: "runner@example.com",
};

/** A value of a field: the one that other examples have under its name, if it fits, and otherwise one by its schema. */
export function sampleOf(tree: ContractTree, schema: Place, name = ""): unknown {
  const node = tree.resolved(schema);
  const types = [own(tree.value(node), "type") ?? []].flat();
  const fits = (value: unknown) => value !== null && types.includes(typeOf(value));
  const isListed = ["enum", "x-extensible-enum"].some((keyword) => own(tree.value(node), keyword) !== undefined);
  return (isListed ? undefined : castValueOf(tree, name, fits)) ?? sampleBySchema(tree, schema);
}

/** A value of what was learned. */
export function sampleOfLearned(tree: ContractTree, schema: LearnedSchema, name = ""): unknown {
  const { type, format, properties = {} } = schema;
  if (type === "object") {
    return Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => [key, sampleOfLearned(tree, inner, key)]),
    );
  }
  if (type === "array") return [];
  const fits = (value: unknown) =>
    typeOf(value) === type && (format === undefined ? !/\s/.test(String(value)) : formatOf(value) === format);
  return castValueOf(tree, name, fits) ?? plainSample(type, format);
}

/** A value of an example as it has to be under another schema. */
export function converted(tree: ContractTree, value: unknown, schema: LearnedSchema, name: string): unknown {
  const { type, format, nullable, properties = {}, required = [], items } = schema;
  if (value === null && nullable) return null;
  if (type === "array" && Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => converted(tree, item, items, name));
  }
  if (type === "object" && isObject(value)) {
    // What an example says more than was learned stays
    const added = required.filter((key) => !(key in value));
    const fields = Object.entries(value).map(([key, inner]) => {
      const learned = properties[key];
      return [key, learned === undefined ? inner : converted(tree, inner, learned, key)];
    });
    return Object.fromEntries([
      ...fields,
      ...added.map((key) => [key, sampleOfLearned(tree, properties[key] ?? { type: "string" }, key)]),
    ]);
  }
  const [[only, inner] = [], ...others] = Object.entries(properties);
  if (type === "object" && only !== undefined && inner?.type === typeOf(value) && others.length === 0) {
    return { [only]: value };
  }
  const isOfFormat = format === undefined || formatOf(value) === format;
  if (typeOf(value) === type && isOfFormat && type !== "object" && type !== "array") return value;
  if (type === "string" && format === undefined && typeof value === "number") return String(value);
  if ((type === "integer" || type === "number") && typeof value === "string" && /^\d+$/.test(value))
    return Number(value);
  if (format === "date" && formatOf(value) === "date-time") return String(value).slice(0, 10);
  if (format === "date-time" && formatOf(value) === "date") return `${String(value)}T00:00:00Z`;
  return sampleOfLearned(tree, schema, name);
}

function castValueOf(tree: ContractTree, name: string, fits: (value: unknown) => boolean): unknown {
  if (name === "") return undefined;
  const visit = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return undefined;
    const found = own(value, name);
    if (isObject(value) && found !== undefined && fits(found)) return found;
    for (const inner of Object.values(value)) {
      const one = visit(inner);
      if (one !== undefined) return one;
    }
    return undefined;
  };
  // Those of a newer service have values that this contract does not know
  const isOrdinary = (file: string) => file.includes("/examples/") && !/newer|unknown/.test(file);
  for (const file of tree.files.filter(isOrdinary)) {
    const found = visit(tree.value({ file, path: ["value"] }));
    if (found !== undefined) return found;
  }
  return undefined;
}

function sampleBySchema(tree: ContractTree, schema: Place, around: readonly Place[] = []): unknown {
  const place = tree.resolved(schema);
  if (around.some((one) => isSamePlace(one, place))) return {};
  const node = tree.value(place);
  const under = (...keys: string[]): Place => ({ file: place.file, path: [...place.path, ...keys] });
  for (const keyword of ["const", "default", "enum", "x-extensible-enum", "examples"]) {
    const value = own(node, keyword);
    if (Array.isArray(value)) return value[0];
    if (value !== undefined && value !== null) return value;
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    if (own(node, keyword) !== undefined) return sampleBySchema(tree, under(keyword, "0"), [...around, place]);
  }
  const [type = "object"] = [own(node, "type") ?? []].flat();
  if (type === "object") {
    const names = stringsOf(own(node, "required"));
    return Object.fromEntries(
      names.map((name) => [name, sampleBySchema(tree, under("properties", name), [...around, place])]),
    );
  }
  const minimum = own(node, "minimum");
  if (typeof minimum === "number") return minimum;
  return plainSample(String(type), own(node, "format"));
}

function plainSample(type: string, format: unknown): unknown {
  if (type === "string") return formats[String(format)] ?? "Demo";
  if (type === "boolean") return true;
  if (type === "array") return [];
  return type === "null" ? null : 1;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function formatOf(value: unknown): string | undefined {
  const text = String(value);
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return "uuid";
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return "date";
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[-+]\d\d:\d\d)$/.test(text)) return "date-time";
  if (/^https?:\/\/\S+$/.test(text)) return "uri";
  return /^[^@\s]+@[^@\s]+$/.test(text) ? "email" : undefined;
}
