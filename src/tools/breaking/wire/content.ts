// Compares the content of a message: its media types, each with its schema and its encoding. A field of a form may have
// headers, and a header content of its own.

import { isObject, own, type Source, stringsOf } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { removalOf } from "../marks.ts";
import { commonParts } from "../schema/branch.ts";
import { type Comparison, nodesUnder } from "./comparison.ts";
import { compareSerialization, isListRepeated, mayHaveSeveral } from "./serialization.ts";
import { compareTexts } from "./text.ts";

/** Compares two objects that have `content`. */
export function compareContent(
  comparison: Comparison,
  message: Message,
  base: Spot,
  revision: Spot,
  subject: string,
): void {
  const was = nodesUnder(comparison.base, base, "content");
  const is = nodesUnder(comparison.revision, revision, "content");
  const inContent = (spot: Spot) => [...spot.path, "content"];
  const taken = new Set<Spot>();
  for (const [name, before] of was) {
    const covered = covering(name, is);
    if (covered === undefined) {
      const paths = { base: before.path, revision: inContent(revision) };
      const field = `media type ${name} of the ${subject}`;
      // Who has to read what comes need not read this one any longer; who requests it misses it
      const effect = message.isEvent && is.size > 0 ? "narrower" : "removed";
      comparison.note(message, effect, "media-type/removed", paths, field, "was removed");
      continue;
    }
    const [other, after] = covered;
    if (normalized(other) === normalized(name)) taken.add(after);
    compareMediaTypes(comparison, message, before, after, `${subject} (${name})`);
  }
  for (const [name, after] of is) {
    if (taken.has(after)) continue;
    const twin = [...was].find(([other]) => normalized(other) === normalized(name));
    if (twin) {
      compareMediaTypes(comparison, message, twin[1], after, `${subject} (${name})`);
      continue;
    }
    const paths = { base: inContent(base), revision: after.path };
    // An answer comes in a type that was requested; an event may come in one that nobody expects
    const effect = message.isEvent && was.size > 0 ? "wider" : "added";
    comparison.note(message, effect, "media-type/added", paths, `media type ${name} of the ${subject}`, "was added");
  }
}

function compareMediaTypes(comparison: Comparison, message: Message, before: Spot, after: Spot, subject: string): void {
  const schemaOf = ({ value, path }: Spot) => ({ value: own(value, "schema"), path: [...path, "schema"] });
  comparison.compareSchemas(message, schemaOf(before), schemaOf(after), subject);
  comparison.noteWords(message, before, after, subject);
  compareEncodings(comparison, message, before, after, subject);
}

/** The node for a media type: its own, or that of a range such as `image/*` around it. */
function covering(name: string, types: ReadonlyMap<string, Spot>): [name: string, spot: Spot] | undefined {
  const wanted = normalized(name);
  const same = types.get(name);
  if (same) return [name, same];
  const [kind = ""] = wanted.split("/");
  for (const candidate of [wanted, wanted.split(";")[0] ?? wanted, `${kind}/*`, "*/*"]) {
    for (const [other, spot] of types) if (normalized(other) === candidate) return [other, spot];
  }
  return undefined;
}

function normalized(mediaType: string): string {
  const [type = "", ...parameters] = mediaType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  // JSON is always written in UTF-8
  const isSaidAnyway = (parameter: string) => /[/+]json$/.test(type) && /^charset="?utf-8"?$/.test(parameter);
  return [type, ...parameters.filter((parameter) => !isSaidAnyway(parameter)).sort()].join(";");
}

