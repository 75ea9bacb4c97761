// The vocabulary of the contract: every keyword and form that a document of ours may use, one row each. It imports nothing, so that lint can load it alone.
// Lint refuses what has no row, and the gate calls a change of it a break. The least that a row says is `{ compare: "text" }`.
// A row goes only when no release that may be a base has it.

/** A limit that changed allows fewer values, more, or others. */
export type Order = "narrower" | "wider" | "different";

/**
 * How a change of a keyword is judged:
 * - `text`: unchanged is silent, changed is a break. Only for what limits a value without a look at the keywords beside it.
 * - `words`: for people, it changes nothing on the wire.
 * - `mark`: it says how sure something is.
 * - `together`: by code of the gate, with the keywords that it belongs to.
 */
export type Compared = "text" | "words" | "mark" | "together";

/** A kind of object in a document, by its name in OpenAPI. */
export type Form = keyof typeof rows;

/** The row of one keyword. */
export interface Row {
  readonly compare: Compared | Limit["compare"];
  /** The values that it may have; any by default. */
  readonly values?: (value: unknown) => boolean;
  /** The content: one object of a form, a list of them, or one under each key. */
  readonly holds?: readonly [form: string, as: "one" | "list" | "map"];
}

/** A keyword that limits the values of one JSON type. Its functions are given the values that `values` lets through, and none else. */
export interface Limit extends Row {
  /** The JSON type whose values it limits. */
  readonly of: "string" | "number" | "array" | "object";
  /** Id of the rule. */
  readonly rule: string;
  /** Compares two limits: the second allows fewer values, more, or others; undefined for the same values. */
  compare(before: unknown, after: unknown): Order | undefined;
  /** The limit that lets every value through; a limit that came where there is none is narrower. */
  readonly none?: unknown;
  /** Joins two of them that hold at once. */
  join(one: unknown, other: unknown): unknown;
  /** Checks a value of the type. */
  accepts(limit: unknown, value: unknown): boolean;
  /** Values at the limit, on both sides of it; lists are made of an item. */
  edges(limit: unknown, item: unknown): readonly unknown[];
  /** The words of `leaves_open`, one of which makes a break a warning. */
  readonly opens: readonly string[];
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number" || typeof value === "bigint";
const isCount = (value: unknown) => isNumber(value) && Number(value) >= 0 && Number.isInteger(Number(value));
const isFlag = (value: unknown) => typeof value === "boolean";
const isScalar = (value: unknown) => value === null || isText(value) || isNumber(value) || isFlag(value);
const isListOf = (holds: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(holds);
/** JSON Schema has no empty list of types or of schemas, and tools disagree about it. */
const isSomeOf = (holds: (value: unknown) => boolean) => (value: unknown) =>
  isListOf(holds)(value) && (value as readonly unknown[]).length > 0;
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isMap = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isSchema = (value: unknown) => isMap(value) || isFlag(value);
const hasKeys = (form: RegExp) => (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).every((key) => form.test(key));

function isPattern(value: unknown): boolean {
  try {
    return isText(value) && new RegExp(String(value), "u") !== undefined;
  } catch {
    return false;
  }
}

const jsonTypes = ["null", "boolean", "integer", "number", "string", "array", "object"];
const isType = isOneOf(jsonTypes);

/** The formats, each with a text that has it. */
export const formats: Readonly<Record<string, string>> = {
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  date: "2024-01-31",
  "date-time": "2024-01-31T10:00:00Z",
  uri: "https://example.com/path",
  binary: "x",
};

const words: Row = { compare: "words" };
const text: Row = { compare: "text" };
const mark: Row = { compare: "mark" };

/** Words for people, and marks: they may stand on almost any object. */
const notes = {
  title: words,
  summary: words,
  description: words,
  example: words,
  examples: words,
  "x-not-shown": words,
  deprecated: { compare: "mark", values: isFlag },
  "x-assumption": mark,
  "x-stability-level": { compare: "mark", values: isOneOf(["beta", "alpha", "draft"]) },
  "x-sunset": { compare: "mark", values: (value: unknown) => !Number.isNaN(Date.parse(String(value))) },
} as const satisfies Readonly<Record<string, Row>>;

const compareLeast = (before: number, after: number) =>
  after > before ? "narrower" : after < before ? "wider" : undefined;
const compareMost = (before: number, after: number) => compareLeast(after, before);
/** Of two limits that hold at once the one that decides. */
const takeNarrower = (compare: typeof compareLeast) => (one: number, other: number) =>
  compare(one, other) === "narrower" ? other : one;
const repeat = (count: number, item: unknown) => Array.from({ length: Math.max(0, Math.min(count, 1000)) }, () => item);
const writeText = (length: number) => "x".repeat(Math.max(0, Math.min(length, 10_000)));

/** `leaves_open` may always name what the whole place is. */
const place = ["type", "name", "place"];
const ofValues = { values: isNumber, opens: ["values", ...place] } as const;
const ofCount = { values: isCount, opens: ["values", ...place] } as const;
const ofLength = {
  ...ofCount,
  of: "string",
  edges: (length: number) => [length - 1, length, length + 1].map(writeText),
} as const;
const ofItems = {
  values: isCount,
  opens: ["count", "values", ...place],
  of: "array",
  edges: (count: number, item: unknown) => [count - 1, count, count + 1].map((length) => repeat(length, item)),
} as const;
const ofNumber = {
  ...ofValues,
  of: "number",
  edges: (limit: number) => [Number(limit) - 1, Number(limit), Number(limit) + 1, Number(limit) + 0.5],
} as const;
const atLeast = { compare: compareLeast, join: takeNarrower(compareLeast), none: Number.NEGATIVE_INFINITY } as const;
const atMost = { compare: compareMost, join: takeNarrower(compareMost), none: Number.POSITIVE_INFINITY } as const;
const atLeastSome = { ...atLeast, none: 0 } as const;

type Texts = string | readonly string[];

/** Compares texts. Several of them may stand in one `allOf`: all of them hold. */
function compareTexts(before: Texts, after: Texts): Order | undefined {
  const [was, is] = [[before].flat(), [after].flat()];
  const [isLost, isGained] = [was.some((one) => !is.includes(one)), is.some((one) => !was.includes(one))];
  return isLost && isGained ? "different" : isLost ? "wider" : isGained ? "narrower" : undefined;
}
const asTexts = {
  compare: compareTexts,
  none: [],
  join: (one: Texts, other: Texts) => [...new Set([one, other].flat())],
} as const;

/** Patterns that match every text. `^.*$` does not: it has no room for a line break. */
const everyText = /^(\^?(\.\*)?|\.\*\$|\$|\^?\[(\\s\\S|\\d\\D|\\w\\W)\]\*\$?)$/;

/** Patterns are compared as text, save for how often something may be repeated: `{1,5}` allows less than `{1,9}`. */
function comparePatterns(before: Texts, after: Texts): Order | undefined {
  const listLimiting = (texts: Texts) => [texts].flat().filter((one) => !everyText.test(one));
  const [was, is] = [listLimiting(before), listLimiting(after)];
  const order = compareTexts(was, is);
  if (order !== "different" || was.length !== 1 || is.length !== 1) return order;
  return compareRepeats(was[0] ?? "", is[0] ?? "") ?? order;
}

function compareRepeats(before: string, after: string): Order | undefined {
  const repeat = /\{(\d+)(,?)(\d*)\}/g;
  const [skeleton, other] = [before, after].map((pattern) => pattern.replace(repeat, "{}"));
  // Neither in a list of characters nor in what is ruled out a count says how often
  if (skeleton !== other || /\[[^\]]*\{|\\\{|\(\?|\\\d/.test(skeleton ?? "")) return undefined;
  const [was, is] = [before, after].map((pattern) =>
    [...pattern.matchAll(repeat)].map(([, least, comma, most]) => [
      Number(least),
      comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most),
    ]),
  );
  const isInside = (inner: typeof was, outer: typeof was) =>
    inner?.every(([least = 0, most = 0], at) => least >= (outer?.[at]?.[0] ?? 0) && most <= (outer?.[at]?.[1] ?? 0));
  return isInside(was, is) ? "wider" : isInside(is, was) ? "narrower" : undefined;
}

/** The keywords that limit values, each compared by its own row. */
export const limits = {
  minLength: {
    ...ofLength,
    ...atLeastSome,
    rule: "schema/min-length",
    accepts: (limit: number, value: string) => [...value].length >= limit,
  },
  maxLength: {
    ...ofLength,
    ...atMost,
    rule: "schema/max-length",
    accepts: (limit: number, value: string) => [...value].length <= limit,
  },
  pattern: {
    ...asTexts,
    compare: comparePatterns,
    of: "string",
    rule: "schema/pattern",
    values: isPattern,
    accepts: (patterns: string | readonly string[], value: string) =>
      [patterns].flat().every((pattern) => new RegExp(pattern, "u").test(value)),
    edges: () => ["x", "", "a b", "0"],
    opens: ["values", ...place],
  },
  format: {
    ...asTexts,
    of: "string",
    rule: "schema/format",
    values: (value: unknown) => Object.hasOwn(formats, String(value)),
    // A validator knows what a format lets through; here it is not counted on
    accepts: () => true,
    edges: () => ["x", ...Object.values(formats)],
    opens: ["format", ...place],
  },
  minimum: {
    ...ofNumber,
    ...atLeast,
    rule: "schema/minimum",
    accepts: (limit: number, value: number) => value >= limit,
  },
  maximum: {
    ...ofNumber,
    ...atMost,
    rule: "schema/maximum",
    accepts: (limit: number, value: number) => value <= limit,
  },
  minItems: {
    ...ofItems,
    ...atLeastSome,
    rule: "schema/min-items",
    accepts: (limit: number, value: readonly unknown[]) => value.length >= limit,
  },
  maxItems: {
    ...ofItems,
    ...atMost,
    rule: "schema/max-items",
    accepts: (limit: number, value: readonly unknown[]) => value.length <= limit,
  },
  // Release 0.1.0 has it
  minProperties: {
    ...ofCount,
    ...atLeastSome,
    of: "object",
    rule: "schema/min-properties",
    accepts: (limit: number, value: object) => Object.keys(value).length >= limit,
    edges: () => [{}],
  },
  maxProperties: {
    ...ofCount,
    ...atMost,
    of: "object",
    rule: "schema/max-properties",
    accepts: (limit: number, value: object) => Object.keys(value).length <= limit,
    edges: (limit: number) => [Object.fromEntries(repeat(limit + 1, "").map((_, index) => [`key${index}`, "x"]))],
  },
} as const satisfies Readonly<Record<string, Limit>>;

const servers: Row = { compare: "together", holds: ["Server", "list"] };
const security: Row = {
  compare: "together",
  values: isListOf((one) => Object.values(Object(one) as object).every((scopes) => isListOf(() => false)(scopes))),
};
const parameters: Row = { compare: "together", holds: ["Parameter", "list"] };
/** Not a range, and without parameters. */
const mediaType = /^[a-z]+\/[a-z\d.+-]+$/;
const content: Row = {
  compare: "together",
  values: hasKeys(mediaType),
  holds: ["MediaType", "map"],
};
const operation: Row = { compare: "together", holds: ["Operation", "one"] };
const schema: Row = { compare: "together", values: isSchema, holds: ["Schema", "one"] };
const schemas: Row = { compare: "together", values: isSomeOf(isSchema), holds: ["Schema", "list"] };
const flag: Row = { compare: "together", values: isFlag };

/** The table: for each form its keywords. */
const rows = {
  Root: {
    openapi: { compare: "text", values: (value) => /^3\.1\.\d+$/.test(String(value)) },
    jsonSchemaDialect: text,
    info: { compare: "together", holds: ["Info", "one"] },
    tags: words,
    servers,
    security,
    paths: { compare: "together", holds: ["PathItem", "map"] },
    webhooks: { compare: "together", holds: ["PathItem", "map"] },
    components: { compare: "together", holds: ["Components", "one"] },
    "x-choices": words,
    "x-stories": words,
  },
  Info: {
    ...notes,
    contact: words,
    license: words,
    termsOfService: words,
    // It follows from the changes
    version: { compare: "together" },
  },
  Components: {
    schemas: { compare: "together", holds: ["Schema", "map"] },
    parameters: { compare: "together", holds: ["Parameter", "map"] },
    responses: { compare: "together", holds: ["Response", "map"] },
    securitySchemes: { compare: "together", holds: ["SecurityScheme", "map"] },
    examples: words,
    links: words,
  },
  Server: {
    url: { compare: "together", values: isText },
    description: words,
    variables: { compare: "together", holds: ["ServerVariable", "map"] },
  },
  ServerVariable: { default: { compare: "together", values: isText }, description: words },
  PathItem: {
    ...notes,
    get: operation,
    put: operation,
    post: operation,
    delete: operation,
    patch: operation,
    servers,
    parameters,
  },
  Operation: {
    ...notes,
    tags: words,
    operationId: { compare: "together", values: isText },
    security,
    servers,
    parameters,
    requestBody: { compare: "together", holds: ["RequestBody", "one"] },
    responses: { compare: "together", values: hasKeys(/^[1-5](\d\d|XX)$/), holds: ["Response", "map"] },
    "x-events": { compare: "together", values: isListOf(isText) },
    "x-preconditions": { compare: "together", values: isListOf(isText) },
  },
  Parameter: {
    ...notes,
    name: { compare: "together", values: isText },
    in: { compare: "together", values: isOneOf(["path", "query", "header"]) },
    required: flag,
    schema,
  },
  RequestBody: { ...notes, required: flag, content },
  Response: { ...notes, content, links: words },
  MediaType: { ...notes, schema, encoding: { compare: "together", holds: ["Encoding", "map"] } },
  Encoding: {
    contentType: {
      compare: "together",
      values: (value) =>
        String(value)
          .split(/\s*,\s*/)
          .every((name) => mediaType.test(name)),
    },
  },
  SecurityScheme: {
    ...notes,
    type: { compare: "together", values: isOneOf(["apiKey", "http"]) },
    in: { compare: "together", values: isOneOf(["header"]) },
    name: { compare: "together", values: isText },
    scheme: { compare: "together", values: isText },
  },
  Schema: {
    ...notes,
    ...limits,
    propertyNames: { compare: "text", values: isSchema, holds: ["Schema", "one"] },
    not: { compare: "text", values: isSchema, holds: ["Schema", "one"] },
    default: { compare: "together" },
    type: { compare: "together", values: (value) => isType(value) || isSomeOf(isType)(value) },
    enum: { compare: "together", values: isListOf(isScalar) },
    const: { compare: "together", values: isScalar },
    "x-extensible-enum": { compare: "together", values: isListOf(isScalar) },
    properties: { compare: "together", values: isMap, holds: ["Schema", "map"] },
    required: { compare: "together", values: isListOf(isText) },
    additionalProperties: schema,
    items: schema,
    allOf: schemas,
    anyOf: schemas,
    // In the document of the control plane only
    oneOf: schemas,
    $ref: { compare: "together", values: (value) => isText(value) && String(value).startsWith("#/components/") },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

/** The table of the contract's vocabulary: for each form its keywords, each with its row. */
export const vocabulary: Readonly<Record<Form, Readonly<Record<string, Row>>>> = rows;

/** The row of a keyword; undefined where it, or its value, is not in the vocabulary. */
export function findRow(form: Form, keyword: string, value: unknown): Row | undefined {
  const row = Object.hasOwn(vocabulary[form], keyword) ? vocabulary[form][keyword] : undefined;
  return row?.values?.(value) === false ? undefined : row;
}

/** Tells the name of a form of the table. */
export function isForm(name: string): name is Form {
  return Object.hasOwn(vocabulary, name);
}
