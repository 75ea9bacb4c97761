// Writes what checks have found of several things: as text for people, and as JUnit XML, which CI systems show.
import { oneLine, paintFor } from "./report-text.ts";
import { visible } from "./visible.ts";

/** A label, its text, and what belongs to it; a line without text is left out. */
export type Line = readonly [label: string, text: string | undefined, more?: string];

/** The finding of a check. A violation always fails, another verdict only on request. */
export interface Finding {
  /** The id of the check. */
  readonly check: string;
  readonly verdict: string;
  /** The finding, as a sentence. */
  readonly message: string;
}

/** A finding, with the lines that explain it. */
interface ExplainedFinding extends Finding {
  readonly lines: readonly Line[];
}

/** The results of the checks of one thing. */
export interface Results<Found extends Finding> {
  /** How many times each check passed. */
  readonly passed: Readonly<Record<string, number>>;
  readonly findings: readonly Found[];
  /** The checks that could not run, or only in part; `all` for all of them. */
  readonly skipped: readonly { readonly check: string; readonly reason: string }[];
}

/** One thing in the report, such as an operation, with its results. */
export interface Section {
  readonly title: string;
  /** The text beside the title. */
  readonly more: string;
  /** In JUnit, the suite that it belongs to, and the class of its cases. */
  readonly suite: string;
  readonly classname: string;
  readonly results: Results<ExplainedFinding>;
}

/** The sections for people. */
export function sectionsText(sections: readonly Section[], stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  const labelled = ([label, text, more]: Line) =>
    text === undefined
      ? ""
      : `      ${paint("dim", label.padEnd(9))} ${oneLine(text)}${more === undefined ? "" : `  ${paint("dim", more)}`}\n`;
  return sections
    .flatMap(({ title, more, results: { passed, findings, skipped } }) => {
      const passing = Object.keys(passed).length > 0 ? (["green", "✓"] as const) : (["dim", "–"] as const);
      const other = findings.length > 0 ? (["yellow", "≠"] as const) : passing;
      const isViolated = findings.some(({ verdict }) => verdict === "violation");
      const [style, sign] = isViolated ? (["red", "✗"] as const) : other;
      return [
        `${paint(style, sign)} ${paint("bold", title)}  ${paint("dim", more)}\n`,
        ...findings.map(({ verdict, check, message, lines }) => {
          const colour = verdict === "violation" ? "red" : "yellow";
          return `    ${paint(colour, verdict)}  ${check}  ${oneLine(message)}\n${lines.map(labelled).join("")}`;
        }),
        ...skipped.map(({ check, reason }) => {
          return `    ${paint("dim", `skipped  ${check === "all" ? "all checks" : check}: ${oneLine(reason)}`)}\n`;
        }),
      ];
    })
    .join("");
}

/**
 * The sections as JUnit XML: a case for each check.
 *
 * @param strict Is any finding a failure? Otherwise only a violation is, and others are written to the output of their case.
 */
export function junitXml(name: string, sections: readonly Section[], strict: boolean): string {
  const suites = [...Map.groupBy(sections, ({ suite }) => suite)].map(([suite, all]) => {
    const cases = all.flatMap((section) => listCases(section, strict));
    const count = (outcome: string) => cases.filter((one) => one.includes(`><${outcome} `)).length;
    const counts = `tests="${cases.length}" failures="${count("failure")}" skipped="${count("skipped")}"`;
    return `  <testsuite name="${escapeXml(suite)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeXml(name)}">\n${suites.join("")}</testsuites>\n`;
}

/** Lists the cases: passed without a finding, found, and skipped. */
function listCases({ classname, results: { passed, findings, skipped } }: Section, strict: boolean): string[] {
  const write = (name: string, outcome: string) =>
    `    <testcase classname="${escapeXml(classname)}" name="${escapeXml(name)}">${outcome}</testcase>\n`;
  const others = new Set([...findings, ...skipped].map(({ check }) => check));
  return [
    ...Object.keys(passed).flatMap((check) => (others.has(check) ? [] : write(check, ""))),
    ...findings.map(({ check, verdict, message, lines }) => {
      const shown = lines.filter(([, said]) => said !== undefined);
      const text = shown.map(([label, ...said]) => `${label}: ${said.filter(Boolean).join(" ")}`).join("\n");
      const outcome =
        strict || verdict === "violation"
          ? `<failure type="${escapeXml(verdict)}" message="${escapeXml(message)}">${escapeXml(text)}</failure>`
          : `<system-out>${escapeXml(`${verdict}: ${message}\n${text}`)}</system-out>`;
      return write(check, outcome);
    }),
    ...skipped.map(({ check, reason }) => write(check, `<skipped message="${escapeXml(reason)}"/>`)),
  ];
}

/** XML 1.0 has no way to write most control characters. */
function escapeXml(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
