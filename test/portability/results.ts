// What a generator's client can do, as the matrix has seen it: read, written, and compared with what was written before.
import { join } from "node:path";
import { type PortabilityResult as Result, readPortability } from "../../src/pipeline/site/portability.ts";
import { projectDirectory, replaceFiles } from "../../src/tools/contract/index.ts";

export { type Result, readPortability as readResults };

const directory = join(projectDirectory, "test", "portability");
const file = "results.json";

/** Replaces the rows of these generators; the others stay. */
export async function writeResults(results: readonly Result[]): Promise<void> {
  const before = readPortability();
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
