// Makes one document of several files: what a reference to another file leads to becomes a component.
import { basename, extname } from "node:path";
import {
  findRow,
  isForm,
  isObject,
  type JsonObject,
  listEntries,
  own,
  type Path,
  type Place,
  parsePointer,
  type Source,
  spellKnownValues,
  spellMark,
} from "../shared/contract/index.ts";

/** Where a form has its components; the others are written where they are used. */
const kinds: Readonly<Record<string, string>> = {
  Schema: "schemas",
  Parameter: "parameters",
  Response: "responses",
  RequestBody: "requestBodies",
  SecurityScheme: "securitySchemes",
};

interface Bundled {
  readonly document: JsonObject;
  /** Where the part at these keys of the document is written. */
  readonly place: (at: Path) => Place;
}

export function bundleFiles(source: Source): Bundled {
  if (source.files.length === 1) return { document: source.root, place: (at) => source.locate(at) };
  const components: Record<string, Record<string, unknown>> = {};
  /** The components by what they are, and the ways to them in the files. */
  const names = new Map<unknown, string>();
  const ways = new Map<string, Path>();

  const refer = (holder: JsonObject, form: string, way: Path): unknown => {
    const target = source.target(holder);
    // A reference in place of a key of the register
    if (form === "mark") {
      const key = parsePointer(String(holder["$ref"]).replace(/^.*#/, "")).at(-1) ?? "";
      return spellMark(key, Object(target));
    }
    // Of words, examples and links are components
    const words = ["examples", "links"].find((kind) => kind === way.at(-2));
    if (form === "words" && words === undefined) return copy(target, form, way);
    const kind = isForm(form) ? kinds[form] : (words ?? "schemas");
    if (kind === undefined)
      return { ...(copy(target, form, way) as object), ...copyFields({ ...holder, $ref: undefined }, form, way) };
    const pointer = names.get(target) ?? add(target, kind, String(own(holder, "$ref")), form, way);
    return { ...copyFields(holder, form, way), $ref: pointer };
  };
  const add = (target: unknown, kind: string, reference: string, form: string, way: Path): string => {
    const name = basename(reference.replace(/#\/?$/, "").replace(/^.*#/, ""), extname(reference));
    const taken = components[kind] ?? {};
    components[kind] = taken;
    const free = Object.hasOwn(taken, name) ? `${name}-${Object.keys(taken).length}` : name;
    taken[free] = undefined;
    names.set(target, `#/components/${kind}/${free}`);
    ways.set(["components", kind, free].join("\n"), way);
    taken[free] = copy(target, form, way);
    return `#/components/${kind}/${free}`;
  };
  const copy = (value: unknown, form: string, way: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => copy(item, form, [...way, `${index}`]));
    if (!isObject(value)) return value;
    return typeof own(value, "$ref") === "string" ? refer(value, form, way) : copyFields(value, form, way);
  };
  const copyFields = (value: JsonObject, form: string, way: Path): JsonObject => {
    const fields = Object.entries(value).map(([key, field]) => {
      const row = isForm(form) ? findRow(form, key, field) : undefined;
      const [inner, as] = row?.holds ?? [
        row?.compare === "words" || row?.compare === "mark" ? row.compare : form === "words" ? form : "",
      ];
      const inside = [...way, key];
      if (as !== "map" || !isObject(field)) return [key, copy(field, inner, inside)] as const;
      const entries = Object.entries(field).map(([name, one]) => [name, copy(one, inner, [...inside, name])]);
      return [key, Object.fromEntries(entries)] as const;
    });
    const copied = Object.fromEntries(fields.filter(([, field]) => field !== undefined));
    // As the generated bundle has it, with which files may be compared
    return form === "Schema" ? spellKnownValues(copied) : copied;
  };

  // The components of the root keep their names; those that are files are written there
  const named = listEntries(own(source.root, "components")).flatMap(([kind, all]) =>
    listEntries(all).map(([name, value]) => {
      const isFile = isObject(value) && typeof value["$ref"] === "string" && !value["$ref"].startsWith("#");
      return { kind, name, written: isFile ? source.target(value) : value };
    }),
  );
  for (const { kind, name, written } of named) {
    names.set(written, `#/components/${kind}/${name}`);
    components[kind] = { ...components[kind], [name]: undefined };
  }
  for (const { kind, name, written } of named) {
    const form = Object.keys(kinds).find((one) => kinds[one] === kind) ?? "words";
    (components[kind] ?? {})[name] = copy(written, form, ["components", kind, name]);
  }
  const { components: _, ...rest } = source.root;
  const document = { ...copyFields(rest, "Root", []), components };
  return {
    document,
    place: (at) => {
      const way = ways.get(at.slice(0, 3).join("\n"));
      // The way ends at a reference, and a key that is not there is looked for behind it
      const inside = at.length > 3 ? at.slice(3) : ["behind"];
      return source.locate(way === undefined ? at : [...way, ...inside]);
    },
  };
}
