// Runs in the process of each test file, before and after it: a folder of its own for temporary files, and a look at what it leaves behind.
import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { type CpuTime, cpuTime } from "./cpu.ts";
import { inRun, project, variable } from "./directory.ts";
import { filesIn, leftAfterAll, openPorts, ownSockets, processesWith, processNumbers } from "./leftovers.ts";
import { seed } from "./seed.ts";

const file = relative(project, expect.getState().testPath ?? "");
const name = file
  .replace(/^test\//, "")
  .replace(/\.test\.ts$/, "")
  .replaceAll("/", "-");
const temporary = inRun("tmp", name);
mkdirSync(temporary, { recursive: true });
process.env["TMPDIR"] = temporary;
// Every process that the file starts has it, so that one which is left running can be told
process.env[variable.file] = file;
const before = { processes: new Set(processNumbers()), sockets: ownSockets() };
const marks = [`${variable.run}=${process.env[variable.run]}`, `${variable.file}=${file}`];

fc.configureGlobal({ seed });

// A process may run more than one file: the first one has its start
const worker = globalThis as { counted?: CpuTime };

// Registered first, hence run last
afterAll(async () => {
  const left = await leftAfterAll(() => [
    ...filesIn(temporary),
    ...processesWith(marks, before.processes),
    ...openPorts(before.sockets),
  ]);
  const [used, counted] = [cpuTime(), worker.counted ?? { own: 0, children: 0 }];
  worker.counted = used;
  const cost = { own: used.own - counted.own, children: used.children - counted.children };
  writeFileSync(inRun("cpu", `${name}.json`), JSON.stringify({ file, ...cost }));
  for (const { clear } of left) clear?.();
  if (left.length > 0) throw new Error(`${file} leaves behind:\n  ${left.map(({ what }) => what).join("\n  ")}`);
});
