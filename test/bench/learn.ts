// What `learn` costs with much traffic: to write a recording, and to learn from it or from the same traffic as a HAR file.
import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { exitCode, showProgress } from "../../src/tools/terminal/index.ts";
import { beside, runMeasured } from "./measured-run.ts";

/** What the project promises for so many exchanges. */
const exchanges = 100_000;
const limit = { seconds: 60, megabytes: 300 };

const traffic = join(import.meta.dirname, "learn-traffic.ts");
const learn = join(import.meta.dirname, "..", "..", "src", "pipeline", "learn", "command.ts");

/**
 * Prints what each step costs, beside its limits.
 *
 * @param directory An empty directory for the files.
 * @returns Whether each step could be run.
 */
export async function measureLearn(directory: string, signal: AbortSignal): Promise<boolean> {
  await mkdir(directory, { recursive: true });
  const [recording, har] = [join(directory, "recording.jsonl"), join(directory, "traffic.har")];
  const steps = [
    { name: "writing a recording", args: [traffic, "record", recording, String(exchanges)], file: recording },
    { name: "learning from it", args: [learn, recording], file: recording },
    // Made here, not measured
    { name: "", args: [traffic, "har", har, String(exchanges)], file: har },
    { name: "learning from a HAR file", args: [learn, har, "--host", "api.example.com"], file: har },
  ];
  let isWell = true;
  process.stdout.write(`\nlearn, ${exchanges} exchanges:\n`);
  for (const { name, args, file } of steps) {
    const done = showProgress(`learn: ${name || "writing a HAR file"}`);
    const run = await runMeasured([process.execPath, ...args], signal).finally(done);
    if (run.code !== exitCode.well && run.code !== exitCode.findings) {
      process.stderr.write(`failed: ${name} ended with ${run.code}\n${run.stderr}\n`);
      isWell = false;
    } else if (name !== "") {
      const size = (statSync(file).size / 1e6).toFixed(0);
      process.stdout.write(
        `  ${name} of ${size} MB: ${beside(run.seconds, limit.seconds, "s", 1)}, ${beside(run.megabytes, limit.megabytes, "MB", 0)}\n`,
      );
    }
  }
  return isWell;
}
