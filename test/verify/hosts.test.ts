// `verify` against hosts that are not what they should be: one clear finding or exit 2 with a remedy, and nothing sent elsewhere.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { Failure, listenOn } from "../../src/shared/terminal/index.ts";
import { type VerifyOptions, verifyCommand } from "../../src/verify/index.ts";
import { runHere } from "../commands.ts";
import { seed } from "../run/seed.ts";
import { verifyAt } from "./gallery/faults/run.ts";
import { serve as serveSandbox, startServer, teamKey } from "./gallery/server.ts";

/** Runs the command. Only what hangs has a short deadline: the machine may be busy. */
function command(url: string, ...options: string[]) {
  const same = ["--timeout", "60", "--seed", `${seed}`, "--depth", "0"];
  return runHere(verifyCommand, ["--base-url", url, "--api-key", teamKey, ...same, ...options]);
}

function verified(url: string, options: Partial<VerifyOptions> = {}) {
  return verifyAt(url, { management: undefined, only: ["listProviders"], ...options });
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    // A call that is cut off at the end of a test may fail unseen
    socket.on("error", () => {});
  });
  const url = await listenOn(server, 0, "the test's server", "Try again.");
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  });
  return url;
}

const pem = readFileSync(new URL("self-signed.pem", import.meta.url));
const selfSigned = { key: pem, cert: pem };

const serve = (answer: RequestListener) => listen(createServer(answer));

/** A server that listens to everything and answers nothing, and how many connections it got. */
async function bystander() {
  let connections = 0;
  const server = createTcpServer(() => {
    connections += 1;
  });
  return { url: await listen(server), connections: () => connections };
}

function json(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "application/json" }).end("{}");
}

function html(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html><title>Welcome</title>");
}

