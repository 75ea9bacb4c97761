// A contract that is broken is refused with its file, whatever way it is broken, before anything serves it. The words are Redocly's.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { soundBundle } from "../../src/generate/index.ts";
import { generatedDirectory } from "../../src/shared/contract/index.ts";
import { FileProblemsError } from "../../src/shared/findings/index.ts";
import { Failure } from "../../src/shared/terminal/index.ts";
import { type ContractCopy, contractCopy } from "../contract-copy.ts";

let copy: ContractCopy;

async function copied(options?: Parameters<typeof contractCopy>[0]): Promise<void> {
  copy = await contractCopy(options);
  onTestFinished(() => copy.remove());
}

const write = async (file: string, text: string) => {
  const path = join(copy.directory, "openapi", file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};

/** The findings in the broken copy: `file:line rule message`, the file relative to the copy. */
async function findings(): Promise<string> {
  const error: unknown = await soundBundle(copy.root).catch((error: unknown) => error);
  if (error instanceof Failure) return `${error.message} ${error.remedy}`.replaceAll(`${copy.directory}/`, "");
  if (!(error instanceof FileProblemsError)) throw error;
  const lines = error.problems.map(
    ({ file, line, rule, message }) => `${file.split("/openapi/")[1]}:${line} ${rule} ${message}`,
  );
  return lines.join("\n");
}

/** A whole contract, which costs a hundredth of ours. */
const index = `# Tiny.
openapi: 3.1.1
info: { title: Tiny, version: 0.1.0 }
paths:
  /v2/a:
    $ref: v2/paths/get-a.yaml
`;
const sound = `# One operation.
get:
  operationId: getA
  responses:
    '200':
      description: It.
      content: { application/json: { schema: { $ref: ../schemas/A.yaml } } }
`;
const schema = "# A schema.\ntype: object\nproperties:\n  a: { type: string }\n";

test.each<[what: string, files: Readonly<Record<string, string>>, found: RegExp]>([
  ["an empty index", { "openapi.yaml": "" }, /openapi\.yaml cannot be bundled: .* Undo or correct the last change\.$/],
  [
    "an index that is only text",
    { "openapi.yaml": "hello\n" },
    /openapi\.yaml cannot be bundled: .*JSON object, got string/,
  ],
  ["another standard", { "openapi.yaml": '# Old.\nswagger: "2.0"\n' }, /^openapi\.yaml:2 struct /],
  [
    "a version of OpenAPI that there is not",
    { "openapi.yaml": "# Tiny.\nopenapi: 4.0.0\n" },
    /openapi\.yaml cannot be bundled: Unsupported OpenAPI version: 4\.0\.0/,
  ],
  [
    "no paths",
    { "openapi.yaml": "# Bare.\nopenapi: 3.1.1\ninfo: { title: Bare, version: 0.1.0 }\n" },
    /^openapi\.yaml:2 struct /,
  ],
  [
    "a tab as indent",
    { "v2/schemas/A.yaml": schema.replace("  a:", "\ta:") },
    /^v2\/schemas\/A\.yaml:4 bundler .*tab characters/,
  ],
  [
    "a key twice",
    { "v2/schemas/A.yaml": `${schema}type: object\n` },
    /^v2\/schemas\/A\.yaml:5 bundler .*duplicated mapping key/,
  ],
  [
    "an unclosed bracket",
    { "v2/schemas/A.yaml": `${schema}required: [a\n` },
    /^v2\/schemas\/A\.yaml:6 bundler Failed to parse/,
  ],
  ["an emptied path file", { "v2/paths/get-a.yaml": "" }, /^openapi\.yaml:6 bundler Can't resolve \$ref/],
  [
    "a reference to nothing",
    { "v2/paths/get-a.yaml": sound.replace("A.yaml", "B.yaml") },
    /^v2\/paths\/get-a\.yaml:7 bundler .*no such file or directory/,
  ],
  [
    "a reference to a directory",
    { "v2/paths/get-a.yaml": sound.replace("../schemas/A.yaml", "../schemas") },
    /^v2\/paths\/get-a\.yaml:7 bundler .*received a folder/,
  ],
  [
    "a schema that refers to itself",
    { "v2/schemas/A.yaml": "# Itself.\n$ref: ./A.yaml\n" },
    /openapi\.yaml cannot be bundled: Self-referencing circular pointer/,
  ],
  ["an unknown type", { "v2/schemas/A.yaml": schema.replace("string", "strin") }, /^v2\/schemas\/A\.yaml:4 struct /m],
  [
    "a path file that is no operation",
    { "v2/paths/get-a.yaml": "# Nothing.\nget: 3\n" },
    /^v2\/paths\/get-a\.yaml:2 struct /m,
  ],
  [
    "parameters that are no list",
    { "v2/paths/get-a.yaml": `${sound}  parameters: foo\n` },
    /^v2\/paths\/get-a\.yaml:8 struct /m,
  ],
  [
    "a misspelt field with references below",
    { "v2/paths/get-a.yaml": sound.replace("responses", "respnses") },
    /^v2\/paths\/get-a\.yaml:4 struct .*respnses/m,
  ],
  [
    "an id twice",
    { "v2/paths/get-a.yaml": `${sound}put:\n  operationId: getA\n  responses: {}\n` },
    /^v2\/paths\/get-a\.yaml:\d+ operation-operationId-unique /m,
  ],
])("a contract with a fault is refused: %s", async (_, files, found) => {
  await copied({ isEmpty: true });
  const all = { "openapi.yaml": index, "v2/paths/get-a.yaml": sound, "v2/schemas/A.yaml": schema, ...files };
  for (const [file, text] of Object.entries(all)) await write(file, text);
  expect(await findings()).toMatch(found);
});

test("a file that nothing refers to yet is no fault, and that of lint", async () => {
  await copied();
  await write("v2/schemas/New.yaml", schema);
  expect((await soundBundle(copy.root)).document.openapi).toBe("3.1.1");
});

test("a contract that is not there is said to be missing", async () => {
  await copied({ isEmpty: true });
  expect(await findings()).toMatch(
    /^Found no contract at .*openapi\.yaml\. Pass its root document with --root FILE\.$/,
  );
});

test("the bundle is what `redocly bundle` has written, in its order", async () => {
  const written = parse(await readFile(join(generatedDirectory, "openapi.yaml"), "utf8")) as object;
  expect(JSON.stringify((await soundBundle()).document)).toBe(JSON.stringify(written));
});
