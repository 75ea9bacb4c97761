// Compares the schemas of parameters and headers, whose values are text, whatever type the text stands for.
import { type Located, own, type Path, type Source } from "../../shared/contract/index.ts";
import type { Message } from "../model.ts";
import { TooManyBranches } from "../schema/branch.ts";
import { listConstraints, readTypes, type TypedBranch, type Types } from "../schema/types.ts";
import type { Comparison } from "./comparison.ts";

/** One side: its schema, and whether each value of a list is written as a parameter of its own. */
export interface WrittenText {
  readonly schema: Located;
  readonly exploded: boolean;
}

/** Compares what may be written; where only the type changes, and not the text, generated code alone notices. */
export function compareTexts(
  comparison: Comparison,
  message: Message,
  before: WrittenText,
  after: WrittenText,
  subject: string,
): void {
  const was = readTypesIfFew(comparison.base, before.schema.value);
  const is = readTypesIfFew(comparison.revision, after.schema.value);
  const isRequest = message.direction === "request";
  const [inner, outer] = isRequest ? [was, is] : [is, was];
  const compareAsWritten = () => comparison.compareSchemas(message, before.schema, after.schema, subject);
  const hasList = inner?.has("array") || inner?.has("object");
  if (!inner || !outer || hasList || [...inner.keys()].every((type) => outer.has(type))) {
    compareAsWritten();
    return;
  }
  const noteType = () => {
    const said = { from: writeNames(was), to: writeNames(is) };
    const paths = { base: before.schema.path, revision: after.schema.path };
    comparison.note(message, subject, { rule: "code/type", effect: "notable", says: "text", said, ...paths });
  };
  const wide = isRequest ? after : before;
  const items = wide.exploded ? findItems(outer) : undefined;
  if (items !== undefined) {
    // A single value is a list of one
    noteType();
    const item = { schema: { ...items, path: [...wide.schema.path, ...items.path] }, exploded: false };
    compareTexts(comparison, message, isRequest ? before : item, isRequest ? item : after, subject);
  } else if (isEachTextIn(inner, outer)) {
    comparison.noteWords(message, before.schema, after.schema, subject);
    noteType();
  } else compareAsWritten();
}

/** Undefined where there are too many alternatives. */
function readTypesIfFew(source: Source, schema: unknown): Types | undefined {
  try {
    return readTypes(source, [{ value: schema ?? true, path: [] }]);
  } catch (error) {
    if (error instanceof TooManyBranches) return undefined;
    throw error;
  }
}

/** Whether both may be lists or objects: exploding changes how these are written, and nothing else. */
export function mayHaveSeveral({ base, revision }: Comparison, before: unknown, after: unknown): boolean {
  return [readTypesIfFew(base, before), readTypesIfFew(revision, after)].every(
    (types) => types === undefined || types.has("array") || types.has("object"),
  );
}

/** The schema of the items, where there is nothing but lists, and a list may have a single one; null is no text. */
function findItems(types: Types): { readonly value: unknown; readonly path: Path } | undefined {
  const [list, ...others] = types.get("array") ?? [];
  const isListOnly = [...types.keys()].every((type) => type === "array" || type === "null");
  if (list === undefined || others.length > 0 || !isListOnly) return undefined;
  const needsMore = list.parts.some(
    ({ value: schema }) =>
      Number(own(schema, "minItems") ?? 0) > 1 ||
      ["contains", "prefixItems", "not", "if", "enum", "const"].some((keyword) => Object.hasOwn(schema, keyword)),
  );
  const [part, ...more] = list.parts.filter(({ value: schema }) => own(schema, "items") !== undefined);
  if (needsMore || part === undefined || more.length > 0) return undefined;
  return { value: own(part.value, "items"), path: [...part.path, "items"] };
}

/** Whether the text of each value of one side is certainly text that the other side allows. */
function isEachTextIn(inner: Types, outer: Types): boolean {
  const strings = outer.get("string") ?? [];
  if (strings.some((branch) => listConstraints(branch).length === 0)) return true;
  const allowed = new Set([...outer.values()].flat().flatMap((branch) => listTexts(branch) ?? []));
  return [...inner.values()].flat().every((branch) => listTexts(branch)?.every((text) => allowed.has(text)) ?? false);
}

/** The only texts that a branch allows; undefined when they are not listed. */
function listTexts({ type, values }: TypedBranch): string[] | undefined {
  if (type === "boolean" && values === undefined) return ["true", "false"];
  return values?.map(String);
}

function writeNames(types: Types | undefined): string {
  const names = [...(types?.values() ?? [])].flat().map(({ type, integer }) => (integer ? "integer" : type));
  return [...new Set(names)].map((name) => `\`${name}\``).join(" or ");
}
