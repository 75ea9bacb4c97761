// Writes a report of `verify` for people.
import { styleText } from "node:util";
import { counted } from "../../terminal/index.ts";
import { findingsOf, type OperationReport, type Skipped, type VerifyFinding, type VerifyReport } from "./report.ts";
import { visible } from "./visible.ts";

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** The report as text; coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function textReport(report: VerifyReport, stream: NodeJS.WriteStream): string {
  const paint: Paint = (style, text) => styleText(style, text, { stream });
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
  const mark = violated
    ? paint("red", "✗")
    : findings.length > 0
      ? paint("yellow", "≠")
      : count === 0
        ? paint("dim", "–")
        : paint("green", "✓");
  const heading = `${mark} ${paint("bold", `${method} ${path}`)}  ${id}  ${paint("dim", counted(count, "check"))}\n`;
  return (
    heading +
    findings.map((finding) => findingText(finding, id, report, paint)).join("") +
    skipped.map((one) => skippedText(one, paint)).join("")
  );
}

function findingText(
  { verdict, check, message, expected, assumption, curl, answer, seed }: VerifyFinding,
  id: string,
  report: VerifyReport,
  paint: Paint,
): string {
  const line = (label: string, text: string, more = "") =>
    `      ${paint("dim", label.padEnd(9))} ${oneLine(text)}${more}\n`;
  const style = verdict === "violation" ? "red" : "yellow";
  return [
    `    ${paint(style, verdict)}  ${check}  ${oneLine(message)}\n`,
    line("expected", expected.text, `  ${paint("dim", expected.pointer)}`),
    assumption === undefined ? "" : line("assumed", assumption),
    line("request", curl),
    line(
      "answer",
      answer === undefined
        ? "none"
        : [answer.status, answer.contentType, answer.body.slice(0, shownBody)].filter(Boolean).join("  "),
    ),
    seed === undefined ? "" : line("again", `--only ${id} --seed ${seed} --depth ${report.depth}`),
  ].join("");
}

function skippedText({ check, reason }: Skipped, paint: Paint): string {
  return `    ${paint("dim", `skipped  ${check === "all" ? "all checks" : check}: ${oneLine(reason)}`)}\n`;
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

const shownBody = 300;

/** The text on one line of a terminal. */
function oneLine(text: string): string {
  return visible(text.replaceAll(/\s*\r?\n\s*/g, " "));
}
