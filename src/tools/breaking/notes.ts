// Compares what is written for people, and the marks that say how settled something is.

import { canonical, isObject, type JsonObject, own, type Source } from "../contract/index.ts";
import type { Level } from "./direction.ts";

/** What changed about a node without changing a value that travels. */
export interface Note {
  readonly level: Level;
  readonly rule: string;
  /** The field that changed. */
  readonly keyword: string;
  readonly text: string;
}

/** Fields that hold words for people, on whatever node. */
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
    notes.push({ level: "compatible", rule: "documentation/changed", keyword, text: `has another \`${keyword}\`` });
  }
  const marks = (side: readonly JsonObject[], keyword: string) => side.map((node) => own(node, keyword));
  const has = (side: readonly JsonObject[], keyword: string) => marks(side, keyword).some((value) => isSet(value));
  const turned = (keyword: string, on: Omit<Note, "keyword">, off: Omit<Note, "keyword">) => {
    const [was, is] = [has(base, keyword), has(revision, keyword)];
    if (was !== is) notes.push({ keyword, ...(is ? on : off) });
  };
  turned(
    "x-assumption",
    { level: "warning", rule: "mark/assumption-added", text: "is now an assumption: the promise is taken back" },
    { level: "compatible", rule: "mark/assumption-removed", text: "is no longer an assumption" },
  );
  turned(
    "x-stability-level",
    { level: "warning", rule: "mark/beta-added", text: "is now beta: the promise of stability is taken back" },
    { level: "compatible", rule: "mark/beta-removed", text: "is no longer beta" },
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

/** Whether a mark is set: `deprecated: false` and `x-stability-level: stable` are none. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== "stable";
}

/** All that is written for a keyword, wherever it is written; what is written twice counts once. */
function written(source: Source, nodes: readonly JsonObject[], keyword: string): string {
  const values = nodes.filter((node) => Object.hasOwn(node, keyword)).map((node) => resolved(source, node[keyword]));
  return [...new Set(values.map(canonical))].sort().join();
}

/** Examples may stand elsewhere, each under its name. */
function resolved(source: Source, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, source.resolve(item)]));
}
