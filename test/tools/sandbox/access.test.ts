// Control tokens: who is let in to which worlds, by every call of the control plane and every page, and who is not.
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type ContractOperation, readControlDocument } from "../../../src/tools/contract/index.ts";
import { Audit } from "../../../src/tools/sandbox/access/audit.ts";
import { RequestLimit } from "../../../src/tools/sandbox/access/request-limit.ts";
import { sandboxCommand } from "../../../src/tools/sandbox/command.ts";
import { actions } from "../../../src/tools/sandbox/page/actions.ts";
import type { Sandbox } from "../../../src/tools/sandbox/public/sandbox.ts";
import { type ServeOptions, serveSandbox } from "../../../src/tools/sandbox/serve-sandbox.ts";
import { openStore } from "../../../src/tools/sandbox/store/open-store.ts";
import { runHere } from "../../commands.ts";
import { depth } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { got, posted } from "./page/asked.ts";
import { allPages } from "./page/places.ts";
import { databaseForTest } from "./postgres.ts";
import { patient } from "./receiver.ts";

let directory: string;
let db: string;
let sandbox: Sandbox;
let url: string;
/** Of all worlds, of those of features, and of others. */
let ops: string;
let feature: string;
let other: string;
/** Of one who has no world yet. */
let newcomer: string;
let revoked: string;
/** The world of features. */
let world: { readonly id: string; readonly api_key: string };

const logged: string[] = [];

function serve(options: ServeOptions = {}): Promise<Sandbox> {
  return serveSandbox({ ...patient, db, port: 0, log: (line) => void logged.push(line), ...options });
}

/** Runs `sandbox tokens …`. */
function tokens(...words: readonly string[]) {
  return runHere(sandboxCommand, ["tokens", ...words, "--db", db]);
}

async function created(...words: readonly string[]): Promise<string> {
  const { code, stdout } = await tokens("create", ...words);
  expect(code).toBe(0);
  return /^sandbox_[\w-]{43}$/m.exec(stdout)?.[0] ?? "";
}

async function called(path: string, token?: string, { method = "GET", body, headers = {} }: Asked = {}) {
  const answer = await fetch(`${url}/_sandbox/${path}`, {
    method,
    headers: {
      "x-sandbox-control": "1",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : {} };
}

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As a browser sends it that has cookies of other programs on this machine, too. */
const cookie = (token: string) => ({ cookie: `theme=dark; sandbox_token=${token}; lang=en` });
const ownPage = () => ({ origin: url, "sec-fetch-site": "same-origin" });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "access-"));
  db = join(directory, "sandbox.db");
  ops = await created("ops");
  feature = await created("ci-1", "--prefix", "feature-");
  other = await created("other", "--prefix", "other-");
  newcomer = await created("newcomer", "--prefix", "new-");
  revoked = await created("gone");
  expect((await tokens("revoke", "gone")).stdout).toBe("The token gone was revoked.\n");
  sandbox = await serve({ trustedProxies: ["127.0.0.1"] });
  url = sandbox.url ?? "";
  world = (await called("worlds", feature, { method: "POST" })).json;
});
afterAll(async () => {
  await sandbox.close();
  await rm(directory, { recursive: true });
  expect(logged).toEqual([]);
});

test("a token is shown once, when it is made; the list has its name, its worlds and its age", async () => {
  db = join(directory, "listed.db");
  expect((await tokens("list")).stdout).toBe("There is no token.\n");
  const { stdout } = await tokens("create", "ci", "--prefix", "feature-");
  const [token = ""] = stdout.split("\n");
  expect(token).toMatch(/^sandbox_[\w-]{43}$/);
  expect(stdout).toBe(
    `${token}\nThe token ci is for the worlds whose id begins with feature-. It is not shown again: keep it where secrets are kept.\n`,
  );
  const kept = (await readFile(db)).toString("latin1");
  expect(kept).toContain(createHash("sha256").update(token).digest("hex"));
  expect(kept).not.toContain(token);
  await tokens("create", "ops", "--limit", "worlds=2", "--limit", "requests=60");
  const list = (await tokens("list")).stdout;
  expect(list.replaceAll(/\d{4}-\S+Z/g, "TIME")).toBe(
    "ci: the worlds whose id begins with feature-, since TIME\nops: all worlds, worlds=2, requests=60, since TIME\n",
  );
  expect(list).not.toContain(token);
});

