// What `npm test` costs, by file. CPU is what is compared: it hardly depends on what else the machine does.
import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { type CpuTime, cpuTime } from "../run/cpu.ts";
import { variable } from "../run/directory.ts";

/** What a contributor waits for before each commit, in seconds of CPU. */
const budget = 150;

interface FileCost extends CpuTime {
  readonly file: string;
}

/**
 * Runs `npm test`, and prints the seconds of CPU, user and system, of each file with the processes that it started.
 *
 * @param directory Where the test files write what they used.
 * @returns Whether the tests passed.
 */
export async function measureTests(directory: string): Promise<boolean> {
  const costs = join(directory, "cpu");
  const before = cpuTime().children;
  // Its own output would hide the table; what failed is told
  const { status, stdout, stderr } = spawnSync("npm", ["test"], {
    cwd: projectDirectory,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, [variable.cpu]: costs },
  });
  const total = cpuTime().children - before;
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
  const files = await readdir(costs).catch((): string[] => []);
  const read = files.map(async (name) => JSON.parse(await readFile(join(costs, name), "utf8")) as FileCost);
  const rows = (await Promise.all(read)).map(({ file, own, children }) => ({
    file,
    seconds: own + children,
    children,
  }));
  const line = (seconds: number, title: string) =>
    process.stdout.write(`${seconds.toFixed(1).padStart(8)}  ${title}\n`);
  process.stdout.write(
    "Seconds of CPU, user and system, of `npm test` by file. What files share is counted where it was made.\n\n",
  );
  for (const { file, seconds, children } of rows.sort((a, b) => b.seconds - a.seconds)) {
    line(seconds, children < 0.1 ? file : `${file} (of it ${children.toFixed(1)} in processes that it started)`);
  }
  line(total - rows.reduce((sum, { seconds }) => sum + seconds, 0), "npm, vitest and the ends of its processes");
  line(total, `in all, of at most ${budget}`);
  process.stdout.write(`${stdout.trim().split("\n").at(-1) ?? ""}\n`);
  return status === 0;
}
