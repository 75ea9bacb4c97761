// Checks a value against a schema of the contract: the keywords that the contract uses, in a few lines instead of a library.

/** A schema, as far as it is checked. The whole type stands in a room of Node's, whose types a browser has not. */
export interface CheckedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: CheckedSchema;
  readonly properties?: Readonly<Record<string, CheckedSchema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly additionalProperties?: boolean | CheckedSchema;
  readonly allOf?: readonly CheckedSchema[];
  readonly anyOf?: readonly CheckedSchema[];
  readonly oneOf?: readonly CheckedSchema[];
  readonly not?: CheckedSchema;
}

/** One way in which a value breaks its schema. */
export interface Problem {
  /** JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  readonly message: string;
}

type Schemas = Readonly<Record<string, CheckedSchema>>;
type Check = (schema: CheckedSchema, value: unknown, at: string, schemas: Schemas) => Problem[];

/**
 * Tells how a value breaks a schema; nothing when it fits.
 *
 * @param schemas The components by name that the schema refers to.
 */
export function problemsOf(schema: CheckedSchema | boolean, value: unknown, schemas: Schemas, at = ""): Problem[] {
  if (typeof schema === "boolean") return schema ? [] : [{ pointer: at, message: "is not allowed" }];
  return Object.keys(schema).flatMap((keyword) => checks[keyword]?.(schema, value, at, schemas) ?? []);
}

/** A keyword that holds for values of one kind only. */
function when<T>(
  is: (value: unknown) => value is T,
  holds: (schema: CheckedSchema, value: T) => string | undefined,
): Check {
  return (schema, value, at) => {
    const message = is(value) ? holds(schema, value) : undefined;
    return message === undefined ? [] : [{ pointer: at, message }];
  };
}

const isString = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isObject = (value: unknown): value is Record<string, unknown> => kindOf(value) === "object";
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isAny = (value: unknown): value is unknown => value !== undefined;
/** Characters as a reader counts them, not UTF-16 units. */
const lengthOf = (text: string) => [...text].length;
const unless = (holds: boolean, message: string) => (holds ? undefined : message);

const checks: Readonly<Record<string, Check>> = {
  $ref: ({ $ref = "" }, value, at, schemas) => {
    const target = schemas[$ref.slice($ref.lastIndexOf("/") + 1)];
    return target === undefined ? [] : problemsOf(target, value, schemas, at);
  },
  type: when(isAny, ({ type }, value) => {
    const kind = kindOf(value);
    const allowed = [type ?? []].flat();
    const fits = allowed.includes(kind) || (allowed.includes("integer") && Number.isInteger(value));
    return unless(fits, `must be ${allowed.join(" or ")}, is ${kind}`);
  }),
  const: when(isAny, (schema, value) => unless(same(schema.const, value), `must be ${JSON.stringify(schema.const)}`)),
  enum: when(isAny, (schema, value) => {
    const values = schema.enum ?? [];
    const words = values.map((one) => JSON.stringify(one)).join(", ");
    return unless(
      values.some((one) => same(one, value)),
      `must be one of ${words}`,
    );
  }),
  format: when(isString, ({ format = "" }, value) =>
    unless(formats[format]?.(value) ?? true, `is not a valid ${format}`),
  ),
  pattern: when(isString, ({ pattern = "" }, value) =>
    unless(new RegExp(pattern, "u").test(value), `does not match ${pattern}`),
  ),
  minLength: when(isString, ({ minLength = 0 }, value) =>
    unless(lengthOf(value) >= minLength, `is shorter than ${minLength} characters`),
  ),
  maxLength: when(isString, ({ maxLength = 0 }, value) =>
    unless(lengthOf(value) <= maxLength, `is longer than ${maxLength} characters`),
  ),
  minimum: when(isNumber, ({ minimum = 0 }, value) => unless(value >= minimum, `is less than ${minimum}`)),
  maximum: when(isNumber, ({ maximum = 0 }, value) => unless(value <= maximum, `is more than ${maximum}`)),
  minItems: when(isList, ({ minItems = 0 }, value) =>
    unless(value.length >= minItems, `has fewer than ${minItems} items`),
  ),
  maxItems: when(isList, ({ maxItems = 0 }, value) =>
    unless(value.length <= maxItems, `has more than ${maxItems} items`),
  ),
  uniqueItems: when(isList, ({ uniqueItems }, value) => {
    const twice = value.some((item, index) => value.slice(0, index).some((other) => same(item, other)));
    return unless(uniqueItems !== true || !twice, "has a duplicate item");
  }),
  items: ({ items }, value, at, schemas) =>
    items === undefined || !isList(value)
      ? []
      : value.flatMap((item, index) => problemsOf(items, item, schemas, `${at}/${index}`)),
  required: ({ required = [] }, value, at) =>
    isObject(value)
      ? required
          .filter((name) => !Object.hasOwn(value, name))
          .map((name) => ({ pointer: under(at, name), message: "is missing" }))
      : [],
  minProperties: when(isObject, ({ minProperties = 0 }, value) =>
    unless(Object.keys(value).length >= minProperties, `has fewer than ${minProperties} fields`),
  ),
  properties: ({ properties = {} }, value, at, schemas) =>
    isObject(value)
      ? Object.entries(properties).flatMap(([name, property]) =>
          Object.hasOwn(value, name) ? problemsOf(property, value[name], schemas, under(at, name)) : [],
        )
      : [],
  additionalProperties: ({ additionalProperties = true, properties = {} }, value, at, schemas) =>
    isObject(value)
      ? Object.keys(value).flatMap((name) =>
          Object.hasOwn(properties, name)
            ? []
            : problemsOf(additionalProperties, value[name], schemas, under(at, name)),
        )
      : [],
  allOf: ({ allOf = [] }, value, at, schemas) => allOf.flatMap((one) => problemsOf(one, value, schemas, at)),
  anyOf: ({ anyOf = [] }, value, at, schemas) => nearest(anyOf, value, at, schemas),
  oneOf: ({ oneOf = [] }, value, at, schemas) => {
    const fitting = oneOf.filter((one) => problemsOf(one, value, schemas, at).length === 0).length;
    if (fitting > 1) return [{ pointer: at, message: `matches ${fitting} alternatives, but must match exactly one` }];
    return nearest(oneOf, value, at, schemas);
  },
  not: ({ not = {} }, value, at, schemas) =>
    problemsOf(not, value, schemas, at).length > 0
      ? []
      : [{ pointer: at, message: "matches a schema that is not allowed" }],
};

/** The keywords that are checked. */
export const checkedKeywords: ReadonlySet<string> = new Set(Object.keys(checks));

/** Of several forms, the problems of the one that comes nearest: what a reader would want to know. */
function nearest(forms: readonly CheckedSchema[], value: unknown, at: string, schemas: Schemas): Problem[] {
  const candidates = forms.filter(({ type }) => type !== "null" || value === null || forms.length === 1);
  const [first = [{ pointer: at, message: "matches none of the alternatives" }], ...others] = candidates.map((form) =>
    problemsOf(form, value, schemas, at),
  );
  return others.reduce((best, one) => (one.length < best.length ? one : best), first);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function under(at: string, name: string): string {
  return `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Are two JSON values the same, whatever the order of their keys? */
function same(one: unknown, other: unknown): boolean {
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => same(item, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
    );
  }
  return one === other;
}

/** Scheme, perhaps a host in brackets, then the characters that may stand in what follows, and one fragment. */
const uri =
  /^[a-z][a-z\d+.-]*:(?![?#]|$)(?:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?\[[\da-f:.]+\](?=[:/?#]|$))?(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*(?:#(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*)?$/i;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => /^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
  date: isDate,
  "date-time": (text) => {
    const [date = "", time = "", ...rest] = text.split(/t/i);
    return rest.length === 0 && isDate(date) && isTime(time);
  },
  // Any bytes: JSON has no other form for them
  binary: () => true,
  uri: (text) => uri.test(text),
};

/** The formats that are checked. */
export const checkedFormats: ReadonlySet<string> = new Set(Object.keys(formats));

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = new Date(0);
  // Set in one step: a year below 100 would be read as one of the last century
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return day !== "" && Number(day) > 0 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const time = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const dayMinutes = 24 * 60;

/** A time of day with its offset, as RFC 3339 writes it; a leap second ends a day of UTC. */
function isTime(text: string): boolean {
  const match = time.exec(text);
  if (match === null) return false;
  const number = (group: number) => Number(match[group] ?? 0);
  if (number(3) < 60) return true;
  const offset = (match[4] === "-" ? -1 : 1) * (number(5) * 60 + number(6));
  return (number(1) * 60 + number(2) - offset + dayMinutes) % dayMinutes === dayMinutes - 1;
}
