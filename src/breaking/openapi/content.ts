// Compares the content of a message: its media types, each with its schema and its encoding. A header may have content of
// its own.
import { type Located, own, type Source } from "../../shared/contract/index.ts";
import { judgeRemoval } from "../marks.ts";
import type { Message } from "../model.ts";
import { commonParts } from "../schema/branch.ts";
import { type CompareNodes, type Comparison, nodesOfBoth, nodesUnder, rawUnder } from "./comparison.ts";
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

/** Compares how the fields of a form are encoded, as text; a field that came or went is reported as such. */
const compareEncodings: CompareNodes = (comparison, message, before, after, subject) => {
  const [was, is] = nodesOfBoth(comparison, before, after, "encoding");
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [base, revision] = [was.get(name), is.get(name)];
    if (comparison.unchanged.has(base?.value, revision?.value)) continue;
    if (!hasField(comparison.base, before, name) || !hasField(comparison.revision, after, name)) continue;
    const paths = { base: base?.path ?? before.path, revision: revision?.path ?? after.path };
    const difference = { rule: "media-type/encoding", effect: "different", ...paths } as const;
    comparison.note(message, `\`${name}\` in the ${subject}`, difference);
  }
};

/** Whether one of the parts of a form's schema names the field. */
function hasField(source: Source, { value }: Located, name: string): boolean {
  const parts = commonParts(source, [{ value: own(value, "schema"), path: [] }]);
  return parts.some(({ value: schema }) => own(own(schema, "properties"), name) !== undefined);
}

/** Compares the headers of a response. */
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
