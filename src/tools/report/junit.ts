// Writes JUnit XML, which CI systems show.
import { visible } from "./visible.ts";

/** One check: passed without an outcome. */
export interface JUnitCase {
  readonly classname: string;
  readonly name: string;
  readonly outcome?:
    | { readonly kind: "failure"; readonly type: string; readonly message: string; readonly text: string }
    | { readonly kind: "skipped"; readonly message: string }
    | { readonly kind: "output"; readonly text: string };
}

/** A report as JUnit XML. */
export function junitXml(name: string, suites: readonly { name: string; cases: readonly JUnitCase[] }[]): string {
  const written = suites.map(({ name: suite, cases }) => {
    const count = (kind: string) => cases.filter(({ outcome }) => outcome?.kind === kind).length;
    const counts = `tests="${cases.length}" failures="${count("failure")}" skipped="${count("skipped")}"`;
    return `  <testsuite name="${escaped(suite)}" ${counts}>\n${cases.map(caseXml).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(name)}">\n${written.join("")}</testsuites>\n`;
}

/** A finding as an outcome: a failure if it is a violation, or with `strict`; else it is written to the output of its case. */
export function findingOutcome(
  { verdict, message }: { readonly verdict: string; readonly message: string },
  text: string,
  strict: boolean,
): NonNullable<JUnitCase["outcome"]> {
  return strict || verdict === "violation"
    ? { kind: "failure", type: verdict, message, text }
    : { kind: "output", text: `${verdict}: ${message}\n${text}` };
}

/** The cases of checks: what passed without a finding, what was found, and what was skipped. */
export function casesOf<F extends { readonly check: string }>(
  classname: string,
  checks: {
    readonly passed: object;
    readonly findings: readonly F[];
    readonly skipped: readonly { readonly check: string; readonly reason: string }[];
  },
  outcomeOf: (finding: F) => JUnitCase["outcome"] & object,
): JUnitCase[] {
  const { passed, findings, skipped } = checks;
  const others = new Set([...findings, ...skipped].map(({ check }) => check));
  return [
    ...Object.keys(passed).flatMap((name) => (others.has(name) ? [] : { classname, name })),
    ...findings.map((finding) => ({ classname, name: finding.check, outcome: outcomeOf(finding) })),
    ...skipped.map(({ check, reason }): JUnitCase => {
      return { classname, name: check, outcome: { kind: "skipped", message: reason } };
    }),
  ];
}

function caseXml({ classname, name, outcome }: JUnitCase): string {
  return `    <testcase classname="${escaped(classname)}" name="${escaped(name)}">${outcomeXml(outcome)}</testcase>\n`;
}

function outcomeXml(outcome: JUnitCase["outcome"]): string {
  switch (outcome?.kind) {
    case "failure":
      return `<failure type="${escaped(outcome.type)}" message="${escaped(outcome.message)}">${escaped(outcome.text)}</failure>`;
    case "skipped":
      return `<skipped message="${escaped(outcome.message)}"/>`;
    case "output":
      return `<system-out>${escaped(outcome.text)}</system-out>`;
    case undefined:
      return "";
  }
}

/** XML 1.0 has no way to write most control characters. */
function escaped(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
