// `npm run learn` as a person runs it: what it prints, and its exit codes.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { learnCommand } from "../../../src/pipeline/learn/index.ts";
import { projectDirectory, runTool } from "../../../src/tools/contract/index.ts";
import { runHere } from "../../commands.ts";
import { callsOf, type Fields, type Made, withStatus } from "./generated.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "learn-"));
});
afterAll(() => rm(directory, { recursive: true }));

const header = { recording: 1, contract: "0.1.0", date: "2026-11-22", source: "proxy" };

async function recordingOf(name: string, change: (exchange: Made) => Made, more = ""): Promise<string> {
  const calls = Array.from({ length: 25 }, (_, at) => callsOf(at + 1)).flat();
  const lines = [header, ...calls.map((call, at) => ({ ...change(call), exchange: at + 1 }))];
  const file = join(directory, name);
  await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n${more}`);
  return file;
}

/** With further fields in the answer, or with others. */
function withBody(one: Made, fields: Fields): Made {
  const { response } = one;
  if (response === undefined) throw new Error("The call has no answer.");
  return { ...one, response: { ...response, body: { ...Object(response.body), ...fields } } };
}

const departing = (one: Made) => (one.operation === "createUser" ? withStatus(one, 201) : one);

/** Another description of the service, with the layout of another tool. */
const other = `
openapi: 3.0.3
info: { title: Another description, version: "1" }
paths:
  /v2/user:
    post:
      responses:
        "201":
          description: Created
          content:
            application/json:
              schema:
                type: object
                required: [user_id]
                properties:
                  user_id: { type: string }
                  client_user_id: { type: string, nullable: true }
`;

test("A recording that keeps the contract asks for nothing, and says what to call next", async () => {
  const { code, stdout } = await runHere(learnCommand, [await recordingOf("keeping.jsonl", (one) => one)]);
  expect(code).toBe(0);
  expect(stdout).toContain("Read 150 exchanges and 0 events of 25 users in 1 recording, 2026-11-22, against contract");
  expect(stdout).not.toContain("Needs an edit");
  expect(stdout).toMatch(
    /Not seen: call these next[\s\S]*resolveUser {2}GET \/v2\/user\/resolve\/\{client_user_id\} {2}never called\n {4}status {4}status 200\n {4}fields {4}ConnectedSource, ConnectedSource\.source, /,
  );
  expect(stdout).toMatch(/\d+ confirmed, 0 contradicted, 0 new, 0 violated, 0 mixed/);
});

test("A contradicted assumption stands first, with its evidence, its edit and its place in the YAML files", async () => {
  const { code, stdout } = await runHere(learnCommand, [await recordingOf("departing.jsonl", departing)]);
  expect(code).toBe(1);
  const [, first = ""] = stdout.split("Needs an edit (1)\n");
  expect(first.split("\n").slice(0, 6)).toEqual([
    "  contradicted  createUser: successes were answered with 201 instead of 200.",
    "    seen in  25 exchanges of 25 users  departing.jsonl 1, departing.jsonl 7, departing.jsonl 13",
    "    edit     the status is 201",
    expect.stringContaining("    assumed  Status 200, because"),
    expect.stringMatching(/^ {4}code {5}may have to follow: .*handlers\/users\.ts:\d+/),
    expect.stringMatching(/^ {4}at {7}openapi\/v2\/paths\/create-user\.yaml:\d+ {2}#\/paths\//),
  ]);
});

test.each<[verdict: string, change: (one: Made) => Made]>([
  ["new", (one) => (one.operation === "createUser" ? withBody(one, { more_of_it: "integer" }) : one)],
  ["violation", (one) => (one.operation === "createUser" ? withBody(one, { user_id: "integer" }) : one)],
])("What is %s asks for something, and is exit code 1", async (verdict, change) => {
  const { code, stdout } = await runHere(learnCommand, [
    await recordingOf(`${verdict}.jsonl`, change),
    "--format",
    "json",
  ]);
  const { verdicts } = JSON.parse(stdout) as { verdicts: Record<string, number> };
  const asking = ["contradicted", "new", "violation"].filter((one) => (verdicts[one] ?? 0) > 0);
  expect([code, asking]).toEqual([1, [verdict]]);
});

test("JSON has each finding with its pointer, and with the file and the line that it is written at", async () => {
  const { code, stdout } = await runHere(learnCommand, [
    await recordingOf("json.jsonl", departing),
    "--format",
    "json",
  ]);
  expect(code).toBe(1);
  const report = JSON.parse(stdout) as { verdicts: object; findings: { verdict: string }[]; read: object };
  expect(report.verdicts).toMatchObject({ contradicted: 1 });
  expect(report.read).toMatchObject({ exchanges: 150, users: 25 });
  expect(report.findings.find(({ verdict }) => verdict === "contradicted")).toMatchObject({
    pointer: "#/paths/~1v2~1user~1/post/responses/200",
    words: ["status"],
    place: { file: expect.stringMatching(/create-user\.yaml$/), line: expect.any(Number) },
    documents: [],
  });
});

test("Another document stands beside what was found, and leads to no edit by itself", async () => {
  const file = join(directory, "other.yaml");
  await writeFile(file, other);
  const both = await runHere(learnCommand, [await recordingOf("beside.jsonl", departing), file]);
  expect(both.stdout).toContain("    also     other.yaml says 201\n");
  const alone = await runHere(learnCommand, [file, "--format", "json"]);
  expect(alone.code).toBe(0);
  const { findings } = JSON.parse(alone.stdout) as {
    findings: { documents: string[]; words: string[]; pointer: string }[];
  };
  const said = findings.filter(({ documents }) => documents.length > 0);
  expect(said.map(({ pointer, words, documents }) => [pointer, words, documents])).toEqual([
    ["#/paths/~1v2~1user~1/post/responses/200", ["status"], ["other.yaml says 201"]],
    [
      "#/components/schemas/CreatedUser",
      ["fields"],
      ["other.yaml has `user_id`, required", "other.yaml has `client_user_id`, optional"],
    ],
  ]);
});

test("Another document's parameters and bodies stand beside what is assumed of them", async () => {
  const file = join(directory, "parameters.yaml");
  await writeFile(
    file,
    `
openapi: 3.1.0
info: { title: Another description, version: "1" }
paths:
  /v3/lab_tests/markers/:
    parameters:
      - { name: page, in: query, required: true, schema: { type: integer } }
      - $ref: "#/components/parameters/Lab"
    get:
      parameters: []
      responses: { "200": { description: Well } }
  /v3/order:
    post:
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, format: uuid } }]
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [user_id], properties: { user_id: { type: string, format: uuid } } }
      responses: { "201": { description: Created } }
