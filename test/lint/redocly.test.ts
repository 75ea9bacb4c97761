// Redocly's rules in redocly.yaml: which they are, and that every exception from one says why and is still needed.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { lint, loadConfig, type NormalizedProblem } from "@redocly/openapi-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { type ContractCopy, contractCopy } from "../contract-copy.ts";

let copy: ContractCopy;
beforeEach(async () => {
  copy = await contractCopy();
});
afterEach(() => copy.remove());

/** Lints the copy by the rules of this repository's contract. */
async function findProblems(): Promise<readonly NormalizedProblem[]> {
  const config = (await loadConfig({ configPath: join(copy.directory, "redocly.yaml") })).forAlias("openapi");
  return (await lint({ ref: copy.root, config })).filter(({ ignored }) => !ignored);
}

const contract = `# A contract that is broken in several ways.
openapi: 3.1.1
info: { title: Broken, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers:
  - url: https://api.test
paths:
  /v2/things/{a}: { parameters: [] }
  /v2/{b}/mine: { parameters: [] }
  /v2/it:
    get:
      operationId: getIt
      summary: Get it
      tags: [Nobody]
      security: [{ Nobody: [] }]
      parameters: [{ name: size, in: query, schema: { type: integer }, example: many }]
      responses:
        '200':
          description: It.
          content:
            application/json:
              schema: { type: object, properties: { id: { type: integer } } }
              examples: { it: { $ref: examples/it.yaml } }
components:
  schemas:
    Unused: { type: object, required: [nobody], examples: [text], properties: { it: { $ref: nowhere.yaml } } }
    Odd: { type: text }
`;

test("they own structure, references, files, tags, security and the validity of examples", async () => {
  await rm(join(copy.directory, "openapi"), { recursive: true });
  await mkdir(join(copy.directory, "openapi", "examples"), { recursive: true });
  await writeFile(copy.root, contract);
  await writeFile(join(copy.directory, "openapi", "examples", "it.yaml"), "summary: It\nvalue:\n  id: seven\n");
  const found = await findProblems();
  expect([...new Set(found.map(({ ruleId }) => ruleId))].toSorted()).toEqual([
    "layout/operation-file",
    "no-ambiguous-paths",
    "no-invalid-media-type-examples",
    "no-invalid-parameter-examples",
    "no-invalid-schema-examples",
    "no-required-schema-properties-undefined",
    "no-unresolved-refs",
    "no-unused-components",
    "operation-4xx-response",
    "operation-tag-defined",
    "security-defined",
    "struct",
    "vocabulary/known",
  ]);
});

test("a renamed operationId is found where it was renamed", async () => {
  const file = "openapi/v2/paths/resolve-user.yaml";
  await copy.edit(file, "resolveUser", "resolvePerson");
  const found = await findProblems();
  expect(found.map(({ ruleId, location: [place] }) => [ruleId, place?.source.absoluteRef])).toEqual([
    ["layout/operation-file", join(copy.directory, file)],
  ]);
});

const ignoreFile = ".redocly.lint-ignore.yaml";

test("nothing but the exceptions is reported without them, and each is still needed", async () => {
  const exceptions = parse(await readFile(join(projectDirectory, ignoreFile), "utf8")) as Readonly<
    Record<string, Readonly<Record<string, readonly string[]>>>
  >;
  const listed = Object.entries(exceptions).flatMap(([file, rules]) =>
    Object.entries(rules).flatMap(([rule, pointers]) => pointers.map((pointer) => `${file} ${rule} ${pointer}`)),
  );
  await rm(join(copy.directory, ignoreFile));
  const reported = (await findProblems()).map(
    ({ ruleId, location: [place] }) =>
      `${relative(copy.directory, place?.source.absoluteRef ?? "")} ${ruleId} ${place?.pointer}`,
  );
  expect(new Set(reported)).toEqual(new Set(listed));
});

test("each exception has a comment that says why", async () => {
  const ignored = await readFile(join(projectDirectory, ignoreFile), "utf8");
  // The first is about the file; one comment stands above files that are excepted alike
  const blocks = ignored.split(/^(?=\S.*:\n)/m).slice(1);
  const isExplained = (block: string, index: number) =>
    blocks[index - 1]?.trimEnd().split("\n").at(-1)?.startsWith("#") ||
    /\n +# \w+ \w+/.test(block) ||
    blocks[index - 1]?.split("\n").slice(1).join() === block.split("\n").slice(1).join();
  expect(blocks.filter((block, index) => !isExplained(block, index))).toEqual([]);
  const configuration = await readFile(join(projectDirectory, "redocly.yaml"), "utf8");
  expect(configuration.match(/.*\n.*: off\n/g)?.filter((lines) => !/^ +# \w+ \w+/.test(lines))).toEqual([
    // A setting of the program, not a rule
    expect.stringContaining("telemetry: off"),
  ]);
});
