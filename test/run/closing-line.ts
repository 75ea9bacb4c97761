// Ends a test run with the line that CI reads: `N passed, N failed`, and `, N skipped` where something was.
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { missingTools } from "./needs.ts";

/** Counts every test; a file that could not be loaded, a hook that failed and an error outside of any test count as failed. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    // Vitest says so, and ends with 1; the run has no folder then
    if (modules.length === 0) return;
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()];
      count.failed += suites.filter((suite) => suite.errors().length > 0).length;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const missing = missingTools();
    // After the summary of Vitest
    process.once("exit", () => {
      if (missing !== undefined) process.stdout.write(`${missing}\n`);
      const skipped = count.skipped + count.pending > 0 ? `, ${count.skipped + count.pending} skipped` : "";
      process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`);
    });
  }
}
