// What the gate says of every pair of the corpus, in both directions: no change of its code changes a verdict unnoticed.
import { expect, test } from "vitest";
import { judgeDocuments } from "../../../src/tools/breaking/index.ts";
import { pairs, read } from "./pairs.ts";

test("the verdicts are those of verdicts.txt", async () => {
  const lines = pairs.map((pair) => {
    const forward = judgeDocuments(read(pair, "base.yaml"), read(pair, "revision.yaml"));
    const backward = judgeDocuments(read(pair, "revision.yaml"), read(pair, "base.yaml"));
    // The gravest change comes first
    return `${pair}: ${forward[0]?.level ?? "none"}, back: ${backward[0]?.level ?? "none"}`;
  });
  await expect(
    `${lines.join("\n")}\n`,
    "If a verdict was wrong, judge it from the principle in test/corpus/README.md, run `npm test -- verdicts -u`, and say why in the commit of verdicts.txt.",
  ).toMatchFileSnapshot("verdicts.txt");
});
