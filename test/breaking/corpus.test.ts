// Every pair of the corpus gets the verdict that was written down for it before any engine saw it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { judgeDocuments, type Report } from "../../src/breaking/index.ts";
import { projectDirectory } from "../../src/contract/index.ts";
import { runToEnd } from "../commands.ts";

/** What `expected.yaml` says. */
interface Expected {
  readonly level: "breaking" | "warning" | "compatible" | "none";
  readonly reason: string;
  readonly operation?: string;
  readonly pointer?: string;
}

const corpus = join(projectDirectory, "test", "corpus");
const pairs = readdirSync(corpus, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("expected.yaml"))
  .map((file) => dirname(file))
  .sort();

function read<T>(pair: string, name: string): T {
  return parse(readFileSync(join(corpus, pair, name), "utf8")) as T;
}

test.each(pairs)("%s", (pair) => {
  const expected = read<Expected>(pair, "expected.yaml");
  const changes = judgeDocuments(read(pair, "base.yaml"), read(pair, "revision.yaml"));
  // The gravest comes first
  const [decisive] = changes;
  expect(decisive?.level ?? "none", expected.reason).toBe(expected.level);
  // The decisive change is told, with its operation and its place
  const told = changes.filter(({ level }) => level === expected.level);
  if (expected.operation) expect(told.map(({ operation }) => operation)).toContain(expected.operation);
  if (expected.pointer) expect(told.map(({ pointer }) => pointer)).toContain(expected.pointer);
});

/** The command takes a process each: it is tried on a few, to see that it says what the policy says. */
const some = pairs.filter((_, index) => index % 71 === 0);

test.each(some)("%s, by the command", async (pair) => {
  const expected = read<Expected>(pair, "expected.yaml");
  const args = ["breaking", "base.yaml", "revision.yaml", "--format", "json"];
  const { code, stdout } = await runToEnd("cli.ts", args, join(corpus, pair));
  const [decisive] = (JSON.parse(stdout) as Report).changes;
  expect(decisive?.level ?? "none").toBe(expected.level);
  expect(code).toBe(expected.level === "breaking" ? 1 : 0);
});
