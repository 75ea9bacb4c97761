// Writes JUnit XML, which CI systems show.
import type { Results } from "./collector.ts";
import { visible } from "./visible.ts";

/** A finding as JUnit shows it. */
interface JUnitFinding {
  readonly check: string;
  readonly verdict: string;
  readonly message: string;
  readonly text: string;
}

/** One check: passed without an outcome. */
interface JUnitCase {
  readonly classname: string;
  readonly name: string;
  readonly outcome?:
    | { readonly kind: "failure"; readonly type: string; readonly message: string; readonly text: string }
    | { readonly kind: "skipped"; readonly message: string }
    | { readonly kind: "output"; readonly text: string };
}

/**
 * A report as JUnit XML: a case for each check.
 *
 * @param strict Whether any finding is a failure; else only a violation is, and others are written to the output of their case.
 */
export function junitXml(
  name: string,
  suites: readonly {
    readonly name: string;
    readonly classname: string;
    readonly results: readonly Results<string, JUnitFinding>[];
  }[],
  strict: boolean,
): string {
  const written = suites.map(({ name: suite, classname, results }) => {
    const cases = results.flatMap((one) => listCases(classname, one, strict));
    const count = (kind: string) => cases.filter(({ outcome }) => outcome?.kind === kind).length;
    const counts = `tests="${cases.length}" failures="${count("failure")}" skipped="${count("skipped")}"`;
    return `  <testsuite name="${escaped(suite)}" ${counts}>\n${cases.map(caseXml).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(name)}">\n${written.join("")}</testsuites>\n`;
}

/** What passed without a finding, what was found, and what was skipped. */
function listCases(
  classname: string,
  { passed, findings, skipped }: Results<string, JUnitFinding>,
  strict: boolean,
): JUnitCase[] {
  const others = new Set([...findings, ...skipped].map(({ check }) => check));
  return [
    ...Object.keys(passed).flatMap((name) => (others.has(name) ? [] : { classname, name })),
    ...findings.map(({ check, verdict, message, text }): JUnitCase => {
      const outcome =
        strict || verdict === "violation"
          ? ({ kind: "failure", type: verdict, message, text } as const)
          : ({ kind: "output", text: `${verdict}: ${message}\n${text}` } as const);
      return { classname, name: check, outcome };
    }),
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
