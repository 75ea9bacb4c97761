// An independent opinion: nothing that `redocly diff` calls a break is unknown to the gate.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { askRedocly, isBreak, type Opinion } from "./ask-redocly.ts";
import { cases } from "./changes.ts";

/** The changes in which the gate sees no break. */
const others = cases.filter(({ base, revision }) => {
  const [gravest] = judgeDocuments(structuredClone(base), structuredClone(revision));
  return gravest?.level !== "breaking";
});

let opinions: readonly Opinion[];
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "redocly-diff-"));
  const write = async (name: string, document: object) => {
    const file = join(directory, name);
    await writeFile(file, JSON.stringify(document));
    return file;
  };
  const pairs: (readonly [base: string, revision: string])[] = [];
  for (const [index, { base, revision }] of others.entries()) {
    pairs.push([await write(`${index}-base.json`, base), await write(`${index}-revision.json`, revision)]);
  }
  opinions = await askRedocly(directory, pairs);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("what it calls a break, and the tables do not, is known: it knows no marks, compares types where text travels, takes other spellings for changes, and looks at one place at a time", async () => {
  const falseAlarms = others.flatMap(({ name }, index) => {
    const opinion = opinions[index] ?? expect.fail(`It said nothing of ${name}.`);
    expect(opinion.reportVersion).toBe("1");
    return isBreak(opinion) ? [`${name}\n`] : [];
  });
  await expect(falseAlarms.join("")).toMatchFileSnapshot("redocly-false-alarms.txt");
});
