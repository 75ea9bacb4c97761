// The types of JSON, and the keywords of JSON Schema that concern each.

/** The types of JSON; an integer is a number. */
export const jsonTypes = ["null", "boolean", "number", "string", "array", "object"] as const;
export type JsonType = (typeof jsonTypes)[number];

/** The JSON type of a value. */
export function readType(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "object" || type === "boolean" || type === "number" ? type : "string";
}

/** Keywords that are compared as text, those that look at one another together. */
const textsOf = {
  string: [["contentEncoding"], ["contentMediaType"], ["contentSchema"]],
  array: [["contains", "minContains", "maxContains"], ["prefixItems", "items"], ["unevaluatedItems"]],
  object: [["propertyNames"], ["dependentRequired"], ["dependentSchemas"], ["unevaluatedProperties"]],
} as const;

/** The same for values of any type. */
const textsOfAll = [["if", "then", "else"], ["$dynamicRef"]] as const;

/** The groups of keywords that are compared as text where a value has this type. */
export function comparedAsText(type: JsonType): readonly (readonly [string, ...string[]])[] {
  return [...(type in textsOf ? textsOf[type as keyof typeof textsOf] : []), ...textsOfAll];
}

/** Keywords that say something of values of one type only. */
export const keywordsOf: Readonly<Record<JsonType, readonly string[]>> = {
  null: [],
  boolean: [],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", ...textsOf.string.flat()],
  array: ["minItems", "maxItems", "uniqueItems", ...textsOf.array.flat()],
  object: [
    ...["properties", "patternProperties", "additionalProperties", "required", "minProperties", "maxProperties"],
    ...textsOf.object.flat(),
  ],
};

/** Keywords that say something of values of any type. */
export const keywordsOfAll = ["enum", "const", "not", "format", "x-extensible-enum", ...textsOfAll.flat()];
