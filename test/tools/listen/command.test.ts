// The command `listen`: its reports, its exit codes, and one line for each error of a person.
import dns from "node:dns";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { listenChecks } from "../../../src/tools/listen/check-names.ts";
import { listenCommand } from "../../../src/tools/listen/index.ts";
import { Recorder } from "../../../src/tools/recording/index.ts";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { listenOnLoopback } from "../../../src/tools/terminal/index.ts";
import { runHere } from "../../commands.ts";
import { Receiver } from "../sandbox/receiver.ts";
import { readXml } from "../verify/xml.ts";
import { freePort } from "./free-port.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

/** Runs the command until so many events came as are sent: the same text is the same event. */
async function listenTo(events: readonly string[], ...args: readonly string[]) {
  const port = await freePort();
  const run = runHere(listenCommand, ["--port", port, "--until", String(events.length), ...args]);
  for (const body of events) {
    const id = `msg_${events.indexOf(body)}`;
    const at = new Date();
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    };
    const sent = expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body }).then(
            () => "sent",
            () => "not yet",
          ),
        {
          interval: 20,
        },
      )
      .toBe("sent");
    // What has ended takes no more
    await Promise.race([sent, run]);
  }
  return run;
}

const clean = '{"event_type":"order.created","data":{"status_detail":null,"note":"of Alice"}}';
const broken = '{"event_type":"daily.data.steps.created","data":{"source":"of Alice"}}';
const unknown = '{"event_type":"menu.changed","data":{}}';

test("a clean event is exit 0, and the text says what was seen, what never occurred and what was not checked", async () => {
  const { code, stdout, stderr } = await listenTo([clean], "--secret", secret);
  expect(stdout).toMatch(/^Seen\n {9}1 {2}order\.\{event\}\nNever occurred\n {12}provider\.connection\.created/);
  expect(stdout).toContain("skipped  reads: they need --base-url and --api-key");
  expect(stdout).toContain("Received 1 delivery of 1 event at http://127.0.0.1:");
  expect(stdout).toContain("0 violations of what is stated, 0 differences from what is assumed, 1 skipped.");
  expect(stderr).toContain("They are answered with 204. Stop with Ctrl+C.");
  expect(stdout + stderr).not.toContain("Alice");
  expect(stdout + stderr).not.toContain(secret.slice(6));
  expect(code).toBe(0);
});

test("a violation is exit 1; it shows the event without its values, and with --show-values its text", async () => {
  const { code, stdout } = await listenTo([broken]);
  expect(code).toBe(1);
  expect(stdout).toContain("violation  event-as-described  `/data/source` must be object, found a string.");
  expect(stdout).toContain("event     daily.data.steps.created  msg_0  {event_type: string, data: {source: string}}");
  expect(stdout).not.toContain("Alice");
  expect((await listenTo([broken], "--show-values")).stdout).toContain('must be object, found "of Alice"');
});

test("a difference is exit 0, and 1 with --strict; JSON and JUnit say the same", async () => {
  const { code, stdout } = await listenTo([unknown], "--format", "json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    violations: 0,
    differences: 1,
    events: 1,
    undescribed: { "menu.changed": 1 },
    findings: [{ verdict: "difference", check: "event-described", times: 1 }],
  });
  const lenient = await listenTo([unknown], "--format", "junit");
  expect(lenient.code).toBe(0);
  expect(lenient.stdout).toContain('name="event-described"><system-out>');
  expect(lenient.stdout).toContain('name="signature-fits"><skipped');
  expect(lenient.stdout).not.toContain("<failure");
  const strict = await listenTo([unknown], "--format", "junit", "--strict");
  expect(strict.code).toBe(1);
  expect(() => readXml(strict.stdout)).not.toThrow();
  expect(strict.stdout).toContain('<testcase classname="events" name="event-described"><failure type="difference"');
});

