// Writes a report of `verify` as JSON.
import { findingsOf, type VerifyReport } from "./report.ts";
import { visible } from "./visible.ts";

/** The report as JSON: `VerifyReport` with the number of violations and of differences before it. */
export function jsonReport(report: VerifyReport): string {
  const violations = findingsOf(report, "violation").length;
  const differences = findingsOf(report, "difference").length;
  return `${visible(JSON.stringify({ violations, differences, ...report }, null, 2))}\n`;
}
