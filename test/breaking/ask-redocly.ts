// Asks `redocly diff` what it says of pairs of documents.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "../run/tool.ts";

/** Its report on two documents, as far as it counts here. */
export interface Opinion {
  readonly reportVersion: string;
  readonly changes: readonly {
    readonly path: string;
    readonly verdicts: readonly { readonly ruleId: string; readonly impact: string }[];
  }[];
}

/** How many pairs one process compares: it keeps what it has read. */
const atOnce = 100;

/**
 * Asks about each pair of files.
 *
 * @param directory Where its rules are written.
 * @throws when it says nothing of a pair.
 */
export async function askRedocly(
  directory: string,
  pairs: readonly (readonly [base: string, revision: string])[],
): Promise<Opinion[]> {
  // Without `extends` every change would be a patch
  const rules = join(directory, "rules.yaml");
  await writeFile(rules, "telemetry: off\nextends:\n  - diff-recommended\n");
  const opinions: Opinion[] = [];
  for (let from = 0; from < pairs.length; from += atOnce) {
    const some = pairs.slice(from, from + atOnce);
    const tool = join(import.meta.dirname, "redocly-opinions.ts");
    const { code, stdout, stderr } = await runTool(tool, [rules, ...some.flat()]);
    const lines = stdout.trimEnd().split("\n");
    if (code !== 0 || lines.length !== some.length) throw new Error(`redocly diff ended with ${code}:\n${stderr}`);
    opinions.push(...lines.map((line) => JSON.parse(line) as Opinion));
  }
  return opinions;
}

/** Does it call the change a break? */
export function isBreak({ changes }: Opinion): boolean {
  return changes.some(({ verdicts }) => verdicts.some(({ impact }) => impact === "major"));
}
