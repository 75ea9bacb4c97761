// Compares the content of a message: its media types, each with its schema and its encoding. A field of a form may have
// headers, and a header content of its own.
import { isObject, type Located, listStrings, own, type Source } from "../../contract/index.ts";
import { judgeRemoval } from "../marks.ts";
import type { Message } from "../model.ts";
import { commonParts } from "../schema/branch.ts";
import { type CompareNodes, type Comparison, nodesOfBoth, nodesUnder, rawUnder, toField } from "./comparison.ts";
import { compareTexts, mayHaveSeveral } from "./text.ts";

/** Compares two objects that have `content`. */
export const compareContent: CompareNodes = (comparison, message, base, revision, subject) => {
  const [was, is] = nodesOfBoth(comparison, base, revision, "content");
  const compared = new Set<Located>();
  for (const [name, before] of was) {
    const covering = findCovering(name, is);
    if (covering !== undefined) {
      const [other, after] = covering;
      if (normalize(other) === normalize(name)) compared.add(after);
      compareMediaTypes(comparison, message, before, after, `${subject} (${name})`);
      continue;
    }
    // The receiver of an event no longer has to read this type; a client that requests it can no longer get it
    const effect = message.isEvent && is.size > 0 ? "narrower" : "removed";
    const paths = { base: before.path, revision: [...revision.path, "content"] };
    comparison.note(message, `media type ${name} of the ${subject}`, { rule: "media-type/removed", effect, ...paths });
  }
  for (const [name, after] of is) {
    if (compared.has(after)) continue;
    const twin = [...was].find(([other]) => normalize(other) === normalize(name));
    if (twin) {
      compareMediaTypes(comparison, message, twin[1], after, `${subject} (${name})`);
      continue;
    }
    // A response has a type that the client requested; an event may have one that its receiver cannot read
    const effect = message.isEvent && was.size > 0 ? "wider" : "added";
    const paths = { base: [...base.path, "content"], revision: after.path };
    comparison.note(message, `media type ${name} of the ${subject}`, { rule: "media-type/added", effect, ...paths });
  }
};

const compareMediaTypes: CompareNodes = (comparison, message, before, after, subject) => {
  comparison.compareSchemas(message, rawUnder(before, "schema"), rawUnder(after, "schema"), subject);
  comparison.noteWords(message, before, after, subject);
  compareEncodings(comparison, message, before, after, subject);
};

/** The node for a media type: its own, or that of a range such as `image/*` around it. */
function findCovering(name: string, types: ReadonlyMap<string, Located>): [name: string, spot: Located] | undefined {
  const same = types.get(name);
  if (same) return [name, same];
  const wanted = normalize(name);
  const [plain = ""] = wanted.split(";");
  const ranges = [wanted, plain, `${plain.split("/")[0]}/*`, "*/*"];
  return ranges.flatMap((range) => [...types].filter(([other]) => normalize(other) === range))[0];
}

function normalize(mediaType: string): string {
  const [type = "", ...parameters] = mediaType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  // JSON is always written in UTF-8
  const isSaidAnyway = (parameter: string) => /[/+]json$/.test(type) && /^charset="?utf-8"?$/.test(parameter);
  return [type, ...parameters.filter((parameter) => !isSaidAnyway(parameter)).sort()].join(";");
}

/** Compares how the fields of a form are encoded. */
const compareEncodings: CompareNodes = (comparison, message, before, after, subject) => {
  const [was, is] = nodesOfBoth(comparison, before, after, "encoding");
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const base = was.get(name) ?? { value: {}, path: before.path };
    const revision = is.get(name) ?? { value: {}, path: after.path };
    const fields = [findField(comparison.base, before, name), findField(comparison.revision, after, name)] as const;
    // A field that came or went is reported as such
    if ((fields[0] === undefined) !== (fields[1] === undefined)) continue;
    const field = `encoding of \`${name}\` in the ${subject}`;
    const [from, to] = [readStyle(base), readStyle(revision)];
    const isStyled = fields[0] !== undefined && mayHaveSeveral(comparison, ...fields);
    for (const keyword of ["style", "explode", "allowReserved"] as const) {
      if ((keyword !== "allowReserved" && !isStyled) || from[keyword] === to[keyword]) continue;
      const said = { keyword, from: from.written[keyword], to: to.written[keyword] };
      const paths = { base: base.path, revision: revision.path };
      comparison.note(message, field, { rule: "encoding/style", effect: "different", said, ...paths });
    }
    // Where one of these is written, OpenAPI ignores the content type
    if (!from.isWritten && !to.isWritten) {
      const [baseTypes, revisionTypes] = [
        readTypes(comparison.base, base, fields[0]),
        readTypes(comparison.revision, revision, fields[1]),
      ];
      const paths = { base: toField(base, "contentType"), revision: toField(revision, "contentType") };
      const note = (effect: "narrower" | "wider", types: readonly string[], others: readonly string[]) => {
        const left = types.filter((type) => !others.some((other) => covers(other, type)));
        if (left.length === 0) return;
        const said = { types: left.join(", ") };
        comparison.note(message, field, { rule: "encoding/content-type", effect, said, ...paths });
      };
      note("narrower", baseTypes, revisionTypes);
      note("wider", revisionTypes, baseTypes);
    }
    compareHeaders(comparison, message, base, revision, field);
  }
};

/** How the values of a field are written; what is not written for `explode` follows from the style. */
function readStyle({ value }: Located) {
  const [style, explode, reserved] = ["style", "explode", "allowReserved"].map((keyword) => own(value, keyword));
  const written = {
    style: String(style ?? "form"),
    explode: String(explode),
    allowReserved: String(reserved ?? false),
  };
  const isWritten = [style, explode, reserved].some((one) => one !== undefined);
  return { ...written, explode: String(explode ?? written.style === "form"), written, isWritten };
}