test("the JSON has the fields of the guide; two events with one deviation are one finding, with the first of them", async () => {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  const args = ["--forward", `${receiver.url}?token=hidden`, "--format", "json"];
  const { stdout } = await listenTo([unknown, broken, clean, unknown.replace("menu", "table")], ...args);
  const { findings, passed, never, skipped, ...report } = JSON.parse(stdout);
  expect(report).toEqual({
    violations: 1,
    differences: 1,
    contract: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    forward: receiver.url,
    deliveries: 4,
    acknowledged: 4,
    answers: { "204": 4 },
    events: 4,
    repeated: 0,
    unsigned: 0,
    seen: { "order.{event}": 1, "daily.data.{resource}.created": 1 },
    undescribed: { "menu.changed": 1, "table.changed": 1 },
  });
  expect(findings).toEqual([
    {
      verdict: "difference",
      check: "event-described",
      message: "The contract describes no event of this name.",
      times: 2,
      expected: { text: "An event that the contract describes.", pointer: "#/webhooks" },
      assumption: expect.stringContaining("it could be"),
      event: { id: "msg_0", type: "menu.changed", content: "{event_type: string, data: {}}" },
    },
    expect.objectContaining({ verdict: "violation", check: "event-as-described", times: 1 }),
  ]);
  expect(passed).toEqual({ "event-described": 2, "event-as-described": 1 });
  expect(never).toContain("daily.data.{resource}.updated");
  expect(never).not.toContain("daily.data.{resource}.created");
  expect(skipped.map(({ check }: { check: string }) => check)).toEqual(["signature-fits", "reads"]);
});

/** A service whose user has one connection more when it is asked at the end, and the limits of waiting that are set meanwhile. */
async function withNewConnection() {
  let reads = 0;
  const server = createServer((_, response) => {
    reads += 1;
    // The list of providers, the user's connections, and at the end one more
    const slugs = reads > 2 ? [{ slug: "new" }] : [];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ providers: slugs }));
  });
  const url = await listenOnLoopback(server, 0, "a service", "Try again.");
  const limits = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => {
    limits.mockRestore();
    server.close();
    server.closeAllConnections();
  });
  const user = '"user_id":"00000000-0000-4000-8000-000000000000"';
  return { service: ["--base-url", url, "--api-key", "any"], limits, event: clean.replace("{", `{${user},`), user };
}

test("with --wait 0 no event is waited for that a read shows to be missing", async () => {
  const { service, limits, event } = await withNewConnection();
  const { code, stdout } = await listenTo([event], ...service, "--wait", "0");
  expect(stdout).toContain("violation  new-connection-emits-event  A user has 1 new connection");
  expect(limits.mock.calls.filter(([ms]) => ms <= 5000)).toEqual([]);
  expect(code).toBe(1);
});

test("with --wait such an event is waited for as long as that says, and not longer once it comes", async () => {
  const { service, limits, event, user } = await withNewConnection();
  const port = await freePort();
  const run = runHere(listenCommand, ["--port", port, "--until", "1", "--wait", "3000", ...service]);
  const send = (body: string) =>
    fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers: { "content-type": "application/json" }, body });
  await expect
    .poll(() =>
      send(event).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  const isSet = expect.poll(() => limits.mock.calls.map(([ms]) => ms)).toContainEqual(expect.closeTo(3_000_000, -6));
  await Promise.race([isSet, run.then(() => expect.unreachable("It does not wait."))]);
  await send(`{"event_type":"provider.connection.created",${user},"data":{"provider":{"slug":"new"}}}`);
  expect((await run).stdout).not.toContain("new-connection-emits-event  A user");
});

test("--timeout is how long the receiver may take", async () => {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  receiver.answering = () => undefined;
  const { stdout, stderr } = await listenTo([unknown], "--forward", receiver.url, "--timeout", "0.1");
  expect(stderr).toContain("did not answer within 0.1 s.");
  expect(stdout).toContain("answered 504 (1 time)");
});

test("--allow-host names hosts that events may go to, too", async () => {
  const receiver = await Receiver.start();
  const lookup = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((_: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) =>
      options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4)) as never);
  syncBuiltinESMExports();
  onTestFinished(async () => {
    lookup.mockRestore();
    syncBuiltinESMExports();
    await receiver.close();
  });
  const allowed = ["--allow-host", "receiver.example", "--allow-host", "other.example"];
  const url = receiver.url.replace("127.0.0.1", "receiver.example");
  const { code, stdout } = await listenTo([unknown], ...allowed, "--forward", url);
  expect(stdout).toContain(`Forwarded to ${url}, and answered 204 (1 time)`);
  expect(receiver.received.map(({ body }) => body)).toEqual([unknown]);
  expect(code).toBe(0);
});

