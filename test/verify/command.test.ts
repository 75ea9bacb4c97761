// `verify` as a person calls it: its options, what can be wrong with them, and its exit codes.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { EventInbox, exampleCast, verifyCommand } from "../../src/verify/index.ts";
import { runHere, runToEnd } from "../commands.ts";
import { seed } from "../run/seed.ts";
import type { Answer } from "./gallery/call.ts";
import { lookUp, verifyAt } from "./gallery/faults/run.ts";
import { contract } from "./gallery/routes.ts";
import { inProcess, managementKey, serve, teamKey } from "./gallery/server.ts";

interface Refused {
  readonly options: readonly [options: string, ...says: string[]][];
  readonly data: readonly [content: string, ...says: string[]][];
}
const refused: Refused = parse(await readFile(new URL("refused.yaml", import.meta.url), "utf8"));

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "verify-data-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

beforeEach(() => {
  // The keys of the environment of the tests
  vi.stubEnv("API_KEY", undefined);
  vi.stubEnv("MANAGEMENT_KEY", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs the command, with time for a busy machine, and with the same seed each time. */
const runVerify = (...args: readonly string[]) =>
  runHere(verifyCommand, ["--timeout", "60", "--seed", `${seed}`, ...args]);

async function dataFile(name: string, content: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, content);
  return file;
}

describe("--help", () => {
  test("documents every option, its defaults and the exit codes", async () => {
    const { code, stdout, stderr } = await runVerify("--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const documented = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
    expect(documented.sort()).toEqual(Object.keys(verifyCommand.options).sort());
    for (const [name, option] of Object.entries(verifyCommand.options)) {
      if ("default" in option && typeof option.default === "string") {
        expect(stdout).toMatch(new RegExp(`--${name} .*\\(default: ${option.default}\\)`));
      }
    }
    expect(stdout).toContain("Exit codes: 0 no violation, 1 violations (with --strict any finding), 2 could not");
  });

  test("names all that --data may hold", () => {
    for (const name of [...Object.keys(exampleCast), "bodies"]) {
      expect(verifyCommand.help).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});

describe("a user error is exit 2, one line and a remedy", () => {
  const base = `--base-url http://127.0.0.1:9 --api-key ${teamKey}`;

  /** Runs the command, and expects that it could not run. */
  async function expectFailure(options: string, ...says: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await runVerify(...options.replace("SERVER", base).split(" "));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expectOneLine(stderr, ...says);
  }

  test.each(refused.options)("%j", expectFailure);

  test.each(refused.data)("--data with %j", async (content, ...says) => {
    const file = await dataFile("data.json", content);
    await expectFailure(`SERVER --data ${file}`, file, ...says);
  });

  test("--data with no such file, and a directory", async () => {
    const missing = join(directory, "missing.json");
    await expectFailure(`SERVER --data ${missing}`, `${missing} cannot be read: ENOENT`, "Pass a JSON file");
    await expectFailure(`SERVER --data ${directory}`, "cannot be read: EISDIR", "Pass a JSON file");
  });

  test("a port of events that is taken", async () => {
    const { url } = await serve();
    const remedy = "Choose another with --events-port N.";
    await expectFailure(`SERVER --events-port ${new URL(url).port}`, "is already in use", remedy);
  });

  test.each<[args: readonly string[], says: string]>([
    [[], "The command is missing."],
    [["prove"], 'Unknown command "prove".'],
  ])("as a process, of the package's command: %j", async (args, says) => {
    const { code, stdout, stderr } = await runToEnd("cli.ts", args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expectOneLine(stderr, says, "each takes --help.");
  });
});

function expectOneLine(stderr: string, ...says: readonly string[]): void {
  expect(stderr).toMatch(/^error: .+\n$/);
  for (const text of says) expect(stderr).toContain(text);
  expect(stderr).not.toContain("bug in this project");
  expect(stderr).not.toContain(teamKey);
}

test("the keys may come from the environment, here of a process of its own", async () => {
  const server = await serve();
  vi.stubEnv("API_KEY", teamKey);
  vi.stubEnv("MANAGEMENT_KEY", managementKey);
  const urls = ["--base-url", server.url, "--management-url", server.url];
  const only = ["--only", "listLabs", "--only", "listOrganizationTeams"];
  const { code, stdout } = await runToEnd("cli.ts", ["verify", ...urls, ...only, "--depth", "1"]);
  expect(stdout).toMatch(/^✓ .* listLabs .*\n✓ .* listOrganizationTeams /m);
  expect(code).toBe(0);
});

test("without --seed each run generates other inputs", async () => {
  const { url } = await serve();
  const readSeed = async () => {
    const options = ["--base-url", url, "--api-key", teamKey, "--only", "listLabs", "--depth", "0"];
    return /seed (\d+)\.$/m.exec((await runHere(verifyCommand, options)).stdout)?.[1];
  };
  expect(await readSeed()).not.toBe(await readSeed());
});

describe("the exit code", () => {
  const verified = (url: string, ...args: string[]) => runVerify("--base-url", url, "--api-key", teamKey, ...args);

  test("is 0 for a correct server, here for all that reads", async () => {
    const server = await serve();
    const management = ["--management-url", server.url, "--management-key", managementKey];
    const ended = await verified(server.url, ...management, "--depth", "0", "--read-only");
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    const operations = contract.operations.length;
    const reading = contract.operations.filter(({ method }) => method === "get");
    expect(ended.stdout.match(/^✓ /gm)).toHaveLength(reading.length);
    expect(ended.stdout).toMatch(
      new RegExp(
        `^Verified ${server.url} against contract [\\d.]+: ${reading.length} of ${operations} operations, \\d+ requests, seed \\d+\\.$`,
        "m",
      ),
    );
    expect(ended.stdout).toMatch(
      /^0 violations of what is stated, 0 differences from what is assumed, 0 unexpected, \d+ skipped\.\n$/m,
    );
  });

  test("is 0 for a part of it, by tag and by operation; what is not asked for is not called", async () => {
    const server = await serve();
    const tag = contract.operations.find(({ id }) => id === "listLabs")?.operation.tags[0] ?? "";
    const { code, stdout } = await verified(server.url, "--only", tag, "--only", "listProviders", "--depth", "0");
    const verifiedIds = [...stdout.matchAll(/^✓ \S+ \S+ {2}(\w+)/gm)].map(([, id]) => id);
    const wanted = contract.operations.filter(
      ({ id, operation }) => id === "listProviders" || operation.tags.includes(tag),
    );
    expect(verifiedIds).toEqual(wanted.map(({ id }) => id));
    expect(code).toBe(0);
  });

  test("is 1 with a violation", async () => {
    const server = await serve({
      name: "a list that is none",
      on: ["listLabs"],
      answer: (answer) => (answer.status === 200 ? { ...answer, body: {} } : answer),
    });
    const { code, stdout } = await verified(server.url, "--only", "listLabs");
    expect(stdout).toContain("violation  body-schema");
    expect(code).toBe(1);
  });

  test("is 0 with a difference, and 1 with --strict", async () => {
    const server = await serve({
      name: "403 instead of 401",
      answer: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer),
    });
    const lax = await verified(server.url, "--only", "listLabs");
    expect(lax.stdout).toContain("difference  documented-status  The status is 403, not 401.");
    expect(lax.code).toBe(0);
    const strict = await verified(server.url, "--only", "listLabs", "--strict");
    expect(strict.stdout).toContain("1 difference from what is assumed");
    expect(strict.code).toBe(1);
  });

  test("is 0 with what is unexpected, and 1 with --strict", async () => {
    const server = await serve({
      name: "a lab twice",
      on: ["listLabs"],
      answer: (answer) => (answer.status === 200 ? { ...answer, body: [answer.body, answer.body].flat() } : answer),
    });
    const lax = await verified(server.url, "--only", "listLabs");
    expect(lax.stdout).toContain("≠ GET /v3/lab_tests/labs");
    expect(lax.stdout).toMatch(/^ {4}unexpected {2}listed-once {2}"\w+" is listed twice\.$/m);
    expect(lax.stdout).toContain("0 violations of what is stated, 0 differences from what is assumed, 1 unexpected,");
    const strict = await verified(server.url, "--only", "listLabs", "--strict");
    expect([lax.code, strict.code]).toEqual([0, 1]);
    const says = /^The exit code is 0 since nothing stated is violated\..* pass --strict to exit with 1 for any\.\n$/m;
    expect(lax.stdout).toMatch(says);
    expect(strict.stdout).not.toMatch(says);
  });

  test("is 2 when nothing of what was asked for could be checked; the report says why", async () => {
    const server = await serve();
    const ended = await verified(server.url, "--only", "listOrganizationTeams");
    expect(ended.stdout).toContain("skipped  all checks: it needs --management-url and --management-key");
    expect(ended.stderr).toMatch(/^error: Nothing could be checked\. .*--management-url.*\n$/);
    expect(ended.code).toBe(2);
  });
});

test.each<[what: string, answer: Answer]>([
  ["404 in HTML", { status: 404, headers: { "content-type": "text/html" }, body: Buffer.from("<p>Cannot GET</p>") }],
  ["405", { status: 405, headers: {}, body: undefined }],
  ["501", { status: 501, headers: {}, body: { detail: "Later." } }],
])("an operation that is answered with %s is not there, which is one line and no finding", async (_, answer) => {
  const absent = ["createUser", "undoUserDeletion", "createOrder", "getLabReportParsingJob"] as const;
  const server = await serve({ name: "is under construction", on: absent, answer: () => answer });
  const only = [...absent, "listLabs"].flatMap((id) => ["--only", id]);
  const { code, stdout } = await runVerify("--base-url", server.url, "--api-key", teamKey, "--depth", "1", ...only);
  const [first, ...others] = stdout.split("\n").filter((line) => /^[^\w ] /.test(line));
  expect([code, first]).toEqual([0, expect.stringMatching(/^✓ GET \S+ {2}listLabs/)]);
  expect(others).toEqual([`– not there: 4 operations  ${absent.map(String).sort(inContract).join(", ")}`]);
});

const order = contract.operations.map(({ id }) => id);
const inContract = (one: string, other: string) => order.indexOf(one) - order.indexOf(other);

test("--events-port receives what the server sends, and what --events-secret does not fit is refused", async () => {
  const server = await serve();
  const secret = `whsec_${Buffer.alloc(32, "secret").toString("base64")}`;
  // To read a job it uploads two small files; to verify an upload it would send ten megabytes
  const receiving = ["--only", "getLabReportParsingJob", "--depth", "0", "--events-port", "0"];
  /** Registers the address that it prints, when it prints it: a free port that was chosen before could be taken. */
  const run = async (by: string, wait: string, post = async (_url: string): Promise<unknown> => undefined) => {
    const args = [...receiving, "--events-secret", by, "--events-wait", wait];
    const running = runVerify("--base-url", server.url, "--api-key", teamKey, ...args);
    const [, url = ""] = await running.printed(/^Register (http:\S+) as the endpoint of events\.$/m);
    const unsigned = fetch(url, { method: "POST", body: "{}" });
    await post(url);
    const { id } = await server.world.endpoints.register({ url, secret });
    onTestFinished(() => server.world.endpoints.remove(id));
    return { ...(await running), url, unsigned: (await unsigned).status };
  };
  const signed = await run(secret, "20");
  expect(signed.stdout).toMatch(/✓ POST events {2}events {2}3 checks/);
  expect([signed.code, signed.unsigned]).toEqual([0, 401]);
  // Nothing listens there any more: the command can end
  await expect(fetch(signed.url)).rejects.toThrow("fetch failed");
  // With another secret nothing can be said of any event: the server is not to blame
  const another = `whsec_${Buffer.alloc(32).toString("base64")}`;
  const refused = await run(another, "0.5");
  const reason = /([1-9]\d* delivery has|\d+ deliveries have) a signature that --events-secret does not match/;
  const skipped = refused.stdout.match(/^ +skipped {2}(created-job-emits|event-sent|event-as).*/gm) ?? [];
  expect(skipped).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(reason)));
  expect(refused.stdout).toMatch(/^0 violations/m);
  expectOneLine(
    refused.stderr.replace(/^Register.*\n/m, ""),
    reason.exec(refused.stderr)?.[0] ?? "none",
    "in another way",
  );
  expect(refused.code).toBe(2);
  // One that fits it shows that it is the right one
  const headers = { "webhook-id": "own", "webhook-timestamp": `${Math.floor(Date.now() / 1000)}` };
  const signature = new Webhook(another).sign("own", new Date(Number(headers["webhook-timestamp"]) * 1000), "{}");
  const post = (url: string) =>
    fetch(url, { method: "POST", body: "{}", headers: { ...headers, "webhook-signature": signature } });
  const partly = await run(another, "0.5", post);
  expect(partly.stdout).toMatch(
    /violation {2}created-job-emits-event .* [1-9]\d* signatures? do(es)? not match --events-secret\./,
  );
  expect(partly.code).toBe(1);
});

/** The report of a server that sent nothing but these events. */
async function verifyEvents(...texts: readonly string[]) {
  const inbox = new EventInbox();
  for (const text of texts) inbox.take(text, {});
  const { transport } = await inProcess();
  const { operations } = await verifyAt("http://gallery", {
    transport,
    only: ["listLabs"],
    events: { inbox, waitMs: 0 },
  });
  return operations.at(-1) ?? expect.fail("There is no report of events.");
}

const writeEvent = (source: string) => JSON.stringify({ event_type: "daily.data.steps.created", data: { source } });

test("a finding about an event has the request that sends it again, with its quotes", async () => {
  const { findings } = await verifyEvents(writeEvent("it's"));
  const body = writeEvent("it's").replace("'", "'\\''");
  expect(new Set(findings.map(({ curl }) => curl))).toEqual(
    new Set([`curl -X POST "$EVENTS_URL" -H 'content-type: application/json' --data-raw '${body}'`]),
  );
});

test.each([
  ["an event without a name", "{}"],
  ["a text that is no event", "no JSON"],
])("the finding about %s points into the contract", async (_, text) => {
  const { findings } = await verifyEvents(text);
  expect(findings.length).toBeGreaterThan(0);
  for (const { expected } of findings) expect(lookUp(expected.pointer), expected.pointer).toBeDefined();
});

test("an event that is too long for an argument of a command is written to the input of curl", async () => {
  const [finding] = (await verifyEvents(writeEvent("x".repeat(150_000)))).findings;
  const sent = `curl -X POST "$EVENTS_URL" -H 'content-type: application/json' --data-binary '@-'`;
  expect(finding?.curl).toMatch(/^printf %s [\w+/=]{100,500} \| base64 --decode \| gunzip \| gunzip \| /);
  expect(finding?.curl.endsWith(` | ${sent}`)).toBe(true);
});

test("of events that did not come the checks are skipped, each with its reason", async () => {
  expect(await verifyEvents()).toMatchObject({
    id: "events",
    findings: [],
    skipped: [
      { check: "created-job-emits-event", reason: "no lab report was uploaded" },
      { check: "changed-job-emits-event", reason: "no job was seen to change its status" },
      { check: "new-connection-emits-event", reason: "no connection was made during the run" },
      { check: "one-historical-event", reason: "no historical event came that names user and provider" },
      { check: "event-sent-once", reason: "no event of a creation came that shows an id or a time" },
      { check: "event-as-described", reason: "no event came" },
    ],
  });
});

test("an event that is delivered again is there once", () => {
  const inbox = new EventInbox();
  for (const id of ["one", "one", "other"]) inbox.take(JSON.stringify({ event_type: id }), { "webhook-id": id });
  expect(inbox.events.map(({ type }) => type)).toEqual(["one", "other"]);
});

test("--data names what is used instead of the example cast, and what it does not name is skipped", async () => {
  const bodies: unknown[] = [];
  const server = await serve({
    name: "none: it keeps what it got",
    on: ["createOrder"],
    async handle(next, call) {
      bodies.push(call.body);
      return next(call);
    },
  });
  // A person who names a user knows the server, also when that user is not found
  const user = { user_id: crypto.randomUUID(), client_user_id: "nobody" };
  const file = await dataFile(
    "some.json",
    JSON.stringify({ user, bodies: { createOrder: { collection: "walk-in" } } }),
  );
  const only = ["getPscInfo", "createOrder"].flatMap((id) => ["--only", id]);
  const { stdout } = await runVerify(
    "--base-url",
    server.url,
    "--api-key",
    teamKey,
    "--data",
    file,
    "--depth",
    "3",
    ...only,
  );
  expect(stdout).toContain(`skipped  all checks: ${file} names no \`zip_code\``);
  expect(bodies).toContainEqual({ collection: "walk-in" });
  expect(JSON.stringify(bodies)).not.toContain(exampleCast.lab_account_id);
});
