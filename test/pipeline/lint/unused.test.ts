// What nothing uses is found: files that nobody loads, and exports that no other file imports. That there is nothing here: `unused.full.test.ts`.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unusedFindings } from "../../../src/pipeline/lint/unused.ts";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "unused-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** What is found in a repository whose script runs `src/pipeline/start.ts`, as `file:line:column rule`. */
async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const all = {
    "package.json": '{ "scripts": { "start": "node src/pipeline/start.ts" } }',
    "src/tools/manifest.json": '{ "bin": "./src/tools/cli.js" }',
    "src/tools/cli.ts": "",
    ".spectral.yaml": "functions:\n  - a-rule\n",
    "test/pipeline/start.test.ts": "",
    "src/pipeline/start.ts": "",
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(join(directory, dirname(file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
  const findings = await unusedFindings(directory);
  return findings.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`);
}

test("a file that nobody loads", async () => {
  expect(await found({ "src/pipeline/a.ts": "const a = 1;" })).toEqual([
    "src/pipeline/a.ts:undefined:undefined unused/file",
  ]);
});

test.each([
  ["export const a = 1;\nexport const b = a;", "src/pipeline/a.ts:2:14 unused/export"],
  ["export const a = 1;\nexport function b() { return b; }", "src/pipeline/a.ts:2:17 unused/export"],
  ["export const a = 1;\nexport interface B { b: string }", "src/pipeline/a.ts:2:18 unused/export"],
  ["export const a = 1;\nconst b = 2;\nexport { b };", "src/pipeline/a.ts:3:10 unused/export"],
  ['export const a = 1;\nexport { b } from "./b.ts";', "src/pipeline/a.ts:2:10 unused/export"],
])("an export that no other file imports: %j", async (text, finding) => {
  const files = {
    "src/pipeline/start.ts": 'import { a } from "./a.ts"; import "./b.ts";',
    "src/pipeline/a.ts": text,
    "src/pipeline/b.ts": "",
  };
  expect(await found(files)).toEqual([finding]);
});

test("a name handed on that nobody imports, with the export behind it", async () => {
  const files = {
    "src/pipeline/start.ts": 'import { a } from "./index.ts";',
    "src/pipeline/index.ts": 'export { a, b as c } from "./a.ts";',
    "src/pipeline/a.ts": "export const a = 1;\nexport const b = 2;",
  };
  expect(await found(files)).toEqual([
    "src/pipeline/a.ts:2:14 unused/export",
    "src/pipeline/index.ts:1:18 unused/export",
  ]);
});

test.each([
  ['import { b } from "./a.ts";'],
  ['import type { b } from "./a.ts";'],
  ['import { b as c } from "./a.ts";'],
  ['import * as a from "./a.ts";'],
  ['export * from "./a.ts";'],
  ['const { b } = await import("./a.ts");'],
  ['console.log((await import("./a.ts")).b);'],
  ['import("./a.ts").then(({ b }) => b);'],
  ['const a = await import("./a.ts");'],
  ['type A = import("./a.ts").b;'],
  ['/** @import { b } from "./a.ts" */'],
])("%s uses the export", async (text) => {
  expect(await found({ "src/pipeline/start.ts": text, "src/pipeline/a.ts": "export const b = 1;" })).toEqual([]);
});

test("what tests import, rules of Spectral, scripts of pages, workers and types in signatures are in use", async () => {
  const files = {
    "test/a.test.ts": 'import { a } from "../src/pipeline/a.ts";',
    "src/pipeline/a.ts": "export interface A { a: string }\nexport const a: A = { a: '' };",
    "src/rules/a-rule.js": "export default () => {};",
    "src/page/feed.entry.ts": "export {};",
    "src/pipeline/worker.ts": "export {};",
    "src/pipeline/start.ts": 'new Worker(new URL("./worker.ts", import.meta.url));',
  };
  expect(await found(files)).toEqual([]);
});
