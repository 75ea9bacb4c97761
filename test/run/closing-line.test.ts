// A test run ends with a line that CI reads, or says why there is none.
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProgram } from "../commands.ts";
import { project, variable } from "./directory.ts";

test("a name that no test file has is one line, and ends with failure", async () => {
  const vitest = join(project, "node_modules", "vitest", "vitest.mjs");
  // A run of its own, not a part of this one
  const env = { [variable.run]: undefined };
  const { ended, output } = startProgram(process.execPath, [vitest, "run", "nosuch"], { env });
  expect(await ended).toBe(1);
  expect(output.stderr).toMatch(/^No test files found, exiting with code 1\n\nfilter: nosuch\n/);
  expect(output.stdout + output.stderr).not.toMatch(/Error|passed/);
});
