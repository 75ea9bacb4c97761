// What the contract says of one place in a message: its fields, its known values, whether it is an id, and its limits.
import {
  type Contract,
  nodesAt,
  nodesBelow,
  type OpenApiDocument,
  type Schema,
  type SchemaNode,
} from "../../../tools/contract/index.ts";

/** Below these schemas every value is health data: not even a known value is written. */
const healthSchemas = [
  "Summary",
  "LabReportResult",
  "DataEventData",
  "SleepCycleEventData",
  "HypnogramEventData",
] as const;

/** A place in a body, or a parameter. */
export class Place {
  /** The name of the field or parameter; of an item that of its list. */
  readonly name: string;
  readonly #document: OpenApiDocument;
  readonly #nodes: readonly SchemaNode[];
  readonly #below = new Map<string, Place>();
  /** Whether values here are health data. */
  readonly isHealth: boolean;
  /** Whether the contract says nothing of this place. */
  readonly isUndescribed: boolean;
  /** Whether the keys here are data: a map. */
  readonly isMap: boolean;
  /** The published values; undefined where there are none. */
  readonly known: ReadonlySet<unknown> | undefined;
  /** The name of its open enum; undefined where unknown values are not expected, and where they are health data. */
  readonly openKind: string | undefined;
  /** The types of the schema. */
  readonly types: ReadonlySet<string>;
  readonly #checks: readonly (readonly [keyword: string, isBroken: (value: unknown) => boolean])[];

  constructor(document: OpenApiDocument, nodes: readonly SchemaNode[], name: string, isHealth = false) {
    this.name = name;
    this.#document = document;
    this.#nodes = nodes;
    const schemas = nodes.map(({ schema }) => schema);
    this.isHealth = isHealth || nodes.some(({ pointer }) => healthPointers.has(pointer));
    this.isUndescribed = nodes.length === 0;
    this.isMap = schemas.some(({ additionalProperties }) => typeof additionalProperties === "object");
    const known = schemas.flatMap((schema) => [
      ...(schema.enum ?? []),
      ...(schema["x-extensible-enum"] ?? []),
      ...("const" in schema ? [schema.const] : []),
    ]);
    this.known = known.length === 0 ? undefined : new Set(known);
    const open = nodes.find(({ schema }) => schema["x-extensible-enum"] !== undefined);
    const component = /^#\/components\/schemas\/(\w+)(?:\/(?:any|one|all)Of\/\d+)?$/.exec(open?.pointer ?? "")?.[1];
    this.openKind = open === undefined || this.isHealth ? undefined : component === undefined ? name : snake(component);
    this.types = new Set(schemas.flatMap(({ type = [] }) => type));
    this.#checks = schemas.some(hasAlternatives) ? [] : schemas.flatMap(checksOf);
  }

  /** The place of a field; undefined when the contract has none of this name. */
  field(name: string): Place | undefined {
    return this.#nodes.some(({ schema }) => schema.properties !== undefined && Object.hasOwn(schema.properties, name))
      ? this.#placeBelow(name, name)
      : undefined;
  }

  /** The place of a field that the contract does not name: the values of a map, or nothing that is known. */
  other(name: string): Place {
    return this.#placeBelow(this.isMap ? otherToken : `${otherToken}/`, name);
  }

  /** The place of the items of a list. */
  items(): Place {
    return this.#placeBelow("0", this.name);
  }

  /** The keywords of the schema that a value breaks, where its shape does not show it. */
  broken(value: unknown): string[] {
    return this.#checks.flatMap(([keyword, isBroken]) => (isBroken(value) ? [keyword] : []));
  }

  #placeBelow(token: string, name: string): Place {
    const key = `${token} ${name}`;
    const known = this.#below.get(key);
    if (known !== undefined) return known;
    const below = token.endsWith("/")
      ? []
      : nodesBelow(this.#document, this.#nodes, token).filter(({ pointer }) => pointer !== "");
    const place = new Place(this.#document, below, name, this.isHealth);
    // Names that the contract has are few; others come from outside
    if (this.#below.size < mostPlaces) this.#below.set(key, place);
    return place;
  }
}

const healthPointers = new Set(healthSchemas.map((name) => `#/components/schemas/${name}`));

/** No name of a field has a space. */
const otherToken = "any other";

const mostPlaces = 1000;

/** The place of a whole value. */
export function placeAt({ document }: Contract, schema: Schema | undefined, name: string): Place {
  return new Place(document, schema === undefined ? [] : nodesAt(document, { schema, pointer: `${name}#` }), name);
}

/** Which alternative a value was meant for is not known; beside `null` there is only one. */
function hasAlternatives({ anyOf = [], oneOf = [] }: Schema): boolean {
  return [anyOf, oneOf].some((branches) => branches.filter(({ type }) => type !== "null").length > 1);
}

type Check = readonly [keyword: string, isBroken: (value: unknown) => boolean];

function checksOf(schema: Schema): Check[] {
  const { pattern, minimum, maximum, minLength, maxLength } = schema;
  const ofText = (keyword: string, isBroken: (text: string) => boolean): Check => [
    keyword,
    (value) => typeof value === "string" && isBroken(value),
  ];
  const ofNumber = (keyword: string, isBroken: (number: number) => boolean): Check => [
    keyword,
    (value) => typeof value === "number" && isBroken(value),
  ];
  const expression = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const values = schema.enum;
  return [
    ...(expression === undefined ? [] : [ofText("pattern", (text) => !expression.test(text))]),
    ...(minLength === undefined ? [] : [ofText("minLength", (text) => [...text].length < minLength)]),
    ...(maxLength === undefined ? [] : [ofText("maxLength", (text) => [...text].length > maxLength)]),
    ...(minimum === undefined ? [] : [ofNumber("minimum", (number) => number < minimum)]),
    ...(maximum === undefined ? [] : [ofNumber("maximum", (number) => number > maximum)]),
    ...(values === undefined ? [] : [["enum", (value) => isScalar(value) && !values.includes(value)] satisfies Check]),
    ...(schema.const === undefined
      ? []
      : [["const", (value) => isScalar(value) && value !== schema.const] satisfies Check]),
  ];
}

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== "object";
}

/** `OrderStatus` -> `order_status`. */
function snake(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