test("with tokens the first world has keys of its own, and the published ones are unknown", async () => {
  const shown = (await called("worlds/demo", ops)).json;
  expect([sandbox.apiKey, sandbox.managementKey]).toEqual([shown.api_key, shown.management_key]);
  const asked = (key: string) => fetch(`${url}/v2/providers/`, { headers: { "x-service-api-key": key } });
  expect([(await asked("sk_demo_team")).status, (await asked(sandbox.apiKey)).status]).toEqual([401, 200]);
});

test.each<[words: readonly string[], message: RegExp]>([
  [[], /Expected a command on tokens, found "tokens"\. Write `sandbox tokens create NAME`/],
  [["make", "ci"], /found "tokens make ci"/],
  [["create"], /A token's name has 1 to 40/],
  [["create", "Ci"], /found "Ci"/],
  [["create", "a".repeat(41)], /A token's name/],
  [["create", "a", "b"], /found "tokens create a b"/],
  [["list", "a"], /found "tokens list a"/],
  [["create", "a", "--prefix", ""], /--prefix takes the beginning of the ids of worlds, such as feature-, found ""/],
  [["create", "a", "--prefix", "a/b"], /found "a\/b"/],
  [["list", "--prefix", "a"], /--prefix and --limit belong to `sandbox tokens create`/],
  [["create", "a", "--limit", "worlds"], /--limit takes a name and a number such as worlds=20, found "worlds"/],
  [["create", "a", "--limit", "teams=1"], /Use one of requests, worlds, users, events, bytes/],
  [["create", "a", "--limit", "worlds=-1"], /found "worlds=-1"/],
  [["create", "twice"], /There is a token with the name twice already/],
  [["revoke", "nobody"], /There is no token with the name nobody\. List the tokens/],
])("tokens %j is refused in one line", async (words, message) => {
  db = join(directory, "words.db");
  await tokens("create", "twice");
  const { code, stdout, stderr } = await tokens(...words);
  expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toMatch(message);
});

test("tokens of a file in use, and in memory, are refused: the message says what to do", async () => {
  db = join(directory, "sandbox.db");
  expect((await tokens("list")).stderr).toMatch(/in use by another sandbox\. Stop that one first/);
  expect((await runHere(sandboxCommand, ["tokens", "list"])).stderr).toMatch(/--db is missing\. Pass the --db of the/);
  expect((await runHere(sandboxCommand, ["start"])).stderr).toMatch(/Unexpected argument "start"/);
});

test.each<[args: readonly string[], message: RegExp]>([
  [["--host", "0.0.0.0"], /needs a control token, and its database has none\. Make one: `sandbox tokens create NAME/],
  [["--host", "::"], /needs a control token/],
  [["--host", "192.0.2.1"], /needs a control token/],
  [["--trust-proxy", "10.0.0.0/8"], /needs a control token/],
  [["--host", "sandbox.example.com"], /--host takes an IP address, found "sandbox\.example\.com"/],
  [["--host", ""], /--host takes an IP address, found ""/],
  [["--trust-proxy", "proxy"], /--trust-proxy takes an IP address or a range such as 10\.0\.0\.0\/8, found "proxy"/],
  [["--trust-proxy", "10.0.0.0/33"], /found "10\.0\.0\.0\/33"/],
  [["--trust-proxy", "10.0.0.0/8/1"], /found/],
  [["--limit", "worlds=1"], /--prefix and --limit belong to `sandbox tokens create`/],
])("sandbox %j is refused in one line", async (args, message) => {
  const { code, stdout, stderr } = await runHere(sandboxCommand, ["--port", "0", ...args]);
  expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toMatch(message);
});

test("an address that this machine does not have is refused, once there is a token", async () => {
  db = join(directory, "elsewhere.db");
  await tokens("create", "ops");
  await expect(serve({ host: "192.0.2.1" })).rejects.toThrow(
    "This machine does not have the address 192.0.2.1, for the sandbox.",
  );
});

test("a database that was started without a token keeps the published keys", async () => {
  db = join(directory, "published.db");
  await (await serve()).close();
  await tokens("create", "ops");
  const again = await serve();
  expect([again.apiKey, again.managementKey]).toEqual(["sk_demo_team", "mk_demo_org"]);
  await again.close();
});

test("without a token and on the loopback interface nothing needs one", async () => {
  const open = await serveSandbox({ ...patient, port: 0, host: "127.0.0.1" });
  const headers = { "x-sandbox-control": "1" };
  expect((await fetch(`${open.url}/_sandbox/worlds`, { headers })).status).toBe(200);
  expect((await got(`${open.url}/_sandbox/`)).body).not.toContain("Sign out");
  await open.close();
});

describe("every call of the control plane", async () => {
  const { operations } = await readControlDocument();
  const ofWorlds = operations.filter(({ path }) => path.includes("{world_id}"));
  const path = (operation: ContractOperation, id: string) =>
    operation.path
      .replace("/_sandbox/", "")
      .replace("{world_id}", id)
      .replaceAll(/\{\w+\}/g, "1");

  test("of a world belongs to those whose token is for it; others cannot tell whether the world is there", async () => {
    const refusal = {
      status: 403,
      text: expect.stringContaining('other is for worlds whose id begins with \\"other-\\"'),
    };
    for (const operation of ofWorlds) {
      const how = { method: operation.method.toUpperCase() };
      const found = await called(path(operation, world.id), other, how);
      expect(found, operation.id).toMatchObject(refusal);
      const ids = ["feature-none", "my-other-1", ...depth([], ["demo", "%64emo", "other", "Other-1"])];
      for (const id of ids) {
        expect((await called(path(operation, id), other, how)).text, `${operation.id} ${id}`).toBe(found.text);
      }
      // The demo world's keys are known to everybody
      expect((await called(path(operation, "demo"), feature, how)).status, operation.id).toBe(403);
    }
    expect((await called(`worlds/${world.id}`, feature)).json).toEqual(expect.objectContaining({ id: world.id }));
  });

  test("needs a token: a missing, unknown or revoked one, or one in another form, gets the same answer", async () => {
    for (const operation of operations) {
      const how = { method: operation.method.toUpperCase() };
      const none = await called(path(operation, world.id), undefined, how);
      expect([none.status, none.headers.get("www-authenticate")], operation.id).toEqual([401, "Bearer"]);
      expect((await called(path(operation, world.id), revoked, how)).text, operation.id).toBe(none.text);
    }
    const none = await called("worlds");
    for (const token of ["", "sandbox_", `${feature}a`, feature.slice(0, -1), `${feature} ${ops}`]) {
      expect((await called("worlds", token)).text, token).toBe(none.text);
    }
    const basic = { authorization: `Basic ${btoa(`ops:${ops}`)}` };
    expect((await called("worlds", undefined, { headers: basic })).text).toBe(none.text);
    expect((await called("nowhere")).status).toBe(401);
    for (const authorization of [`bearer ${ops}`, `BEARER  ${ops}`]) {
      expect((await called("worlds", undefined, { headers: { authorization } })).status, authorization).toBe(200);
    }
  });

  test("takes the cookie of a browser for the live stream only", async () => {
    for (const operation of operations.filter(({ id }) => id !== "watchWorld")) {
      const how = { method: operation.method.toUpperCase(), headers: cookie(ops) };
      expect((await called(path(operation, world.id), undefined, how)).status, operation.id).toBe(401);
    }
    const head = { method: "HEAD" };
    expect((await called(`worlds/${world.id}/stream`, undefined, { ...head, headers: cookie(feature) })).status).toBe(
      200,
    );
    expect((await called(`worlds/${world.id}/stream`, undefined, { ...head, headers: cookie(other) })).status).toBe(
      403,
    );
  });

  test("without a world is one of these, each limited where it has something of a world", async () => {
    expect(operations.filter((one) => !ofWorlds.includes(one)).map(({ id }) => id)).toEqual([
      "getDocument",
      "listAssumptions",
      "listAuditEntries",
      "listWorlds",
      "createWorld",
    ]);
    const ids = async (token: string) =>
      (await called("worlds", token)).json.worlds.map(({ id }: { readonly id: string }) => id);
    expect(await ids(feature)).toEqual([world.id]);
    expect(await ids(other)).toEqual([]);
    expect(await ids(ops)).toEqual(expect.arrayContaining(["demo", world.id]));
    // Two worlds begin so: a second page would say that there are some
    const second = (await called("worlds", feature, { method: "POST" })).json.id;
    const none = { worlds: [], next: null };
    expect((await called("worlds?prefix=feature-&limit=1", other)).json).toEqual(none);
    expect((await called("worlds?prefix=feature-none&limit=1", other)).json).toEqual(none);
    expect((await called("worlds?prefix=feat&limit=1", feature)).json.next).toEqual(expect.any(Number));
    expect(world.id).toMatch(/^feature-[0-9a-f]{16}$/);
    await called(`worlds/${second}`, feature, { method: "DELETE" });
  });
});

test("the metrics, which are about all worlds, are for tokens of all worlds", async () => {
  const asked = (token?: string) =>
    fetch(`${url}/metrics`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const statuses = await Promise.all(
    [undefined, "sandbox_x", feature, ops].map(async (one) => (await asked(one)).status),
  );
  expect(statuses).toEqual([401, 401, 401, 200]);
  expect((await asked(feature)).headers.get("www-authenticate")).toBe("Bearer");
  expect((await fetch(`${url}/ready`)).status).toBe(200);
});

test("the audit log has what tokens changed and what they were refused, for tokens of all worlds", async () => {
  const lastOf = async (from: number): Promise<number> => {
    const { json } = await called(`audit?limit=500&after=${from}`, ops);
    return json.next === null ? (json.entries.at(-1)?.place ?? from) : lastOf(json.next);
  };
  const after = await lastOf(0);
  const { id } = (await called("worlds", feature, { method: "POST", headers: { "x-forwarded-for": "192.0.2.7" } }))
    .json;
  await called(`worlds/${id}`, feature);
  await called(`worlds/${id}`, revoked, { method: "DELETE" });
  await called(`worlds/${id}`, other);
  await called("audit", other, { headers: { "x-forwarded-for": "<b>" } });
  await called(`worlds/${"w".repeat(101)}`, other);
  const page = { ...ownPage(), "x-forwarded-for": "198.51.100.9, 192.0.2.8", ...cookie(feature) };
  await posted(`${url}/_sandbox/do/dropWorld`, { world_id: id }, page);
  await called("nowhere", ops);
  const copied = (await called(`worlds/${world.id}/copy`, feature, { method: "POST" })).json.id;
  await called(`worlds/${copied}`, feature, { method: "DELETE" });
  const all = (await called(`audit?after=${after}`, ops)).json;
  const entry = (
    operation_id: string,
    status: number,
    token_name: string,
    address: string,
    world_id: string | null,
  ) => ({
    place: expect.any(Number),
    at: expect.stringMatching(/Z$/),
    token_name,
    address,
    operation_id,
    world_id,
    status,
  });
  expect(all).toEqual({
    entries: [
      entry("createWorld", 201, "ci-1", "192.0.2.7", id),
      entry("getWorld", 403, "other", "127.0.0.1", id),
      entry("listAuditEntries", 403, "other", "unknown", null),
      entry("getWorld", 403, "other", "127.0.0.1", "w".repeat(100)),
      // The nearest address that is not a trusted proxy
      entry("dropWorld", 200, "ci-1", "192.0.2.8", id),
      entry("copyWorld", 201, "ci-1", "127.0.0.1", copied),
      entry("dropWorld", 200, "ci-1", "127.0.0.1", copied),
    ],
    next: null,
  });
  const first = (await called(`audit?after=${after}&limit=1`, ops)).json;
  expect([first.entries.length, first.next]).toEqual([1, first.entries[0].place]);
});

test.each(["SQLite", "PostgreSQL"])("the audit log on %s keeps 30 days and the latest entries", async (kind) => {
  if (kind === "PostgreSQL" && !needs("PostgreSQL")) return;
  const store = await openStore(kind === "PostgreSQL" ? await databaseForTest() : ":memory:");
  const entry = { token: "ci", address: "192.0.2.7", operation: "createWorld", world: null, status: 201 };
  for (let atMs = 1; atMs <= 201; atMs += 1) {
    await store.transaction(({ access }) => access.addEntry({ ...entry, atMs }, 50, 30));
  }
  const kept = await store.reading(({ access }) => access.entries(0, 1000));
  expect(kept.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 31 }, (_, at) => 171 + at));
  await store.transaction(({ access }) => access.addEntry({ ...entry, atMs: 202 }, 200, 30));
  expect(await store.reading(({ access }) => access.entries(0, 1000))).toEqual(
    [200, 201, 202].map((atMs) => ({ ...entry, world: null, atMs, place: atMs })),
  );
  await store.close();
});

test("the audit log is kept for 30 days to the millisecond, and its latest 100,000 entries", async () => {
  const file = join(directory, "audit.db");
  let store = await openStore(file);
  const entry = { token: "ci", address: "192.0.2.7", operation: "createWorld", world: null, status: 201 };
  const places = async () => (await new Audit(store).page(0, 9)).map(({ place }) => place);
  const begin = Date.parse("2026-03-02T09:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const ms of [0, 1, 30 * 86_400_000]) {
    vi.setSystemTime(begin + ms);
    await new Audit(store).note(entry);
  }
  expect(await places()).toEqual([1, 2, 3]);
  vi.setSystemTime(begin + 30 * 86_400_000 + 1);
  await new Audit(store).note(entry);
  expect(await places()).toEqual([2, 3, 4]);
  await store.close();
  const database = new DatabaseSync(file);
  // As if the calls between them had been noted
  for (const place of [100, 101, 100_099]) {
    database.prepare("UPDATE audit SET place = ? WHERE place = (SELECT min(place) FROM audit)").run(place);
  }
  database.close();
  store = await openStore(file);
  await new Audit(store).note(entry);
  expect(await places()).toEqual([101, 100_099, 100_100]);
  await store.close();
});

test("a refused call changes nothing", async () => {
  await called(`worlds/${world.id}`, other, { method: "DELETE" });
  await called(`worlds/${world.id}/reset`, undefined, { method: "POST" });
  expect((await called(`worlds/${world.id}/users`, feature)).json.users.length).toBeGreaterThan(0);
});

test("wrong tokens are refused however many there are, and lock nobody out", async () => {
  const wrong = Array.from({ length: depth(30, 3000) }, (_, at) => `sandbox_${String(at).padStart(43, "0")}`);
  const answers = new Set<string>();
  for (const token of wrong) {
    const { status, text } = await called("worlds", token);
    answers.add(`${status} ${text}`);
  }
  expect([...answers]).toEqual([expect.stringMatching(/^401 /)]);
  expect((await called("worlds", ops)).status).toBe(200);
});

describe("limits", () => {
  let limited: Sandbox;
  let at: string;
  let ci: string;
  let slow: string;
  let small: string;
  let maker: string;
  let keeper: string;
  let first: { readonly id: string; readonly api_key: string };
  /** Calls the control plane of the limited sandbox. */
  const asked = async (path: string, body?: unknown, token = ci, method = body === undefined ? "GET" : "POST") => {
    const answer = await fetch(`${at}/_sandbox/${path}`, {
      method,
      headers: { "x-sandbox-control": "1", authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) };
  };
  const createUser = (client_user_id: string) =>
    fetch(`${at}/v2/user/`, {
      method: "POST",
      headers: { "x-service-api-key": first.api_key, "content-type": "application/json" },
      body: JSON.stringify({ client_user_id }),
    });
  const data = (user_id: string) =>
    asked(`worlds/${first.id}/simulate/dataArrived`, { user_id, provider: "demo_ring", resource: "steps" });

  beforeAll(async () => {
    db = join(directory, "limited.db");
    const limits = ["worlds=2", "users=3", "events=2"].flatMap((one) => ["--limit", one]);
    ci = await created("ci", "--prefix", "ci-", ...limits);
    slow = await created("slow", "--limit", "requests=3");
    small = await created("small", "--limit", "bytes=1000");
    maker = await created("maker", "--prefix", "made-", "--limit", "worlds=2", "--limit", "users=10");
    keeper = await created("keeper");
    limited = await serve();
    at = limited.url ?? "";
    first = (await asked("worlds", { seed: "empty" })).json;
  });
  beforeEach(() => asked(`worlds/${first.id}/reset`, { seed: "empty" }));
  afterAll(() => limited.close());

  test("of worlds: no more are made until one is dropped; the headers say what is left", async () => {
    const second = await asked("worlds", { seed: "empty" });
    expect(second.status).toBe(201);
    expect(second.headers.get("ratelimit-policy")).toBe('"worlds";q=2, "users";q=3, "events";q=2');
    expect(second.headers.get("ratelimit")).toBe('"worlds";r=0, "users";r=3, "events";r=2');
    const third = await asked("worlds", {});
    expect([third.status, third.json.error.message]).toEqual([
      409,
      "The token ci may have 2 worlds in all its worlds. Drop a world that is no longer needed.",
    ]);
    await asked(`worlds/${second.json.id}`, undefined, ci, "DELETE");
    // The cast of the demo has more users than the token may have: nothing of it is kept
    expect((await asked("worlds", { seed: "demo" })).json.error.message).toMatch(/may have 3 users/);
    expect((await asked("worlds")).json.worlds).toHaveLength(1);
    expect((await asked("worlds", {}, keeper)).status).toBe(201);
    const refused = (await asked("worlds", {}, small)).json.error.message;
    expect(refused).toBe("The token small may have 1000 bytes in all its worlds. Reset or drop a world.");
  });

  test("of users: the service answers 429 and keeps nothing; what makes it less is possible", async () => {
    const answers = [];
    for (const name of ["one", "two", "three", "four"]) answers.push(await createUser(name));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(await answers[3]?.json()).toMatchObject({
      detail: "The token ci may have 3 users in all its worlds. Reset or drop a world.",
    });
    expect((await asked(`worlds/${first.id}/reset`, { seed: "demo" })).status).toBe(409);
    expect((await asked(`worlds/${first.id}/stories/first_connection_with_backfill`, {})).json.error.message).toMatch(
      /3 users/,
    );
    const { json } = await asked(`worlds/${first.id}/users`);
    expect(json.users).toHaveLength(3);
    const [{ user_id }] = json.users;
    expect((await asked(`worlds/${first.id}/simulate/userDeleted`, { user_id })).status).toBe(200);
  });

  test("of events: a happening beyond them is refused, and a reset makes room", async () => {
    const { user_id } = JSON.parse(await (await createUser("one")).text());
    await asked(`worlds/${first.id}/simulate/connectionMade`, { user_id, provider: "demo_ring" });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await data(user_id)).status);
    expect(statuses).toEqual([200, 409, 409]);
    expect((await asked(`worlds/${first.id}/events`)).json.events).toHaveLength(2);
    expect((await asked(`worlds/${first.id}/reset`, { seed: "empty" })).status).toBe(200);
    expect((await createUser("again")).status).toBe(200);
  });

  test("hold for copies, which belong to the token that made them", async () => {
    const { id } = (await asked("worlds", {}, maker)).json;
    const { status, json } = await asked(`worlds/${id}/copy`, {}, maker);
    expect([status, json.error.message]).toEqual([409, expect.stringMatching(/maker may have 10 users/)]);
    expect(await asked(`worlds/${id}/copy`, {}, keeper)).toMatchObject({ status: 201, json: { owner: "keeper" } });
    const outside = [
      await asked("worlds", { copy_of: "demo" }, maker),
      await asked("worlds/made-1", { copy_of: "demo" }, maker, "PUT"),
      await asked(`worlds/${id}/copy`, { id: "kept" }, maker),
    ];
    expect(outside.map((one) => [one.status, one.json.error.where])).toEqual([
      [403, "body /copy_of"],
      [403, "body /copy_of"],
      [403, "body /id"],
    ]);
    await asked(`worlds/${id}/reset`, { seed: "empty" }, maker);
    const copies = [await asked(`worlds/${id}/copy`, {}, maker), await asked(`worlds/${id}/copy`, {}, maker)];
    expect(copies.map((one) => one.status)).toEqual([201, 409]);
    expect(copies[0]?.json).toMatchObject({ id: expect.stringMatching(/^made-/), owner: "maker" });
  });

  test("of requests: more in a minute are refused with 429 and Retry-After, also by the pages", async () => {
    for (const left of [2, 1, 0]) {
      const { headers } = await asked("worlds", undefined, slow);
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"requests";r=${left};t=\\d+$`));
    }
    const { status, headers, json } = await asked("worlds", undefined, slow);
    expect([status, headers.get("ratelimit-policy")]).toEqual([429, '"requests";q=3;w=60']);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(json.error.message).toBe("The token slow may make 3 requests in a minute.");
    const shown = await got(`${at}/_sandbox/`, cookie(slow));
    expect([shown.status, Number(shown.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await asked("worlds")).status).toBe(200);
    // Whoever calls beyond a limit cannot fill the audit log
    const { entries } = (await asked("audit?limit=500", undefined, keeper)).json;
    expect(entries).not.toEqual([]);
    expect(entries.filter((one: { readonly token_name: string }) => one.token_name === "slow")).toEqual([]);
  });

  test("count a minute from its first request", () => {
    const counting = new RequestLimit();
    expect(counting.take("ci", 2, 1000)).toEqual({ remaining: 1, resetSeconds: 60 });
    expect(counting.take("ci", 2, 60_999)).toEqual({ remaining: 0, resetSeconds: 1 });
    expect(counting.take("other", 2, 60_999)).toEqual({ remaining: 1, resetSeconds: 60 });
    expect(counting.take("ci", 2, 60_999.5)).toEqual({ remaining: -1, resetSeconds: 1 });
    expect(counting.take("ci", 2, 61_000)).toEqual({ remaining: 1, resetSeconds: 60 });
    // The clock of the machine was set back
    expect(counting.take("ci", 2, 500)).toEqual({ remaining: 1, resetSeconds: 60 });
  });
});

