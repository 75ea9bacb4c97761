// The places of a body: what the contract says of each, and the shapes of what stands there.
import {
  type Contract,
  isObject,
  listAssumptions,
  nodesAt,
  nodesBelow,
  type OpenApiDocument,
  pathOf,
  type SchemaNode,
} from "../../tools/contract/index.ts";
import { entry } from "./tally.ts";

/** A place, with everything that the contract says of it. */
export type Place = ReturnType<typeof readNodes> & {
  /** The place of a field or an item; undefined where the contract describes none. */
  below(token: string): Place | undefined;
};

/** Makes a function that gives the place of a schema; each is made once. */
export function findPlaces(document: OpenApiDocument): (node: SchemaNode) => Place {
  const made = new Map<string, Place>();
  const find = (nodes: readonly SchemaNode[]): Place =>
    entry(made, nodes.map(({ pointer }) => pointer).join(" "), () => {
      const inside = new Map<string, Place | undefined>();
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

function readNodes(nodes: readonly SchemaNode[]) {
  const schemas = nodes.map(({ schema }) => schema);
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const home = nodes.find(({ schema }) => schema["x-extensible-enum"] ?? schema.properties);
  const component = nodes.find(({ pointer }) => pointer.startsWith("#/components/"));
  return {
    nodes,
    names,
    /** Those of one of several forms are among them. */
    required: new Set(schemas.flatMap(({ required }) => required ?? [])),
    /** Of the schema that its values or its fields are written in. */
    pointer: (home ?? component ?? nodes[0])?.pointer ?? "",
    assumptions: schemas.flatMap((schema) => listAssumptions(schema["x-assumption"])),
    /** Pointers of the schemas that say what is not shown. */
    unknowns: nodes.flatMap(({ schema, pointer }) => (schema["x-not-shown"] === undefined ? [] : pointer)),
    /** The known values of an open enum; none elsewhere. */
    known: schemas.flatMap((schema): unknown[] => [...(schema["x-extensible-enum"] ?? [])]),
    isUntyped: names.size === 0 && schemas.every(({ type }) => type === undefined),
  };
}

/** Lists every value of a body that the contract describes, with its place. */
export function listValues(place: Place, value: unknown, into: [Place, unknown][] = []): [Place, unknown][] {
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
  const [first, second = "", third = "", ...rest] = pathOf(pointer);
  if (first === undefined) return pointer;
  const id = operations.find(({ path, method }) => path === second && method === third)?.id;
  if (first !== "components") return [id ?? second, ...rest].join(" ");
  return [third, ...rest.filter((part) => !/^(?:properties|allOf|anyOf|oneOf|\d+)$/.test(part))].join(".");
}
