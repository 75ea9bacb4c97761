// The API report: what is removed, changed, deprecated and added for those who import the package.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ApiChange, apiChanges } from "../../../src/pipeline/release/api-report.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";

/** A report as API Extractor writes it. */
const report = (code: string) =>
  `## API Report File for "a"\n\n> Do not edit.\n\n\`\`\`ts\n\nimport { B } from 'b';\n\n${code}\n\n// (No @packageDocumentation comment for this package)\n\n\`\`\`\n`;

function changes(before: string, after: string): string[] {
  return apiChanges(new Map([["a", report(before)]]), new Map([["a", report(after)]])).map(nameOf);
}

const nameOf = ({ kind, name, member }: ApiChange) => [kind, name, member].filter(Boolean).join(" ");

const options = "// @public\nexport interface Options {\n    readonly key: string;\n}";

test.each<[what: string, before: string, after: string, found: string[]]>([
  ["nothing", options, options, []],
  ["an export removed", `${options}\n\nexport const a: 1;`, options, ["removed a"]],
  ["an export added", options, `${options}\n\n// @public\nexport function b(): void;`, ["added b"]],
  ["another type", options, options.replace("string", "number"), ["changed Options"]],
  ["a member removed", options, options.replace("    readonly key: string;\n", ""), ["changed Options"]],
  ["an optional member", options, options.replace("}", "    more?: string;\n}"), ["added Options"]],
  ["a required member of an interface", options, options.replace("}", "    more: string;\n}"), ["changed Options"]],
  [
    "a member of a class",
    "export class A {\n    a(): void;\n}",
    "export class A {\n    // (undocumented)\n    readonly more: string;\n    a(): void;\n}",
    ["added A"],
  ],
  [
    "an event",
    'export interface Events {\n    "a": A;\n}',
    'export interface Events {\n    "a": A;\n    "b.{c}": A;\n}',
    ["added Events"],
  ],
  ["a value of a union", 'export type A = "a";', 'export type A = "a" | "b";', ["changed A"]],
  [
    "another order",
    "export type A = {\n    a: 1;\n    b: 2;\n};",
    "export type A = {\n    b: 2;\n    a: 1;\n};",
    ["changed A"],
  ],
  ["an export deprecated", options, options.replace("@public", "@public @deprecated"), ["deprecated Options"]],
  [
    "a member deprecated",
    options,
    options.replace("    readonly", "    // @deprecated (undocumented)\n    readonly"),
    ["deprecated Options key"],
  ],
  ["an undeprecated export", options.replace("@public", "@public @deprecated"), options, []],
  [
    "another type of what was deprecated before",
    options.replace("@public", "@public @deprecated"),
    options.replace("@public", "@public @deprecated").replace("string", "number"),
    ["changed Options"],
  ],
  ["a comment", options, options.replace("    readonly", "    // (undocumented)\n    readonly"), []],
  ["an import", options, `import { C } from 'c';\n\n${options}`, []],
  ["a name of its own, added", options, `${options}\n\ntype Inner = string;`, []],
  ["a name of its own, removed", `${options}\n\ntype Inner = string;`, options, []],
  ["a name of its own, changed", "type Inner = string;", "type Inner = number;", ["changed Inner"]],
  [
    "an export by another name, changed",
    "type A_2 = 1;\nexport { A_2 as A }",
    "type A_2 = 2;\nexport { A_2 as A }",
    ["changed A"],
  ],
  ["an export by another name, removed", "export { A_2 as A }", "", ["removed A"]],
  [
    "an overload removed",
    "export function a(): 1;\n\nexport function a(b: 1): 1;",
    "export function a(): 1;",
    ["changed a"],
  ],
  [
    "an overload added",
    "export function a(): 1;",
    "export function a(): 1;\n\nexport function a(b: 1): 1;",
    ["changed a"],
  ],
])("%s", (_, before, after, found) => {
  expect(changes(before, after)).toEqual(found);
});

describe("an entry", () => {
  test.each<[kind: string, before: string[], after: string[]]>([
    ["removed", ["a"], []],
    ["added", [], ["a"]],
  ])("%s", (kind, before, after) => {
    const all = (entries: string[]) => new Map(entries.map((entry) => [entry, report(options)]));
    expect(apiChanges(all(before), all(after))).toEqual([{ kind, entry: "a", name: "" }]);
  });
});

test("every declaration of the committed reports is read: emptied, each export is removed", async () => {
  const folder = join(projectDirectory, "test", "pipeline", "build", "surface");
  const names = (await readdir(folder)).sort();
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    const removed = apiChanges(new Map([["a", text]]), new Map([["a", report("")]]));
    const exported = new Set(
      Array.from(
        text.matchAll(/^export (?:.* as )?(?:\{ )?(?:(?:class|interface|type|const|function) )?([\w$]+)/gm),
        ([, found]) => found,
      ),
    );
    expect(new Set(removed.map((change) => change.name)), name).toEqual(exported);
  }
});
