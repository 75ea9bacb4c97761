// Where events may be sent to: this machine in every spelling, hosts that the operator allowed, and nothing else, whatever a name resolves to.
import type { LookupAddress, LookupOptions, lookup as systemLookup } from "node:dns";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { serveSandbox } from "../../src/sandbox/serve-sandbox.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { Poster, parseHostPolicy, urlProblem } from "../../src/shared/http/index.ts";
import { numbered, runner } from "./cast.ts";
import { patient, Receiver } from "./receiver.ts";

type Refusals = readonly (readonly [url: string, message: string])[];
interface Urls {
  readonly taken: readonly string[];
  readonly refused: Refusals;
  readonly noHost: readonly string[];
  readonly shared: {
    readonly allowed: readonly string[];
    readonly taken: readonly string[];
    readonly refused: Refusals;
  };
}
const urls: Urls = parse(readFileSync(new URL("endpoints.yaml", import.meta.url), "utf8"));

let sandbox: Sandbox;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  sandbox = await startSandbox({
    ...patient,
    frozen: true,
    now: new Date("2026-03-02T09:00:00Z"),
    allowedHosts: ["Receiver.Example.com.", "192.168.7.7", "fd00::7", "169.254.169.254"],
  });
});
beforeEach(async () => {
  await sandbox.reset();
  receiver.received.length = 0;
});
afterAll(() => Promise.all([sandbox.close(), receiver.close()]));

const registered = (url: string) => sandbox.endpoints.register({ url });

