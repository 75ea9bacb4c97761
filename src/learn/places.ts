// The places of a body: what the contract says of each, and the shapes of what stands there.
import {
  type Contract,
  isObject,
  type Located,
  listAssumptions,
  nodesAt,
  nodesBelow,
  type OpenApiDocument,
  parsePointer,
  type Schema,
  toPointer,
} from "../shared/contract/index.ts";
import { entry } from "./tally.ts";

/** A place, with everything that the contract says of it. */
export type BodyPlace = ReturnType<typeof readNodes> & {
  /** The place of a field or an item; undefined where the contract describes none. */
  below(token: string): BodyPlace | undefined;
};

/** Makes a function that gives the place of a schema; each is made once. */
export function findPlaces(document: OpenApiDocument): (node: Located<Schema>) => BodyPlace {
  const made = new Map<string, BodyPlace>();
  const find = (nodes: readonly Located<Schema>[]): BodyPlace =>
    entry(made, nodes.map(({ path }) => toPointer(path)).join(" "), () => {
      const inside = new Map<string, BodyPlace | undefined>();
      const place = readNodes(nodes);
      const below = (token: string) => {
        // All items have one place, and so have all values of a map
        const step = place.names.has(token) ? token : /^\d+$/.test(token) ? "0" : "*";
        const found = () => nodesBelow(document, nodes, step);
        return entry(inside, step, () => (found().length === 0 ? undefined : find(found())));
      };
      return { ...place, below };
    });
  return (node) => find(nodesAt(document, node));
}

function readNodes(nodes: readonly Located<Schema>[]) {
  const schemas = nodes.map(({ value }) => value);
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const home = nodes.find(({ value }) => value["x-extensible-enum"] ?? value.properties);
  const component = nodes.find(({ path }) => path[0] === "components");
  return {
    nodes,
    names,
    /** Those of one of several forms are among them. */
    required: new Set(schemas.flatMap(({ required }) => required ?? [])),
    /** Of the schema that its values or its fields are written in. */
    pointer: toPointer((home ?? component ?? nodes[0])?.path ?? []),
    assumptions: schemas.flatMap((schema) => listAssumptions(schema["x-assumption"])),
    /** Pointers of the schemas that say what is not shown. */
    unknowns: nodes.flatMap(({ value, path }) => (value["x-not-shown"] === undefined ? [] : toPointer(path))),
    /** The known values of an open enum; none elsewhere. */
    known: schemas.flatMap((schema): unknown[] => [...(schema["x-extensible-enum"] ?? [])]),
    isUntyped: names.size === 0 && schemas.every(({ type }) => type === undefined),
  };
}

/** Lists every value of a body that the contract describes, with its place. */
export function listValues(
  place: BodyPlace,
  value: unknown,
  into: [BodyPlace, unknown][] = [],
): [BodyPlace, unknown][] {
  into.push([place, value]);
  for (const [token, inner] of Array.isArray(value) || isObject(value) ? Object.entries(value) : []) {
    const below = place.below(token);
    if (below !== undefined) listValues(below, inner, into);
  }
  return into;
}

/** The shape of a value, with nothing of the value, and of its fields those that the contract has somewhere. */
export function describeShape(value: unknown, names: ReadonlySet<string>, depth = 2): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${describeShape(value[0], names, depth)}]`;
  if (!isObject(value)) return describeKind(value);
  const known = Object.entries(value).filter(([name]) => depth > 0 && names.has(name));
  const fields = known.map(([name, inner]) => `${name}: ${describeShape(inner, names, depth - 1)}`);
  return `{${[...fields, ...(known.length < Object.keys(value).length ? ["…"] : [])].join(", ")}}`;
}

/** The kind of a value in a word or two: `object`, `null`, `string date-time`. */
export function describeKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value !== "string") return value === undefined ? "no JSON" : typeof value;
  return ["string", ...Object.keys(formats).filter((name) => formats[name]?.test(value))].join(" ");
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/i,
};

/** What stands at a pointer, in a few words: `CreatedUser.user_id`, `createUser responses 200`. */
export function describePointer({ operations }: Contract, pointer: string): string {
  const path = parsePointer(pointer);
  const [first = "", second = "", third = "", ...rest] = path;
  if (!["components", "paths", "webhooks"].includes(first)) return path.length === 0 ? pointer : path.join(" ");
  const id = operations.find((one) => one.path === second && one.method === third)?.id;
  if (first !== "components") return [id ?? second, ...rest].join(" ");
  return [third, ...rest.filter((part) => !/^(?:properties|allOf|anyOf|oneOf|\d+)$/.test(part))].join(".");
}
