// The places of the contract that shapes are held to: each schema with its fields, compiled once, and counted by its pointers.
import {
  type Assumed,
  type Contract,
  listAssumptions,
  nodesAt,
  nodesBelow,
  type OpenApiDocument,
  type Parameter,
  resolve,
  type Schema,
  type SchemaNode,
} from "../../tools/contract/index.ts";

/** One place of a body or a parameter, with everything that the contract says of it. */
export interface Place {
  /** Pointers of the nodes that speak of it, the nearest one first. */
  readonly pointers: readonly string[];
  /** Its types; empty when any will do. `number` stands with `integer`. */
  readonly types: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  /** The fields of each form that an object may have, where it may have one of several. */
  readonly forms: readonly (readonly string[])[];
  /** Of the values of a map. */
  readonly values: Place | undefined;
  readonly items: Place | undefined;
  readonly least: number;
}

/** Where a schema is the field of an object. */
export interface Use {
  readonly name: string;
  /** Pointer of the property. */
  readonly pointer: string;
  /** Pointer of the node that it is written in. */
  readonly object: string;
  readonly isRequired: boolean;
  /** All nodes of its object. */
  readonly objects: readonly string[];
}

/** What the assumptions on a node leave open. */
export function openWordsOf(node: { readonly "x-assumption"?: Assumed } | undefined): readonly string[] {
  return listAssumptions(node?.["x-assumption"]).flatMap(({ leaves_open }) => leaves_open);
}

/** A place and everything inside it, each once. */
export function placesIn(place: Place | undefined, found = new Set<Place>()): ReadonlySet<Place> {
  if (place === undefined || found.has(place)) return found;
  found.add(place);
  for (const inner of [...place.fields.values(), place.items, place.values]) placesIn(inner, found);
  return found;
}

/** Compiles the schemas of a contract when they are first needed. */
export class Places {
  readonly #document: OpenApiDocument;
  readonly #byPointer = new Map<string, Place>();
  /** By the pointer of each schema: the fields that it describes. */
  readonly uses = new Map<string, Use[]>();

  constructor({ document }: Contract) {
    this.#document = document;
  }

  /** All places that were compiled. */
  get all(): readonly Place[] {
    return [...this.#byPointer.values()];
  }

  /** The place of a schema. */
  at(pointer: string, schema: Schema): Place {
    return this.#of(nodesAt(this.#document, { schema, pointer }), []);
  }

  /** The place of a parameter: its own pointer, that of what it refers to, and its schema. */
  ofParameter(pointer: string, node: Parameter | { readonly $ref: string }): Place {
    const parameter = resolve<Parameter>(this.#document, node as Parameter);
    const home = "$ref" in node ? node.$ref : pointer;
    const nodes = nodesAt(this.#document, { schema: parameter.schema, pointer: `${home}/schema` });
    return this.#of(nodes, home === pointer ? [pointer] : [pointer, home]);
  }

  #of(nodes: readonly SchemaNode[], before: readonly string[]): Place {
    const pointers = [...new Set([...before, ...nodes.map(({ pointer }) => pointer)])];
    const key = pointers.join(" ");
    const known = this.#byPointer.get(key);
    if (known !== undefined) return known;
    const schemas = nodes.map(({ schema }) => schema);
    const types = new Set(schemas.flatMap(({ type }) => (type === undefined ? [] : [type].flat())));
    if (types.has("number")) types.add("integer");
    const choices = nodes.flatMap(({ schema, pointer }) =>
      (["anyOf", "oneOf"] as const).flatMap((keyword) => {
        const branches = (schema[keyword] ?? []).filter(({ type }) => type !== "null");
        return branches.length > 1 ? [{ branches, pointer: `${pointer}/${keyword}/` }] : [];
      }),
    );
    const stated = nodes.filter((node) => !choices.some(({ pointer }) => node.pointer.startsWith(pointer)));
    const fields = new Map<string, Place>();
    const place: Place = {
      pointers,
      types,
      formats: new Set(schemas.flatMap(({ format }) => (format === undefined || format === "binary" ? [] : [format]))),
      fields,
      required: new Set(stated.flatMap(({ schema }) => schema.required ?? [])),
      forms: choices.flatMap(({ branches }) => branches.map(({ required }) => required ?? [])),
      get values() {
        return below("*");
      },
      get items() {
        return below("0");
      },
      least: Math.max(0, ...schemas.map(({ minItems }) => minItems ?? 0)),
    };
    // First, since a schema may hold itself
    this.#byPointer.set(key, place);
    const isMap = schemas.some(({ additionalProperties }) => typeof additionalProperties === "object");
    const hasItems = schemas.some(({ items }) => items !== undefined);
    const once = new Map<string, Place | undefined>();
    const below = (token: string): Place | undefined => {
      if (!once.has(token)) {
        const found = (token === "*" ? isMap : hasItems) ? nodesBelow(this.#document, nodes, token) : [];
        once.set(token, found[0] && this.#of(found, []));
      }
      return once.get(token);
    };
    for (const name of new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})))) {
      const found = nodesBelow(this.#document, nodes, name);
      fields.set(name, this.#of(found, []));
      const [nearest] = found;
      const pointer = nearest?.pointer ?? "";
      const object = pointer.replace(/\/properties\/[^/]*$/, "");
      const use = { name, pointer, object, isRequired: place.required.has(name), objects: pointers };
      for (const node of found) {
        const known = this.uses.get(node.pointer) ?? [];
        if (!known.some((one) => one.pointer === use.pointer)) this.uses.set(node.pointer, [...known, use]);
      }
    }
    return place;
  }
}
