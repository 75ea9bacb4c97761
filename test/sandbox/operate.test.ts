// Probes say whether a sandbox may get calls, its log says what it was called, and a stop loses no call.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type ServedSandbox, serveSandbox } from "../../src/sandbox/serve-sandbox.ts";
import { makeJsonLog } from "../../src/sandbox/server/log.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { startCommand, startHere } from "../commands.ts";
import { runner } from "./cast.ts";
import { connectTo } from "./raw-socket.ts";
import { patient, Receiver } from "./receiver.ts";

let sandbox: ServedSandbox;
beforeAll(async () => {
  sandbox = await serveSandbox({ port: 0, managementPort: 0 });
});
afterAll(() => sandbox?.close());

const probePaths = ["/health", "/ready", "/_sandbox/health"];

test.each(probePaths)("%s answers on both hosts without a key", async (path) => {
  for (const url of [sandbox.url, sandbox.managementUrl]) {
    const answer = await fetch(`${url}${path}`);
    const status = path === "/ready" ? "ready" : "ok";
    expect([answer.status, await answer.json()]).toEqual([200, { status }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await fetch(`${url}${path}`, { method: "HEAD" })).status).toBe(200);
  }
});

test("the unit starts a sandbox that its proxy reaches by its name, with the token", async () => {
  const directory = await mkdtemp(join(tmpdir(), "unit-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, "control.token"), "token\n");
  const page = await readFile(join(projectDirectory, "src/sandbox/OPERATE.md"), "utf8");
  const [, line = ""] = /^ExecStart=.*? wearable-health-api-tools ((?:.*\\\n)*.*)$/m.exec(page) ?? [];
  const args = line
    .split(/[\s\\]+/)
    .map((word) => (/^(sandbox|control\.token)$/.test(word) ? join(directory, word) : word));
  const [, ...options] = args.map((word) => (word === "4021" ? "0" : word));
  const unit = startCommand("cli.ts", ["sandbox", ...options]);
  const [, url = ""] = await unit.printed(/Sandbox ready at ([^"\s]+)/);
  const status = async (token: string) => {
    const authorization = `Bearer ${token}`;
    const forwarded = { "x-forwarded-host": "sandbox.example.com", "x-forwarded-proto": "https" };
    const headers = { "x-sandbox-control": "1", authorization, ...forwarded };
    return (await fetch(`${url}/_sandbox/worlds`, { headers })).status;
  };
  expect([await status("token"), await status("another")]).toEqual([200, 401]);
  await unit.stop();
});

test("with --log json each call is a line with its operation and the caller's request id, and with nothing that a caller made up", async () => {
  const command = await startHere(sandboxCommand, ["--port", "0", "--log", "json"]);
  const [, url = ""] = await command.printed(/Sandbox ready at (http:[\d.:/]+)/);
  const headers = { "x-service-api-key": "sk_demo_team", "x-request-id": "ci:Build_17.3-a" };
  await fetch(`${url}/v2/user/resolve/secret-name?secret=query`, { headers });
  await fetch(`${url}/v2/user/`, { method: "POST", headers: { "x-request-id": "a b secret@x" }, body: "secret" });
  const longest = "r".repeat(128);
  await fetch(`${url}/v4/secret`, { headers: { "x-request-id": longest } });
  await fetch(`${url}/v4/secret`, { headers: { "x-request-id": `${longest}r` } });
  const fault = JSON.stringify({ operation_id: "listProviders", effect: "status", status: 500 });
  await fetch(`${url}/_sandbox/worlds/demo/faults`, { ...control, method: "POST", body: fault });
  await fetch(`${url}/v2/providers/`, { headers });
  await fetch(`${url}/health`);
  await command.stop();
  const { stdout } = command.output;
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const call = { time: expect.any(String), level: "info", message: "call" };
  const duration_ms = expect.any(Number);
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(lines.slice(1)).toEqual([
    { time: expect.any(String), level: "info", message: "resolveUser: query … is unknown: leave it out" },
    { ...call, request_id: "ci:Build_17.3-a", operation_id: "resolveUser", method: "GET", status: 404, duration_ms },
    { ...call, request_id: uuid, operation_id: "createUser", method: "POST", status: 401, duration_ms },
    { ...call, request_id: longest, operation_id: "other", method: "GET", status: 404, duration_ms },
    { ...call, request_id: uuid, operation_id: "other", method: "GET", status: 404, duration_ms },
    { ...call, request_id: uuid, operation_id: "addFault", method: "POST", status: 201, duration_ms },
    {
      ...call,
      level: "error",
      request_id: "ci:Build_17.3-a",
      operation_id: "listProviders",
      method: "GET",
      status: 500,
      duration_ms,
    },
  ]);
  expect(stdout).not.toMatch(/secret|sk_demo/);
});

test("what the sandbox says is a line of JSON with the level of its kind", () => {
  const printed: string[] = [];
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  onTestFinished(() => stdout.mockRestore());
  const { line } = makeJsonLog();
  for (const text of [
    "error: the disk is full",
    "warning: it is short",
    "violation: listLabs answered 200",
    "note: it stops",
    "plain",
  ])
    line(text);
  expect(printed.map((text) => JSON.parse(text)).map(({ level, message }) => [level, message])).toEqual([
    ["error", "the disk is full"],
    ["warn", "it is short"],
    ["warn", "violation: listLabs answered 200"],
    ["info", "it stops"],
    ["info", "plain"],
  ]);
});

test("a stop lets a call, a delivery and a request that has begun to arrive finish, ends streams, and is not ready meanwhile", async () => {
  const directory = await mkdtemp(join(tmpdir(), "stopped-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const db = join(directory, "sandbox.db");
  const stopped = await serveSandbox({ port: 0, db, ...patient });
  onTestFinished(() => stopped.close());
  const url = stopped.url ?? "";
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  const late = Promise.withResolvers<number>();
  const asked = Promise.withResolvers<void>();
  receiver.answering = () => {
    asked.resolve();
    return late.promise;
  };
  await stopped.endpoints.register({ url: receiver.url });
  await stopped.simulate.connectionMade({ user_id: runner, provider: "demo_scale" });
  await asked.promise;
  const stream = await fetch(`${url}/_sandbox/worlds/demo/stream`, { headers: { "x-sandbox-control": "1" } });
  const socket = await connectTo(url);
  const answered = text(socket);
  const begun = await Promise.all(["/health", "/ready"].map(async (path) => ({ path, socket: await connectTo(url) })));
  for (const { path, socket: one } of begun) one.write(`GET ${path} HTTP/1.1\r\n`);
  await fetch(`${url}/health`);
  const ended = stopped.stop(600_000);
  expect(await stream.text()).toContain(": watching");
  const texts = await Promise.all(
    begun.map(({ socket: one }) => {
      one.write("Host: 127.0.0.1\r\n\r\n");
      return text(one);
    }),
  );
  expect(texts[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*\{"status":"ok"\}$/is);
  expect(texts[1]).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n.*\{"status":"stopping"\}$/is);
  // It waited for its first request, which did not come
  expect(await answered).toBe("");
  late.resolve(204);
  expect(await ended).toBe(true);
  const again = await serveSandbox({ db, ...patient });
  await again.settled();
  expect(receiver.received).toHaveLength(1);
  await again.close();
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test("a command cuts off what takes longer than its limit when it is stopped, says so, and ends with 0", async () => {
  const command = await startHere(sandboxCommand, ["--port", "0", "--stop-within", "0"]);
  const [, url = ""] = await command.printed(/^Sandbox ready at (\S+),/m);
  await stalled(url);
  const call = fetch(`${url}/v2/providers/`, { headers: { "x-service-api-key": "sk_demo_team" } });
  const refused = expect(call).rejects.toThrow();
  await expect.poll(() => fetch(`${url}/_sandbox/worlds/demo/faults`, control).then(counts)).toEqual([1]);
  expect(await command.stop()).toBe(0);
  expect(command.output.stderr).toContain("note: calls or deliveries in progress were cut off after 0 s.\n");
  await refused;
});

test("a command that is stopped under load loses no call that it accepted, and ends with 0", async () => {
  const directory = await mkdtemp(join(tmpdir(), "stopped-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const db = join(directory, "sandbox.db");
  const command = startCommand("cli.ts", ["sandbox", "--port", "0", "--seed", "empty", "--db", db]);
  const [, url = ""] = await command.printed(/^Sandbox ready at (\S+),/m);
  const [accepted, unread]: [string[], string[]] = [[], []];
  const loaded = Promise.withResolvers<void>();
  /** Calls until it is asked to leave: a load balancer sends the next one elsewhere. */
  const callUntilAskedToLeave = async (caller: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let [number, isLast, calledMs] = [0, false, performance.now()];
    while (!isLast) {
      number += 1;
      // When the call before was sent: its answer may have waited to be read for longer than the connection was kept
      const beforeMs = calledMs;
      calledMs = performance.now();
      const name = `${caller}-${number}`;
      const answer = await created(`${url}/v2/user/`, agent, name).catch((error: unknown) => {
        // A busy machine held this caller up, whose connection was closed as idle: it calls again, elsewhere
        if (performance.now() - beforeMs < 400) throw error;
        return undefined;
      });
      if (answer !== undefined) expect(answer.status).toBe(200);
      (answer === undefined ? unread : accepted).push(name);
      isLast = answer?.isLast ?? true;
      if (accepted.length === 100) loaded.resolve();
    }
    agent.destroy();
  };
  const callers = Promise.all(Array.from({ length: 8 }, (_, at) => callUntilAskedToLeave(`caller-${at}`)));
  await loaded.promise;
  command.child.kill("SIGTERM");
  await callers;
  expect(await command.ended).toBe(0);
  expect(command.output.stderr).toBe("Stopped: SIGTERM.\n");
  const again = await serveSandbox({ db });
  onTestFinished(() => again.close());
  const headers = { "x-service-api-key": again.apiKey };
  const isKept = async (name: string) =>
    (await again.fetch(`http://sandbox/v2/user/resolve/${name}`, { headers })).status === 200;
  for (const name of [...accepted, ...unread])
    expect([name, await isKept(name)]).toEqual([name, accepted.includes(name)]);
});

test.each([
  ["npx", { npm_command: "exec" }],
  ["npm", { npm_command: "run", npm_lifecycle_script: "node src/cli.ts sandbox --port 0" }],
] as const)("a command whose shell is ended, as %s does on SIGTERM, stops", async (name, by) => {
  const command = [process.execPath, join(projectDirectory, "src/cli.ts"), "sandbox", "--port", "0"];
  // The command after it keeps the shell from becoming the command
  const shell = spawn("sh", ["-c", `${command.join(" ")}; true`], { env: { ...process.env, ...by } });
  let printed = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk));
  await expect.poll(() => printed).toContain("Sandbox ready");
  const ended = once(shell, "close");
  shell.kill("SIGTERM");
  await ended;
  expect(printed).toContain(`Stopped: ${name} has ended.`);
});

test("a second signal ends a command at once", async () => {
  const command = startCommand("cli.ts", ["sandbox", "--port", "0"]);
  const [, url = ""] = await command.printed(/^Sandbox ready at (\S+),/m);
  await stalled(url);
  const call = fetch(`${url}/v2/providers/`, { headers: { "x-service-api-key": "sk_demo_team" } });
  const refused = expect(call).rejects.toThrow();
  await expect.poll(() => fetch(`${url}/_sandbox/worlds/demo/faults`, control).then(counts)).toEqual([1]);
  // The first ones may be taken for one: npm passes on what the terminal has sent already
  const again = setInterval(() => command.child.kill("SIGTERM"), 100);
  await command.ended;
  clearInterval(again);
  await refused;
  expect([command.child.exitCode, command.child.signalCode]).toEqual([null, "SIGTERM"]);
});

const control = { headers: { "x-sandbox-control": "1" } };

/** Makes a call take longer than any test. */
async function stalled(url: string): Promise<void> {
  const body = JSON.stringify({ operation_id: "listProviders", effect: "latency", latency_ms: 600_000 });
  const answer = await fetch(`${url}/_sandbox/worlds/demo/faults`, { ...control, method: "POST", body });
  expect(answer.status).toBe(201);
}

/** How often each fault was applied. */
async function counts(answer: Response): Promise<number[]> {
  const { faults } = (await answer.json()) as { faults: { applied: number }[] };
  return faults.map(({ applied }) => applied);
}

/** All that arrives until the connection ends. */
async function text(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** Creates a user through one connection. */
async function created(url: string, agent: Agent, client_user_id: string) {
  const sent = request(url, {
    agent,
    method: "POST",
    headers: { "x-service-api-key": "sk_demo_team", "content-type": "application/json" },
  }).end(JSON.stringify({ client_user_id }));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return { status: answer.statusCode ?? 0, isLast: answer.headers.connection === "close" };
}
