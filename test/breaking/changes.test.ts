// Every row of the tables gets the verdict that was written down for it from the principle, and so does taking it back.
import { expect, test } from "vitest";
import { breakingCommand, judgeDocuments, type Report } from "../../src/breaking/index.ts";
import { runHere } from "../commands.ts";
import { writeFiles } from "../files.ts";
import { cases, findCase } from "./changes.ts";

test.each(cases)("$name", ({ base, revision, levels, rule, operation, pointer, because, falseAlarm }) => {
  // The gravest comes first
  const changes = judgeDocuments(structuredClone(base), structuredClone(revision));
  const back = judgeDocuments(structuredClone(revision), structuredClone(base));
  const given = [changes[0]?.level ?? "none", back[0]?.level ?? "none"];
  if (falseAlarm === undefined) expect(given, because).toEqual(levels);
  else expect(given, because).toContain("breaking");
  // The change is reported by its rule, with the operation and the place that decide
  const decisive = changes.filter(({ level }) => level === levels[0]);
  if (rule) expect([...changes, ...back].map((change) => change.rule)).toContain(rule);
  if (operation) expect(decisive.map((change) => change.operation)).toContain(operation);
  if (pointer) expect(decisive.map((change) => change.pointer)).toContain(pointer);
});

/** The command's answer to a row. */
async function reportOf(name: string) {
  const { base, revision } = findCase(name);
  const place = writeFiles({ "base.yaml": base, "revision.yaml": revision });
  const args = ["base.yaml", "revision.yaml", "--format", "json"];
  const { code, stdout } = await runHere(breakingCommand, args, place);
  const { bump, changes } = JSON.parse(stdout) as Report;
  return { code, bump, level: changes[0]?.level ?? "none" };
}

test("the command gives the verdict, too, by its exit code and its report", async () => {
  expect(await reportOf("max-length/lowered, request")).toMatchObject({ level: "breaking", code: 1 });
  const same = await reportOf("equivalent-spelling/null-in-any-of-to-one-of, response");
  expect(same).toMatchObject({ level: "none", code: 0 });
});

test("another spelling of the same contract is a patch, another order of its keys is nothing", async () => {
  expect((await reportOf("equivalent-spelling/const-to-single-enum, response")).bump).toBe("patch");
  expect((await reportOf("all-of/recursion-by-item-unchanged")).bump).toBe("none");
});
