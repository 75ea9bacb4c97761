// `npm run learn` as a person runs it: what it prints, and its exit codes.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { learnCommand } from "../../../src/pipeline/learn/index.ts";
import { runHere } from "../../commands.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "learn-"));
});
afterAll(() => rm(directory, { recursive: true }));

interface Creation {
  readonly status: number;
  readonly body: object;
}

/** A HAR file in which 25 users are created and read, one after the other. */
async function harOf(
  name: string,
  change: (creation: Creation) => Creation = (one) => one,
  more = "",
): Promise<string> {
  const entry = (method: string, path: string, status: number, body: object, sent?: object) => ({
    startedDateTime: "2026-11-22T08:00:00.000Z",
    request: {
      method,
      url: `https://staging.example.com${path}`,
      headers: [
        { name: "X-Service-Api-Key", value: "secret-key" },
        ...(sent === undefined ? [] : [{ name: "Content-Type", value: "application/json" }]),
      ],
      ...(sent === undefined ? {} : { postData: { mimeType: "application/json", text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: [{ name: "Content-Type", value: "application/json" }],
      content: { mimeType: "application/json", text: JSON.stringify(body) },
    },
  });
  const entries = Array.from({ length: 25 }, (_, at) => {
    const user_id = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
    const client_user_id = `patient-${at}`;
    const created = change({ status: 200, body: { user_id, client_user_id } });
    return [
      entry("POST", "/v2/user/", created.status, created.body, { client_user_id }),
      entry("GET", `/v2/user/providers/${user_id}`, 200, { providers: [] }),
    ];
  });
  const file = join(directory, name);
  const text = JSON.stringify({ log: { version: "1.2", entries: entries.flat() } });
  await writeFile(file, more === "" ? text : `${text.slice(0, -3)},${more}`);
  return file;
}

const host = ["--host", "staging.example.com"];
const departing = (one: Creation) => ({ ...one, status: 201 });

test("a file that keeps the contract asks for nothing, and the report says what to call next", async () => {
  const { code, stdout } = await runHere(learnCommand, [await harOf("keeping.har"), ...host]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Read 50 exchanges of 25 users in 1 file, 2026-11-22, against contract \d/);
  expect(stdout).not.toContain("The service differs");
  expect(stdout).toMatch(
    /Not seen: call these next[\s\S]*resolveUser {2}GET \/v2\/user\/resolve\/\{client_user_id\} {2}never called\n {4}status {4}status 200\n {4}fields {4}ConnectedSource, ConnectedSource\.source, /,
  );
  expect(stdout).toMatch(/ {2}the event [\w.{}]+ {2}HAR files hold no events\n/);
  expect(stdout).toMatch(/\d+ confirmed, 0 contradicted, 0 new, 0 violated, 0 mixed/);
});

test("a contradicted assumption stands first, with its evidence and its place in the YAML files", async () => {
  const { code, stdout } = await runHere(learnCommand, [await harOf("departing.har", departing), ...host]);
  expect(code).toBe(1);
  const [, first = ""] = stdout.split("The service differs from what the contract assumes (1)\n");
  expect(first.split("\n").slice(0, 5)).toEqual([
    "  contradicted  createUser: successes were answered with 201 (25) instead of 200.",
    "    seen in  25 exchanges of 25 users  departing.har 1, departing.har 3, departing.har 5",
    expect.stringContaining("    assumed  Status 200, because"),
    expect.stringMatching(/^ {4}at {7}openapi\/v2\/paths\/create-user\.yaml:\d+ {2}#\/paths\//),
    "",
  ]);
});

test("no value of a file is printed", async () => {
  const file = await harOf("secret.har", (one) => ({ ...one, body: { ...one.body, note: "some-secret" } }));
  for (const format of ["text", "json"]) {
    const { stdout } = await runHere(learnCommand, [file, ...host, "--format", format]);
    expect(stdout).toContain("`note`");
    expect(stdout).not.toMatch(/secret-key|some-secret|patient-|00000000-/);
  }
});

test.each<[verdict: string, change: (one: Creation) => Creation]>([
  ["new", (one) => ({ ...one, body: { ...one.body, more_of_it: 1 } })],
  ["violation", (one) => ({ ...one, body: { ...one.body, client_user_id: 1 } })],
])("what is %s asks for something, and is exit code 1", async (verdict, change) => {
  const { code, stdout } = await runHere(learnCommand, [
    await harOf(`${verdict}.har`, change),
    ...host,
    "--format",
    "json",
  ]);
  const { verdicts } = JSON.parse(stdout) as { verdicts: Record<string, number> };
  const asking = ["contradicted", "new", "violation"].filter((one) => (verdicts[one] ?? 0) > 0);
  expect([code, asking]).toEqual([1, [verdict]]);
});

test("JSON has each finding with its pointer, and with the file and the line that it is written at", async () => {
  const { code, stdout } = await runHere(learnCommand, [
    await harOf("json.har", departing),
    ...host,
    "--format",
    "json",
  ]);
  expect(code).toBe(1);
  const report = JSON.parse(stdout) as { verdicts: object; findings: { verdict: string }[]; read: object };
  expect(report.verdicts).toMatchObject({ contradicted: 1 });
  expect(report.read).toMatchObject({ exchanges: 50, users: 25 });
  expect(report.findings.find(({ verdict }) => verdict === "contradicted")).toMatchObject({
    pointer: "#/paths/~1v2~1user~1/post/responses/200",
    words: ["status"],
    place: { file: expect.stringMatching(/create-user\.yaml$/), line: expect.any(Number) },
  });
});

test("several files are read together", async () => {
  const files = [await harOf("monday.har"), await harOf("tuesday.har")];
  const { stdout } = await runHere(learnCommand, [...files, ...host]);
  expect(stdout).toContain("Read 100 exchanges of 25 users in 2 files");
});

test("what cannot be used of a file is counted and named, and the rest is used", async () => {
  const { code, stdout } = await runHere(learnCommand, [await harOf("broken.har", undefined, '{"request":'), ...host]);
  expect(code).toBe(0);
  expect(stdout).toContain("Read 50 exchanges");
  expect(stdout).toMatch(/broken\.har: not used 1 time, because it is cut off \(51\)/);
});

test.each<[what: string, args: () => Promise<string[]>, message: RegExp]>([
  ["no file", async () => [], /at least one HAR file, found none/],
  ["a file that is not there", async () => [join(directory, "none.har")], /none\.har cannot be read/],
  [
    "a file of another host",
    async () => [await harOf("foreign.har"), "--host", "other.example.com"],
    /The files show no exchange\.[\s\S]*--host/,
  ],
  ["a format that there is not", async () => ["a.har", "--format", "junit"], /--format takes text, json/],
])("%s is refused with what to do, and exit code 2", async (_, args, message) => {
  const { code, stderr } = await runHere(learnCommand, await args());
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
