// Reads a report in the form of JUnit.
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect } from "vitest";

interface Outcome {
  readonly type?: string;
  readonly message?: string;
  readonly "#text": string;
}

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly failure?: Outcome;
  readonly skipped?: Outcome;
  readonly "system-out"?: Outcome;
}

interface Suite {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly skipped: string;
  readonly testcase: readonly Case[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  alwaysCreateTextNode: true,
  parseTagValue: false,
  isArray: (name) => name === "testsuite" || name === "testcase",
});

/** The suites of a report, which has to be well-formed. */
export function readJunit(xml: string): readonly Suite[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml).testsuites.testsuite;
}
