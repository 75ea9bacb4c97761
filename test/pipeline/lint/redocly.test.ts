// What Redocly finds reaches a person once, with file, line, pointer and a remedy.

import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, structureFindings } from "../../../src/pipeline/bundle/index.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import type { Finding } from "../../../src/tools/terminal/index.ts";

const operation = (id: string) => `
    get:
      operationId: ${id}
      summary: Get it
      security: []
      responses:
        '200':
          description: It.
          content:
            application/json:
              schema:
                type: object
                properties:
                  id:
                    type: integer
              examples:
                it:
                  $ref: examples/it.yaml
`;
const contract = `# A contract that is broken in several ways.
openapi: 3.1.1
info:
  title: Broken
  version: 1.0.0
  license:
    name: MIT
    identifier: MIT
servers:
  - url: https://api.test
paths:
  /one:${operation("getOne")}  /other:${operation("getOther")}components:
  schemas:
    Unused:
      type: string
`;

describe("a contract that is broken in several ways", () => {
  let directory: string;
  let findings: readonly Finding[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "redocly-"));
    await mkdir(join(directory, "examples"));
    await writeFile(join(directory, "openapi.yaml"), contract);
    await writeFile(join(directory, "examples", "it.yaml"), "summary: It\nvalue:\n  id: seven\n");
    await writeFile(join(directory, "redocly.yaml"), "extends: [recommended-strict]\n");
    const found = await structureFindings(join(directory, "openapi.yaml"));
    findings = found.map((finding) => ({ ...finding, file: relative(directory, resolve(finding.file)) }));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const byRule = (rule: string) => findings.filter((finding) => finding.rule === rule);

  test("reports an example that two operations use once, at the wrong value", () => {
    expect(byRule("no-invalid-media-type-examples")).toEqual([
      {
        file: join("examples", "it.yaml"),
        line: 3,
        column: 7,
        pointer: "#/value/id",
        rule: "no-invalid-media-type-examples",
        message: expect.stringMatching(/\. Correct the example, or the schema if the example is right\.$/),
      },
    ]);
  });

  test("says what to do about an unused component", () => {
    const line = contract.split("\n").indexOf("    Unused:") + 1;
    expect(byRule("no-unused-components")).toEqual([
      expect.objectContaining({
        file: "openapi.yaml",
        line,
        pointer: "#/components/schemas/Unused",
        message: expect.stringMatching(/\. Use it or delete it\.$/),
      }),
    ]);
  });

  test("reports each place where a status is missing", () => {
    expect(
      byRule("operation-4xx-response").map(({ pointer, message }) => [pointer, message.split(": ").at(-1)]),
    ).toEqual([
      ["#/paths/~1one/get/responses", "see openapi/README.md#operations."],
      ["#/paths/~1other/get/responses", "see openapi/README.md#operations."],
    ]);
  });
});

test("with the configuration of this repository it owns structure, references, tags, security and the validity of examples", async () => {
  const directory = await mkdtemp(join(tmpdir(), "redocly-"));
  try {
    await cp(join(projectDirectory, "redocly.yaml"), join(directory, "redocly.yaml"));
    const faulty = contract
      .replace("summary: Get it", "summary: Get it\n      tags: [Nobody]")
      .replace("security: []", "security: [{ Nobody: [] }]")
      .replace(
        "      responses:",
        "      parameters: [{ name: size, in: query, schema: { type: integer }, example: many }]\n      responses:",
      )
      .replace("  /other:", "  /things/{a}:\n    parameters: []\n  /{b}/mine:\n    parameters: []\n  /other:")
      .replace(
        "      type: string\n",
        "      type: object\n      x-not-shown: { $ref: examples/it.yaml }\n      required: [nobody]\n      examples: [text]\n      properties: { it: { $ref: nowhere.yaml } }\n    Odd: { type: text }\n",
      );
    await mkdir(join(directory, "examples"));
    await writeFile(join(directory, "openapi.yaml"), faulty);
    await writeFile(join(directory, "examples", "it.yaml"), "summary: It\nvalue:\n  id: seven\n");
    const found = await structureFindings(join(directory, "openapi.yaml"));
    expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual([
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
      "spec-strict-refs",
      "struct",
    ]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a Redocly that cannot run is an error, not a contract without findings", async () => {
  const directory = await mkdtemp(join(tmpdir(), "redocly-"));
  try {
    await writeFile(join(directory, "openapi.yaml"), "openapi: 3.1.1\n");
    await writeFile(join(directory, "redocly.yaml"), "extends: [no-such-ruleset]\n");
    await expect(structureFindings(join(directory, "openapi.yaml"))).rejects.toThrow(
      "Redocly could not check the contract",
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a reference is allowed in an assumption, which is written once, and refused where OpenAPI knows none", async () => {
  const directory = await mkdtemp(join(tmpdir(), "redocly-"));
  try {
    const root = join(directory, "openapi.yaml");
    const mark = "{ $ref: mark.yaml }";
    const marked = contract
      .replaceAll("description: It.", `description: It.\n          x-assumption: ${mark}`)
      .replaceAll("                  id:\n", `                  id:\n                    x-assumption: ${mark}\n`)
      .replace("    type: string\n", `    type: string\n      x-not-shown: { $ref: gaps.yaml }\n`);
    await writeFile(root, marked);
    await mkdir(join(directory, "examples"));
    await writeFile(join(directory, "examples", "it.yaml"), "summary: It\nvalue:\n  id: 7\n");
    await writeFile(join(directory, "mark.yaml"), "chose: It\n");
    await writeFile(join(directory, "gaps.yaml"), "- All of it.\n");
    await writeFile(join(directory, "redocly.yaml"), "rules: { spec-strict-refs: error }\n");
    const found = await structureFindings(root);
    expect(found.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      "spec-strict-refs #/components/schemas/Unused/x-not-shown/$ref",
    ]);
    const { document } = await bundle(root);
    expect(JSON.stringify(document).match(/"x-assumption":\{"chose":"It"\}/g)).toHaveLength(4);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
