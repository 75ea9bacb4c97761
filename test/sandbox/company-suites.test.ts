// Two test suites use one sandbox at once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { runSuite } from "./team-suite.ts";

test("two test suites at once see what each sees alone", async () => {
  const directory = mkdtempSync(join(tmpdir(), "suites-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const db = join(directory, "sandbox.db");
  const sandbox = await startSandbox({ port: 0, db });
  onTestFinished(() => sandbox.close());
  const url = sandbox.url ?? "";
  const alone = await runSuite(url, "alone");
  expect(alone).toMatchObject({ scores: [81, 82, 83, 84], job: "completed", story: [415], isInOrder: true });
  expect(alone["arrived"]).toEqual(alone["emitted"]);
  const together = await Promise.all(["feature-login", "feature-orders"].map((branch) => runSuite(url, branch)));
  expect(together).toEqual([alone, alone]);
});
