// Runs the gate on pairs of documents that somebody has, beside `redocly diff` and oasdiff: what each finds and costs.
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { delimiter, extname, join, relative } from "node:path";
import { exitCode, Failure, showProgress } from "../../src/tools/terminal/index.ts";
import { gateCommand, type Run, redoclyDiff, runMeasured } from "./measured-run.ts";

interface Tool {
  readonly name: string;
  /** The command before the two documents, and what follows them. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How many breaking changes it reports. */
  readonly breaks: (report: unknown) => number;
}

interface Pair {
  readonly name: string;
  readonly files: readonly [string, string];
}

/**
 * Prints for each pair what each tool finds and costs, and the sums.
 *
 * @param folders Folders with pairs (`base.yaml` and `revision.yaml`, `x_base.json` and `x_revision.json`, `old` and
 *   `new`), or with versions of one description, which are compared one after the other in the order of their names.
 * @param directory A directory for temporary files.
 * @returns Whether the gate compared every pair.
 */
export async function measurePairs(
  folders: readonly string[],
  directory: string,
  signal: AbortSignal,
): Promise<boolean> {
  const tools = await toolsWith(directory);
  const pairs = (await Promise.all(folders.map((folder) => pairsIn(folder, folder)))).flat();
  if (pairs.length === 0) {
    throw new Failure(
      `breaking-pairs found no two documents to compare in ${folders.join(", ") || "no folder"}.`,
      "Pass folders with versions of a description, as in: npm run bench -- --only breaking-pairs FOLDER",
    );
  }
  const sums = tools.map(() => ({ pairs: 0, breaks: 0, seconds: 0, megabytes: 0, failed: 0 }));
  for (const { name, files } of pairs) {
    const cells: string[] = [];
    for (const [index, tool] of tools.entries()) {
      const done = showProgress(`${name}: ${tool.name}`);
      const run = await runMeasured([...tool.before, ...files, ...tool.after], signal).finally(done);
      const breaks = countIn(tool, run);
      const sum = sums[index];
      if (sum === undefined) continue;
      sum.seconds += run.seconds ?? 0;
      sum.megabytes = Math.max(sum.megabytes, run.megabytes ?? 0);
      if (breaks === undefined) sum.failed++;
      else if (breaks > 0) {
        sum.pairs++;
        sum.breaks += breaks;
      }
      cells.push(
        `${tool.name} ${breaks ?? "failed"} (${run.seconds?.toFixed(2) ?? "?"} s, ${run.megabytes?.toFixed(0) ?? "?"} MB)`,
      );
    }
    process.stdout.write(`${name}: ${cells.join(", ")}\n`);
  }
  process.stdout.write(`\nOf ${pairs.length} pairs:\n`);
  for (const [index, { name }] of tools.entries()) {
    const { pairs: broken = 0, breaks = 0, seconds = 0, megabytes = 0, failed = 0 } = sums[index] ?? {};
    process.stdout.write(
      `  ${name}: ${breaks} breaking changes in ${broken} pairs, ${failed} not compared, ` +
        `${seconds.toFixed(1)} s of CPU, at most ${megabytes.toFixed(0)} MB\n`,
    );
  }
  return sums[0]?.failed === 0;
}

async function toolsWith(directory: string): Promise<Tool[]> {
  await mkdir(directory, { recursive: true });
  // Without `extends`, `redocly diff` calls every change a patch
  const rules = join(directory, "rules.yaml");
  await writeFile(rules, "telemetry: off\nextends:\n  - diff-recommended\n");
  const tools: Tool[] = [
    {
      name: "gate",
      before: gateCommand,
      after: ["--format", "json", "--level", "breaking"],
      breaks: (report) => (report as { changes: unknown[] }).changes.length,
    },
    {
      name: "redocly diff",
      before: [...redoclyDiff, `--config=${rules}`],
      after: [],
      breaks: (report) => (report as { summary: { major: number } }).summary.major,
    },
  ];
  const folder = (process.env["PATH"] ?? "").split(delimiter).find((path) => existsSync(join(path, "oasdiff")));
  if (folder === undefined) process.stdout.write("oasdiff is not on the PATH and was left out.\n");
  else {
    tools.push({
      name: "oasdiff",
      before: [join(folder, "oasdiff"), "breaking", "--format", "json"],
      after: [],
      breaks: (report) => (report as { level: number }[] | null)?.filter(({ level }) => level === 3).length ?? 0,
    });
  }
  return tools;
}

/** Undefined where the tool could not compare. */
function countIn({ breaks }: Tool, { code, stdout }: Run): number | undefined {
  if (code !== exitCode.well && code !== exitCode.findings) return undefined;
  try {
    return breaks(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}

const sides = /^(.*?)(base|old)$/;

/** The pairs in a folder and in its folders. */
async function pairsIn(folder: string, shownFrom: string): Promise<Pair[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => pairsIn(join(folder, name), shownFrom)),
  );
  const files = entries
    .filter((entry) => entry.isFile() && [".json", ".yaml", ".yml"].includes(extname(entry.name)))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const stemOf = (file: string) => file.slice(0, -extname(file).length);
  const pairOf = (before: string, after: string, name: string): Pair => ({
    name: join(relative(join(shownFrom, ".."), folder), name),
    files: [join(folder, before), join(folder, after)],
  });
  const named = files.flatMap((file) => {
    const [, start = "", side] = sides.exec(stemOf(file)) ?? [];
    const other = side && `${start}${side === "base" ? "revision" : "new"}${extname(file)}`;
    return other && files.includes(other) ? [pairOf(file, other, start)] : [];
  });
  const isSided = files.some((file) => /(base|old|revision|new)$/.test(stemOf(file)));
  const versions = isSided
    ? []
    : files
        .slice(1)
        .map((file, index) => pairOf(files[index] ?? "", file, `${stemOf(files[index] ?? "")} to ${stemOf(file)}`));
  return [...named, ...versions, ...inside.flat()];
}