describe("--record", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "listen-command-"));
  });
  afterAll(() => rm(directory, { recursive: true }));

  test("writes the recording to the file, and says how many events it has", async () => {
    const file = join(directory, "events.jsonl");
    const { code, stdout, stderr } = await listenTo([clean, unknown], "--record", file);
    expect(stderr).toMatch(/\nRecorded 2 events in .+events\.jsonl\.\n$/);
    expect(await readFile(file, "utf8")).toMatch(/^\{"recording":1,.*"source":"listen".*\n\{"event":1,/);
    expect(stdout + stderr).not.toMatch(/msg_|menu\.changed/);
    expect(code).toBe(0);
  });

  test("that cannot be written any more is exit 2, after the report", async () => {
    const problem = "full.jsonl cannot be written any more (ENOSPC): the recording ends here.";
    const full = vi.spyOn(Recorder.prototype, "problem", "get").mockReturnValue(problem);
    onTestFinished(() => full.mockRestore());
    const { code, stdout, stderr } = await listenTo([clean], "--record", join(directory, "full.jsonl"));
    expect(stdout).toContain("Received 1 delivery");
    expect(stderr).toContain(`error: ${problem} Make room`);
    expect(code).toBe(2);
  });
});

test("the report of the guide is what the command prints", async () => {
  const readme = await readFile(join(projectDirectory, "src/tools/listen/README.md"), "utf8");
  const [, shown = ""] = readme.split(/^```\n(?=Seen)/m);
  const lines = shown.slice(0, shown.indexOf("\n```")).split(/\n| +…\n/);
  const { stdout } = await listenTo([clean, broken, unknown]);
  const printed = stdout.replace(/127\.0\.0\.1:\d+/, "127.0.0.1:4040").split("\n");
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !printed.includes(line))).toEqual([]);
});

test("with a key, events are compared with reads, and neither the key nor the secret is shown", async () => {
  const key = sandbox.apiKey;
  const stranger = clean
    .replace("{", '{"user_id":"00000000-0000-4000-8000-000000000000",')
    .replace("of Alice", `${key} ${secret}`);
  const service = ["--base-url", sandbox.url ?? "", "--api-key", key, "--secret", secret, "--wait", "0"];
  const { stdout, stderr } = await listenTo([stranger], ...service, "--show-values");
  expect(stdout).toContain(
    "difference  user-is-known  The event is about a user whom `listUserConnections` answers with 404.",
  );
  expect(stdout + stderr).toContain("$API_KEY $EVENTS_SECRET");
  for (const hidden of [key, secret]) expect(stdout + stderr).not.toContain(hidden);
});

test("the secret and the key may be in the environment; an empty EVENTS_SECRET is none", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("EVENTS_SECRET", "");
  expect((await listenTo([clean])).stdout).toContain("skipped  signature-fits: it needs --secret");
  vi.stubEnv("EVENTS_SECRET", secret);
  vi.stubEnv("API_KEY", sandbox.apiKey);
  const { code, stdout } = await listenTo([clean], "--base-url", sandbox.url ?? "", "--wait", "0", "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({ passed: { "signature-fits": 1, "timestamp-is-now": 1 }, unsigned: 0 });
  expect(JSON.parse(stdout).skipped).toContainEqual({
    check: "user-is-known",
    reason: "no event gave cause for it",
  });
  expect(code).toBe(0);
});

test("when nothing comes, or the receiver acknowledges nothing, the exit code is 2", async () => {
  const idle = await runHere(listenCommand, ["--port", "0", "--idle", "0.1"]);
  expect(idle.stderr).toMatch(
    /error: No event came\. Register http:\/\/127\.0\.0\.1:\d+ as the endpoint of events\.\n$/,
  );
  expect(idle.code).toBe(2);
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  receiver.answering = () => 500;
  const refused = await listenTo([broken], "--forward", `${receiver.url}?token=hidden`);
  expect(refused.stdout).toContain("1 violation of what is stated");
  expect(refused.stdout).toContain("answered 500 (1 time)");
  expect(refused.stderr).toMatch(/error: http:\S+\/events acknowledged none of 1 delivery\./);
  expect(refused.stdout + refused.stderr).not.toContain("hidden");
  expect(refused.code).toBe(2);
  receiver.answering = ({ body }) => (body === clean ? 204 : 500);
  const acknowledged = await listenTo([unknown, clean], "--forward", receiver.url);
  expect(acknowledged.stdout).toContain("answered 204 (1 time), 500 (1 time)");
  expect(acknowledged.code).toBe(0);
});

