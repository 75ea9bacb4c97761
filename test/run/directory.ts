// Where a test run keeps what belongs to it: one folder, made when the run starts and removed when it ends.
import { join, resolve } from "node:path";

/** The names of the environment variables by which the processes of a run know it. */
export const variable = { run: "TEST_RUN", file: "TEST_FILE", depth: "TEST_DEPTH", cpu: "TEST_CPU" } as const;

/** The project, without loading a room for its path. */
export const project = resolve(import.meta.dirname, "..", "..");

/** A folder of the run: `shared` (made once), `missing` (tools), `cpu` (by file) or `tmp` (one folder for each file). */
export function inRun(...parts: readonly ("shared" | "missing" | "cpu" | "tmp" | (string & {}))[]): string {
  const directory = process.env[variable.run];
  if (directory === undefined) throw new Error("This is no test run: start the tests with `npm test`.");
  return join(directory, ...parts);
}
