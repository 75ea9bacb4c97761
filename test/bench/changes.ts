// The findings of the gate, `redocly diff` and, where it is on the PATH, oasdiff in the changes of test/changes, each there and back, and their CPU.
import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { showProgress } from "../../src/shared/terminal/index.ts";
import { askRedocly, isBreak } from "../breaking/ask-redocly.ts";
import { cases } from "../breaking/changes.ts";
import { cpuTime } from "./cpu.ts";
import { isOnPath } from "./on-path.ts";

/** Two documents, their files, and whether the tables call the change a break. */
interface Pair {
  readonly base: object;
  readonly revision: object;
  readonly files: readonly [base: string, revision: string];
  readonly level: string;
}

/** Asks a tool about all pairs: is each a break? Undefined where it ends without saying. */
type Ask = (pairs: readonly Pair[], directory: string) => Promise<(boolean | undefined)[]> | (boolean | undefined)[];

const tools: Readonly<Record<string, Ask>> = {
  "this gate": (pairs) =>
    pairs.map(({ base, revision }) => {
      const [gravest] = judgeDocuments(structuredClone(base), structuredClone(revision));
      return gravest?.level === "breaking";
    }),
  "redocly diff": async (pairs, directory) => {
    const opinions = await askRedocly(
      directory,
      pairs.map(({ files }) => files),
    );
    return opinions.map(isBreak);
  },
  oasdiff: (pairs) =>
    pairs.map(({ files }) => {
      const { status } = spawnSync("oasdiff", ["breaking", "--fail-on", "ERR", ...files], { stdio: "ignore" });
      return status === 0 || status === 1 ? status === 1 : undefined;
    }),
};

/** Prints what each tool says of the tables, and says whether this gate agrees with them. */
export async function measureChanges(directory: string): Promise<boolean> {
  const place = join(directory, "changes");
  await mkdir(place);
  const write = async (name: string, document: object) => {
    const file = join(place, name);
    await writeFile(file, JSON.stringify(document));
    return file;
  };
  const pairs: Pair[] = [];
  // Of marks that this project has made up, others cannot know
  const known = cases.filter(({ name }) => !/^(mark-|open-enum)/.test(name));
  for (const [index, { base, revision, levels }] of known.entries()) {
    const [one, other] = [await write(`${index}-base.json`, base), await write(`${index}-revision.json`, revision)];
    pairs.push({ base, revision, files: [one, other], level: levels[0] });
    pairs.push({ base: revision, revision: base, files: [other, one], level: levels[1] });
  }
  const breaks = pairs.filter(({ level }) => level === "breaking").length;
  const harmless = pairs.filter(({ level }) => level === "compatible" || level === "none").length;
  process.stdout.write(
    `\n${pairs.length} changes of test/changes, this project's own tables, without its own marks: ${breaks} break, ${harmless} do not, the others are warnings\n`,
  );
  let isWell = true;
  for (const [name, ask] of Object.entries(tools)) {
    if (name === "oasdiff" && !isOnPath(name)) continue;
    const done = showProgress(name);
    const before = cpuTime();
    const answers = await ask(pairs, place);
    const after = cpuTime();
    done();
    const cpu = after.own - before.own + after.children - before.children;
    const count = (levels: readonly string[]) =>
      pairs.filter(({ level }, index) => levels.includes(level) && answers[index] === true).length;
    const [found, alarms] = [count(["breaking"]), count(["compatible", "none"])];
    const silent = answers.filter((answer) => answer === undefined).length;
    const unread = silent > 0 ? `, ${silent} pairs not read` : "";
    process.stdout.write(
      `  ${name.padEnd(14)} ${found} breaks found, ${alarms} false alarms${unread}, ${cpu.toFixed(1)} s of CPU\n`,
    );
    if (name === "this gate") isWell = found === breaks && alarms === 0;
  }
  return isWell;
}
