// An independent opinion: nothing that `redocly diff` calls a break is unknown to the gate.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeDocuments } from "../../../src/tools/breaking/index.ts";
import { runTool } from "../../run/tool.ts";
import { corpus, pairs, read } from "./pairs.ts";

/** What it says of a pair, as far as it counts here. */
interface Opinion {
  readonly reportVersion: string;
  readonly files: { readonly base: string };
  readonly changes: readonly {
    readonly path: string;
    readonly verdicts: readonly { readonly ruleId: string; readonly impact: string }[];
  }[];
}

/** A break to it, and none by the corpus: it knows no marks, compares types where text travels, takes formats, patterns and media types for unlike that are wider or the same, and other spellings for changes, and looks at one place at a time. */
const falseAlarms: readonly string[] = [
  "alternatives/request-split-by-kind",
  "alternatives/request-split-by-type",
  "alternatives/request-split-under-one-tag",
  "alternatives/request-value-of-another-namesake",
  "alternatives/response-merged",
  "alternatives/response-value-of-another-namesake",
  "boolean-schema/response-nothing-in-all-of",
  "callback/document-security-added",
  "code-name/callback-key-changed",
  "code-name/operation-id-changed",
  "code-name/operation-id-removed",
  "code-name/security-scheme-renamed",
  "code-name/webhook-operation-id-changed",
  "deprecated-removal/operation-removed-after-sunset",
  "deprecated-removal/parameter-removed-after-sunset",
  "deprecated-removal/response-field-removed-after-sunset",
  "deprecated-removal/response-header-removed-after-sunset",
  "equivalent-spelling/all-of-one-added",
  "equivalent-spelling/all-of-one-removed",
  "equivalent-spelling/any-of-one",
  "equivalent-spelling/const-to-single-enum",
  "equivalent-spelling/limit-pulled-out-of-all-of",
  "equivalent-spelling/min-length-zero-written-out",
  "equivalent-spelling/null-in-any-of-to-one-of",
  "equivalent-spelling/null-in-any-of-to-type-list",
  "equivalent-spelling/null-in-type-list-to-any-of",
  "equivalent-spelling/one-of-constants-as-enum",
  "equivalent-spelling/single-enum-to-const",
  "equivalent-spelling/then-without-if",
  "equivalent-spelling/two-types-to-any-of",
  "keyword-format/request-double-added",
  "keyword-format/request-email-to-idn-email",
  "keyword-format/request-float-to-double",
  "keyword-format/request-hostname-to-idn-hostname",
  "keyword-format/request-int32-added-at-its-limits",
  "keyword-format/request-int32-to-double",
  "keyword-format/request-iri-to-iri-reference",
  "keyword-format/request-number-within-limits-added",
  "keyword-format/request-uri-reference-to-iri-reference",
  "keyword-format/request-uri-to-iri",
  "keyword-format/request-uri-to-iri-reference",
  "keyword-format/request-uri-to-uri-reference",
  "keyword-format/request-wide-number-added",
  "keyword-if/request-applies-less-often",
  "keyword-if/response-applies-more-often",
  "keyword-multiple-of/request-lowered",
  "keyword-multiple-of/response-raised",
  "keyword-not/request-beside-list-added",
  "keyword-not/request-value-removed",
  "keyword-not/request-without-effect-added",
  "keyword-not/response-value-added",
  "keyword-one-of/request-becomes-any-of",
  "keyword-pattern/request-any-text-added",
  "keyword-pattern/request-to-any-line",
  "keyword-pattern/request-to-any-text",
  "keyword-pattern/request-to-any-text-by-class",
  "keyword-pattern/request-to-any-text-by-digits-and-others",
  "keyword-pattern/request-to-any-text-by-end",
  "keyword-pattern/request-to-any-text-by-start",
  "keyword-pattern/request-to-any-text-by-words-and-others",
  "keyword-pattern/response-from-any-line",
  "keyword-pattern/response-from-any-text",
  "keyword-properties/response-optional-removed-into-map",
  "mark-assumption/body-of-operation-open-body-changed",
  "mark-assumption/body-open-field-removed",
  "mark-assumption/component-around-field-removed",
  "mark-assumption/encoding-open-list-joined",
  "mark-assumption/encoding-open-media-type-replaced",
  "mark-assumption/field-narrowed",
  "mark-assumption/field-removed",
  "mark-assumption/fields-open-field-optional",
  "mark-assumption/format-open-format-changed",
  "mark-assumption/name-open-field-removed",
  "mark-assumption/name-open-type-changed",
  "mark-assumption/operation-removed",
  "mark-assumption/parameter-removed",
  "mark-assumption/path-changed",
  "mark-assumption/path-open-operation-removed",
  "mark-assumption/presence-of-input-open-parameter-removed",
  "mark-assumption/presence-open-field-optional",
  "mark-assumption/schema-around-field-narrowed",
  "mark-assumption/schema-around-requires-less",
  "mark-assumption/status-changed",
  "mark-assumption/status-open-status-changed",
  "mark-assumption/type-open-type-changed",
  "mark-assumption/values-open-value-added",
  "mark-assumption/with-fields-field-removed",
  "mark-assumption/written-once-field-removed",
  "mark-beta/alpha-response-field-removed",
  "mark-beta/draft-response-field-removed",
  "mark-beta/event-widened",
  "mark-beta/operation-removed",
  "mark-beta/required-parameter-added",
  "mark-beta/response-field-removed",
  "media-type/event-removed",
  "media-type/json-charset-left-out",
  "media-type/json-charset-written-out",
  "media-type/letters-changed",
  "media-type/parameters-reordered",
  "media-type/problem-json-charset-quoted",
  "media-type/request-any-type",
  "media-type/request-parameter-left-out",
  "media-type/request-range-widened",
  "nesting/request-branch-removed-beside-wider-branch",
  "nesting/request-narrowed-beside-wider-branch",
  "nesting/response-branch-added-beside-wider-branch",
  "nesting/response-widened-beside-wider-branch",
  "open-enum/event-opened",
  "open-enum/response-opened",
  "parameter/allow-empty-added",
  "parameter/allow-reserved-added",
  "parameter/cookie-default-style-written-out",
  "parameter/header-number-to-text",
  "parameter/ignored-authorization-added",
  "parameter/ignored-content-type-added",
  "parameter/ignored-header-added",
  "parameter/moved-to-operations",
  "parameter/moved-to-path-item",
  "parameter/overridden-narrowed",
  "parameter/path-default-style-written-out",
  "parameter/path-number-to-text",
  "parameter/query-boolean-to-texts-listed",
  "parameter/query-default-style-written-out",
  "parameter/query-number-to-list-of-texts",
  "parameter/query-number-to-text",
  "parameter/query-numbers-to-texts-listed",
  "parameter/query-text-explode-without-effect",
  "parameter/query-text-to-repeated-list",
  "parameter/query-text-to-repeated-list-or-null",
  "response-header/ignored-content-type-removed",
  "response-header/text-to-number",
  "response/error-status-removed",
  "response/one-status-to-range",
  "response/range-to-one-status",
  "response/server-error-removed",
  "security-scheme/bearer-format-changed",
  "security-scheme/http-scheme-case-changed",
  "security-scheme/key-header-case-changed",
  "security/global-changed-below-override",
  "security/global-written-out",
  "servers/address-to-variable",
  "servers/variable-to-its-default",
  "servers/variable-written-out",
  "webhook/document-security-added",
  "webhook/document-security-written-out",
  "webhook/own-security-added",
];

