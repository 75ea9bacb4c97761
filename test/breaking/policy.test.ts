// The policy where a table of changes has no room: a whole contract, schemas of thousands of ways, and which mark covers which rule.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { rules } from "../../src/breaking/rules.ts";
import { generatedDirectory, openWords, projectDirectory } from "../../src/shared/contract/index.ts";
import { documentWith } from "./documents.ts";

type Schema = Readonly<Record<string, unknown>>;
type Fields = Record<string, unknown>;

test("nothing changed in this contract, compared with itself and in another order", async () => {
  const contract: unknown = JSON.parse(await readFile(join(generatedDirectory, "openapi.json"), "utf8"));
  const reorder = (_: string, value: unknown) =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).reverse());
  expect(judgeDocuments(contract, structuredClone(contract))).toEqual([]);
  expect(judgeDocuments(contract, JSON.parse(JSON.stringify(contract, reorder)))).toEqual([]);
});

test("the waiver that openapi/README.md shows is one of a break, half the limit at its pointer", async () => {
  const conventions = await readFile(join(projectDirectory, "openapi", "README.md"), "utf8");
  const [, example = ""] = /```yaml\n# Breaks on purpose\.\n(.+?)```/s.exec(conventions) ?? [];
  const [{ rule, pointer }] = parse(example) as [{ rule: string; pointer: string }];
  const contract = JSON.parse(await readFile(join(generatedDirectory, "openapi.json"), "utf8")) as object;
  const stricter = structuredClone(contract);
  const way = pointer.split("/").slice(1);
  const limit = way.pop() ?? "";
  const schema = way.reduce<Fields>((node, key) => node[key] as Fields, stricter as Fields);
  schema[limit] = Number(schema[limit]) / 2;
  const changes = judgeDocuments(contract, stricter);
  expect(changes).toEqual([expect.objectContaining({ level: "breaking", rule, pointer })]);
});

describe("schemas that are combined in very many ways", () => {
  const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const readDocument = (schemas: Readonly<Record<string, Schema>>) => ({
    ...documentWith({}, referTo("First")),
    components: { schemas },
  });
  const last = (maxLength: number) => ({ type: "object", properties: { last: { type: "string", maxLength } } });
  const numbers = Array.from({ length: 30 }, (_, index) => index);

  test("by `allOf`, on 2^30 ways: the change is reported", () => {
    const diamond = (maxLength: number) => {
      const next = (index: number) => ({ allOf: [referTo(index === 29 ? "Last" : `Both${index + 1}`)] });
      const both = numbers.flatMap((index): [string, Schema][] => [
        [`Both${index}`, { allOf: [referTo(`Left${index}`), referTo(`Right${index}`)] }],
        [`Left${index}`, next(index)],
        [`Right${index}`, next(index)],
      ]);
      return readDocument({ First: referTo("Both0"), ...Object.fromEntries(both), Last: last(maxLength) });
    };
    expect(judgeDocuments(diamond(9), diamond(9))).toEqual([]);
    expect(judgeDocuments(diamond(9), diamond(99)).map(({ rule }) => rule)).toEqual(["schema/max-length"]);
  });

  test("by `allOf` of `anyOf`, in 400 ways, and one part more: what cannot be proven is said not to be", () => {
    const anyOf = (field: string) => ({
      anyOf: Array.from({ length: 20 }, (_, index) => ({ type: "object", required: [`${field}${index}`] })),
    });
    const product = (...more: Schema[]) => readDocument({ First: { allOf: [anyOf("a"), anyOf("b"), ...more] } });
    const changes = judgeDocuments(product(), product({ minProperties: 3 }));
    expect(changes.map(({ level, rule }) => `${level} ${rule}`)).toContain("breaking schema/not-compared");
  });
});

describe("an assumption covers a break only where it leaves open what changed", () => {
  const done = { "204": { description: "Done." } };
  const withOperation = (post: Fields | undefined) => ({
    ...documentWith({}),
    paths: { "/others": { get: { responses: done } }, ...(post && { "/things": { post } }) },
  });
  /** A document with a mark on a thing of each kind. */
  const makers: Readonly<Record<string, (marked: Fields | undefined) => Fields>> = {
    field: (it) => documentWith({ type: "object", properties: { it } }, {}),
    object: (schema) => documentWith({}, { type: "object", ...schema }),
    parameter: (more) => {
      const parameter = { name: "it", in: "query", schema: { type: "array", items: {} }, ...more };
      return withOperation({ ...(more && { parameters: [parameter] }), responses: done });
    },
    operation: (operation) => withOperation(operation && { responses: done, ...operation }),
    event: (operation) => ({ ...documentWith({}), webhooks: { it: { post: { responses: done, ...operation } } } }),
    response: (it) => withOperation({ responses: { ...(it && { "200": { description: "It.", ...it } }), ...done } }),
    body: ({ "x-assumption": mark, ...types } = {}) => {
      const [type = ""] = Object.keys(types);
      return withOperation({
        requestBody: { content: { [type]: { schema: { "x-assumption": mark } } } },
        responses: done,
      });
    },
  };
  interface Row {
    readonly rule: string;
    readonly on: string;
    readonly from: Fields;
    readonly to: Fields | null;
    readonly words: readonly string[];
    readonly without_words?: boolean;
  }
  const rows = parse(readFileSync(join(import.meta.dirname, "leaves-open.yaml"), "utf8")) as Row[];

  test.each(rows)(
    "$rule, marked on a thing of the kind $on: $words",
    ({ rule, on, from, to, words, without_words }) => {
      const judgeWith = (mark: unknown) => {
        const [base, revision] = [from, to].map((it) =>
          makers[on]?.(it === null ? undefined : { ...it, "x-assumption": mark }),
        );
        return judgeDocuments(base, revision).find((change) => change.rule === rule)?.level;
      };
      const mark = { chose: "This", because: "nothing is said", could_be: "another" };
      const levels = openWords.map((word) => [word, judgeWith({ ...mark, leaves_open: [word] })]);
      expect(Object.fromEntries(levels)).toEqual(
        Object.fromEntries(openWords.map((word) => [word, words.includes(word) ? "warning" : "breaking"])),
      );
      if (without_words !== undefined) expect(judgeWith(mark)).toBe(without_words ? "warning" : "breaking");
      expect(judgeWith("a-key-that-no-register-has")).toBe("breaking");
    },
  );
});

test("every sentence of the rules names what changed", () => {
  const sentences = Object.values(rules).flatMap(({ says }) => (typeof says === "string" ? says : Object.values(says)));
  expect(sentences.filter((sentence) => !sentence.startsWith("{subject}") || sentence.endsWith("."))).toEqual([]);
});
