// `npm run lint` as a process, on all that it checks.
import { expect, test } from "vitest";
import { runToEnd } from "../../commands.ts";

const colour = "\u001b";

test("finds nothing in this repository, the TypeScript included", async () => {
  const { code, stdout, stderr } = await runToEnd("pipeline/lint/command.ts");
  expect(stdout).toMatch(/^Contract: sound\.$/m);
  expect(code, stderr).toBe(0);
  expect(stdout + stderr).toMatch(/^Checked \d+ files/m);
  expect(stdout + stderr).not.toContain(colour);
});