/** How many pairs one process compares: it keeps what it has read. */
const atOnce = 100;

const opinions = new Map<string, Opinion>();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "redocly-diff-"));
  // Without `extends` every change would be a patch
  const rules = join(directory, "rules.yaml");
  await writeFile(rules, "telemetry: off\nextends:\n  - diff-recommended\n");
  for (let from = 0; from < pairs.length; from += atOnce) {
    const some = pairs.slice(from, from + atOnce);
    const documents = some.flatMap((pair) => ["base.yaml", "revision.yaml"].map((name) => join(corpus, pair, name)));
    const { code, stdout, stderr } = await runTool(join(import.meta.dirname, "redocly-opinions.ts"), [
      rules,
      ...documents,
    ]);
    expect(code, stderr).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    for (const [index, pair] of some.entries()) opinions.set(pair, JSON.parse(lines[index] ?? "") as Opinion);
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test.each(pairs)("%s", (pair) => {
  const { reportVersion, files, changes } = opinions.get(pair) ?? expect.fail("It said nothing.");
  expect(reportVersion).toBe("1");
  expect(files.base).toContain(`${pair}/base.yaml`);
  const isBreak = changes.some(({ verdicts }) => verdicts.some(({ impact }) => impact === "major"));
  const [gravest] = judgeDocuments(read(pair, "base.yaml"), read(pair, "revision.yaml"));
  if (falseAlarms.includes(pair)) expect(gravest?.level).not.toBe("breaking");
  else if (isBreak) expect(gravest?.level).toBe("breaking");
});