/** Sends more and more, as long as anyone takes it. */
function sendForEver(response: ServerResponse): void {
  const block = Buffer.alloc(65_536, "[");
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

/** Says that there are 1000 bytes, sends one, and closes. */
function sendInPart(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write("{", () => response.destroy());
}

const long = 60_000;

interface Host {
  /** Starts it and gives its address. */
  readonly start: () => Promise<string>;
  readonly says: string;
  readonly remedy: string;
  /** By default long: only what hangs has a short deadline, the machine may be busy. */
  readonly timeoutMs?: number;
}

const hosts: Readonly<Record<string, Host>> = {
  "nothing listens": {
    // Below the ports that systems give away
    start: async () => "http://127.0.0.1:2",
    says: "cannot be reached: connect ECONNREFUSED",
    remedy: "Start the server, or correct --base-url.",
  },
  "the name is unknown": {
    // Longer than any name: no resolver has to be asked
    start: async () => `http://${"a".repeat(64)}.invalid`,
    says: "cannot be reached: getaddrinfo",
    remedy: "correct --base-url",
  },
  "the key is refused": {
    start: () => serve((_, response) => json(response, 401)),
    says: "refuses the key with 401",
    remedy: "Pass a key of that server as --api-key.",
  },
  "the key may not do anything": {
    start: () => serve((_, response) => json(response, 403)),
    says: "refuses the key with 403",
    remedy: "Pass a key of that server as --api-key.",
  },
  "the base path is wrong": {
    start: () => serve((_, response) => json(response, 404)),
    says: "responds with 404 to all operations",
    remedy: "Correct --base-url: it is the URL without /v2/… and /v3/….",
  },
  "every operation fails": {
    start: () => serve((_, response) => json(response, 503)),
    says: "responds with 503 to all operations",
    remedy: "Check the server.",
  },
  "the rate limit is reached": {
    start: () => serve((_, response) => void response.writeHead(429, { "retry-after": "0" }).end()),
    says: "responds with 429",
    remedy: "Wait",
  },
  "every answer is HTML": {
    start: () => serve((_, response) => html(response)),
    says: "responds with HTML instead of JSON",
    remedy: "Correct --base-url: it is the URL without /v2/… and /v3/….",
  },
  "the certificate is its own": {
    start: async () =>
      (await listen(createTlsServer(selfSigned, (_, response) => json(response, 200)))).replace("http:", "https:"),
    says: "is not trusted: self-signed certificate",
    remedy: "Set NODE_EXTRA_CA_CERTS",
  },
  "http to an https port": {
    start: () => listen(createTlsServer(selfSigned, (_, response) => json(response, 200))),
    says: "does not send a complete HTTP response",
    remedy: "whether --base-url needs http:// or https://",
  },
  "https to an http port": {
    start: async () => (await serve((_, response) => json(response, 200))).replace("http:", "https:"),
    says: "does not send a complete HTTP response",
    remedy: "whether --base-url needs http:// or https://",
  },
  "nothing is ever answered": {
    start: () => serve(() => {}),
    says: "does not respond: no complete response within 0.5 s",
    remedy: "pass a longer --timeout S",
    timeoutMs: 500,
  },
  "every answer ends early": {
    start: () => serve((_, response) => sendInPart(response)),
    says: "does not send a complete HTTP response",
    remedy: "Check the server",
  },
  "it does not speak HTTP": {
    start: () => listen(createTcpServer((socket) => void socket.end("220 mail.example.com \u001b[2J ready\r\n"))),
    says: "does not send a complete HTTP response",
    remedy: "--base-url",
  },
  "no answer ends": {
    start: () => serve((_, response) => sendForEver(response)),
    says: "do not end: more than 8 MB received",
    remedy: "Check the server",
  },
};

describe("a host that cannot be verified is one line and a remedy", () => {
  test.each(Object.entries(hosts))("%s", async (_, { start, says, remedy, timeoutMs = long }) => {
    const url = await start();
    const failure: unknown = await verified(url, { timeoutMs }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    if (failure instanceof Failure) expectOneLine(`error: ${failure.message} ${failure.remedy}\n`, [url, says, remedy]);
  });

  test("the base path is wrong, and each answer names another path that is near", async () => {
    const url = await serve(({ url: path }, response) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ detail: `There is no ${path}. The nearest is ${path?.slice(3)}.` }));
    });
    await expect(verified(url, { only: [] })).rejects.toMatchObject({
      message: `${url} responds with 404 to all operations.`,
    });
  });

  test("the organization's host by itself", async () => {
    const url = await serve((_, response) => json(response, 401));
    const management = { url, key: "mk_wrong_key" };
    await expect(verified(url, { management, only: ["listOrganizationTeams"] })).rejects.toMatchObject({
      message: `${url} refuses the key with 401.`,
      remedy: "Pass a key of that server as --management-key.",
    });
  });

  test.each(["nothing listens", "nothing is ever answered", "the certificate is its own"])(
    "as a command: %s",
    async (name) => {
      const { start, says, remedy, timeoutMs = long } = hosts[name] ?? expect.fail("There is no such host.");
      const url = await start();
      const run = await command(url, "--timeout", String(timeoutMs / 1000));
      expect(run).toMatchObject({ code: 2, stdout: "" });
      expectOneLine(run.stderr, [url, says, remedy]);
    },
  );

  /** A key within the target of a redirect; what follows is written by hand, for a server may encode what it likes. */
  const targets: readonly [key: string, written: string][] = [
    [teamKey, teamKey],
    [teamKey, "%73k_demo%5fteam"],
    ['sk_"quoted"_key', 'sk_"quoted"_key'],
    ['sk_"quoted"_key', "sk_%22quoted%22_key"],
    ['sk_"quoted"_key', 'sk_%22quoted"_key'],
    ['sk_"quoted"_key', "sk_%2522quoted%2522_key"],
    ['sk_"quoted"_key', 'sk_\\"quoted\\"_key'],
    ["sk_a+b/c=_key", "sk_a+b/c=_key"],
    ["sk_a+b/c=_key", "sk_a%2Bb%2fc%3D_key"],
    ["sk_a\\b_key", "sk_a\\b_key"],
    ["sk_a/../b_key", "sk_a/../b_key"],
    ["sk_quoted_key", "c2tfcXVvdGVkX2tleQ=="],
    // user:sk_quoted_key
    ["sk_quoted_key", "dXNlcjpza19xdW90ZWRfa2V5"],
    ["sk_quoted_key", "dXNlcjpza19xdW90ZWRfa2V5OmFueQ%3D%3D"],
  ];

  test.each(targets)(
    "as a command: every answer is a redirect that has the key %s as %s, and the host it leads to is not asked",
    async (key, written) => {
      const { url: elsewhere, connections } = await bystander();
      const url = await serve((_, response) => {
        response.writeHead(307, { location: `${elsewhere}/${written}/\u009b2J?key=${key}` }).end();
      });
      const run = await command(url, "--api-key", key);
      expect(run).toMatchObject({ code: 2, stdout: "" });
      expectOneLine(run.stderr, [
        `redirects to ${elsewhere}/`,
        "not followed",
        "If you trust that host, pass its URL as --base-url",
      ]);
      const [, shown] = /redirects to \S+:\d+\/(\S*?)\/%/.exec(run.stderr) ?? [];
      expect(shown).toMatch(/^(dXNlcj)?\$API_KEY(OmFueQ%3D%3D|==)?$/);
      expect(connections()).toBe(0);
    },
  );
});

