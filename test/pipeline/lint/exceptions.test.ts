// Every exception from a rule of Redocly says why, and is deleted once it is no longer needed. Spectral's are held in rules.test.ts.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from "yaml";
import { structureFindings } from "../../../src/pipeline/bundle/index.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { contractCopy } from "../../commands.ts";

/** What Redocly reports, with the file as the ignore file writes it. */
interface Reported {
  readonly file: string;
  readonly rule: string;
  readonly pointer: string;
}

const ignored = await readFile(join(projectDirectory, ".redocly.lint-ignore.yaml"), "utf8");
const configuration = await readFile(join(projectDirectory, "redocly.yaml"), "utf8");

describe("this repository's exceptions", () => {
  let reported: readonly Reported[];

  beforeAll(async () => {
    const copy = await contractCopy();
    try {
      await rm(join(copy.directory, ".redocly.lint-ignore.yaml"));
      await writeFile(join(copy.directory, "redocly.yaml"), withAllRules(configuration));
      reported = (await structureFindings(copy.root)).map(({ file, rule, pointer = "" }) => ({
        file: relative(copy.directory, resolve(file)).replaceAll("\\", "/"),
        rule,
        pointer,
      }));
    } finally {
      await copy.remove();
    }
  });

  test("each place that .redocly.lint-ignore.yaml excepts has a reason, and still needs to be excepted", () => {
    expect(complaintsAboutIgnored(ignored, reported)).toEqual([]);
  });

  test("each rule that redocly.yaml switches off has a reason, and would still report something", () => {
    expect(complaintsAboutSwitchedOff(configuration, reported)).toEqual([]);
  });

  test("nothing but the exceptions is reported without them", () => {
    const off = new Set(switchedOff(configuration).map(({ rule }) => rule));
    const places = new Set(exceptionsOf(ignored).map(nameOf));
    expect(reported.filter((place) => !off.has(place.rule) && !places.has(nameOf(place)))).toEqual([]);
  });
});

describe("an exception that must not stay", () => {
  test("in .redocly.lint-ignore.yaml", () => {
    const text = `# What this file is for.
a.yaml:
  no-reason:
    - '#/one'
  # This rule does not fit at either place.
  a-reason:
    - '#/two'
    - '#/stale'
b.yaml:
  of-its-own:
    # The service is like that.
    - '#/three'
    - '#/four'
# The service writes these files alike.
c.yaml:
  alike: ['#/five']
d.yaml:
  alike: ['#/five']
e.yaml:
  alike: ['#/six']
`;
    const reported = [
      { file: "a.yaml", rule: "no-reason", pointer: "#/one" },
      { file: "a.yaml", rule: "a-reason", pointer: "#/two" },
      { file: "b.yaml", rule: "a-reason", pointer: "#/stale" },
      { file: "a.yaml", rule: "of-its-own", pointer: "#/stale" },
      { file: "b.yaml", rule: "of-its-own", pointer: "#/three" },
      { file: "b.yaml", rule: "of-its-own", pointer: "#/four" },
      { file: "c.yaml", rule: "alike", pointer: "#/five" },
      { file: "d.yaml", rule: "alike", pointer: "#/five" },
      { file: "e.yaml", rule: "alike", pointer: "#/six" },
    ];
    expect(complaintsAboutIgnored(text, reported)).toEqual([
      "a.yaml no-reason #/one: has no comment that says why",
      "a.yaml a-reason #/stale: is not reported any more, delete the entry",
      "b.yaml of-its-own #/four: has no comment that says why",
      "e.yaml alike #/six: has no comment that says why",
    ]);
  });

  test("in redocly.yaml", () => {
    const text = `# What this file is for.
rules:
  without-reason: off
  # The host is reserved on purpose.
  needed: off
  # It was needed once.
  stale:
    severity: off
  only-configured: error
`;
    const reported = [
      { file: "a.yaml", rule: "without-reason", pointer: "#/" },
      { file: "a.yaml", rule: "needed", pointer: "#/" },
    ];
    expect(complaintsAboutSwitchedOff(text, reported)).toEqual([
      "without-reason: has no comment that says why",
      "stale: would report nothing any more, switch it on",
    ]);
    expect(parseDocument(withAllRules(text)).toJS()).toEqual({ rules: { "only-configured": "error" } });
  });
});