/** Compares how the fields of a form are encoded. */
function compareEncodings(comparison: Comparison, message: Message, before: Spot, after: Spot, subject: string): void {
  const was = nodesUnder(comparison.base, before, "encoding");
  const is = nodesUnder(comparison.revision, after, "encoding");
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const base = was.get(name) ?? { value: {}, path: before.path };
    const revision = is.get(name) ?? { value: {}, path: after.path };
    const field = `encoding of \`${name}\` in the ${subject}`;
    const paths = { base: base.path, revision: revision.path };
    const fields = [fieldIn(comparison.base, before, name), fieldIn(comparison.revision, after, name)] as const;
    // A field that came or went is reported as such
    if ((fields[0] === undefined) !== (fields[1] === undefined)) continue;
    const [wasField, isField] = fields.map((schema): Spot => ({ value: { schema }, path: [] }));
    const isStyled = wasField && isField && mayHaveSeveral(comparison, wasField, isField);
    for (const [keyword, otherwise] of defaults) {
      if (keyword !== "allowReserved" && !isStyled) continue;
      const [from, to] = [own(base.value, keyword) ?? otherwise, own(revision.value, keyword) ?? otherwise];
      if (explodes(keyword, base, from) === explodes(keyword, revision, to)) continue;
      const text = `\`${keyword}\` went from ${String(from)} to ${String(to)}`;
      comparison.note(message, "different", "encoding/style", paths, field, text);
    }
    // Where one of these is written, OpenAPI ignores the content type
    if (![base, revision].some(({ value }) => defaults.some(([keyword]) => own(value, keyword) !== undefined))) {
      compareContentTypes(comparison, message, [before, base], [after, revision], name, field);
    }
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

/** The schema of a field of a form; undefined where none of its parts names it. */
function fieldIn(source: Source, { value }: Spot, name: string): unknown {
  const parts = commonParts(source, [{ schema: own(value, "schema"), at: [] }]);
  return parts.map(({ schema }) => own(own(schema, "properties"), name)).find((schema) => schema !== undefined);
}

type EncodedField = readonly [media: Spot, encoding: Spot];

function compareContentTypes(
  comparison: Comparison,
  message: Message,
  [mediaBefore, base]: EncodedField,
  [mediaAfter, revision]: EncodedField,
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
  return [defaultType(source, source.resolve(fieldIn(source, media, name)))];
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

/** Compares the headers of a response, or of a field of a form. */
export function compareHeaders(
  comparison: Comparison,
  message: Message,
  base: Spot,
  revision: Spot,
  subject: string,
): void {
  const was = byLowerCase(nodesUnder(comparison.base, base, "headers"));
  const is = byLowerCase(nodesUnder(comparison.revision, revision, "headers"));
  for (const [key, { name, spot: before }] of was) {
    const after = is.get(key);
    const field = `header \`${name}\` of the ${subject}`;
    if (after === undefined) {
      const paths = { base: before.path, revision: [...revision.path, "headers"] };
      const { effect, announced } = removalOf([before.value]);
      comparison.note(message, effect, "header/removed", paths, field, "was removed", announced);
      continue;
    }
    if (after.name !== name) {
      const paths = { base: before.path, revision: after.spot.path };
      comparison.noteName(message, "code/header", paths, field, `is now spelled \`${after.name}\``);
    }
    compareShape(comparison, message, before, after.spot, field, "header", "simple");
  }
  for (const [key, { name, spot: after }] of is) {
    if (was.has(key)) continue;
    const paths = { base: [...base.path, "headers"], revision: after.path };
    const mustBeSent = message.direction === "request" && own(after.value, "required") === true;
    const effect = mustBeSent ? "narrower" : "added";
    comparison.note(message, effect, "header/added", paths, `header \`${name}\` of the ${subject}`, "was added");
  }
}

/** Headers by their names in lower case: HTTP ignores case. The content type is compared with the content. */
function byLowerCase(headers: ReadonlyMap<string, Spot>): Map<string, { readonly name: string; readonly spot: Spot }> {
  const entries = [...headers].map(([name, spot]) => [name.toLowerCase(), { name, spot }] as const);
  return new Map(entries.filter(([key]) => key !== "content-type"));
}

/** Compares what a parameter and a header have in common. */
export function compareShape(
  comparison: Comparison,
  message: Message,
  before: Spot,
  after: Spot,
  subject: string,
  kind: "parameter" | "header",
  otherwise: string,
): void {
  const paths = { base: before.path, revision: after.path };
  const [wasRequired, isRequired] = [before, after].map(({ value }) => own(value, "required") === true);
  if (wasRequired !== isRequired) {
    const at = { base: [...before.path, "required"], revision: [...after.path, "required"] };
    const text = isRequired ? "became required" : "is no longer required";
    comparison.note(message, isRequired ? "narrower" : "wider", `${kind}/required`, at, subject, text);
  }
  comparison.noteWords(message, before, after, subject);
  noteSpelling(comparison, message, before, after, subject);
  const [was, is] = [own(before.value, "content"), own(after.value, "content")];
  if ((was === undefined) !== (is === undefined)) {
    const text = is ? "is now written as a media type (`content`)" : "is no longer written as a media type (`content`)";
    comparison.note(message, "different", `${kind}/serialization`, paths, subject, text);
    return;
  }
  if (was !== undefined) {
    compareContent(comparison, message, before, after, subject);
    return;
  }
  compareSerialization(comparison, message, before, after, subject, kind, otherwise);
  const schemaOf = ({ value, path }: Spot): Spot => ({ value: own(value, "schema"), path: [...path, "schema"] });
  const [schemaBefore, schemaAfter] = [schemaOf(before), schemaOf(after)];
  const written = (spot: Spot, schema: Spot) => ({ schema, exploded: isListRepeated(spot, otherwise) });
  compareTexts(comparison, message, written(before, schemaBefore), written(after, schemaAfter), subject);
  if (!wasRequired && !isRequired) comparison.compareDefaults(message, schemaBefore, schemaAfter, subject);
}

/** Names of headers are the same in any case; in generated code they differ. */
function noteSpelling(comparison: Comparison, message: Message, before: Spot, after: Spot, subject: string): void {
  const [from, to] = [own(before.value, "name"), own(after.value, "name")];
  if (from === to || own(before.value, "in") !== "header") return;
  const paths = { base: [...before.path, "name"], revision: [...after.path, "name"] };
  comparison.noteName(message, "code/header", paths, subject, `is now spelled \`${String(to)}\``);
}
