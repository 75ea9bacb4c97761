// `check-receiver` as a person calls it: its reports, its curls, its probe, what can be wrong with its input, and its exit codes.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import timers from "node:timers";
import timersPromises from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { checkReceiver } from "../../src/check-receiver/check-receiver.ts";
import { writeCurls } from "../../src/check-receiver/delivery.ts";
import { expectations, type ReceiverCheck, receiverChecks } from "../../src/check-receiver/expectations.ts";
import { checkReceiverCommand } from "../../src/check-receiver/index.ts";
import { probeAt } from "../../src/check-receiver/probe.ts";
import { writeTextReport } from "../../src/check-receiver/report.ts";
import { Run } from "../../src/check-receiver/run.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { parseHostPolicy } from "../../src/shared/http/index.ts";
import { runHere, runToEnd } from "../commands.ts";
import { needs } from "../run/needs.ts";
import { seed } from "../run/seed.ts";
import { serve as serveListener } from "../serve.ts";
import { readJunit } from "../verify/junit.ts";
import { secret } from "./consumer.ts";
import { type Steps, startReceiver } from "./samples.ts";

/** Keeps the milliseconds of all timers that are set. */
function timersSet(): () => readonly unknown[] {
  const [waits, deadlines] = [vi.spyOn(timersPromises, "setTimeout"), vi.spyOn(timers, "setTimeout")];
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of [waits, deadlines]) spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => [...waits.mock.calls.map(([ms]) => ms), ...deadlines.mock.calls.map(([, ms]) => ms)];
}

async function start(wrong?: Partial<Steps>) {
  const receiver = await startReceiver(wrong);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** A server that answers in its own way. */
async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await serveListener(listener);
  onTestFinished(close);
  return `${url}/events`;
}

/** The endpoint of a consumer that says what it holds. */
function probing(holds: (userId: string) => unknown): RequestListener {
  return (request, response) => {
    const user_id = new URL(request.url ?? "", "http://probe").searchParams.get("user_id") ?? "";
    response.writeHead(200).end(JSON.stringify({ user_id, holds: holds(user_id) }));
  };
}

/** Runs the command. What follows counts: a test that needs another deadline passes its own. */
const check = (...args: string[]) =>
  runHere(checkReceiverCommand, ["--deadline", "60", "--burst", "10", "--seed", `${seed}`, ...args]);

/** The report of `--format json`, as far as it is looked at. */
interface Json {
  readonly curls: string;
  readonly checks: readonly {
    readonly check: string;
    readonly passed: number;
    readonly basis: string;
    readonly finding?: {
      readonly message: string;
      readonly curl: string;
      readonly answer?: { readonly status: number };
    };
    readonly skipped?: string;
  }[];
}

async function findingsOf(...args: string[]) {
  const { code, stdout, stderr } = await check(...args, "--secret", secret, "--format", "json");
  expect(stderr).toBe("");
  const { checks, curls } = JSON.parse(stdout) as Json;
  return {
    curls,
    code,
    checks,
    findings: checks.flatMap(({ check: name, finding }) => (finding ? [{ name, ...finding }] : [])),
  };
}

test("--help documents every option, every check and the exit codes", async () => {
  const { code, stdout } = await runHere(checkReceiverCommand, ["--help"]);
  expect(code).toBe(0);
  const documented = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(Object.keys(checkReceiverCommand.options).sort());
  expect(stdout).toMatch(/^ {2}large-payload-accepted +advice$/m);
  expect(stdout).toContain("0 no violation, 1 violations (with --strict also departures from advice), 2");
});