test("--until counts different events: one that comes again is not another one; --idle begins anew with each delivery", async () => {
  const limits = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => limits.mockRestore());
  const { stdout } = await listenTo([clean, clean, unknown], "--until", "2", "--idle", "76.5");
  expect(limits.mock.calls.filter(([ms]) => ms === 76_500)).toHaveLength(3);
  expect(stdout).toContain("Received 3 deliveries of 2 events");
});

describe("a user error is exit 2, one line and a remedy", () => {
  test.each<[args: readonly string[], says: string, remedy: string]>([
    [["--forward", "here"], '--forward takes a URL, found "here".', "Write it like"],
    [["--forward", "ftp://127.0.0.1/"], "it is ftp://", "Write it like"],
    [["--forward", "http://u:p@127.0.0.1/"], "it holds a user or a password", "Write it like"],
    [["--forward", "https://receiver.example/hook?token=hidden"], "(--allow-host receiver.example)", "Allow it"],
    [["--forward", "http://169.254.169.254/"], "link-local", "Write it like"],
    [
      ["--forward", "http://127.0.0.1:9/"],
      "Nothing listens at http://127.0.0.1:9/ (ECONNREFUSED).",
      "Start your receiver",
    ],
    [["--forward", "http://127.0.0.1:4040/"], "are both 4040", "Pass another --port."],
    [["--port", "x"], "--port takes a whole number", "0 picks a free port"],
    [["--until", "0"], "--until takes a number from 1", "Correct it"],
    [["--idle", "soon"], 'found "soon"', "Correct it"],
    [["--timeout", "0"], "--timeout takes a number from 0.1", "Correct it"],
    [["--secret", "whsec_ä"], "--secret is not a secret of Standard Webhooks.", "whsec_ and base64"],
    [["--base-url", "http://a.example"], "--api-key is missing.", "Pass the key"],
    [["--format", "xml"], "text, json, junit", "Choose one"],
    [["--allow-host", "http://x"], "Expected a host name", "Pass the host only"],
  ])("%j", async (args, says, remedy) => {
    // What takes a wrong option as right ends by itself
    const { code, stderr } = await runHere(listenCommand, ["--idle", "0.1", ...args]);
    expect(stderr).toMatch(/^error: .+\n$/);
    expect(stderr).toContain(says);
    expect(stderr).toContain(remedy);
    expect(stderr).not.toMatch(/hidden|whsec_ä/);
    expect(code).toBe(2);
  });

  test("a port that is taken", async () => {
    const { port } = new URL(sandbox.url ?? "");
    const { code, stderr } = await runHere(listenCommand, ["--port", port]);
    expect(stderr).toBe(
      `error: Port ${port} for the receiver of events is already in use. Choose another with --port N.\n`,
    );
    expect(code).toBe(2);
  });

  test.each<[what: string, status: number, body: string, says: RegExp]>([
    ["refuses the key", 401, "{}", /refuses the key with 401\. Pass a key of that server as --api-key\.\n$/],
    ["forbids the key", 403, "{}", /refuses the key with 403\. Pass a key of that server as --api-key\.\n$/],
    ["has another path", 404, "{}", /answers the list of providers with 404\. Correct --base-url/],
    ["answers with HTML", 200, "<html>", /gives no answer of JSON\. Correct --base-url\.\n$/],
  ])("a service that %s", async (_, status, body, says) => {
    const server = createServer((_, response) => void response.writeHead(status).end(body));
    const url = await listenOnLoopback(server, 0, "a service", "Try again.");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const service = ["--base-url", url, "--api-key", "sk_hidden"];
    const { code, stderr } = await runHere(listenCommand, ["--port", "0", "--idle", "0.1", ...service]);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain("sk_hidden");
    expect(code).toBe(2);
  });
});

test("--help and the guide name every option, and --help what the exit codes mean", async () => {
  const { stdout } = await runHere(listenCommand, ["--help"]);
  const readme = await readFile(join(projectDirectory, "src/tools/listen/README.md"), "utf8");
  for (const check of Object.keys(listenChecks)) expect(readme).toContain(`\`${check}\``);
  for (const option of Object.keys(listenCommand.options)) {
    expect(stdout).toContain(`--${option}`);
    expect(readme).toContain(`--${option}`);
  }
  expect(stdout).toContain("Exit codes: 0 no violation");
});
