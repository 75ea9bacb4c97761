// An independent opinion: nothing that `redocly diff` calls a break is unknown to the gate.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeDocuments } from "../../../src/tools/breaking/index.ts";
import { runTool } from "../../run/tool.ts";
import { cases } from "./changes.ts";

/** What it says of two documents, as far as it counts here. */
interface Opinion {
  readonly reportVersion: string;
  readonly changes: readonly {
    readonly path: string;
    readonly verdicts: readonly { readonly ruleId: string; readonly impact: string }[];
  }[];
}

/** How many pairs one process compares: it keeps what it has read. */
const atOnce = 100;

const opinions = new Map<string, Opinion>();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "redocly-diff-"));
  // Without `extends` every change would be a patch
  const rules = join(directory, "rules.yaml");
  await writeFile(rules, "telemetry: off\nextends:\n  - diff-recommended\n");
  const fileOf = (index: number, side: "base" | "revision") => join(directory, `${index}-${side}.json`);
  for (const [index, { base, revision }] of cases.entries()) {
    await writeFile(fileOf(index, "base"), JSON.stringify(base));
    await writeFile(fileOf(index, "revision"), JSON.stringify(revision));
  }
  for (let from = 0; from < cases.length; from += atOnce) {
    const some = cases.slice(from, from + atOnce);
    const documents = some.flatMap((_, index) => [fileOf(from + index, "base"), fileOf(from + index, "revision")]);
    const tool = join(import.meta.dirname, "redocly-opinions.ts");
    const { code, stdout, stderr } = await runTool(tool, [rules, ...documents]);
    expect(code, stderr).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    for (const [index, { name }] of some.entries()) opinions.set(name, JSON.parse(lines[index] ?? "") as Opinion);
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("what it calls a break, and the tables do not, is known: it knows no marks, compares types where text travels, takes other spellings for changes, and looks at one place at a time", async () => {
  const falseAlarms = cases.flatMap(({ name, base, revision }) => {
    const { reportVersion, changes } = opinions.get(name) ?? expect.fail(`It said nothing of ${name}.`);
    expect(reportVersion).toBe("1");
    const isBreak = changes.some(({ verdicts }) => verdicts.some(({ impact }) => impact === "major"));
    const [gravest] = judgeDocuments(structuredClone(base), structuredClone(revision));
    return isBreak && gravest?.level !== "breaking" ? [`${name}\n`] : [];
  });
  await expect(falseAlarms.join("")).toMatchFileSnapshot("redocly-false-alarms.txt");
});