describe("the report", () => {
  test("of a right receiver is exit 0; the effect is skipped without a probe; the environment has the secret", async () => {
    const { url, received } = await start({ duplicate: { status: 299 } });
    vi.stubEnv("EVENTS_SECRET", secret);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, stdout, stderr } = await check(url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("✓ stale-refused");
    expect(stdout).toMatch(/^– order-has-no-effect .*\n.*skipped {2}order-has-no-effect: it needs --probe URL/m);
    expect(stdout).toMatch(
      /^Checked http.*\/events by contract .*: \d+ requests, seed \d+\.\n0 violations, 0 departures from advice, 6 skipped\.$/m,
    );
    expect(stdout).toContain(`: ${received.length} requests,`);
    expect(stdout).not.toContain("A curl repeats");
    expect(stdout).toMatch(/^✓ burst-accepted {2}10 passed$/m);
    // Of the 50 of a burst by default, 10 were sent here
    expect(received.length + 40).toBeGreaterThan(125);
    expect(received.length + 40).toBeLessThan(175);
  });

  test("of a wrong one is exit 1: what is expected, who says so, the curl and the answer; never the secret", async () => {
    // The receiver shows its secret, also as Base64 of user:secret
    const body = { wanted: secret, basic: btoa(`user:${secret}`) };
    const { url } = await start({ unsigned: { status: 500, body }, largestBytes: 1000 });
    const { code, stdout } = await check(url, "--secret", secret);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /advice {2}refused-with-4xx {2}The refusal is 500\.\n +expected .*5xx is a failure.* advice\n/,
    );
    expect(stdout).toContain('answer    500  application/json  {"wanted":"…","basic":"dXNlcj…=="}');
    expect(stdout).toContain(
      "A stale timestamp stays stale; a fresh one is valid for as long as the receiver tolerates",
    );
    expect(stdout).not.toContain(secret.replace("whsec_", ""));
    const { code: left, stdout: leftOut } = await check(
      url,
      "--strict",
      "--secret",
      secret,
      "--skip",
      "refused-with-4xx",
      "--skip",
      "large-payload-accepted",
      "--skip",
      "text-beyond-ascii-accepted",
      "--skip",
      "json-spellings-accepted",
      "--skip",
      "unknown-fields-accepted",
    );
    expect(left).toBe(0);
    expect(leftOut).toContain("skipped  refused-with-4xx: it is left out by --skip");
  });

  test("of advice only is exit 0, and 1 with --strict; in JUnit a failure with --strict only", async () => {
    const { url } = await start({ unsigned: { status: 500 } });
    // --secret counts more than the environment
    vi.stubEnv("EVENTS_SECRET", `whsec_${btoa("another")}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const advice = async (...args: string[]) => {
      const { code, stdout } = await check(url, "--secret", secret, "--format", "junit", ...args);
      return { code, failures: stdout.match(/<failure type="advice"/g)?.length ?? 0 };
    };
    expect(await advice()).toEqual({ code: 0, failures: 0 });
    expect(await advice("--strict")).toEqual({ code: 1, failures: 1 });
  });

  test("as JUnit is XML with a case for each check", async () => {
    const { url } = await start({ candidates: (header) => header.split(" ").slice(0, 1) });
    const { code, stdout } = await check(url, "--secret", secret, "--format", "junit");
    expect(code).toBe(1);
    const suites = readJunit(stdout);
    const cases = suites.flatMap(({ testcase }) => testcase);
    expect(cases.map(({ name }) => name)).toEqual(Object.keys(expectations));
    expect(cases.filter(({ skipped }) => skipped !== undefined).map(({ name }) => name)).toEqual(
      receiverChecks.filter((name) => expectations[name][0] === "effect"),
    );
    expect(suites.map(({ name, failures }) => `${name} ${failures}`)).toEqual([
      "signatures 1",
      "events 0",
      "bodies 0",
      "answers 0",
      "effect 0",
    ]);
    const wrong = cases.find(({ failure }) => failure !== undefined);
    expect(wrong?.name).toBe("any-signature-accepted");
    expect(wrong?.failure?.["#text"].split("\n")).toEqual([
      expect.stringMatching(/^expected: A delivery is accepted if .+ Standard Webhooks$/),
      "sent: a wrong signature before the right one; a signature of an unknown version before the right one",
      expect.stringMatching(/^request: curl -X POST /),
      expect.stringMatching(/^answer: 401/),
      expect.stringMatching(
        /^valid: A curl repeats its delivery exactly\. A stale timestamp stays stale; a fresh one /,
      ),
    ]);
  });

  test.runIf(needs("curl"))("has curls that repeat the delivery to the byte, also of 256 KB", async () => {
    const { url } = await start({
      largestBytes: 100 * 1024,
      verified: (body) => JSON.stringify(JSON.parse(body)),
      unsigned: { status: 500 },
      candidates: (header) => header.split(" ").slice(0, 1),
    });
    const { findings, curls } = await findingsOf(url);
    expect(curls).toContain("a fresh one is valid for as long as the receiver tolerates");
    expect(findings.map(({ name }) => name)).toEqual([
      "any-signature-accepted",
      "json-spellings-accepted",
      "large-payload-accepted",
      "refused-with-4xx",
    ]);
    for (const { curl, answer } of findings) {
      const again = `${curl} -s -o /dev/null -w '%{http_code}'`;
      const printed = await new Promise((resolve) => execFile("sh", ["-c", again], (_, stdout) => resolve(stdout)));
      expect(printed, again).toBe(String(answer?.status));
    }
  });

  test.runIf(needs("curl"))("has one curl for deliveries that follow one another", async () => {
    const { url, holds } = await start({ isLastWriterRight: true });
    const probe = await serve(probing(holds));
    const timers = timersSet();
    const { code, findings } = await findingsOf(url, "--probe", probe, "--settle", "0.0123", "--strict");
    expect(timers().filter((milliseconds) => milliseconds === 12.3).length).toBeGreaterThan(4);
    expect(code).toBe(1);
    expect(findings.map(({ name }) => name)).toEqual(["order-has-no-effect"]);
    const [{ curl = "", message = "" } = {}] = findings;
    expect(message).toContain('After the update and then the creation it holds {"daily.data.steps":{"type":"created"');
    const printed = await new Promise((resolve) => execFile("sh", ["-c", curl], (error) => resolve(error)));
    expect(curl.match(/; curl /g)).toHaveLength(1);
    expect(curl.match(/"event_type":"[^"]+/g)?.map((type) => type.split(".").at(-1))).toEqual(["updated", "created"]);
    expect(printed).toBeNull();
  });
});

test.runIf(needs("curl"))("a curl sends any header and any body as it is", async () => {
  const received: unknown[] = [];
  const url = await serve(async (request, response) => {
    received.push([request.headers["webhook-signature"], await text(request)]);
    response.end();
  });
  const controls = ['{"a":\n1}', '\r\n{"a": "é\u2028😀"}\t', '{"a":"\u007f"}'];
  const sent = ['{"a":"it\'s é"}', ...controls, "x".repeat(4000), "x".repeat(4001), "x".repeat(200_000)];
  const deliveries = sent.map((body) => ({ what: "", headers: { "webhook-signature": "" }, body }));
  const curl = writeCurls(new URL(url), deliveries);
  expect(curl.length).toBeLessThan(7000);
  expect(curl).not.toMatch(/[^\P{C}\n]/u);
  await new Promise((resolve) => execFile("sh", ["-c", curl.replaceAll("curl -X", "curl -s -X")], resolve));
  expect(received).toEqual(sent.map((body) => ["", body]));
});

test("by default a burst has 50 deliveries, answers have five seconds, and seeds and ids are others each time", async () => {
  const { url, received } = await start();
  const skip = receiverChecks.filter((name) => name !== "burst-accepted");
  const timers = timersSet();
  const runs = [await checkReceiver({ url, secret, skip }), await checkReceiver({ url, secret, skip })];
  expect(new Set(runs.map(({ seed }) => seed)).size).toBe(2);
  expect(new Set(received.map((headers) => headers["webhook-id"])).size).toBe(102);
  expect(timers().filter((milliseconds) => milliseconds === 5000).length).toBeGreaterThanOrEqual(102);
});

test("the seed chooses how one JSON is spelled", async () => {
  const skip = receiverChecks.filter((name) => name !== "json-spellings-accepted");
  const spellings = async (seed: number) => {
    const bodies: string[] = [];
    const url = await serve(async (request, response) => {
      bodies.push(await text(request));
      response.end();
    });
    await checkReceiver({ url, secret, seed, skip, deadlineMs: 60_000 });
    return bodies;
  };
  const sent = await spellings(1);
  const [plain, ...spelled] = sent.map((body) => JSON.parse(body));
  // Numbers have several spellings, too
  const withNumbers = { ...plain, numbers_of_a_newer_service: [1, 0, -2.5, 1e21] };
  for (const event of spelled) expect([plain, withNumbers]).toContainEqual(event);
  expect(new Set(sent).size).toBe(10);
  expect(new Set(await spellings(1))).toEqual(new Set(sent));
  expect((await spellings(2)).filter((body) => sent.includes(body))).toHaveLength(2);
});

test("a duplicate comes again as it was, and signed again", async () => {
  const { url, received } = await start();
  const skip = receiverChecks.filter((name) => name !== "duplicate-acknowledged");
  await checkReceiver({ url, secret, skip, deadlineMs: 60_000 });
  const [, ...sent] = received.map((headers) => headers["webhook-id"]);
  expect([sent.length, new Set(sent).size]).toEqual([3, 1]);
});

test("a slow receiver gets ten deliveries at a time", async () => {
  let [open, most] = [0, 0];
  const url = await serve((request, response) => {
    request.resume();
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(204).end();
    }, 300);
  });
  const skip = receiverChecks.filter((name) => name !== "known-events-accepted");
  await checkReceiver({ url, secret, skip, deadlineMs: 600_000 });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(10);
});

test("by default work after the answer has half a second where a probe is asked, and none where a function is", async () => {
  const { url } = await start();
  const probe = await serve(probing(() => ({})));
  const skip = receiverChecks.filter((name) => name !== "delivery-has-effect");
  const timers = timersSet();
  const waits = () => timers().filter((milliseconds) => milliseconds === 500).length;
  await checkReceiver({ url, secret, skip, deadlineMs: 60_000, holds: () => ({}) });
  expect(waits()).toBe(0);
  await checkReceiver({ url, secret, skip, deadlineMs: 60_000, probe });
  expect(waits()).toBe(1);
});

test("a suite that fakes every timer can check its receiver", async () => {
  const { url } = await start();
  const probe = await serve(probing(() => ({})));
  const skip = receiverChecks.filter((name) => name !== "delivery-has-effect");
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { checks } = await checkReceiver({ url, secret, skip, probe, settleMs: 1, deadlineMs: 60_000 });
  expect(checks.map(({ check: name }) => name)).toContain("delivery-has-effect");
});

describe("a probe", () => {
  test("is asked GET for the user beside its own query, and holds any JSON", async () => {
    const asked: unknown[] = [];
    const held = [null, 0, "", false, [], { a: 1 }];
    const url = await serve((request, response) => {
      asked.push([request.method, request.url]);
      probing(() => held[asked.length - 1])(request, response);
    });
    const probe = probeAt(new URL(`${url}?test=1`), parseHostPolicy([]), 60_000);
    for (const value of held) expect(await probe("a user")).toEqual(value);
    expect(new Set(asked.map(String))).toEqual(new Set(["GET,/events?test=1&user_id=a+user"]));
  });

  test("that redirects is not followed, and one that never answers is given up", async () => {
    const other = await serve(probing(() => ({})));
    const redirecting = await serve((_, response) => response.writeHead(302, { location: `${other}?user_id=a` }).end());
    const ask = (url: string, ms: number) => probeAt(new URL(url), parseHostPolicy([]), ms)("a");
    await expect(ask(redirecting, 60_000)).rejects.toThrow("answers with 302");
    await expect(ask(await serve(() => {}), 50)).rejects.toThrow("does not answer: no whole answer within 0.05 s");
  });
});

test.each(Object.entries(expectations))(
  "a finding of %s is a violation, or advice where it is ours",
  (name, [, basis]) => {
    const finding = { message: "Wrong.", deliveries: [], curl: "curl", answer: undefined };
    const one = { check: name as ReceiverCheck, group: "a", expected: "Right.", passed: 0, skipped: undefined };
    const report = { contract: "1", url: "", seed: 1, curls: "For five minutes.", deliveries: 1 };
    const text = writeTextReport({ ...report, checks: [{ ...one, basis, finding }] }, process.stdout);
    expect(text).toContain(basis === "advice" ? `advice  ${name}  Wrong.` : `violation  ${name}  Wrong.`);
    expect(text).toContain(basis === "advice" ? "0 violations, 1 departure " : "1 violation, 0 departures ");
    expect(text).toMatch(/\nFor five minutes\.\n$/);
  },
);

describe("the guide", () => {
  const guide = readFileSync(join(projectDirectory, "src/check-receiver/README.md"), "utf8");

  test("lists every check with who states it", () => {
    const rows = Object.entries(expectations).map(([name, [, basis, text]]) => `| \`${name}\` | ${basis} | ${text} |`);
    expect(guide).toContain(`|---|---|---|\n${rows.join("\n")}\n\n`);
  });

  test("shows commands that run, and a report as it is written", async () => {
    const { url, holds } = await start({ candidates: (header) => header.split(" ").slice(0, 1) });
    const probe = await serve(probing(holds));
    const commands = Array.from(guide.matchAll(/^npm run check-receiver -- (.*)$/gm), ([, args = ""]) =>
      args
        .replace("http://127.0.0.1:3000/events", url)
        .replace("http://127.0.0.1:3000/held", probe)
        .replace('"$EVENTS_SECRET"', secret)
        .split(" "),
    );
    expect(commands).toHaveLength(2);
    const [, shown = ""] = /^(✗ any-signature-accepted .*?) {6}request/ms.exec(guide) ?? [];
    for (const args of commands) {
      const { code, stdout } = await check(...args);
      expect(code).toBe(1);
      expect(stdout).toContain(shown);
    }
  });
});