function complaintsAboutIgnored(text: string, reported: readonly Reported[]): string[] {
  const places = new Set(reported.map(nameOf));
  return exceptionsOf(text).flatMap((exception) => {
    const name = nameOf(exception);
    const complaints = exception.reason === undefined ? [`${name}: has no comment that says why`] : [];
    if (!places.has(name)) complaints.push(`${name}: is not reported any more, delete the entry`);
    return complaints;
  });
}

function complaintsAboutSwitchedOff(text: string, reported: readonly Reported[]): string[] {
  return switchedOff(text).flatMap(({ rule, reason }) => {
    const complaints = reason === undefined ? [`${rule}: has no comment that says why`] : [];
    const needed = reported.some((place) => place.rule === rule);
    if (!needed) complaints.push(`${rule}: would report nothing any more, switch it on`);
    return complaints;
  });
}

function nameOf({ file, rule, pointer }: Reported): string {
  return `${file} ${rule} ${pointer}`;
}

/** The excepted places with their reasons: a comment above the pointer, its rule or its file. */
function exceptionsOf(text: string): (Reported & { readonly reason: string | undefined })[] {
  const lines = new LineCounter();
  const files = entries(parseDocument(text, { lineCounter: lines }).contents);
  const reasonFor = (node: ParsedNode) => commentAbove(text, lines.linePos(node.range[0]).line);
  let previous: { readonly reason: string | undefined; readonly rules: unknown } | undefined;
  return files.flatMap(({ key: file, value: rules }) => {
    const content: unknown = rules?.toJSON();
    // The same exception in the next file shares the reason
    const inherited = isDeepStrictEqual(content, previous?.rules) ? previous?.reason : undefined;
    const reason = reasonFor(file) ?? inherited;
    previous = { reason, rules: content };
    return entries(rules).flatMap(({ key: rule, value: pointers }) =>
      items(pointers).map((pointer) => ({
        file: textOf(file),
        rule: textOf(rule),
        pointer: textOf(pointer),
        reason: reasonFor(pointer) ?? reasonFor(rule) ?? reason,
      })),
    );
  });
}

/** The rules that a Redocly configuration switches off, with their reasons. */
function switchedOff(text: string): { readonly rule: string; readonly reason: string | undefined }[] {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  const rules = entries(contents).find(({ key }) => textOf(key) === "rules")?.value;
  return entries(rules)
    .filter(({ value }) => (isMap(value) ? value.get("severity") : textOf(value)) === "off")
    .map(({ key }) => ({ rule: textOf(key), reason: commentAbove(text, lines.linePos(key.range[0]).line) }));
}

/** The configuration with every rule on that it switches off. */
function withAllRules(text: string): string {
  const document = parseDocument(text);
  for (const { rule } of switchedOff(text)) document.deleteIn(["rules", rule]);
  return String(document);
}

/** The comment that ends on the line above; the comment that opens the file is about the file. */
function commentAbove(text: string, line: number): string | undefined {
  const above = text.split("\n").slice(1, line - 1);
  const start = above.findLastIndex((other) => !/^\s*#/.test(other)) + 1;
  const comment = above.slice(start).join(" ");
  return /\w+ \w+/.test(comment) ? comment : undefined;
}

function entries(node: ParsedNode | null | undefined): { key: ParsedNode; value: ParsedNode | null }[] {
  return isMap<ParsedNode, ParsedNode | null>(node) ? node.items.map(({ key, value }) => ({ key, value })) : [];
}

function items(node: ParsedNode | null): ParsedNode[] {
  return isSeq<ParsedNode>(node) ? node.items : [];
}

function textOf(node: ParsedNode | null): string {
  return isScalar(node) ? String(node.value) : "";
}
