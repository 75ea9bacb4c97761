// Compares how the fields of a form are encoded.

import { isObject, own, type Source, stringsOf } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { type Comparison, nodesUnder } from "./comparison.ts";
import { compareHeaders } from "./headers.ts";

export function compareEncodings(
  comparison: Comparison,
  message: Message,
  before: Spot,
  after: Spot,
  subject: string,
): void {
  const was = nodesUnder(comparison.base, before, "encoding");
  const is = nodesUnder(comparison.revision, after, "encoding");
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const base = was.get(name) ?? { value: {}, path: before.path };
    const revision = is.get(name) ?? { value: {}, path: after.path };
    const field = `encoding of \`${name}\` in the ${subject}`;
    const paths = { base: base.path, revision: revision.path };
    for (const [keyword, otherwise] of defaults) {
      const [from, to] = [own(base.value, keyword) ?? otherwise, own(revision.value, keyword) ?? otherwise];
      if (explodes(keyword, base, from) === explodes(keyword, revision, to)) continue;
      const text = `\`${keyword}\` went from ${String(from)} to ${String(to)}`;
      comparison.note(message, "different", "encoding/style", paths, field, text);
    }
    compareContentTypes(comparison, message, [before, base], [after, revision], name, field);
    compareHeaders(comparison, message, base, revision, field);
  }
}

const defaults = [
  ["style", "form"],
  ["explode", undefined],
  ["allowReserved", false],
] as const;

/** What is not written for `explode` follows from the style. */
function explodes(keyword: string, { value }: Spot, written: unknown): unknown {
  return keyword === "explode" ? (written ?? (own(value, "style") ?? "form") === "form") : written;
}

type Pair = readonly [media: Spot, encoding: Spot];

function compareContentTypes(
  comparison: Comparison,
  message: Message,
  [mediaBefore, base]: Pair,
  [mediaAfter, revision]: Pair,
  name: string,
  field: string,
): void {
  const was = contentTypes(comparison.base, mediaBefore, base, name);
  const is = contentTypes(comparison.revision, mediaAfter, revision, name);
  const gone = was.filter((type) => !is.some((other) => covers(other, type)));
  const come = is.filter((type) => !was.some((other) => covers(other, type)));
  const at = ({ path, value }: Spot) => (own(value, "contentType") === undefined ? path : [...path, "contentType"]);
  const paths = { base: at(base), revision: at(revision) };
  const rule = "encoding/content-type";
  if (gone.length > 0) {
    comparison.note(message, "narrower", rule, paths, field, `\`contentType\` no longer lists ${gone.join(", ")}`);
  }
  if (come.length > 0) {
    comparison.note(message, "wider", rule, paths, field, `\`contentType\` now lists ${come.join(", ")}`);
  }
}

function contentTypes(source: Source, media: Spot, encoding: Spot, name: string): string[] {
  const written = own(encoding.value, "contentType");
  if (typeof written === "string") return written.split(",").map((type) => type.trim().toLowerCase());
  const schema = source.resolve(own(source.resolve(own(media.value, "schema")), "properties"));
  return [defaultType(source, source.resolve(own(schema, name)))];
}

/** What OpenAPI takes for the type of a field when nothing is written. */
function defaultType(source: Source, schema: unknown): string {
  const types = stringsOf([own(schema, "type")].flat()).filter((type) => type !== "null");
  if (types.includes("array")) return defaultType(source, source.resolve(own(schema, "items")));
  if (types.includes("object")) return "application/json";
  const isBinary = !isObject(schema) || types.length === 0 || own(schema, "contentEncoding") !== undefined;
  return isBinary ? "application/octet-stream" : "text/plain";
}

function covers(range: string, type: string): boolean {
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}