/** The schema of a field of a form; undefined where none of its parts names it. */
function findField(source: Source, { value }: Located, name: string): unknown {
  const parts = commonParts(source, [{ value: own(value, "schema"), path: [] }]);
  return parts.map(({ value: schema }) => own(own(schema, "properties"), name)).find((schema) => schema !== undefined);
}

/** The content types of a field: as written, or what OpenAPI takes for them. */
function readTypes(source: Source, { value }: Located, schema: unknown): string[] {
  const written = own(value, "contentType");
  if (typeof written === "string") return written.split(",").map((type) => type.trim().toLowerCase());
  return [defaultType(source, source.resolve(schema))];
}

function defaultType(source: Source, schema: unknown): string {
  const types = listStrings([own(schema, "type")].flat()).filter((type) => type !== "null");
  if (types.includes("array")) return defaultType(source, source.resolve(own(schema, "items")));
  if (types.includes("object")) return "application/json";
  const isBinary = !isObject(schema) || types.length === 0 || own(schema, "contentEncoding") !== undefined;
  return isBinary ? "application/octet-stream" : "text/plain";
}

function covers(range: string, type: string): boolean {
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/** Compares the headers of a response, or of a field of a form. */
export const compareHeaders: CompareNodes = (comparison, message, base, revision, subject) => {
  const [was, is] = [headersIn(comparison.base, base), headersIn(comparison.revision, revision)];
  const writeName = (name: string) => `header \`${name}\` of the ${subject}`;
  for (const [key, { name, spot: before }] of was) {
    const after = is.get(key)?.spot;
    if (after !== undefined) {
      compareShape(comparison, message, before, after, writeName(name), "header", "simple");
      continue;
    }
    const paths = { base: before.path, revision: [...revision.path, "headers"] };
    comparison.note(message, writeName(name), { rule: "header/removed", ...judgeRemoval([before.value]), ...paths });
  }
  for (const [key, { name, spot: after }] of is) {
    if (was.has(key)) continue;
    const effect = message.direction === "request" && isRequired(after) ? "narrower" : "added";
    const paths = { base: [...base.path, "headers"], revision: after.path };
    comparison.note(message, writeName(name), { rule: "header/added", effect, ...paths });
  }
};

/** Headers by their names in lower case: HTTP ignores case. The content type is compared with the content. */
function headersIn(source: Source, spot: Located) {
  const entries = [...nodesUnder(source, spot, "headers")].map(
    ([name, header]) => [name.toLowerCase(), { name, spot: header }] as const,
  );
  return new Map(entries.filter(([key]) => key !== "content-type"));
}

export function isRequired({ value }: Located): boolean {
  return own(value, "required") === true;
}

/** Compares what a parameter and a header have in common. */
export function compareShape(
  comparison: Comparison,
  message: Message,
  before: Located,
  after: Located,
  subject: string,
  kind: "parameter" | "header",
  defaultStyle: string,
): void {
  const note = (
    rule: "required" | "serialization",
    effect: "narrower" | "wider" | "different",
    keyword?: string,
    more = {},
  ) => {
    const at = ({ path }: Located) => (keyword === undefined ? path : [...path, keyword]);
    const paths = { base: at(before), revision: at(after) };
    comparison.note(message, subject, { rule: `${kind}/${rule}`, effect, ...more, ...paths });
  };
  if (isRequired(before) !== isRequired(after)) note("required", isRequired(after) ? "narrower" : "wider", "required");
  comparison.noteWords(message, before, after, subject);
  const [was, is] = [own(before.value, "content"), own(after.value, "content")];
  if ((was === undefined) !== (is === undefined)) {
    note("serialization", "different", undefined, { says: is ? "media" : "plain" });
    return;
  }
  if (was !== undefined) {
    compareContent(comparison, message, before, after, subject);
    return;
  }
  const schemas = [own(before.value, "schema") ?? true, own(after.value, "schema") ?? true] as const;
  const [from, to] = [readSerialization(before, defaultStyle), readSerialization(after, defaultStyle)];
  const different = (keyword: "style" | "explode") => {
    const said = { keyword, from: String(from[keyword]), to: String(to[keyword]) };
    note("serialization", "different", keyword, { said });
  };
  if (from.style !== to.style) different("style");
  else if (from.explode !== to.explode && mayHaveSeveral(comparison, ...schemas)) different("explode");
  for (const keyword of ["allowReserved", "allowEmptyValue"]) {
    const [allowed, allows] = [before, after].map(({ value }) => own(value, keyword) === true);
    const said = { keyword, from: String(allowed), to: String(allows) };
    if (allowed !== allows) note("serialization", allows ? "wider" : "narrower", keyword, { said });
  }
  const [base, revision] = [rawUnder(before, "schema"), rawUnder(after, "schema")];
  // Of an exploded form, each value of a list is written as a parameter of its own
  const text = (schema: Located, { style, explode }: typeof from) => ({
    schema,
    exploded: style === "form" && explode,
  });
  compareTexts(comparison, message, text(base, from), text(revision, to), subject);
  if (!isRequired(before) && !isRequired(after)) comparison.compareDefaults(message, base, revision, subject);
}

function readSerialization({ value }: Located, defaultStyle: string) {
  const style = String(own(value, "style") ?? defaultStyle);
  return { style, explode: Boolean(own(value, "explode") ?? style === "form") };
}
