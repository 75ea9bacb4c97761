// A contract that the pages cannot render as it is meant is refused, by name and place.
import { expect, test } from "vitest";
import { contractRoot, type OpenApiDocument, readContract } from "../../src/shared/contract/index.ts";
import { FileProblemsError } from "../../src/shared/findings/index.ts";
import { docsCommand } from "../../src/site/command.ts";
import { buildSiteFiles } from "../../src/site/index.ts";
import { runHere } from "../commands.ts";

/** A part of the contract that a row changes. */
type Part = Record<string, unknown>;

const { document } = await readContract();
const partAt = (root: unknown, path: readonly string[]) =>
  path.reduce<Part>((part, key) => part[key] as Part, root as Part);

test.each<[what: string, file: RegExp, path: readonly string[], change: Part]>([
  [
    "`minProperties: 1` of the Schema object",
    /v2\/schemas\/User\.yaml$/,
    ["components", "schemas", "User"],
    { minProperties: 1 },
  ],
  ["`false` as a Schema object", /User\.yaml$/, ["components", "schemas", "User", "properties"], { team_id: false }],
  [
    '`type: ["string","integer"]` of the Schema object',
    /User\.yaml$/,
    ["components", "schemas", "User"],
    { type: ["string", "integer"] },
  ],
  [
    '`anyOf: [{"type":"string"},{"type":"integer"}]` of the Schema object',
    /User\.yaml$/,
    ["components", "schemas", "User"],
    { anyOf: [{ type: "string" }, { type: "integer" }] },
  ],
  ["`multipleOf: 2` of the Schema object", /User\.yaml$/, ["components", "schemas", "User"], { multipleOf: 2 }],
  [
    '`type: "http"` of the SecurityScheme object',
    /TeamApiKey\.yaml$/,
    ["components", "securitySchemes", "TeamApiKey"],
    { type: "http" },
  ],
  [
    '`in: "cookie"` of the Parameter object',
    /parameters\/\w+\.yaml$/,
    ["components", "parameters", Object.keys(document.components.parameters ?? {})[0] ?? ""],
    { in: "cookie" },
  ],
  [
    "the MediaType object without `examples`",
    /create-user\.yaml$/,
    ["paths", "/v2/user/", "post", "requestBody", "content"],
    { "application/json": {} },
  ],
  [
    "the Operation object without `summary`",
    /create-user\.yaml$/,
    ["paths", "/v2/user/"],
    { post: { operationId: "createUser", description: "Text.", tags: ["Users"] } },
  ],
  [
    "`x-of-others: true` of the Operation object",
    /create-user\.yaml$/,
    ["paths", "/v2/user/", "post"],
    { "x-of-others": true },
  ],
])("%s is refused", async (what, file, path, change) => {
  const changed = structuredClone(document);
  Object.assign(partAt(changed, path), change);
  const refused = await buildSiteFiles(changed as OpenApiDocument, contractRoot).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FileProblemsError);
  expect((refused as FileProblemsError).problems).toEqual([
    expect.objectContaining({
      file: expect.stringMatching(file),
      line: expect.any(Number),
      message: expect.stringContaining(`do not render ${what} (#/`),
    }),
  ]);
});

test("--help says what --root is for", async () => {
  expect((await runHere(docsCommand, ["--help"])).stdout).toMatch(/--root FILE .*revisions of this contract/s);
});