const refused: readonly [options: string, says: string][] = parse(
  readFileSync(new URL("refused.yaml", import.meta.url), "utf8"),
);

describe("a user error is exit 2, one line and a remedy", () => {
  const errorOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await check(...args);
    expect({ code, stdout, lines: stderr.split("\n").length }, stderr).toEqual({ code: 2, stdout: "", lines: 2 });
    return stderr;
  };
  test.each(refused)("%j", async (options, says) => {
    vi.stubEnv("EVENTS_SECRET", undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const stderr = await errorOf(...options.replace("SECRET", `--secret ${secret}`).split(" "));
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("hunter2");
  });

  test.each<[options: object, says: string]>([
    [{ burst: 0 }, 'burst takes a whole number from 1 to 10000, found "0".'],
    [{ burst: 1.5 }, 'burst takes a whole number from 1 to 10000, found "1.5".'],
    [{ deadlineMs: "5000" }, 'deadlineMs takes a number from 1 to 600000, found "5000".'],
    [{ settleMs: -1 }, 'settleMs takes a number from 0 to 600000, found "-1".'],
    [{ seed: 0.5 }, 'seed takes a whole number from 0 to 2147483647, found "0.5".'],
    [{ skip: ["luck"] }, 'skip takes the name of a check, found "luck".'],
    [{ secret: "hunter2!" }, "The secret, in the command --secret or EVENTS_SECRET, is not a secret"],
    [{ probe: "held" }, 'The URL of the probe is not a URL: "held".'],
  ])("%j of the function", async (options, says) => {
    const call = checkReceiver({ url: "http://127.0.0.1:1/", secret, ...options });
    await expect(call).rejects.toThrow(says);
  });

  test.each<[fault: string, listener: RequestListener, says: string]>([
    [
      "HTML",
      (_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<p>"),
      "answers with HTML.",
    ],
    ["a redirect", (_, response) => response.writeHead(308, { location: "/events/" }).end(), "redirects to /events/."],
    ["controls", (_, response) => response.writeHead(308, { location: "/\u009b2J" }).end(), "redirects to /\\u009b2J."],
    ["404", (_, response) => response.writeHead(404).end(), "answers POST with 404. Correct the path"],
    ["405", (_, response) => response.writeHead(405).end(), "answers POST with 405."],
  ])("a URL that answers with %s", async (_, listener, says) => {
    const url = await serve(listener);
    expect(await errorOf(url, "--secret", secret)).toContain(says);
  });

  test("a URL that never answers", async () => {
    const url = await serve(() => {});
    const stderr = await errorOf(url, "--secret", secret, "--deadline", "0.2");
    expect(stderr).toContain("does not answer: no whole answer within 0.2 s.");
  });

  test.each<[what: string, end: (response: ServerResponse) => void, says: string]>([
    ["never ends its response", () => {}, "does not answer: no whole answer within 0.2 s."],
    ["breaks its response off", (response) => response.destroy(), "answers with 200, but not to the end: aborted."],
  ])("a URL that %s", async (_, end, says) => {
    const url = await serve((_request, response) => response.writeHead(200).write("a", () => end(response)));
    expect(await errorOf(url, "--secret", secret, "--deadline", says.includes("0.2") ? "0.2" : "60")).toContain(says);
  });

  test("a server without TLS at an https URL", async () => {
    const url = await serve((_, response) => response.end());
    expect(await errorOf(url.replace("http:", "https:"), "--secret", secret)).toContain("cannot be reached: ");
  });

  test("a server that speaks no HTTP", async () => {
    const server = createTcpServer((socket) => socket.end("hello\n"));
    const url = await new Promise<string>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${Object(server.address()).port}/`));
    });
    onTestFinished(() => void server.close());
    expect(await errorOf(url, "--secret", secret)).toContain("cannot be reached");
  });

  test.each<[fault: string, status: number, body: string, says: string]>([
    ["no JSON", 200, "<p>", "does not answer with JSON"],
    ["another status", 404, "{}", "answers with 404"],
    ["no `holds`", 200, '{"user_id":"a"}', "answers without `holds`"],
    ["another user", 200, '{"user_id":"a","holds":{}}', 'answers with the user_id "a"'],
  ])("a probe that answers with %s", async (_, status, body, says) => {
    const { url } = await start();
    const probe = await serve((_request, response) => response.writeHead(status).end(body));
    const stderr = await errorOf(url, "--secret", secret, "--probe", probe);
    expect(stderr).toContain(says);
    expect(stderr).toContain('{"user_id": "…", "holds": {}}');
  });
});

test.each([
  [401, "Either the receiver has another secret"],
  [502, "That is a failure of the receiver"],
])("a receiver that answers every signed event with %i: the finding says where to look", async (status, says) => {
  const url = await serve((request, response) => request.resume().on("end", () => response.writeHead(status).end()));
  const { findings, checks } = await findingsOf(url);
  expect(findings.map(({ name }) => name)).toEqual(["signature-accepted"]);
  const others = checks.filter(({ check }) => check !== "signature-accepted");
  expect(new Set(others.map(({ skipped }) => skipped))).toEqual(new Set(["no signed event is accepted"]));
  expect(findings[0]?.message).toContain(`the first is answered with ${status}. ${says}`);
});

test("a probe that shows nothing of a user is a finding, and the other effects are skipped", async () => {
  const { url } = await start();
  const probe = await serve(probing(() => []));
  const { code, findings, checks } = await findingsOf(url, "--probe", probe, "--settle", "0");
  expect({ code, found: findings.map(({ name }) => name) }).toEqual({ code: 0, found: ["delivery-has-effect"] });
  expect(checks.filter(({ skipped }) => skipped !== undefined)).toHaveLength(5);
});

test("an answer that a timer gave up a millisecond early is late", () => {
  const run = new Run({ url: new URL("http://a"), secret, policy: parseHostPolicy([]), deadlineMs: 200, skip: [] });
  const isLate = (duration_ms: number) => run.isLate({ error: "no whole answer", duration_ms });
  expect([isLate(200), isLate(199), isLate(150)]).toEqual([true, true, false]);
});

test("the file of the tools runs the command", async () => {
  const { url } = await start({ duplicate: { status: 409 } });
  const { code, stdout, stderr } = await runToEnd("cli.ts", [
    "check-receiver",
    url,
    "--secret",
    secret,
    "--deadline",
    "60",
  ]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("violation  duplicate-acknowledged  It is answered with 409.");
});
