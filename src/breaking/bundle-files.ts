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
  type Source,
  spellKnownValues,
  spellMark,
  vocabulary,
} from "../shared/contract/index.ts";

/** Where a form has its components; the others are written where they are used. */
const kinds = Object.fromEntries(
  Object.entries(vocabulary.Components).flatMap(([kind, { holds }]) => (holds ? [[holds[0], kind]] : [])),
) as Readonly<Record<string, string>>;

/** A component that is still to be copied. */
interface Planned {
  readonly kind: string;
  readonly name: string;
  readonly written: unknown;
  /** A form of the vocabulary, `words`, or empty where none is known. */
  readonly form: string;
  /** The keys that lead to it in the files. */
  readonly way: Path;
}

/** Makes the document, and a function that finds where the part at some keys of it is written. */
export function bundleFiles(source: Source) {
  if (source.files.length === 1) return { document: source.root, findPlace: (at: Path) => source.locate(at) };
  const planned: Planned[] = [];
  const pointers = new Map<unknown, string>();
  const plan = (component: Planned): string => {
    const others = planned.filter(({ kind }) => kind === component.kind);
    const isTaken = others.some(({ name }) => name === component.name);
    const name = isTaken ? `${component.name}-${others.length}` : component.name;
    planned.push({ ...component, name });
    const pointer = `#/components/${component.kind}/${name}`;
    pointers.set(component.written, pointer);
    return pointer;
  };
  const refer = (holder: JsonObject, form: string, way: Path): unknown => {
    const reference = String(own(holder, "$ref"));
    const written = source.target(holder);
    // Of words, examples and links are components
    const words = ["examples", "links"].find((kind) => kind === way.at(-2));
    if (form === "words" && words === undefined) return copy(written, form, way);
    const kind = isForm(form) ? kinds[form] : (words ?? "schemas");
    const beside = copyFields({ ...holder, $ref: undefined }, form, way);
    if (kind === undefined) return { ...(copy(written, form, way) as object), ...beside };
    const name = basename(reference.replace(/#\/?$/, "").replace(/^.*#/, ""), extname(reference));
    return { ...beside, $ref: pointers.get(written) ?? plan({ kind, name, written, form, way }) };
  };
  const copy = (value: unknown, form: string, way: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => copy(item, form, [...way, `${index}`]));
    if (typeof value === "string" && way.slice(-2).includes("x-assumption")) {
      const entry = source.entry(value);
      return isObject(entry) ? spellMark(value, entry) : value;
    }
    if (!isObject(value)) return value;
    return typeof own(value, "$ref") === "string" ? refer(value, form, way) : copyFields(value, form, way);
  };
  const copyFields = (value: JsonObject, form: string, way: Path): JsonObject => {
    const fields = Object.entries(value).map(([key, field]) => {
      const row = isForm(form) ? findRow(form, key, field) : undefined;
      const isOfWords = row?.compare === "words" || form === "words";
      const [inner, as] = row?.holds ?? [isOfWords ? "words" : ""];
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
  for (const [kind, all] of listEntries(own(source.root, "components"))) {
    const form = vocabulary.Components[kind]?.holds?.[0] ?? "words";
    for (const [name, value] of listEntries(all)) {
      const isFile = isObject(value) && typeof value["$ref"] === "string" && !value["$ref"].startsWith("#");
      plan({ kind, name, written: isFile ? source.target(value) : value, form, way: ["components", kind, name] });
    }
  }
  const document = copyFields({ ...source.root, components: undefined }, "Root", []);
  const components: Record<string, Record<string, unknown>> = {};
  // Components that they refer to are planned meanwhile
  for (const { kind, name, written, form, way } of planned) {
    components[kind] = { ...components[kind], [name]: copy(written, form, way) };
  }
  return {
    document: { ...document, components },
    findPlace: (at: Path) => {
      const component = at[0] === "components" && planned.find(({ kind, name }) => kind === at[1] && name === at[2]);
      // A way may end at a reference, and a key that is not there is looked for behind it
      const inside = at.length > 3 ? at.slice(3) : ["behind"];
      return source.locate(component ? [...component.way, ...inside] : at);
    },
  };
}
