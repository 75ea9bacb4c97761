// Every pair of the corpus gets the verdict that was written down for it before any tool saw it.
import { join } from "node:path";
import { expect, test } from "vitest";
import { breakingCommand, judgeDocuments, type Report } from "../../../src/tools/breaking/index.ts";
import { runHere } from "../../commands.ts";
import { corpus, pairs, read } from "./pairs.ts";

/** What `expected.yaml` says. */
interface Expected {
  readonly level: "breaking" | "warning" | "compatible" | "none";
  readonly reason: string;
  readonly operation?: string;
  readonly pointer?: string;
}

test.each(pairs)("%s", (pair) => {
  const expected = read<Expected>(pair, "expected.yaml");
  const changes = judgeDocuments(read(pair, "base.yaml"), read(pair, "revision.yaml"));
  // The gravest comes first
  const [decisive] = changes;
  expect(decisive?.level ?? "none", expected.reason).toBe(expected.level);
  // The decisive change is reported, with its operation and its place
  const reported = changes.filter(({ level }) => level === expected.level);
  if (expected.operation) expect(reported.map(({ operation }) => operation)).toContain(expected.operation);
  if (expected.pointer) expect(reported.map(({ pointer }) => pointer)).toContain(expected.pointer);
});

test("the command gives the verdict, too, by its exit code and its report", async () => {
  for (const [level, pair] of [
    ["breaking", "keyword-max-length/request-lowered"],
    ["none", "equivalent-spelling/null-in-any-of-to-one-of"],
  ] as const) {
    expect(read<Expected>(pair, "expected.yaml").level).toBe(level);
    const { code, stdout } = await runHere(
      breakingCommand,
      ["base.yaml", "revision.yaml", "--format", "json"],
      join(corpus, pair),
    );
    expect((JSON.parse(stdout) as Report).changes[0]?.level ?? "none").toBe(level);
    expect(code).toBe(level === "breaking" ? 1 : 0);
  }
});

test("another spelling of the same contract is a patch, another version of the document is nothing", async () => {
  const bumpOf = async (pair: string) => {
    const { stdout } = await runHere(
      breakingCommand,
      ["base.yaml", "revision.yaml", "--format", "json"],
      join(corpus, pair),
    );
    return (JSON.parse(stdout) as Report).bump;
  };
  expect(await bumpOf("equivalent-spelling/const-to-single-enum")).toBe("patch");
  expect(await bumpOf("keyword-all-of/recursion-by-item-unchanged")).toBe("none");
});
