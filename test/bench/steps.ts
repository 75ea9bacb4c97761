// The steps that are measured, from the contract's files to what people use.
import { join } from "node:path";
import { projectDirectory } from "../../src/tools/contract/index.ts";
import { type ProcessFrame, runTimed, type TimedRun } from "./processes.ts";

/** One step, as a row of the table. */
export interface Step {
  /** How it is picked on the command line. */
  readonly name: string;
  /** What the table calls it. */
  readonly title: string;
  /** Runs it once on a contract. */
  run(root: string, directory: string, frame: ProcessFrame): Promise<TimedRun>;
}

/** All steps, in the order in which they are measured and shown. */
export const steps: readonly Step[] = [
  functionStep("redocly-lint", "Redocly lint"),
  functionStep("spectral", "Spectral"),
  functionStep("layout", "layout check"),
  functionStep("lint", "lint: these and bundle"),
  functionStep("bundle", "bundle"),
  functionStep("types", "types"),
  {
    name: "generate",
    title: "npm run generate",
    run: (root, directory, frame) =>
      runTimed([...npm, "run", "generate", "--", "--root", root, "--out", join(directory, "generated")], frame),
  },
  {
    name: "mock",
    title: "npm run mock, to ready",
    run: (root, _, frame) =>
      runTimed([...npm, "run", "mock", "--", "--root", root, "--port", "0"], frame, "Mock ready"),
  },
  functionStep("site", "site"),
];

/** npm as it was called, else the one on the PATH. */
const npm = process.env["npm_execpath"] === undefined ? ["npm"] : [process.execPath, process.env["npm_execpath"]];

/** A step that is one function: its own time counts, without that of starting the process and loading modules. */
function functionStep(name: string, title: string): Step {
  const file = join(projectDirectory, "test", "bench", "functions.ts");
  return {
    name,
    title,
    async run(root, _, frame) {
      const run = await runTimed([process.execPath, file, name, root], frame);
      return run.well ? { ...run, seconds: Number(run.stdout) } : run;
    },
  };
}
