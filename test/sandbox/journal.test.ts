// The journal of a world has each call of its programs, without credentials, as far as there is room.
import { expect, test } from "vitest";
import { CallLog } from "../../src/sandbox/world/call-log.ts";
import { runner } from "./cast.ts";
import { call, control, sandbox, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const create = (client_user_id: string) => call("POST /v2/user/", { client_user_id });

test("has each call once, with its bodies, its status and both clocks, and is empty after a reset and in a copy", async () => {
  const before = new Date().toISOString();
  const { body } = await create("mine-01");
  await create("mine-01");
  const [made, refused, ...more] = await world.calls.list({ operation: "createUser" });
  expect(more).toEqual([]);
  expect(made).toEqual({
    place: 1,
    operation_id: "createUser",
    method: "POST",
    path: "/v2/user/",
    status: 200,
    idempotency_key: null,
    is_replay: false,
    sent: { client_user_id: "mine-01" },
    answered: body,
    dropped: [],
    injected: [],
    hints: [],
    at: "2026-03-02T09:00:00.000Z",
    machine_at: expect.stringMatching(/^\d{4}-/) as unknown,
    duration_ms: expect.any(Number) as unknown,
  });
  expect((made?.machine_at ?? "") >= before).toBe(true);
  expect(refused).toMatchObject({ place: 2, status: 400 });
  expect(await (await world.copy()).calls.list()).toEqual([]);
  await world.reset();
  expect(await world.calls.list()).toEqual([]);
});

test("is filtered by operation, status and the world's time, and leaves the control plane out", async () => {
  await create("one");
  await world.clock.advance({ hours: 1 });
  await create("one");
  await call("GET /v2/providers/");
  const list = async (filter: Parameters<typeof world.calls.list>[0]) =>
    (await world.calls.list(filter)).map(({ operation_id, status }) => `${operation_id} ${status}`);
  expect(await list({})).toEqual(["createUser 200", "createUser 400", "listProviders 200"]);
  expect(await list({ operation: "createUser", status: 400 })).toEqual(["createUser 400"]);
  expect(await list({ since: "2026-03-02T10:00:00Z" })).toEqual(["createUser 400", "listProviders 200"]);
  expect(await list({ until: "2026-03-02T10:00:00Z" })).toEqual(["createUser 200"]);
  // @ts-expect-error no operation has this id
  await expect(list({ operation: "makeUser" })).rejects.toThrow(
    /query operation must be one of "createUser", .*, found "makeUser"\./,
  );
  const page = await control(`GET /worlds/${world.id}/calls?after=1&limit=1`);
  expect(page.body).toMatchObject({ calls: [{ place: 2, status: 400 }], next: 2, is_complete: true });
});

test.each([
  [
    { effect: "status", status: 503, body: { detail: "later" } },
    { status: 503, answered: { detail: "later" } },
  ],
  [
    { effect: "latency", latency_ms: 1 },
    { status: 200, answered: [] },
  ],
  [{ effect: "truncate" }, { status: 200, answered: [] }],
  [{ effect: "drop" }, { status: null, answered: null }],
] as const)("says what was injected: %j", async (fault, expected) => {
  const { id } = await world.faults.add({ operation_id: "listProviders", ...fault });
  await call("GET /v2/providers/?source_type=lamp").catch(() => {});
  expect(await world.calls.list()).toMatchObject([{ ...expected, injected: [{ id, effect: fault.effect }] }]);
});

const [orders, usual, other] = ["POST /v3/order", "Idempotency-Key", "X-Idempotency-Key"];
test.each([
  [orders, usual, undefined, "key"],
  [orders, other, undefined, null],
  [orders, other, "x-idempotency-key", "key"],
  [orders, usual, "x-idempotency-key", null],
  ["GET /v2/providers/", usual, undefined, null],
] as const)("has the idempotency key that was read: %s with %s, assuming %s", async (line, header, assumed, read) => {
  if (assumed !== undefined) await world.changeSettings({ assume: { "idempotency-key-header": assumed } });
  await call(line, line === orders ? { user_id: runner } : undefined, { [header]: "key" });
  expect((await world.calls.list())[0]?.idempotency_key).toBe(read);
});

test("keeps no credential", async () => {
  const secrets: string[] = [world.apiKey, world.managementKey];
  const keep = (body: object, ...names: readonly string[]) =>
    void secrets.push(...names.map((name) => String(Reflect.get(body, name))));
  const { body: made } = await call(`POST /v2/link/code/create?user_id=${runner}`);
  keep(made, "code", "exchange_url");
  keep((await call(`POST /v2/user/${runner}/create_portal_url`, { context: "launch" })).body, "url");
  keep(await world.endpoints.register({ url: "http://127.0.0.1:9/" }), "secret");
  keep(await world.simulate.linkTokenMinted({ user_id: runner }), "link_token");
  keep(await sandbox.createWorld(), "apiKey", "managementKey");
  for (const secret of secrets.slice(-4)) await create(`mine ${secret}`);
  const escaped = secrets.slice(-4).map(encodeURIComponent);
  for (const secret of escaped) await call(`GET /v2/user/resolve/${secret}?q=${secret}`);
  secrets.push(...escaped, ...escaped.map((secret) => secret.slice(-12)));
  for (const plain of ["task_20260302", "sk_20260302", "uplink_deadbeef", "whsec_test_user"]) await create(plain);
  await world.simulate.linkCodeExchanged({ code: String(made["code"]) });
  await create(world.managementKey);
  const [encoded, basic] = [world.apiKey.replace("_", "%5F"), btoa(`user:${world.managementKey}`)];
  secrets.push(encoded, basic.slice(8, -4));
  await create(basic);
  await call(`GET /v2/providers/?y=${encoded}`);
  await call(`GET /v2/providers/?${world.apiKey}=1`);
  // A hint has the beginning of a long name
  await call(`GET /v2/providers/?${"x".repeat(70)}${world.apiKey}=1`);
  secrets.push(world.apiKey.slice(0, 20));
  await call("POST /v2/user/", { client_user_id: "hint", [world.managementKey]: 1 });
  await call(`GET /v2/providers/?x=${world.apiKey}&Access_Token=t0ken&password=p4ss`);
  const shown = JSON.stringify(await world.calls.list());
  expect(shown).toContain('"path":"/v2/providers/?x=hidden&Access_Token=hidden&password=hidden"');
  expect(shown).toMatch(/"hints":\["query hidden is unknown.*"hints":\["body \/hidden is unknown/);
  expect(shown).toContain('"code":"hidden","exchange_url":"hidden"');
  expect(shown).toMatch(/"task_20260302".*"sk_20260302".*"uplink_deadbeef".*"whsec_test_user"/);
  for (const secret of [...secrets, "t0ken", "p4ss"]) expect([secret, shown.includes(secret)]).toEqual([secret, false]);
});

test.each([
  ["an unknown path", "GET /v2/nowhere", 404],
  ["a wrong method", "PATCH /v2/user/", 405],
])("has a call of %s, by either key", async (_, line, status) => {
  const [method = "", path = ""] = line.split(" ");
  const { apiKey, managementKey } = world;
  for (const headers of [{ "x-service-api-key": apiKey }, { "X-Management-Key": managementKey }]) {
    await sandbox.fetch(`http://sandbox${path}`, { method, headers });
  }
  const refused = { method, path, status, operation_id: null };
  expect(await world.calls.list()).toMatchObject([refused, refused]);
  expect((await sandbox.calls.list()).filter((one) => one.path === path)).toEqual([]);
});

test("a call that no key opens is in the first world, and many of them push out none of another", async () => {
  await create("kept");
  for (let count = 0; count < 100; count += 1) await sandbox.fetch("http://sandbox/v2/nowhere");
  await sandbox.fetch("http://sandbox/v2/user/", { method: "POST", headers: { "x-service-api-key": "sk_unknown" } });
  expect(await world.calls.list()).toMatchObject([{ sent: { client_user_id: "kept" } }]);
  const first = await sandbox.calls.list();
  expect(first.slice(-2)).toMatchObject([
    { path: "/v2/nowhere", operation_id: null, status: 404 },
    { operation_id: "createUser", status: 401 },
  ]);
});

test("of an upload the file is described, and a body above 512 KB is not kept", async () => {
  await create("x".repeat(600 * 1024));
  const form = new FormData();
  form.set("user_id", runner);
  form.set("file", new File(["%PDF"], "name-of-a-person.pdf", { type: "application/pdf" }));
  await call("POST /lab_report/v1/parser/job", form);
  const [large, upload] = await world.calls.list();
  expect(large).toMatchObject({ sent: null, answered: null, dropped: ["sent", "answered"] });
  expect(upload?.sent).toEqual({ user_id: runner, file: { type: "application/pdf", bytes: 4 } });
});

const entry = {
  ...{ at: "", machine_at: "", method: "GET", path: "/", operation_id: null, status: 200, is_replay: false },
  ...{ idempotency_key: null, duration_ms: 0, injected: [], hints: [], sent: undefined, answered: undefined },
};
const body = "x".repeat(250 * 1024);

test("the oldest bodies of a world make room, then its oldest calls; when the process has kept enough, those of the largest", () => {
  const [busy, small] = [new CallLog(), new CallLog()];
  const others = Array.from({ length: 100 }, () => new CallLog());
  small.add({ ...entry, sent: body });
  for (let count = 0; count < 10; count += 1) busy.add({ ...entry, sent: body });
  expect(busy.all.map(({ dropped }) => dropped.length)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
  for (let count = 0; count < 3000; count += 1) busy.add(entry);
  expect(busy.all.length).toBeLessThan(3000);
  expect(busy.all[0]?.place).toBeGreaterThan(10);
  for (const log of others) for (let count = 0; count < 6; count += 1) log.add({ ...entry, sent: body });
  const kept = others.map(({ all }) => all.filter(({ sent }) => sent).length);
  // 250 KB are counted twice
  const bytes = kept.reduce((sum, count) => sum + count, 1) * body.length * 2;
  expect(bytes).toBeLessThan(256 * 1024 * 1024);
  expect(bytes).toBeGreaterThan(200 * 1024 * 1024);
  expect(small.all[0]?.sent).toBe(body);
  for (const log of [busy, small, ...others]) log.clear();
});
