// Every lint rule finds each way of breaking it, finds nothing else, and tells a person what to do. The samples: rules.yaml.
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import closedEnumListed, { type Allowed } from "../../src/lint/rules/closed-enum-listed.js";
import { projectDirectory, readContract } from "../../src/shared/contract/index.ts";
import { runProgram } from "../commands.ts";
import { writeFiles } from "../files.ts";
import { headingsOf } from "../headings.ts";
import { inFull, isFull } from "../run/depth.ts";

interface Ruleset {
  readonly functions: readonly string[];
  readonly rules: Record<string, { severity: string; then: { functionOptions?: { allowed?: Allowed[] } } }>;
  readonly overrides: readonly { files: readonly string[]; rules: Record<string, unknown> }[];
}

/** One result of Spectral. Lines count from 0. */
interface SpectralResult {
  readonly code: string;
  readonly message: string;
  readonly source: string;
  readonly range: { readonly start: { readonly line: number } };
}

const samplesFile = join(projectDirectory, "test", "lint", "rules.yaml");
const samples = parse(await readFile(samplesFile, "utf8")) as Record<string, { passes: string; fails: string }>;
const ruleset = parse(await readFile(join(projectDirectory, ".spectral.yaml"), "utf8")) as Ruleset;
const start = "openapi: 3.1.1\ninfo: { title: Sample, version: 1.0.0 }\n";

let results: readonly SpectralResult[];
let directory: string;

beforeAll(async () => {
  const files = Object.entries(samples).flatMap(([rule, { passes, fails }]) =>
    Object.entries({ passes, fails }).map(([kind, text]) => {
      const paths = text.startsWith("paths:") || text.includes("\npaths:") ? "" : "paths: {}\n";
      return [`${rule}.${kind}.yaml`, start + paths + text];
    }),
  );
  directory = writeFiles(Object.fromEntries(files));
  const spectral = join(projectDirectory, "node_modules", "@stoplight", "spectral-cli", "dist", "index.js");
  // Takes as long as all samples
  const control = isFull ? [join(projectDirectory, "generated", "control-openapi.json")] : [];
  const args = [
    "lint",
    join(directory, "*.yaml"),
    ...control,
    "--ruleset",
    join(projectDirectory, ".spectral.yaml"),
    "--format",
    "json",
    "--quiet",
  ];
  const { stdout, stderr } = await runProgram(process.execPath, [spectral, ...args]);
  expect(stderr).toBe("");
  results = JSON.parse(stdout) as readonly SpectralResult[];
});

/** A finding in a sample: line and rule. */
function reported(rule: string, kind: "passes" | "fails"): readonly string[] {
  // Most samples leave out the descriptions of their components
  const undescribed = "component-described";
  const found = results.filter(
    ({ source, code }) => basename(source) === `${rule}.${kind}.yaml` && (code !== undescribed || rule === undescribed),
  );
  return [...new Set(found.map(({ code, range }) => `line ${range.start.line + 1}: ${code}`))].toSorted();
}

test("each function of ours is one file, and has a rule of its name", async () => {
  const files = (await readdir(join(projectDirectory, "src/lint/rules"))).filter((name) => name.endsWith(".js"));
  expect(ruleset.functions.map((name) => `${name}.js`)).toEqual(files.toSorted());
  expect(Object.keys(ruleset.rules)).toEqual(expect.arrayContaining([...ruleset.functions]));
});

test("each rule is an error, and has its samples", () => {
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(ruleset.rules).toSorted());
  expect(Object.entries(ruleset.rules).filter(([, { severity }]) => severity !== "error")).toEqual([]);
});

describe.for(Object.keys(samples))("%s", (rule) => {
  test("passes what keeps the convention, as all other rules do", () => {
    expect(reported(rule, "passes")).toEqual([]);
  });

  test("finds each way of breaking it, and no other rule does", async () => {
    const lines = (await readFile(join(directory, `${rule}.fails.yaml`), "utf8")).split("\n");
    const expected = lines.flatMap((line, index) => (line.includes("# fails: ") ? [`line ${index + 1}: ${rule}`] : []));
    expect(expected).not.toEqual([]);
    expect(reported(rule, "fails")).toEqual(expected.toSorted());
  });
});

test("each message says what was expected, what was found, what to do, and where the convention is described", async () => {
  const headings = await headingsOf("openapi/README.md");
  for (const { message } of results) {
    expect(message).toMatch(/^\S.+; found .+\. [A-Z].+\. See openapi\/README\.md#[a-z\d-]+$/s);
    expect(headings).toContain(message.split("#").at(-1));
    // Spectral writes `undefined`, `[object Object]` or leftover braces where a placeholder does not fit
    expect(message).not.toMatch(/undefined|\[object|\{\{/);
  }
});

inFull?.("what is otherwise for the control plane is still needed there", () => {
  // Under this name it is no exception
  const found = results.filter(({ source }) => basename(source) === "control-openapi.json").map(({ code }) => code);
  const [exceptions, ...others] = ruleset.overrides;
  expect(others).toEqual([]);
  expect(exceptions?.files).toEqual(["dist/bundle/control-openapi.yaml"]);
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(exceptions?.rules ?? {}).toSorted());
});

const allowed = ruleset.rules["closed-enum-listed"]?.then.functionOptions?.allowed ?? [];

test.for(allowed)("a closed enum or constant is allowed for a reason, and still needed: %j", async (entry) => {
  const { document } = await readContract();
  const others = allowed.filter((other) => other !== entry);
  expect(entry.reason).toMatch(/\w+ \w+/);
  expect([...closedEnumListed(document, { allowed })]).toEqual([]);
  expect([...closedEnumListed(document, { allowed: others })]).not.toEqual([]);
});
