// Ends a test run with the line that CI reads: `N passed, N failed`, and `, N skipped` where something was.
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Counts every test; a file that could not be loaded and an error outside of any test count as failed. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const skipped = count.skipped + count.pending > 0 ? `, ${count.skipped + count.pending} skipped` : "";
    process.on("exit", () => process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`));
  }
}
