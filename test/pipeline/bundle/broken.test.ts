// A contract that is broken is refused with file, line and remedy, whatever way it is broken, before anything serves it.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { soundBundle } from "../../../src/pipeline/bundle/index.ts";
import { FindingsError } from "../../../src/tools/terminal/index.ts";
import { contractCopy } from "../../commands.ts";
import { depth } from "../../run/depth.ts";

let copy: Awaited<ReturnType<typeof contractCopy>>;
beforeEach(async () => {
  copy = await contractCopy();
});
afterEach(() => copy.remove());

const path = (file: string) => join(copy.directory, "openapi", file);
const write = async (file: string, text: string) => {
  await mkdir(dirname(path(file)), { recursive: true });
  await writeFile(path(file), text);
};
const edit = async (file: string, from: string | RegExp, to: string) => {
  const before = await readFile(path(file), "utf8");
  const after = before.replace(from, () => to);
  expect(after, `the edit of ${file} changes nothing`).not.toBe(before);
  await writeFile(path(file), after);
};

/** What is found in the broken copy: `file:line rule message`, the file relative to the copy. */
async function findings(): Promise<string[]> {
  try {
    await soundBundle(copy.root);
    return [];
  } catch (error) {
    if (!(error instanceof FindingsError)) throw error;
    return error.findings.map(
      ({ file, line, rule, message }) => `${file.split("/openapi/")[1]}:${line} ${rule} ${message}`,
    );
  }
}

