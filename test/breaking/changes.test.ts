// Every change in test/changes/ gets the verdict that its row states, and so does the same change the other way round.
import { expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { cases } from "./changes.ts";

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
