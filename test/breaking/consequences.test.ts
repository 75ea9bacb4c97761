// The gate says of a change, in a sentence each, what follows from it and what to do about it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { findCase } from "./changes.ts";

const rows: readonly { readonly change: string; readonly consequence: string; readonly remedy: string }[] = parse(
  readFileSync(join(import.meta.dirname, "consequences.yaml"), "utf8"),
);

test.each(rows)("of $change", ({ change: name, consequence, remedy }) => {
  const { base, revision } = findCase(name.replace(/ taken back$/, ""));
  const documents = [structuredClone(base), structuredClone(revision)] as const;
  const [before, after] = name.endsWith(" taken back") ? documents.toReversed() : documents;
  const [change] = judgeDocuments(before, after);
  // Nothing else stands before it but what changed
  expect(change?.detail.endsWith(` ${consequence}`), change?.detail).toBe(true);
  const announced = "It was announced: ";
  expect(change?.detail.includes(announced)).toBe(consequence.startsWith(announced));
  expect(change?.remedy).toBe(remedy);
});
