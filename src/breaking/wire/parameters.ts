// Compares the parameters of an operation, wherever they are written.

import { canonical, isObject, own, type Source, stringsOf } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { branchesOf, TooManyBranches } from "../schema/branch.ts";
import { byType } from "../schema/types.ts";
import { type Comparison, under } from "./comparison.ts";
import { compareContent } from "./content.ts";

/** The path item and the operation on one side. */
export interface Sides {
  readonly item: Spot;
  readonly operation: Spot;
}

/** Compares the parameters; `renamed` gives the base's name of a path parameter by that of the revision. */
export function compareParameters(
  comparison: Comparison,
  message: Message,
  base: Sides,
  revision: Sides,
  renamed: ReadonlyMap<string, string>,
): void {
  const was = parametersOf(comparison.base, base, new Map());
  const is = parametersOf(comparison.revision, revision, renamed);
  for (const [key, before] of was) {
    const after = is.get(key);
    const subject = nameOf(before);
    if (after !== undefined) {
      compareShape(comparison, message, before, after, subject, "parameter", defaultStyle(before));
      continue;
    }
    const paths = { base: before.path, revision: revision.operation.path };
    const announced = own(before.value, "deprecated") === true;
    comparison.note(message, "removed", "parameter/removed", paths, subject, "was removed", announced);
  }
  for (const [key, after] of is) {
    if (was.has(key)) continue;
    const paths = { base: base.operation.path, revision: after.path };
    const mustBeSent = message.direction === "request" && own(after.value, "required") === true;
    comparison.note(
      message,
      mustBeSent ? "narrower" : "added",
      mustBeSent ? "parameter/required" : "parameter/added",
      paths,
      nameOf(after),
      mustBeSent ? "was added, and is required" : "was added",
    );
  }
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
  comparison.compareSchemas(message, schemaBefore, schemaAfter, subject);
  if (!wasRequired && !isRequired) comparison.compareDefaults(message, schemaBefore, schemaAfter, subject);
}

/** Headers do not tell cases apart; generated code does. */
function noteSpelling(comparison: Comparison, message: Message, before: Spot, after: Spot, subject: string): void {
  const [from, to] = [own(before.value, "name"), own(after.value, "name")];
  if (from === to || own(before.value, "in") !== "header") return;
  const paths = { base: [...before.path, "name"], revision: [...after.path, "name"] };
  comparison.noteName(message, "code/header", paths, subject, `is now spelled \`${String(to)}\``);
}

function compareSerialization(
  comparison: Comparison,
  message: Message,
  before: Spot,
  after: Spot,
  subject: string,
  kind: "parameter" | "header",
  otherwise: string,
): void {
  const note = (effect: "different" | "narrower" | "wider", keyword: string, from: unknown, to: unknown) => {
    const paths = { base: [...before.path, keyword], revision: [...after.path, keyword] };
    const text = `\`${keyword}\` went from ${String(from)} to ${String(to)}`;
    comparison.note(message, effect, `${kind}/serialization`, paths, subject, text);
  };
  const [from, to] = [styleOf(before, otherwise), styleOf(after, otherwise)];
  if (from !== to) note("different", "style", from, to);
  else if (explodes(before, from) !== explodes(after, to) && mayHaveSeveral(comparison, before, after)) {
    note("different", "explode", explodes(before, from), explodes(after, to));
  }
  for (const keyword of ["allowReserved", "allowEmptyValue"]) {
    const [was, is] = [own(before.value, keyword) === true, own(after.value, keyword) === true];
    if (was !== is) note(is ? "wider" : "narrower", keyword, was, is);
  }
}

function styleOf({ value }: Spot, otherwise: string): string {
  const style = own(value, "style");
  return typeof style === "string" ? style : otherwise;
}

function explodes({ value }: Spot, style: string): boolean {
  const explode = own(value, "explode");
  return typeof explode === "boolean" ? explode : style === "form";
}

/** Exploding changes how lists and objects are written, and nothing else. */
function mayHaveSeveral(comparison: Comparison, before: Spot, after: Spot): boolean {
  const hasSeveral = (source: Source, { value }: Spot) => {
    try {
      const branches = branchesOf(source, [{ schema: own(value, "schema") ?? true, at: [] }]);
      const types = byType(branches);
      return types.has("array") || types.has("object");
    } catch (error) {
      if (error instanceof TooManyBranches) return true;
      throw error;
    }
  };
  return hasSeveral(comparison.base, before) && hasSeveral(comparison.revision, after);
}

function defaultStyle({ value }: Spot): string {
  return ["query", "cookie"].includes(String(own(value, "in"))) ? "form" : "simple";
}

/** The parameters that hold for an operation, by place and name: its own, and those of its path that it does not replace. */
function parametersOf(
  source: Source,
  { item, operation }: Sides,
  renamed: ReadonlyMap<string, string>,
): Map<string, Spot> {
  const parameters = new Map<string, Spot>();
  for (const owner of [item, operation]) {
    const list = under(source, owner, "parameters");
    if (list === undefined || !Array.isArray(list.value)) continue;
    for (const index of list.value.keys()) {
      const spot = under(source, list, String(index));
      if (spot === undefined || !isObject(spot.value) || isIgnored(spot.value)) continue;
      const place = String(own(spot.value, "in"));
      const written = String(own(spot.value, "name"));
      const name = place === "path" ? (renamed.get(written) ?? written) : written;
      parameters.set(canonical([place, place === "header" ? name.toLowerCase() : name]), spot);
    }
  }
  return parameters;
}

/** OpenAPI leaves these headers to the content and the security of the operation. */
function isIgnored(parameter: object): boolean {
  const name = String(own(parameter, "name")).toLowerCase();
  return own(parameter, "in") === "header" && stringsOf(["accept", "content-type", "authorization"]).includes(name);
}

function nameOf({ value }: Spot): string {
  return `${String(own(value, "in"))} parameter \`${String(own(value, "name"))}\``;
}