describe("the pages", () => {
  const page = (path: string, id?: string) => {
    const at = new URL(`${url}/_sandbox/${path}`);
    if (id !== undefined) at.searchParams.set("world", id);
    return at.href;
  };

  test.each([...allPages, "nowhere/"])("%s is for browsers that signed in, and for their worlds", async (path) => {
    const html = { accept: "text/html" };
    const none = await got(page(path), html);
    expect([none.status, none.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(none.body).toContain("Control token");
    expect((await got(page(path), { ...html, ...cookie(revoked) })).body).toBe(none.body);
    const refused = await got(page(path, world.id), { ...html, ...cookie(other) });
    const unknown = await got(page(path, "feature-none"), { ...html, ...cookie(other) });
    expect([refused.status, refused.body]).toEqual([path === "nowhere/" ? 404 : 403, unknown.body]);
    for (const { body } of [none, refused]) expect(body).not.toMatch(/sk_|mk_/);
    const own = await got(page(path), { ...html, ...cookie(feature) });
    expect(own.body).not.toContain("sk_demo_team");
    expect(own.body).toContain(path.includes("/") && !path.endsWith("/") ? "Sandbox" : world.id);
  });

  test("a form does what the token of its browser may do", async () => {
    for (const action of Object.keys(actions)) {
      const fields = { world: world.id, world_id: world.id, seed: "empty" };
      expect((await posted(page(`do/${action}`), fields)).status, action).toBe(401);
      if (action === "createWorld") continue;
      const { status, body } = await posted(page(`do/${action}`), fields, { ...ownPage(), ...cookie(other) });
      expect([status >= 400, body.includes("sk_")], action).toEqual([true, false]);
    }
    expect((await called(`worlds/${world.id}/users`, feature)).json.users.length).toBeGreaterThan(0);
    const froze = await posted(page("do/freezeClock"), { world: world.id }, { ...ownPage(), ...cookie(feature) });
    expect(froze.status).toBe(303);
    expect((await called(`worlds/${world.id}/clock`, feature)).json.is_frozen).toBe(true);
  });

  test("a token whose worlds are not there yet is offered to make the first one", async () => {
    expect((await got(page(""), cookie(newcomer))).body).toContain("This token has no world yet.");
    const made = await posted(page("do/createWorld"), { seed: "demo" }, { ...ownPage(), ...cookie(newcomer) });
    expect(made.headers.location).toMatch(/^\/_sandbox\/\?world=new-/);
    const shown = await got(`${url}${made.headers.location}`, cookie(newcomer));
    expect(shown.body).toContain("Signed in with the token newcomer.");
    expect((await got(page("worlds/"), cookie(newcomer))).body).not.toContain(world.id);
  });

  test("a browser signs in with a token, which no script can read, and signs out", async () => {
    expect((await got(page("sign-in"))).status).toBe(200);
    const wrong = await posted(page("sign-in"), { token: revoked, back: "/_sandbox/users/" });
    expect([wrong.status, wrong.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(wrong.body).toContain("This token is not valid.");
    const right = await posted(page("sign-in"), { token: ` ${feature}\n`, back: "/_sandbox/users/" });
    expect([right.status, right.headers.location]).toEqual([303, "/_sandbox/users/"]);
    const attributes = "; Path=/_sandbox; HttpOnly; SameSite=Strict";
    expect(right.headers["set-cookie"]).toEqual([`sandbox_token=${feature}${attributes}`]);
    const out = await posted(page("sign-out"), {});
    expect(out.headers["set-cookie"]).toEqual([`sandbox_token=${attributes}; Max-Age=0`]);
    expect(out.headers.location).toBe("/_sandbox/sign-in");
    for (const form of ["sign-in", "sign-out"]) {
      const sent = await posted(page(form), { token: feature }, { origin: "http://evil.example.com" });
      expect([sent.status, sent.headers["set-cookie"]]).toEqual([403, undefined]);
    }
  });

  test.each(["//evil.example.com/", "https://evil.example.com/_sandbox/", "/_sandbox/\r\nset-cookie: a=b", "/v2/user"])(
    "after the sign-in %j leads to these pages, and into no header",
    async (back) => {
      const { headers } = await posted(page("sign-in"), { token: feature, back });
      expect(headers.location).toMatch(/^\/_sandbox\/[^\r\n]*$/);
      expect(headers["set-cookie"]).toHaveLength(1);
      const inToken = await posted(page("sign-in"), { token: `${feature}\r\nset-cookie: a=b`, back });
      expect([inToken.status, inToken.headers["set-cookie"]]).toEqual([401, undefined]);
    },
  );
});

test("behind a trusted proxy the pages know the address that the browser asked for", async () => {
  const forwarded = { "x-forwarded-host": "sandbox.example.com", "x-forwarded-proto": "https" };
  const behind = await serveSandbox({
    ...patient,
    port: 0,
    allowedControlHosts: ["sandbox.example.com"],
    trustedProxies: ["127.0.0.0/8"],
    db: await withToken("behind.db"),
  });
  const at = `${behind.url}/_sandbox/`;
  const sent = { token: lastToken };
  const signedIn = await posted(`${at}sign-in`, sent, { ...forwarded, origin: "https://sandbox.example.com" });
  expect(signedIn.headers["set-cookie"]).toEqual([expect.stringContaining("; Secure")]);
  const overview = await got(at, { ...forwarded, ...cookie(lastToken) });
  expect(overview.body).toContain("<code>https://sandbox.example.com</code>");
  const otherHost = await got(at, { ...forwarded, "x-forwarded-host": "evil.example.com" });
  expect(otherHost.body).toContain('found the Host "evil.example.com"');
  await behind.close();
});

test.each([[[]], [["192.0.2.1"]]])(
  "what a machine says of forwarding is not believed where the trusted proxies are %j",
  async (trustedProxies) => {
    const behind = await serveSandbox({
      ...patient,
      port: 0,
      trustedProxies,
      db: await withToken(`untrusted-${trustedProxies.length}.db`),
    });
    onTestFinished(() => behind.close());
    const headers = { ...cookie(lastToken), "x-forwarded-host": "sandbox.example.com", "x-forwarded-proto": "https" };
    const overview = await got(`${behind.url}/_sandbox/`, headers);
    expect(overview.body).toContain(`<code>${behind.url}</code>`);
  },
);

let lastToken: string;

/** Makes a database with a token of all worlds. */
async function withToken(name: string): Promise<string> {
  db = join(directory, name);
  lastToken = await created("ops");
  return db;
}
