// Redocly's rules and ours, as redocly.yaml has them: what each finds, at its place, and that every exception is still needed.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { getLineColLocation, lint, loadConfig } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { contractRoot, projectDirectory } from "../../src/shared/contract/index.ts";
import { headingsOf } from "../headings.ts";
import { rows, writeSmallContract } from "./small-contract.ts";

const config = (await loadConfig({ configPath: join(projectDirectory, "redocly.yaml") })).forAlias("openapi");

test.each(rows)("$what", async ({ found = [], ...edits }) => {
  const ref = writeSmallContract(edits);
  const problems = (await lint({ ref, config })).map(({ ruleId, message, location: [place] }) => {
    if (place === undefined) return expect.fail(`${ruleId} names no place: ${message}`);
    const file = relative(dirname(ref), place.source.absoluteRef);
    return `${file}:${getLineColLocation(place).start.line} ${ruleId} ${message}`;
  });
  expect(problems.toSorted()).toEqual(found.map((text) => expect.stringContaining(text) as string));
  for (const problem of problems.filter((text) => /^\S+ (layout|marks|vocabulary)\//.test(text))) {
    const [, file = "", heading = ""] = /(?:\. |: |, or )[A-Za-z][^:]+\. See (\S+)#([a-z-]+)\.$/.exec(problem) ?? [];
    expect(await headingsOf(file), problem).toContain(heading);
  }
});

test("the contract has the exceptions that are listed, each still needed, and no other finding", async () => {
  const listed = parse(readFileSync(join(projectDirectory, ".redocly.lint-ignore.yaml"), "utf8")) as Readonly<
    Record<string, Readonly<Record<string, readonly string[]>>>
  >;
  const reported = (await lint({ ref: contractRoot, config })).map(
    ({ ruleId, location: [place] }) =>
      `${relative(projectDirectory, place?.source.absoluteRef ?? "")} ${ruleId} ${place?.pointer}`,
  );
  const excepted = Object.entries(listed).flatMap(([file, rules]) =>
    Object.entries(rules).flatMap(([rule, pointers]) => pointers.map((pointer) => `${file} ${rule} ${pointer}`)),
  );
  expect(reported.toSorted()).toEqual(excepted.toSorted());
});