test("an endpoint is registered, listed without its secret, and removed", async () => {
  const endpoint = await registered("http://127.0.0.1:3000/events?from=sandbox#top");
  expect(endpoint).toMatchObject({
    url: "http://127.0.0.1:3000/events?from=sandbox",
    created_at: "2026-03-02T09:00:00.000Z",
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const { secret: _, ...listed } = endpoint;
  expect(await sandbox.endpoints.list()).toEqual([listed]);
  await sandbox.endpoints.remove(endpoint.id);
  expect(await sandbox.endpoints.list()).toEqual([]);
});

test.each([...urls.taken, `http://127.0.0.1/${"a".repeat(2031)}`])("%s is taken", async (url) => {
  expect((await registered(url)).id).toEqual(expect.any(String));
});

test.each([...urls.refused, [`http://127.0.0.1/${"a".repeat(2032)}`, "more than 2048"] as const])(
  "%s is refused",
  async (url, message) => {
    await expect(() => registered(url)).rejects.toThrow(new RegExp(message));
    expect(await sandbox.endpoints.list()).toEqual([]);
  },
);

test("a custom secret is accepted in the form of Standard Webhooks only", async () => {
  const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
  const { secret } = await sandbox.endpoints.register({ url: receiver.url, secret: secretOf(24) });
  expect(secret).toBe(secretOf(24));
  await sandbox.endpoints.register({ url: "http://127.0.0.1:1/", secret: secretOf(64) });
  for (const wrong of ["", "whsec_", "secret", secretOf(23), secretOf(65), secretOf(32).slice(6), `${secretOf(24)}!`]) {
    await expect(() => sandbox.endpoints.register({ url: receiver.url, secret: wrong })).rejects.toThrow(/secret/);
  }
  await numbered(sandbox, runner, 1);
  await sandbox.settled();
  expect(receiver.verified(secretOf(24))).toHaveLength(1);
});

test("there are 32 endpoints at most", async () => {
  for (let index = 0; index < 32; index += 1) await registered(`http://127.0.0.1/${index}`);
  await expect(() => registered("http://127.0.0.1/32")).rejects.toThrow(/Remove one first/);
});

test("an invalid host name is an error", () => {
  for (const name of urls.noHost) {
    expect(() => parseHostPolicy([name])).toThrow(/Expected a host name/);
  }
  const policy = parseHostPolicy(["Receiver.EXAMPLE.com.", "fd00::/8", "bücher.example"]);
  expect(policy.allowedHosts).toEqual(["receiver.example.com", "xn--bcher-kva.example"]);
  expect(urlProblem(policy, new URL("http://[fd12::1]/"))).toBeUndefined();
});

describe("a sandbox that is shared", () => {
  const rules = { ...parseHostPolicy(urls.shared.allowed, true), deadlineMs: patient.deliveryTimeoutMs };

  test.each(urls.shared.taken)("sends to %s, whose name or address was allowed", (url) =>
    expect(urlProblem(rules, new URL(url))).toBeUndefined(),
  );

  test.each(urls.shared.refused)("sends nothing to %s", (url, problem) =>
    expect(urlProblem(rules, new URL(url))).toMatch(new RegExp(problem)),
  );

  test("names the option that lets a receiver in", async () => {
    const shared = await serveSandbox({ port: 0, controlToken: "token", trustedProxies: ["127.0.0.1"] });
    await expect(shared.endpoints.register({ url: "http://127.0.0.1:3000/" })).rejects.toThrow(
      /not allowed by its address \(--allow-host 127\.0\.0\.1\)\. Use another receiver, or start the sandbox with --allow-host/,
    );
    await shared.close();
  });

  test("looks at each address that an allowed name has at the moment", async () => {
    const url = receiver.url.replace("127.0.0.1", "receiver.example.com");
    const addresses = ["127.0.0.1", "10.2.0.1", "100.64.0.1", "fd00:8::1", "::ffff:192.168.0.1", "::ffff:7f00:1"];
    const poster = new Poster(rules, resolving(...addresses.map((one) => [one]), ["8.8.4.4", "10.2.0.1"]));
    for (const address of [...addresses, "10.2.0.1"]) {
      expect(await posted(poster, url)).toMatchObject({
        error: `not sent: receiver.example.com is at ${address}, which is not public, and is not allowed by its address (--allow-host ${address})`,
      });
    }
    poster.close();
    const near = {
      ...parseHostPolicy(["receiver.example.com", "127.0.0.0/8"], true),
      deadlineMs: patient.deliveryTimeoutMs,
    };
    const allowing = new Poster(near, resolving(["127.0.0.1"], ["10.2.0.1"]));
    expect(await posted(allowing, url)).toMatchObject({ status: 204 });
    expect(await posted(allowing, url)).toMatchObject({ error: expect.stringContaining("not public") });
    allowing.close();
  });
});

/** Resolves every name as a test wants, call by call. */
function resolving(...answers: (readonly string[])[]): typeof systemLookup {
  const lookup = (
    _name: string,
    _options: LookupOptions,
    callback: (error: null, addresses: LookupAddress[]) => void,
  ) => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0];
    const found = (addresses ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    setImmediate(() => callback(null, found));
  };
  return lookup as typeof systemLookup;
}

const posted = async (poster: Poster, url: string, headers: Record<string, string> = { connection: "close" }) =>
  (await poster.post(new URL(url), headers, Buffer.from("{}"), new AbortController().signal)).answer;

test("the address is looked at when the connection is made: a name that changes its mind reaches nothing", async () => {
  const rules = { ...parseHostPolicy(["receiver.example.com"]), deadlineMs: patient.deliveryTimeoutMs };
  const url = receiver.url.replace("127.0.0.1", "receiver.example.com");
  const rebinding = new Poster(rules, resolving(["127.0.0.1"], ["169.254.169.254"], ["127.0.0.1", "fe80::1%eth0"], []));
  expect(await posted(rebinding, url)).toMatchObject({ status: 204 });
  expect(await posted(rebinding, url)).toMatchObject({
    error: expect.stringContaining("at 169.254.169.254, which is link-local"),
  });
  expect(await posted(rebinding, url)).toMatchObject({
    error: expect.stringContaining("at fe80::1%eth0, which is link-local"),
  });
  expect(await posted(rebinding, url)).toMatchObject({ error: "receiver.example.com has no address" });
  rebinding.close();

  const elsewhere = new Poster(rules, resolving(["10.0.0.1"]));
  const local = receiver.url.replace("127.0.0.1", "localhost");
  expect(await posted(elsewhere, local)).toMatchObject({
    error: expect.stringContaining("localhost is at 10.0.0.1, which is not this machine"),
  });
  elsewhere.close();
  expect(receiver.received).toHaveLength(1);
});

test("a name below localhost is this machine, whatever the system's resolver knows of it", async () => {
  const poster = new Poster({ allowedHosts: [], deadlineMs: patient.deliveryTimeoutMs });
  for (const host of ["localhost", "shop.localhost", "a.shop.LOCALHOST."]) {
    const url = new URL(receiver.url.replace("127.0.0.1", host));
    expect(await posted(poster, url.href), host).toMatchObject({ status: 204 });
    expect(receiver.received.at(-1)?.headers["host"]).toBe(url.host);
  }
  poster.close();
});

test("what an attempt says does not depend on when a receiver went away", async () => {
  const poster = new Poster({ allowedHosts: [], deadlineMs: patient.deliveryTimeoutMs });
  expect(await posted(poster, "http://127.0.0.1:1/")).toMatchObject({ error: expect.stringContaining("ECONNREFUSED") });
  expect(await posted(poster, "http://10.0.0.1/")).toMatchObject({ error: expect.stringContaining("Not sent") });
  // A receiver that closes each connection as soon as it is idle
  receiver.answering = (_, response) => {
    response.writeHead(200).end(() => response.socket?.destroy());
    return undefined;
  };
  for (let index = 0; index < 50; index += 1) {
    expect(await posted(poster, receiver.url, {})).toMatchObject({ status: 200 });
  }
  receiver.answering = () => 204;
  poster.close();
});

test("a host that is allowed no longer gets nothing, though its endpoint is kept", async () => {
  const directory = mkdtempSync(join(tmpdir(), "endpoints-"));
  const db = join(directory, "sandbox.db");
  const options = { db, frozen: true, now: new Date("2026-03-02T09:00:00Z") };
  try {
    const allowing = await startSandbox({ ...options, allowedHosts: ["receiver.example.com"] });
    await allowing.endpoints.register({ url: "http://receiver.example.com/" });
    await allowing.close();
    const refusing = await startSandbox(options);
    await numbered(refusing, runner, 1);
    await refusing.settled();
    const [delivery] = await refusing.deliveries.list();
    expect(delivery).toMatchObject({ state: "due", attempts: 1 });
    expect(await refusing.deliveries.attempts(delivery?.id ?? 0)).toMatchObject([
      { error: expect.stringContaining("allowed by name (--allow-host receiver.example.com)") },
    ]);
    await refusing.close();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