/** One line for a person: what and what to do, no stack trace, no key, nothing that moves the cursor. */
function expectOneLine(stderr: string, parts: readonly string[]): void {
  expect(stderr).toMatch(/^error: .+\n$/);
  for (const part of parts) expect(stderr).toContain(part);
  expect(stderr).not.toContain("bug in this project");
  expect(stderr).not.toContain(teamKey);
  expect(stderr.slice(0, -1)).not.toMatch(/\p{Cc}/u);
}

test("operations that go wrong are a finding each, and the others are verified", async () => {
  const { url: elsewhere, connections } = await bystander();
  let hangs = true;
  const server = await serveSandbox({
    name: "five operations go wrong, each in its own way",
    send(response, _, { id, headers }, next) {
      if (id === "listProviders" && hangs) return;
      if (id === "listLabs") sendInPart(response);
      else if (id === "getLinkProvider") sendForEver(response);
      else if (id === "listLabAccounts") html(response);
      else if (id === "getAreaInfo") {
        response.writeHead(307, { location: `${elsewhere}/${headers["x-service-api-key"]}` }).end();
      } else next();
    },
  });
  const findsHanging = { listProviders: "✗ answer-arrives  The answer is late: no complete response within 2 s." };
  const finds = {
    listLabs: "✗ answer-arrives  The answer ends early: other side closed.",
    getLinkProvider: "✗ answer-arrives  The answer does not end: more than 8 MB received.",
    listLabAccounts: "✗ content-type  The media type is text/html on status 200.",
    getAreaInfo: `✗ documented-status  The answer is a redirect, 307 to ${elsewhere}/$API_KEY, which was not followed.`,
    getLabReportParsingJob: "✓",
  };
  // Only what hangs is not given time: on a busy machine the others may need it
  for (const [seconds, expected] of [
    ["2", findsHanging],
    ["60", finds],
  ] as const) {
    const only = Object.keys(expected).flatMap((id) => ["--only", id]);
    const run = await command(server.url, "--timeout", seconds, ...only);
    expect(run).toMatchObject({ code: 1, stderr: "" });
    // The mark of each operation and the first violation of it, if there is one
    const blocks = [...run.stdout.matchAll(/^(\S) \S+ \S+ {2}(\w+).*\n(?: {4}violation {2}(.*))?/gm)];
    const found = blocks.map(([, mark, id, violation]) => [id, [mark, violation].filter(Boolean).join(" ")]);
    expect(Object.fromEntries(found)).toEqual(expected);
    // This operation is asked first, whichever are chosen, to see whether the host answers
    hangs = false;
  }
  expect(connections()).toBe(0);
});

test("a server that ends in the middle of the run is a finding, not a crash", async () => {
  let asked = 0;
  const server = await startServer({
    name: "ends when listProviders is asked for again",
    on: ["listProviders"],
    send(_response, _answer, _call, next) {
      asked += 1;
      if (asked === 1) next();
      else if (asked === 2) void server.close();
    },
  });
  const run = await command(server.url, "--only", "listProviders");
  expect(run).toMatchObject({ code: 1, stderr: "" });
  expect(run.stdout).toMatch(/answer-arrives {2}(The answer ends early|There is no connection)/);
});
