// Where a test run keeps what belongs to it: one folder, made when the run starts and removed when it ends.
import { join, resolve } from "node:path";

/** The names of the environment variables by which the processes of a run know it. */
export const variable = { run: "TEST_RUN", depth: "TEST_DEPTH" } as const;

/** The project, without loading a room for its path. */
export const project = resolve(import.meta.dirname, "..", "..");

/** A path in the folder of the run, which has `shared` (made once), `missing` (tools) and `tmp`. */
export function inRun(...parts: readonly string[]): string {
  const directory = process.env[variable.run];
  if (directory === undefined) throw new Error("This is no test run: start the tests with `npm test`.");
  return join(directory, ...parts);
}
