// What a generator's client can do, as the matrix has seen it: read, written, and compared with what was written before.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectDirectory, replaceFiles } from "../../src/tools/contract/index.ts";
import type { Generator } from "./generators.ts";

/** A row of the matrix. */
export interface Result extends Pick<Generator, "name" | "version" | "language" | "document"> {
  /** Whether the generator took the document. */
  readonly accepted: boolean;
  /** Whether its client compiled, or passed its type check. */
  readonly compiled: boolean;
  /** How many operations worked. */
  readonly operations: number;
  /** The operations that did not work. */
  readonly failed: readonly string[];
  /** The operations that do not work with a newer service, which sends unknown values and fields. */
  readonly failedNewer: readonly string[];
}

/** The results of the matrix, and the day they were written on. */
export interface Results {
  readonly date: string;
  readonly results: readonly Result[];
}

const directory = join(projectDirectory, "test", "portability");
const file = "results.json";

/** Reads what was written before. */
export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(join(directory, file), "utf8")) as Results;
}

/** Replaces the rows of these generators; the others stay. */
export async function writeResults(results: readonly Result[]): Promise<void> {
  const before = await readResults();
  const names = new Set(results.map(({ name }) => name));
  const all = [...before.results.filter(({ name }) => !names.has(name)), ...results];
  const sorted = all.sort((a, b) => `${a.language} ${a.name}`.localeCompare(`${b.language} ${b.name}`));
  const date = new Date().toISOString().slice(0, 10);
  replaceFiles(directory, new Map([[file, `${JSON.stringify({ date, results: sorted }, null, 2)}\n`]]));
}

/** How results differ from what was written before, a sentence each. */
export function differences(results: readonly Result[], before: readonly Result[]): string[] {
  return results.flatMap((result) => {
    const was = before.find(({ name }) => name === result.name);
    if (was === undefined) return [`${result.name} is not in the file.`];
    return (Object.keys(result) as (keyof Result)[])
      .filter((key) => JSON.stringify(result[key]) !== JSON.stringify(was[key]))
      .map(
        (key) => `${result.name}: \`${key}\` was ${JSON.stringify(was[key])}, and is ${JSON.stringify(result[key])}.`,
      );
  });
}