const user = "v2/schemas/User.yaml";
const request = "v2/schemas/CreateUserRequest.yaml";
const resolveUser = "v2/paths/resolve-user.yaml";
const cases: [what: string, make: () => Promise<void>, found: RegExp][] = [
  // What cannot be read
  ["an empty index", () => write("openapi.yaml", ""), /^openapi\.yaml:1 contract\/root .*Start it with `openapi/],
  ["an index that is only text", () => write("openapi.yaml", "hello\n"), /^openapi\.yaml:1 contract\/root /],
  ["a byte order mark", () => edit(user, /^/, "\uFEFF"), /^v2\/schemas\/User\.yaml:1 contract\/encoding /],
  [
    "a tab as indent",
    () => edit(user, "  user_id:", "\tuser_id:"),
    /^v2\/schemas\/User\.yaml:\d+ contract\/yaml .*Correct the YAML/,
  ],
  [
    "a key twice",
    () => edit(user, "type: object", "type: object\ntype: object"),
    /^v2\/schemas\/User\.yaml:3 contract\/yaml .*unique/,
  ],
  // References that lead nowhere
  ["an emptied path file", () => write(resolveUser, ""), /^openapi\.yaml:\d+ contract\/reference .*which is empty/],
  ["a deleted file", () => rm(path(resolveUser)), /^openapi\.yaml:\d+ contract\/reference .*create its file/],
  ["a reference to a directory", () => edit("openapi.yaml", resolveUser, "v2/paths"), /does not exist/],
  [
    "a reference out of the contract",
    () => edit("openapi.yaml", resolveUser, "../outside.yaml"),
    /leads out of the contract's directory/,
  ],
  [
    "an absolute reference",
    () => edit("openapi.yaml", resolveUser, "/etc/hostname"),
    /leads out of the contract's directory/,
  ],
  [
    "a reference to another host",
    () => edit("openapi.yaml", resolveUser, "https://example.com/a.yaml"),
    /leads to another host/,
  ],
  [
    "a schema that refers to itself",
    () => write("v2/schemas/ConnectionStatus.yaml", "# Itself.\n$ref: ./ConnectionStatus.yaml\n"),
    /\.yaml:\d+ contract\/reference .*only a reference back/,
  ],
  // What Prism would serve wrongly without a word
  [
    "an unknown type",
    () => edit(request, "type: string", "type: strin"),
    /CreateUserRequest\.yaml:\d+ (struct|contract\/schema) /,
  ],
  [
    "a broken pattern",
    () => edit(request, "type: string", "type: string\n    pattern: '(['"),
    /CreateUserRequest\.yaml:\d+ contract\/schema .*[Ii]nvalid regular expression/,
  ],
  [
    "a misspelt keyword",
    () => edit(request, "type: string", "type: string\n    patern: '^a$'"),
    /CreateUserRequest\.yaml:\d+ (struct|contract\/schema) .*patern/,
  ],
  [
    "a path file that is no operation",
    () => write(resolveUser, "# Nothing.\nget: 3\n"),
    /resolve-user\.yaml:2 struct /,
  ],
  [
    "parameters that are no list",
    () => edit(resolveUser, / {2}parameters:\n[\s\S]*? {2}responses:/, "  parameters: foo\n  responses:"),
    /resolve-user\.yaml:\d+ struct /,
  ],
  [
    "a misspelt field with references below",
    () => edit(resolveUser, "  responses:", "  respnses:"),
    /resolve-user\.yaml:\d+ contract\/reference .*Correct the name of that field/,
  ],
  [
    "an index without paths",
    () => write("openapi.yaml", "# Bare.\nopenapi: 3.1.1\ninfo:\n  title: Bare\n  version: 0.1.0\n"),
    /^openapi\.yaml:\d+ struct /,
  ],
  [
    "a version of OpenAPI that there is not",
    () => edit("openapi.yaml", /^openapi: .*/m, "openapi: 4.0.0"),
    /^openapi\.yaml:1 contract\/bundle .*cannot be bundled: .*version/,
  ],
  ["another standard", () => write("openapi.yaml", '# Old.\nswagger: "2.0"\n'), /^openapi\.yaml:1 contract\/root /],
];
test("everything that cannot be read is reported at once", async () => {
  await edit(user, /^/, "\uFEFF");
  await edit("v2/schemas/Provider.yaml", "type: object", "type: object\ntype: object");
  await edit("v3/schemas/Lab.yaml", "properties:", "\tproperties:");
  await write(resolveUser, "");
  await rm(path("v2/paths/refresh-user-data.yaml"));
  await edit("openapi.yaml", "v2/paths/create-user.yaml", "../outside.yaml");
  await edit("openapi.yaml", "v2/paths/list-user-connections.yaml", "https://example.com/a.yaml");
  await rename(path("v3/paths/list-labs.yaml"), path("v3/paths/list-labs.json"));
  await edit("openapi.yaml", "v3/paths/list-labs.yaml", "v3/paths/list-labs.json");
  await write("v2/schemas/ConnectionStatus.yaml", "# Itself.\n$ref: ./ConnectionStatus.yaml\n");
  const reported = (await findings()).join("\n");
  for (const found of [
    /^v2\/schemas\/User\.yaml:1 contract\/encoding /m,
    /^v2\/schemas\/Provider\.yaml:\d+ contract\/yaml .*unique/m,
    /^v3\/schemas\/Lab\.yaml:\d+ contract\/yaml .*Correct the YAML/m,
    /^openapi\.yaml:\d+ contract\/reference .*resolve-user\.yaml, which is empty/m,
    /^openapi\.yaml:\d+ contract\/reference .*refresh-user-data\.yaml, .*create its file/m,
    /^openapi\.yaml:\d+ contract\/reference .*outside\.yaml leads out of the contract's directory/m,
    /^openapi\.yaml:\d+ contract\/reference .*example\.com\/a\.yaml leads to another host/m,
    /^openapi\.yaml:\d+ contract\/reference .*does not end with \.yaml\. Rename the file to v3\/paths\/list-labs\.yaml/m,
    /\.yaml:\d+ contract\/reference .*ConnectionStatus\.yaml, which is only a reference back/m,
  ]) {
    expect(reported).toMatch(found);
  }
});

test("every schema that does not compile is reported at once, wherever it stands", async () => {
  const broken = "type: string\n  pattern: '(['";
  await edit(request, "type: string", "type: string\n    pattern: '(['");
  await edit("v3/parameters/ZipCodeQuery.yaml", /type: string\n {2}pattern: .*/, broken);
  await edit("webhooks/schemas/EventEnvelope.yaml", "type: string", "type: string\n    patern: '^a$'");
  const reported = (await findings()).join("\n");
  expect(reported).toMatch(/CreateUserRequest\.yaml:\d+ contract\/schema .*[Ii]nvalid regular expression/);
  expect(reported).toMatch(/ZipCodeQuery\.yaml:\d+ contract\/schema .*[Ii]nvalid regular expression/);
  expect(reported).toMatch(/EventEnvelope\.yaml:\d+ (struct|contract\/schema) .*patern/);
});

/** A whole contract in one file, which costs a hundredth of ours. */
const tiny = (operation: string) =>
  `# Tiny.\nopenapi: 3.1.1\ninfo: { title: Tiny, version: 0.1.0 }\npaths:\n  /a:\n    get:\n${operation}`;

test.each<[what: string, text: string, found: RegExp]>([
  ["an index that is only text", "hello\n", /^openapi\.yaml:1 contract\/root .*Start it with `openapi: 3\.1\.1`/],
  ["another standard", '# Old.\nswagger: "2.0"\n', /^openapi\.yaml:1 contract\/root .*name another root\.$/],
  [
    "a version of OpenAPI that there is not",
    "# Tiny.\nopenapi: 4.0.0\n",
    /^openapi\.yaml:1 contract\/bundle It cannot be bundled: .*version.*Check the last change\.$/,
  ],
  [
    "an absolute reference",
    tiny("      $ref: /etc/hostname\n"),
    /^openapi\.yaml:7 contract\/reference .*leads out of the/,
  ],
  [
    "a directory",
    tiny("      $ref: folder.yaml\n"),
    /^openapi\.yaml:7 contract\/reference .*does not exist\. Correct the path/,
  ],
  [
    "another host without a scheme",
    tiny("      $ref: //example.com/a.yaml\n"),
    /leads to another host\. Copy its target to a file in the contract's directory\.$/,
  ],
  ["the folder above", tiny("      $ref: ..\n"), /leads out of the contract's directory\. Move the file into it\.$/],
  [
    "a misspelt field with references below",
    tiny("      respnses: { '200': { $ref: other.yaml } }\n"),
    /^openapi\.yaml:7 contract\/reference A reference is under "respnses", .*Correct the name of that field\.$/m,
  ],
  ["an operation that is none", tiny("      3\n"), /^openapi\.yaml:\d+ struct /m],
  ["parameters that are no list", tiny("      parameters: foo\n"), /^openapi\.yaml:7 struct /m],
  [
    "an unknown type",
    tiny("      requestBody: { content: { a/b: { schema: { type: strin } } } }\n"),
    /^openapi\.yaml:7 contract\/schema .*type/m,
  ],
  [
    "an id twice",
    `${tiny("      operationId: a\n")}    put:\n      operationId: a\n`,
    /^openapi\.yaml:\d+ operation-operationId-unique .*Give each operation its own operationId\.$/m,
  ],
  ["no paths", "# Bare.\nopenapi: 3.1.1\ninfo: { title: Bare, version: 0.1.0 }\n", /^openapi\.yaml:\d+ struct /m],
])("a contract with a fault is refused: %s", async (_, text, found) => {
  await rm(path("."), { recursive: true });
  await mkdir(path("folder.yaml"), { recursive: true });
  await write("openapi.yaml", text);
  await write("other.yaml", "# Another file.\ndescription: It.\n");
  expect((await findings()).join("\n")).toMatch(found);
});

describe("is refused with its place and what to do:", () => {
  // Each takes a bundle of the contract: the quick run has one in seven, of each way above
  test.each(cases.filter((_, index) => index % depth(7, 1) === 0))("%s", async (_, make, found) => {
    await make();
    const reported = await findings();
    expect(reported.join("\n")).toMatch(new RegExp(found.source, "m"));
    expect(reported.join("\n")).not.toContain(copy.directory);
    for (const finding of reported) expect(finding).toMatch(/[.`]$/);
  });
});