components:
  parameters:
    Lab: { name: lab_slug, in: query, schema: { type: [string, "null"] } }
`,
  );
  const { stdout } = await runHere(learnCommand, [file, "--format", "json"]);
  const { findings } = JSON.parse(stdout) as {
    findings: { documents: string[]; words: string[]; pointer: string }[];
  };
  const said = findings.filter(({ documents }) => documents.length > 0);
  expect(said.map(({ pointer, words, documents }) => [pointer, words.join(), documents.join()])).toEqual([
    ["#/paths/~1v3~1lab_tests~1markers/get/parameters/0", "presence", "parameters.yaml says that it is optional"],
    ["#/paths/~1v3~1lab_tests~1markers/get/parameters/0", "type", "parameters.yaml says string or null"],
    ["#/paths/~1v3~1lab_tests~1markers/get/responses/200", "status", "parameters.yaml says 200"],
    ["#/paths/~1v3~1order/post/responses/200", "status", "parameters.yaml says 201"],
    ["#/components/schemas/ClinicalComments", "name", "parameters.yaml has no `clinical_comments`"],
    ["#/components/schemas/ClinicalComments", "place", "parameters.yaml has no `clinical_comments`"],
    ["#/components/parameters/IdempotencyKeyHeader", "presence", "parameters.yaml says that it is optional"],
    ["#/components/parameters/IdempotencyKeyHeader", "name", "parameters.yaml says that it is optional"],
    ["#/components/parameters/IdempotencyKeyHeader", "place", "parameters.yaml says that it is optional"],
  ]);
});

test("What cannot be used of a recording is counted and named, and the rest is used", async () => {
  const file = await recordingOf("broken.jsonl", (one) => one, 'not JSON\n{"exchange":151,"opera');
  const { code, stdout } = await runHere(learnCommand, [file]);
  expect(code).toBe(0);
  expect(stdout).toContain("Read 150 exchanges");
  expect(stdout).toMatch(/broken\.jsonl: not used 1 time, because it is not JSON \(152\)/);
  expect(stdout).toMatch(/broken\.jsonl: not used 1 time, because it is cut off \(153\)/);
});

test("--record writes what was read as one recording, and overwrites none", async () => {
  const file = await recordingOf("read.jsonl", departing);
  const copy = join(directory, "copy.jsonl");
  expect((await runHere(learnCommand, [file, "--record", copy])).code).toBe(1);
  expect(await readFile(copy, "utf8")).toBe(await readFile(file, "utf8"));
  const again = await runHere(learnCommand, [file, "--record", copy]);
  expect(again.code).toBe(2);
  expect(again.stderr).toMatch(/copy\.jsonl exists, and a recording is not overwritten/);
});

test("--write makes the first edit of the working tree, and with --all every one", async () => {
  // The command edits the project that it is in
  const project = join(directory, "project");
  for (const name of [".redocly.lint-ignore.yaml", ".spectral.yaml", "openapi", "package.json", "redocly.yaml", "src"])
    await cp(join(projectDirectory, name), join(project, name), { recursive: true });
  for (const name of ["generated", "node_modules"]) await symlink(join(projectDirectory, name), join(project, name));
  const statuses: Record<string, number> = { createUser: 201, listUserConnections: 203, refreshUserData: 202 };
  const file = await recordingOf("several.jsonl", (one) => {
    const { operation = "", response } = one;
    return response?.status === 200 ? withStatus(one, statuses[operation] ?? 200) : one;
  });
  const write = (...options: string[]) =>
    runTool(join(project, "src/pipeline/learn/command.ts"), [file, "--write", ...options]);
  const written = () =>
    Promise.all(
      ["create-user", "list-user-connections", "refresh-user-data"].map((name) =>
        readFile(join(project, "openapi", "v2", "paths", `${name}.yaml`), "utf8").then(
          (text) => /^ +'(2\d\d)':$/m.exec(text)?.[1],
        ),
      ),
    );
  const first = await write();
  expect(await written()).toEqual(["201", "200", "200"]);
  expect(first.code).toBe(1);
  expect(first.stdout).toContain("\nChange status 200 of create-user to 201, ");
  const left = /^Made 1 edit of the contract; (\d+) are left\.$/m.exec(first.stdout)?.[1];
  const all = await write("--all");
  expect(await written()).toEqual(["201", "203", "202"]);
  expect(all.stdout).toContain(`\nMade ${left} edits of the contract; none is left.\n`);
});

test.each<[what: string, args: () => Promise<string[]>, message: RegExp]>([
  ["no file", async () => [], /at least one recording, found none/],
  ["a file that is not there", async () => [join(directory, "none.jsonl")], /none\.jsonl cannot be read/],
  [
    "a recording of nothing",
    async () => {
      const file = join(directory, "empty.jsonl");
      await writeFile(file, `${JSON.stringify(header)}\n`);
      return [file];
    },
    /show no exchange and no event/,
  ],
  ["a format that there is not", async () => ["a.jsonl", "--format", "junit"], /--format takes text, json/],
  ["--write for a program", async () => ["a.jsonl", "--write", "--format", "json"], /--write prints commit messages/],
  [
    "a document that is not OpenAPI",
    async () => {
      const file = join(directory, "recipe.yaml");
      await writeFile(file, "flour: 500\n");
      return [file];
    },
    /recipe\.yaml is not an OpenAPI document of version 3/,
  ],
  [
    "a document of another service",
    async () => {
      const file = join(directory, "foreign.json");
      await writeFile(
        file,
        JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": {} } }),
      );
      return [file];
    },
    /foreign\.json describes no operation of the contract/,
  ],
])("%s is refused with what to do, and exit code 2", async (_, args, message) => {
  const { code, stderr } = await runHere(learnCommand, await args());
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
