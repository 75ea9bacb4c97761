// The register of a contract: `assumptions.yaml` beside its root document, in which each assumption stands once, under a key.
import { dirname, relative, sep } from "node:path";
import { isObject, type JsonObject, listEntries, toPointer } from "./json.ts";

/** The name of the register, beside the root document. */
export const registerFile = "assumptions.yaml";

/** The entries of a register by key, each with its topic. */
export function readRegister(content: unknown): Map<string, { readonly topic: string; readonly entry: JsonObject }> {
  const all = listEntries(content).flatMap(([topic, entries]) =>
    listEntries(entries).flatMap(([key, entry]) => (isObject(entry) ? [[key, { topic, entry }] as const] : [])),
  );
  return new Map(all);
}

/** Does a mark somewhere in a file name an assumption by its key? */
export function namesAssumptions(content: unknown): boolean {
  let isNamed = false;
  visitMarks(content, ({ "x-assumption": mark }) => {
    isNamed ||= [mark].flat().some((one) => typeof one === "string");
  });
  return isNamed;
}

/** Puts a reference to its entry in the place of each key in a file's content; a key that the register does not have stays. */
export function referToEntries(content: unknown, register: unknown, from: string, registerPath: string): void {
  const entries = readRegister(register);
  const path = relative(dirname(from), registerPath).split(sep).map(encodeURIComponent).join("/");
  const refer = (mark: unknown) => {
    const topic = entries.get(String(mark))?.topic;
    if (typeof mark !== "string" || topic === undefined) return mark;
    const reference = { $ref: `${path}${encodeURI(toPointer([topic, mark]))}` };
    references.add(reference);
    return reference;
  };
  visitMarks(content, (node) => {
    const mark = node["x-assumption"];
    (node as Record<string, unknown>)["x-assumption"] = Array.isArray(mark) ? mark.map(refer) : refer(mark);
  });
}

/** The references that stand for keys. */
const references = new WeakSet();

/** Is the value a reference in the place of a key, which is not in the file? */
export function standsForKey(value: unknown): boolean {
  return typeof value === "object" && value !== null && references.has(value);
}

function visitMarks(content: unknown, found: (node: JsonObject) => void): void {
  const seen = new Set<unknown>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (isObject(value) && Object.hasOwn(value, "x-assumption")) found(value);
    for (const child of Object.values(value)) visit(child);
  };
  visit(content);
}
