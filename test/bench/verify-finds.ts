// `node verify-finds.ts`: verifies the correct server of the gallery, and every wrong one, at many seeds, and prints what is found.
import { execFile } from "node:child_process";
import { styleText } from "node:util";
import { projectDirectory } from "../../src/tools/contract/index.ts";
import { exitCode, reportError, showProgress } from "../../src/tools/terminal/index.ts";
import { wrongServers } from "../tools/verify/gallery/faults/index.ts";
import { allFindings, verifyFault, verifyWrongServer } from "../tools/verify/gallery/faults/run.ts";
import { type GalleryServer, managementKey, startServer, teamKey } from "../tools/verify/gallery/server.ts";

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
/** As the command does by default. */
const depth = 20;
const [mostSeconds, mostMegabytes] = [10, 300];

/** The command in a process of its own, beside the server: how long it takes from its start, and its largest memory. */
async function cost(server: GalleryServer) {
  const tellMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write("maxRSS "+process.resourceUsage().maxRSS))`;
  const keys = ["--api-key", teamKey, "--management-url", server.url, "--management-key", managementKey];
  const args = ["--import", tellMemory, "src/tools/cli.ts", "verify", "--base-url", server.url, ...keys, "--seed", "1"];
  const begin = performance.now();
  return new Promise<{ seconds: number; megabytes: number }>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: projectDirectory }, (error, stdout, stderr) => {
      if (error !== null) return reject(new Error(`verify failed:\n${stdout}${stderr}`, { cause: error }));
      const kilobytes = Number(/maxRSS (\d+)/.exec(stderr)?.[1]);
      resolve({ seconds: (performance.now() - begin) / 1000, megabytes: (kilobytes * 1024) / 1e6 });
    });
  });
}

/** What is found of the correct server: each is a mistake of `verify`. */
async function falseFindings(seed: number): Promise<string[]> {
  const { report } = await verifyFault(undefined, { seed, depth });
  return allFindings(report).map(({ check, message, curl }) => `seed ${seed}: ${check}: ${message} ${curl}`);
}

function say(isWell: boolean, text: string): void {
  process.stdout.write(`${styleText(isWell ? "green" : "red", text, { stream: process.stdout })}\n`);
}

try {
  process.stdout.write("\nVerify, against the correct server of its tests\n");
  const server = await startServer();
  const { seconds, megabytes } = await cost(server).finally(() => server.close());
  say(seconds <= mostSeconds, `  ${seconds.toFixed(1)} of at most ${mostSeconds} seconds`);
  say(megabytes <= mostMegabytes, `  ${megabytes.toFixed(0)} of at most ${mostMegabytes} MB`);

  const wrongly: string[] = [];
  const escaped = new Map<string, number[]>();
  for (const seed of seeds) {
    const done = showProgress(`Verifying ${wrongServers.length} wrong servers with seed ${seed}`);
    wrongly.push(...(await falseFindings(seed)));
    for (const wrong of wrongServers) {
      const { finding, crashes } = await verifyWrongServer(wrong, { seed, depth });
      if (finding !== undefined && crashes.length === 0) continue;
      escaped.set(wrong.fault.name, [...(escaped.get(wrong.fault.name) ?? []), seed]);
    }
    done();
  }
  say(wrongly.length === 0, `  ${wrongly.length} false findings at ${seeds.length} seeds`);
  for (const text of wrongly) process.stdout.write(`    ${text}\n`);
  const all = wrongServers.length * seeds.length;
  const missed = [...escaped.values()].reduce((sum, { length }) => sum + length, 0);
  say(missed === 0, `  ${all - missed} finds of ${wrongServers.length} wrong servers at ${seeds.length} seeds: ${all}`);
  for (const [name, at] of escaped) process.stdout.write(`    ${name}: not with seed ${at.join(", ")}\n`);
  if (wrongly.length + missed > 0) process.exitCode = exitCode.findings;
} catch (error) {
  reportError(error);
  process.exitCode = exitCode.couldNotRun;
}
