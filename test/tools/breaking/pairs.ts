// The pairs of the corpus: two documents that differ in one change.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { projectDirectory } from "../../../src/tools/contract/index.ts";

/** Where they stand. */
export const corpus = join(projectDirectory, "test", "corpus");

/** Their names: subject and change. */
export const pairs = readdirSync(corpus, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("expected.yaml"))
  .map((file) => dirname(file))
  .sort();

/** A file of a pair. */
export function read<T>(pair: string, name: string): T {
  return parse(readFileSync(join(corpus, pair, name), "utf8")) as T;
}
