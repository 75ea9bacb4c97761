// A contract that the pages cannot render as it is meant is refused, by name and place.
import { expect, test } from "vitest";
import { contractRoot, type OpenApiDocument, readContract } from "../../src/shared/contract/index.ts";
import { FileProblemsError } from "../../src/shared/findings/index.ts";
import { buildSiteFiles } from "../../src/site/index.ts";

/** A part of the contract that a row changes. */
type Part = Record<string, unknown>;

const { document } = await readContract();
const user = "components schemas User";
const createUser = "paths /v2/user/ post";
const parameter = `components parameters ${Object.keys(document.components.parameters ?? {})[0]}`;

test.each<[form: string, file: RegExp, place: string, change: Part]>([
  ["`minProperties: 1` of the Schema object", /v2\/schemas\/User\.yaml$/, user, { minProperties: 1 }],
  ["`false` as a Schema object", /User\.yaml$/, `${user} properties`, { team_id: false }],
  ['`type: ["string","integer"]` of the Schema object', /User\.yaml$/, user, { type: ["string", "integer"] }],
  [
    '`anyOf: [{"type":"string"},{"type":"integer"}]` of the Schema object',
    /User\.yaml$/,
    user,
    { anyOf: [{ type: "string" }, { type: "integer" }] },
  ],
  [
    '`type: "http"` of the SecurityScheme object',
    /TeamApiKey\.yaml$/,
    "components securitySchemes TeamApiKey",
    { type: "http" },
  ],
  ['`in: "cookie"` of the Parameter object', /parameters\/\w+\.yaml$/, parameter, { in: "cookie" }],
  [
    "the MediaType object without `examples`",
    /create-user\.yaml$/,
    `${createUser} requestBody content`,
    { "application/json": {} },
  ],
  ["the Operation object without `summary`", /create-user\.yaml$/, createUser, { summary: undefined }],
  ["`x-of-others: true` of the Operation object", /create-user\.yaml$/, createUser, { "x-of-others": true }],
])("%s is refused", async (form, file, place, change) => {
  const changed = structuredClone(document);
  const part = place.split(" ").reduce<unknown>((node, key) => Reflect.get(Object(node), key), changed);
  Object.assign(part as Part, change);
  const refused = await buildSiteFiles(JSON.parse(JSON.stringify(changed)) as OpenApiDocument, contractRoot).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(FileProblemsError);
  expect((refused as FileProblemsError).problems).toEqual([
    expect.objectContaining({
      file: expect.stringMatching(file),
      line: expect.any(Number),
      message: expect.stringContaining(`do not render ${form} (#/`),
    }),
  ]);
});
