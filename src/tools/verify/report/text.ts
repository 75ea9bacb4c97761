// Writes a report of `verify` for people.
import { answerText, findingText, headingText, type Paint, paintFor, skippedText } from "../../findings/index.ts";
import { counted } from "../../terminal/index.ts";
import { findingsOf, type OperationReport, type VerifyFinding, type VerifyReport } from "./report.ts";

/** The report as text; coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function textReport(report: VerifyReport, stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  const blocks = report.operations.map((operation) => operationText(operation, report, paint));
  return `${blocks.join("")}\n${summary(report)}\n`;
}

function operationText(
  { id, method, path, passed, findings, skipped }: OperationReport,
  report: VerifyReport,
  paint: Paint,
): string {
  const count = Object.keys(passed).length;
  const violated = findings.some(({ verdict }) => verdict === "violation");
  const mark = violated ? "violated" : findings.length > 0 ? "differs" : count === 0 ? "skipped" : "passed";
  return (
    headingText(paint, mark, `${method} ${path}`, `${id}  ${paint("dim", counted(count, "check"))}`) +
    findings.map((finding) => textOf(finding, id, report.depth, paint)).join("") +
    skipped.map(({ check, reason }) => skippedText(paint, check === "all" ? "all checks" : check, reason)).join("")
  );
}

function textOf(finding: VerifyFinding, id: string, depth: number, paint: Paint): string {
  const { verdict, expected, assumption, curl, answer, seed } = finding;
  return findingText(paint, finding, verdict === "violation" ? "red" : "yellow", [
    ["expected", expected.text, expected.pointer],
    ["assumed", assumption],
    ["request", curl],
    ["answer", answerText(answer)],
    ["again", seed === undefined ? undefined : `--only ${id} --seed ${seed} --depth ${depth}`],
  ]);
}

/** The last lines: what was checked, what was found, and the seed. */
function summary(report: VerifyReport): string {
  const violations = findingsOf(report, "violation").length;
  const differences = findingsOf(report, "difference").length;
  const skipped = report.operations.reduce((sum, { skipped }) => sum + skipped.length, 0);
  return [
    `Verified ${report.baseUrl} against contract ${report.contract}: ${counted(report.operations.filter(({ path }) => path.startsWith("/")).length, "operation")}, ${counted(report.requests, "request")}, seed ${report.seed}.`,
    `${counted(violations, "violation")} of what is stated, ${counted(differences, "difference")} from what is assumed, ${skipped} skipped.`,
  ].join("\n");
}
