// Compares descriptions, and the marks for assumptions, beta and deprecation.

import { canonical, isObject, type JsonObject, own, type Source } from "../contract/index.ts";
import type { Level } from "./direction.ts";
import { assumptionsOn, isUnstable } from "./marks.ts";

/** A change of a node that changes no value on the wire. */
export interface Note {
  readonly level: Level;
  readonly rule: string;
  /** The field that changed. */
  readonly keyword: string;
  readonly text: string;
}

/** Fields with text for people, on any node. */
const words = [
  "title",
  "summary",
  "description",
  "termsOfService",
  "contact",
  "license",
  "externalDocs",
  "tags",
  "example",
  "examples",
  "bearerFormat",
  "x-not-shown",
  "$comment",
];

/** Compares two nodes; a schema comes with the parts that it is put together from. */
export function notesBetween(
  sources: { readonly base: Source; readonly revision: Source },
  base: readonly JsonObject[],
  revision: readonly JsonObject[],
): Note[] {
  const notes: Note[] = [];
  for (const keyword of words) {
    if (written(sources.base, base, keyword) === written(sources.revision, revision, keyword)) continue;
    notes.push({ level: "compatible", rule: "documentation/changed", keyword, text: `has a different \`${keyword}\`` });
  }
  const [was, is] = [assumed(sources.base, base), assumed(sources.revision, revision)];
  if (was.count > 0 && is.count > 0) notes.push(...assumptionNotes(was, is));
  const marks = (side: readonly JsonObject[], keyword: string) => side.map((node) => own(node, keyword));
  const has = (side: readonly JsonObject[], keyword: string) =>
    marks(side, keyword).some(keyword === "x-stability-level" ? isUnstable : isSet);
  const turned = (
    keyword: string,
    on: Omit<Note, "keyword">,
    off: Omit<Note, "keyword">,
    [before, after] = [has(base, keyword), has(revision, keyword)],
  ) => {
    if (before !== after) notes.push({ keyword, ...(after ? on : off) });
  };
  turned(
    "x-assumption",
    { level: "warning", rule: "mark/assumption-added", text: "is now an assumption: it is no longer promised" },
    { level: "compatible", rule: "mark/assumption-removed", text: "is no longer an assumption" },
    [was.count > 0, is.count > 0],
  );
  const levelOf = (side: readonly JsonObject[]) => String(marks(side, "x-stability-level").find(isUnstable));
  turned(
    "x-stability-level",
    { level: "warning", rule: "mark/beta-added", text: `is now ${levelOf(revision)}: stability is no longer promised` },
    { level: "compatible", rule: "mark/beta-removed", text: `is no longer ${levelOf(base)}` },
  );
  turned(
    "deprecated",
    { level: "compatible", rule: "mark/deprecated", text: "was marked as deprecated" },
    { level: "compatible", rule: "mark/deprecation-withdrawn", text: "is no longer deprecated" },
  );
  for (const keyword of ["readOnly", "writeOnly"]) {
    const rule = "mark/read-or-write-only";
    turned(
      keyword,
      { level: "compatible", rule, text: `became \`${keyword}\`` },
      { level: "compatible", rule, text: `is no longer \`${keyword}\`` },
    );
  }
  return notes;
}

/** The assumptions of a node by field. */
interface Assumed {
  readonly count: number;
  readonly chose: readonly string[];
  readonly leavesOpen: readonly string[];
  readonly words: readonly string[];
}

function assumed(source: Source, nodes: readonly JsonObject[]): Assumed {
  const marks = nodes.flatMap((node) => assumptionsOn(source, node));
  const said = (field: string) => marks.map((mark) => canonical(own(mark, field) ?? null));
  return {
    count: marks.length,
    chose: said("chose"),
    leavesOpen: marks.flatMap((mark) => own(mark, "leaves_open") ?? []).map(String),
    words: [...said("because"), ...said("could_be")],
  };
}

/** Compares assumptions by their fields: the choice and what it leaves open count, the reasons are documentation. */
function assumptionNotes(was: Assumed, is: Assumed): Note[] {
  const keyword = "x-assumption";
  const opened = is.leavesOpen.filter((word) => !was.leavesOpen.includes(word));
  const closed = was.leavesOpen.filter((word) => !is.leavesOpen.includes(word));
  const names = (all: readonly string[]) => all.map((word) => `\`${word}\``).join(", ");
  // The parts of an `allOf` can carry the same mark
  const sorted = (all: readonly string[]) => [...new Set(all)].sort();
  const isSame = (a: readonly string[], b: readonly string[]) => canonical(sorted(a)) === canonical(sorted(b));
  const notes: Note[] = [];
  if (opened.length > 0) {
    const text = `leaves more open: ${names(opened)} may now differ`;
    notes.push({ level: "warning", rule: "mark/assumption-opened", keyword, text });
  }
  if (closed.length > 0) {
    const text = `leaves less open: ${names(closed)} is now promised`;
    notes.push({ level: "compatible", rule: "mark/assumption-closed", keyword, text });
  }
  if (!isSame(was.chose, is.chose)) {
    const text = "is based on a different choice";
    notes.push({ level: "warning", rule: "mark/assumption-changed", keyword, text });
  }
  if (notes.length === 0 && !isSame(was.words, is.words)) {
    const text = `has a different \`${keyword}\``;
    notes.push({ level: "compatible", rule: "documentation/changed", keyword, text });
  }
  return notes;
}

/** Whether a mark is set: `deprecated: false` is not. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** All values of a keyword, without duplicates. */
function written(source: Source, nodes: readonly JsonObject[], keyword: string): string {
  const values = nodes.filter((node) => Object.hasOwn(node, keyword)).map((node) => resolved(source, node[keyword]));
  return [...new Set(values.map(canonical))].sort().join();
}

/** Resolves the references of named examples. */
function resolved(source: Source, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, source.resolve(item)]));
}
