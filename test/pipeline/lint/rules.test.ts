// Every lint rule finds each way of breaking it, finds nothing else, and tells a person what to do.
// In rules/<rule>/fail.yaml the comment `# fails: ...` marks the lines that are reported; rules/<rule>/pass.yaml is clean under all rules.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSeq, parse, parseDocument } from "yaml";
import closedEnumListed, { type Allowed } from "../../../src/pipeline/lint/rules/closed-enum-listed.js";
import { runSpectral, type SpectralResult } from "../../../src/pipeline/lint/spectral-findings.ts";
import { type OpenApiDocument, projectDirectory, readContract } from "../../../src/tools/contract/index.ts";

interface Ruleset {
  readonly functions: readonly string[];
  readonly rules: Record<string, { severity: string; then: { functionOptions?: { allowed?: Allowed[] } } }>;
}

const fixtures = join(projectDirectory, "test", "pipeline", "lint", "rules");
const rulesetFile = join(projectDirectory, ".spectral.yaml");
const rulesetText = await readFile(rulesetFile, "utf8");
const ruleset = parse(rulesetText) as Ruleset;
const rules = Object.keys(ruleset.rules);

let results: readonly SpectralResult[];
let document: OpenApiDocument;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "lint-rules-"));
  ({ document } = await readContract());
  // One run for the fixtures, which no override is for, and for the contract without its overrides
  const open = {
    ...parse(rulesetText),
    functionsDir: join(relative(directory, projectDirectory), "src/pipeline/lint/rules"),
  };
  delete open.overrides;
  await writeFile(join(directory, ".spectral.yaml"), JSON.stringify(open));
  await writeFile(join(directory, "bundle.json"), JSON.stringify(document));
  const files = [join(fixtures, "*", "*.yaml"), join(directory, "bundle.json")];
  results = await runSpectral(join(directory, ".spectral.yaml"), files);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe("rules", () => {
  let headings: Set<string>;

  beforeAll(async () => {
    headings = await headingsOf(join(projectDirectory, "openapi", "README.md"));
  });

  /** What is reported of a fixture, one line each: where, and by which rule. */
  const reported = (rule: string, fixture: string) =>
    results
      .filter(({ source }) => source === join(fixtures, rule, fixture))
      .map(({ code, range }) => `line ${range.start.line + 1}: ${code}`);

  test("each has fixtures, and each fixture a rule", async () => {
    expect(await readdir(fixtures)).toEqual(rules.toSorted());
  });

  test("each function has a rule of its name", async () => {
    const files = (await readdir(join(projectDirectory, "src", "pipeline", "lint", "rules"))).filter((name) =>
      name.endsWith(".js"),
    );
    expect(ruleset.functions.map((name) => `${name}.js`)).toEqual(files.toSorted());
    expect(rules).toEqual(expect.arrayContaining([...ruleset.functions]));
  });

  test("each is an error", () => {
    expect(rules.filter((rule) => ruleset.rules[rule]?.severity !== "error")).toEqual([]);
  });

  describe.for(rules)("%s", (rule) => {
    test("passes what keeps the convention, as all other rules do", () => {
      expect(reported(rule, "pass.yaml")).toEqual([]);
    });

    test("finds each way of breaking it, and no other rule does", async () => {
      const lines = (await readFile(join(fixtures, rule, "fail.yaml"), "utf8")).split("\n");
      const expected = lines.flatMap((line, index) =>
        line.includes("# fails: ") ? [`line ${index + 1}: ${rule}`] : [],
      );
      expect(expected).not.toEqual([]);
      expect(reported(rule, "fail.yaml").toSorted()).toEqual(expected.toSorted());
    });

    test("says what was expected, what was found, what to do, and where the convention is described", () => {
      const messages = results.filter(({ code }) => code === rule).map(({ message }) => message);
      for (const message of messages) {
        expect(message).toMatch(/^\S.+; found .+\. [A-Z].+\. See openapi\/README\.md#[a-z-]+$/s);
        expect(headings).toContain(message.split("#").at(-1));
        // Spectral writes `undefined`, `[object Object]` or leftover braces where a placeholder does not fit
        expect(message).not.toMatch(/undefined|\[object|\{\{/);
      }
      expect(messages).not.toEqual([]);
    });
  });
});

describe("exceptions", () => {
  const allowed = ruleset.rules["closed-enum-listed"]?.then.functionOptions?.allowed ?? [];

  test.for(allowed)("a closed enum or constant is allowed for a reason, and still needed: %j", (entry) => {
    const others = allowed.filter((other) => other !== entry);
    expect(entry.reason).toMatch(/\w+ \w+/);
    expect([...closedEnumListed(document, { allowed })]).toEqual([]);
    expect([...closedEnumListed(document, { allowed: others })]).not.toEqual([]);
  });

  test("an override is for one place, says why, and is still needed", () => {
    const ofContract = results.filter(({ source = "" }) => !source.startsWith(fixtures));
    expect(complaintsAboutOverrides(rulesetText, ofContract)).toEqual([]);
  });

  test("an override without a reason, for a whole file, or without a finding is complained about", () => {
    const text = `
overrides:
  # The service spells it so.
  - files: ["bundle.json#/components/schemas/User"]
    rules: { needed: off, needless: off }
  - files: ["bundle.json#/components/schemas/User"]
    rules: { needed: off }
  # It is everywhere.
  - files: ["bundle.json"]
    rules: { needed: off }
`;
    const range = { start: { line: 0 } };
    const results = [
      { code: "needed", message: "", path: ["components", "schemas", "User", "properties", "userId"], range },
      { code: "needless", message: "", path: ["components", "schemas", "UserList"], range },
    ];
    expect(complaintsAboutOverrides(text, results)).toEqual([
      "override 1: needless finds nothing at /components/schemas/User any more",
      "override 2: has no comment that says why",
      "override 3: bundle.json is no single place; write bundle.json#/pointer",
    ]);
  });
});

/** Holds each entry of `overrides` against what the rules report without it. */
function complaintsAboutOverrides(text: string, results: readonly SpectralResult[]): string[] {
  const overrides = parseDocument(text).get("overrides");
  if (!isSeq(overrides)) return [];
  return overrides.items.flatMap((item, index) => {
    const { files, rules } = parse(String(item)) as { files: string[]; rules: Record<string, string> };
    const node = item as { commentBefore?: string };
    const reason = (index === 0 ? overrides.commentBefore : node.commentBefore) ?? "";
    const complaints = reason.trim() === "" ? ["has no comment that says why"] : [];
    for (const file of files) {
      const pointer = /^bundle\.json#(\/.+)$/.exec(file)?.[1];
      if (pointer === undefined) {
        complaints.push(`${file} is no single place; write bundle.json#/pointer`);
        continue;
      }
      for (const rule of Object.keys(rules)) {
        const needed = results.some(
          ({ code, path }) => code === rule && `${pointerOf(path)}/`.startsWith(`${pointer}/`),
        );
        if (!needed) complaints.push(`${rule} finds nothing at ${pointer} any more`);
      }
    }
    return complaints.map((complaint) => `override ${index + 1}: ${complaint}`);
  });
}

function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The anchors of a Markdown file's headings, as GitHub makes them. */
async function headingsOf(file: string): Promise<Set<string>> {
  const lines = (await readFile(file, "utf8")).matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(lines, ([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(" ", "-")
        .replace(/[^\w-]/g, ""),
    ),
  );
}
