// A world as a copy and as a file: everything is in it, both databases read what both write, and a wrong file leaves nothing behind.
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, unwrap } from "../../../src/package/client/index.ts";
import { type Sandbox, type SandboxWorld, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { openStore } from "../../../src/tools/sandbox/store/open-store.ts";
import { schema } from "../../../src/tools/sandbox/store/schema.ts";
import { contents } from "../../../src/tools/sandbox/world/contents.ts";
import { isOfContents, recordsOf } from "../../../src/tools/sandbox/world/records/index.ts";
import { depth } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { numbered, runner, walker } from "./cast.ts";
import { createDatabase } from "./postgres.ts";
import { patient, Receiver } from "./receiver.ts";

const started = { frozen: true, now: new Date("2026-03-02T09:00:00.000Z"), seed: "demo", ...patient } as const;

let sandbox: Sandbox;
let receiver: Receiver;
/** A world with something of every kind. */
let full: SandboxWorld;
/** Its file. */
let file: string;

beforeAll(async () => {
  sandbox = await startSandbox(started);
  receiver = await Receiver.start();
  full = await sandbox.createWorld({ ...started, settings: { psc_scheduling: true } });
  await live(full);
  file = await textOf(full);
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

/** Lets something of every kind happen in a world: deliveries in every state, held events, and work that is due. */
async function live(world: SandboxWorld): Promise<void> {
  const { simulate, clock } = world;
  const client = createClient({ apiKey: world.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch, maxRetries: 0 });
  const created = async (client_user_id: string) =>
    (await unwrap(client.POST("/v2/user/", { body: { client_user_id } }))).user_id;
  const { id: endpoint_id } = await world.endpoints.register({ url: receiver.url });
  // A long key, and those that look like the hash of one
  const user_id = await created(`long ${"x".repeat(900)}`);
  await created("#1");
  await simulate.connectionMade({ user_id, provider: "demo_ring" });
  const data = { "of \u0000 \ud83d\ude00": 1e21, team_of_mine: world.teamId };
  await simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep", data });
  await simulate.linkTokenMinted({ user_id });
  await unwrap(client.POST("/v2/link/code/create", { params: { query: { user_id } } }));
  const path = { user_id: runner };
  await unwrap(client.POST("/v2/user/{user_id}/create_portal_url", { params: { path }, body: { context: "launch" } }));
  const order = await unwrap(client.POST("/v3/order", { body: { user_id }, idempotencyKey: "#key" }));
  const order_id = String(order["id"]);
  await unwrap(
    client.POST("/v3/order/{order_id}/phlebotomy/appointment/book", { params: { path: { order_id } }, body: {} }),
  );
  await simulate.resultPublished({ order_id, results: [{ marker: "glucose", value: 91 }] });
  await world.settled();
  receiver.answering = () => 500;
  await numbered(world, runner, 1);
  await world.settled();
  await clock.advance({ days: 5 });
  receiver.answering = () => 204;
  await world.eventFaults.add({ endpoint_id, effect: "redelivery", delay: { days: 3 }, count: 1 });
  await numbered(world, runner, 2);
  await world.settled();
  await numbered(world, runner, 3);
  receiver.answering = () => 500;
  await numbered(world, user_id, 4);
  await numbered(world, user_id, 5);
  await world.eventFaults.add({ endpoint_id, effect: "reorder_within_user", delay: { hours: 9 } });
  await numbered(world, user_id, 6);
  await world.settled();
  const file = new File(["%PDF-1.4\n"], "report", { type: "application/pdf" });
  await unwrap(client.POST("/lab_report/v1/parser/job", { body: { file } }));
  await simulate.userDeleted({ user_id: walker });
  receiver.answering = () => 204;
}

async function textOf(world: SandboxWorld): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of world.export()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The same file with the ids of another team and organization. */
function ownedBy(text: string, { teamId, orgId }: SandboxWorld, { teamId: team, orgId: org }: SandboxWorld): string {
  return text.replaceAll(teamId, team).replaceAll(orgId, org);
}

/** A file without its first line, which names the world. */
const withoutHeader = (text: string) => text.slice(text.indexOf("\n"));

/** The clock, the settings and the faults. */
function stateOf(text: string): Record<string, unknown> {
  const { clock, state } = JSON.parse(text.slice(0, text.indexOf("\n")));
  return { clock, ...state };
}

/** Answers of the service and of inspections, with deliveries by their order, and without the ids of the team and its organization. */
async function answers({ fetch }: Sandbox, world: SandboxWorld): Promise<unknown> {
  const get = async (path: string) => {
    const response = await fetch(`http://sandbox${path}`, { headers: { "x-service-api-key": world.apiKey } });
    return [path, response.status, await response.json()] as const;
  };
  const userIds = [...file.matchAll(/\{"record":\{"kind":"users","id":"([^"]+)"/g)].map(([, id]) => String(id));
  const about = async (user_id: string) => [
    await world.inspect.user({ user_id }),
    await world.inspect.connections({ user_id }),
    await world.inspect.healthData({ user_id }),
    await world.inspect.linkCodes({ user_id }),
    await get(`/v2/user/providers/${user_id}`),
    await get(`/v2/summary/sleep/${user_id}?start_date=2026-01-01`),
  ];
  const deliveries = await world.deliveries.list();
  const all = {
    users: await Promise.all(userIds.map(about)),
    others: await Promise.all(
      ["/v2/user/resolve/demo-runner-01", "/v2/user/resolve/%231", "/v2/providers/", "/v3/lab_tests"].map(get),
    ),
    now: world.clock.now(),
    events: await world.events.all(),
    endpoints: await world.endpoints.list(),
    eventFaults: await world.eventFaults.list(),
    deliveries: deliveries.map(({ id: _, ...delivery }) => delivery),
    attempts: await Promise.all(deliveries.map(({ id }) => world.deliveries.attempts(id))),
  };
  return JSON.parse(
    JSON.stringify(all).replaceAll(world.teamId, "the team").replaceAll(world.orgId, "the organization"),
  );
}

/** Everything that a made world sends, until nothing is left: of each user in order, without what the world has as its own. */
async function sentBy(world: SandboxWorld): Promise<string[]> {
  await world.clock.advance({ days: 20 });
  const sent = receiver.received.map(({ body }) => body).filter((body) => body.includes(world.teamId));
  const userOf = (body: string) => String((JSON.parse(body) as { user_id?: string }).user_id);
  return sent
    .map((body) => body.replaceAll(world.teamId, "the team"))
    .sort((one, other) => userOf(one).localeCompare(userOf(other)));
}

/** A repetition of the order that was placed with the key "#key". */
async function orderedAgain({ fetch }: Sandbox, world: SandboxWorld): Promise<unknown> {
  const headers = { "x-service-api-key": world.apiKey, "content-type": "application/json", "idempotency-key": "#key" };
  const [{ user_id } = {}] = await world.events.ofType("provider.connection.created");
  const body = JSON.stringify({ user_id });
  const response = await fetch("http://sandbox/v3/order", { method: "POST", headers, body });
  return ((await response.json()) as { id: unknown }).id;
}

test("every kind of record of its contents and every reference to a delivery is in the file of a world that has all of them", async () => {
  const store = await openStore(":memory:");
  const known = await store.reading((inside) => Object.keys(recordsOf(inside.world("any"))).sort());
  await store.close();
  const lines = file
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, { kind?: string; decided?: unknown }>);
  const kinds = lines.flatMap(({ record }) => record?.kind ?? []);
  expect([...new Set(kinds)]).toEqual(known.filter(isOfContents));
  expect(lines.flatMap(({ due_work }) => due_work?.kind ?? [])).toEqual(["redelivery", "parsing_job.parsed"]);
});

test("every table and column of the database is in the file of a world, or is known not to be", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(schema);
  const columnsOf = (table: string) => database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
  const found = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => [String(name), columnsOf(String(name)).map((column) => String(column["name"]))] as const);
  database.close();
  /** What follows from the rest, differs between databases, or is of the sandbox and not of a world. */
  const leftOut: Readonly<Record<string, readonly string[]>> = {
    attempts: ["delivery", "number"],
    deliveries: ["place", "world", "leased_until_ms"],
    due_work: ["place", "world"],
    events: ["place", "world"],
    records: ["place", "world", "owner", "name"],
  };
  const others = ["counts", "worlds"];
  for (const [table, columns] of found.filter(([name]) => !others.includes(name))) {
    const kept = Object.entries(contents).find(([name]) => name === table)?.[1] ?? {};
    expect([table, [...Object.keys(kept), ...(leftOut[table] ?? [])].sort()]).toEqual([table, [...columns].sort()]);
  }
});

describe("a copy", () => {
  test("answers as its origin, delivers what the origin delivers, and has keys and ids of a team of its own", async () => {
    const origin = await sandbox.importWorld([file]);
    const copy = await origin.copy();
    expect(
      new Set(
        [origin, copy, full].flatMap(({ apiKey, managementKey, teamId, orgId }) => [
          apiKey,
          managementKey,
          teamId,
          orgId,
        ]),
      ).size,
    ).toBe(12);
    expect(await answers(sandbox, copy)).toEqual(await answers(sandbox, origin));
    expect(withoutHeader(await textOf(copy))).toBe(withoutHeader(ownedBy(await textOf(origin), origin, copy)));
    expect(stateOf(await textOf(copy))).toEqual(stateOf(await textOf(full)));
    expect(stateOf(file)).toMatchObject({ clock: { is_frozen: true }, settings: { psc_scheduling: true } });
    expect(await textOf(copy)).not.toContain(origin.teamId);
    expect(await orderedAgain(sandbox, copy)).toBe(await orderedAgain(sandbox, full));
    const sent = await sentBy(copy);
    expect(sent.length).toBeGreaterThan(4);
    expect(await sentBy(origin)).toEqual(sent);
  });

  test("and its origin change apart from each other", async () => {
    const before = await textOf(full);
    const copy = await full.copy();
    await copy.simulate.userDeleted({ user_id: runner });
    await copy.reset("empty");
    expect(await textOf(full)).toBe(before);
    expect(await copy.events.all()).toEqual([]);
  });
});

describe("a file", () => {
  test("is refused with the number of the line when it was cut off at any line, and nothing is left", async () => {
    const lines = file.trim().split("\n");
    const worlds = await worldCount();
    for (let kept = 0; kept < lines.length; kept += depth(7, 1)) {
      const cut = lines.slice(0, kept).map((line) => `${line}\n`);
      const message = kept === 0 ? /is empty/ : new RegExp(`ends with line ${kept}, .* was cut off`);
      await expect(sandbox.importWorld(cut)).rejects.toThrow(message);
    }
    for (let kept = 1; kept < file.length - 1; kept += depth(3989, 211)) {
      await expect(sandbox.importWorld([file.slice(0, kept)])).rejects.toThrow(
        /Line \d+ .* cut off|ends with line \d+/,
      );
    }
    expect(await worldCount()).toBe(worlds);
  });

  const changed = (from: string | RegExp, to: string) => file.replace(from, to);
  test.each<[what: string, text: () => string, message: RegExp]>([
    ["of another format", () => '{"openapi":"3.1.1"}\n', /Line 1 .* is not the header of a world/],
    ["that is not JSON", () => "id,name\n1,a\n", /Line 1 .* is not a JSON object/],
    [
      "of a newer version",
      () => changed('"version":1', '"version":2'),
      /version 2 of the format, .* reads version 1\. Use the version/,
    ],
    ["without a team", () => changed(/"team_id":"[^"]+"/, '"team_id":"a"'), /Line 1 .* `team_id`/],
    ["without a clock", () => changed('"clock":{', '"clock":1,"later":{'), /Line 1 .* `world`, `clock` and `state`/],
    ["without a name of its team", () => changed(/"team_name":"[^"]+"/, '"team_name":7'), /Line 1 .* `team_name`/],
    [
      "of an unknown region",
      () => changed('"region":"us"', '"region":"mars"'),
      /Line 1 .* `region` to be `us` or `eu`/,
    ],
    ["with a clock of no time", () => changed(/"now":"[^"]+"/, '"now":"soon"'), /Line 1 .* `now` .* date-time/],
    ["with a clock of before the year 1000", () => changed(/"now":"\d+/, '"now":"0999'), /Line 1 .* the year 1000/],
    ["without settings", () => changed('"settings":{', '"settings":1,"later":{'), /Line 1 .* `settings` in `state`/],
    ["without faults", () => changed('"faults":{', '"faults":1,"later":{'), /Line 1 .* `faults` with what was made/],
    ["without event faults", () => changed('"eventFaults":{', '"eventFaults":1,"later":{'), /Line 1 .* `faults`/],
    [
      "with an advance to no time",
      () => changed(/"advancesToMs":\d+/, '"advancesToMs":"soon"'),
      /Line 1 .* `advancesToMs`/,
    ],
    [
      "with a delivery that is due at no time",
      () => changed(/("state":"due".*?"due_at_ms":)\d+/, "$1null"),
      /a delivery that is due needs due_at_ms/,
    ],
    ["with an unknown setting", () => changed('"source_form"', '"form"'), /one of the settings source_form/],
    [
      "with something unknown of a world",
      () => changed('"state":{', '"state":{"later":1,'),
      /Line 1 .* does not know "later"/,
    ],
    ["with an unknown line", () => changed('\n{"event"', '\n{"incident"'), /Line 2 .* found "incident"/],
    ["with an unknown column", () => changed('"type":', '"kind":'), /Line 2 .* unknown field "kind"/],
    ["with an event twice", () => changed(/\n(\{"event".*)\n/, "\n$1\n$1\n"), /Lines 2 to 14 .* the id of another one/],
    [
      "with a delivery of no event",
      () => changed(/"event_id":"[^"]+"/, '"event_id":"evt_1"'),
      /Line 14 .* the event "evt_1"/,
    ],
    [
      "with a delivery in no state",
      () => changed('"state":"parked"', '"state":"lost"'),
      /expected the state .* "lost"/,
    ],
    [
      "without an endpoint",
      () =>
        changed(/\n\{"record":\{"kind":"endpoints".*/, "").replace(
          /"lines":(\d+)/,
          (_, n) => `"lines":${Number(n) - 1}`,
        ),
      /to the endpoint .* does not have/,
    ],
    [
      "with an attempt of no delivery",
      () => changed('\n{"delivery"', '\n{"attempt":{"at_ms":1,"exchange":{}}}\n{"delivery"'),
      /Line 14 .* follows no delivery/,
    ],
    [
      "with work on no delivery",
      () => changed('"payload":{"place":7', '"payload":{"place":99'),
      /refers to delivery 99, .* 12 deliveries/,
    ],
    [
      "with an unknown kind of record",
      () => changed('"kind":"users"', '"kind":"robots"'),
      /records? of the kind "robots"/,
    ],
    [
      "with the body of another kind",
      () =>
        changed('"kind":"slotHolds"', '"kind":"slotHolds"').replace(
          /("kind":"slotHolds".*"body":)\{.*\}\}\}/,
          "$1{}}}",
        ),
      /record of the kind "slotHolds"/,
    ],
    ["with unknown work", () => changed('"kind":"redelivery"', '"kind":"coffee"'), /work of the kind "coffee"/],
    [
      "with a time that is none",
      () => changed(/"at_ms":\d+/, '"at_ms":"now"'),
      /Line 2 .* at_ms of event to be a whole number/,
    ],
    [
      "with events behind records",
      () => changed('\n{"end"', '\n{"event":{"id":"e","type":"t","user_id":"","at_ms":1,"payload":{}}}\n{"end"'),
      /out of order/,
    ],
    ["with something behind its end", () => `${file}{}\n`, /stands behind its end/],
    ["with a line less", () => changed(/\n\{"event".*/, ""), /event|lines are missing/],
    [
      "with a line more",
      () => changed(/\n(\{"due_work".*)\n/, "\n$1\n$1\n"),
      /Line \d+ .* lines are missing, or were added/,
    ],
  ])("%s is refused, and nothing is left", async (_, text, message) => {
    const worlds = await worldCount();
    expect(text()).not.toBe(file);
    await expect(sandbox.importWorld([text()])).rejects.toThrow(message);
    expect(await worldCount()).toBe(worlds);
  });

  test("that is imported twice at once makes two worlds with the same state", async () => {
    const made = await Promise.all([sandbox.importWorld([file]), sandbox.importWorld([file])]);
    expect(await answers(sandbox, made[0])).toEqual(await answers(sandbox, full));
    expect(await answers(sandbox, made[1])).toEqual(await answers(sandbox, full));
  });

  test("of a world whose clock runs continues at the time of the export, however long ago that was", async () => {
    const running = await sandbox.importWorld([changed('"is_frozen":true', '"is_frozen":false')]);
    const ms = running.clock.now().getTime() - full.clock.now().getTime();
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThan(86_400_000);
  });
});

async function control(method: string, path: string, body?: string) {
  return sandbox.fetch(`http://127.0.0.1/_sandbox${path}`, {
    method,
    headers: { "x-sandbox-control": "1" },
    ...(body === undefined ? {} : { body }),
  });
}

async function worldCount(): Promise<number> {
  return ((await (await control("GET", "/worlds")).json()) as { worlds: unknown[] }).worlds.length;
}

test("the control plane copies, exports and imports; a taken id is refused, and of two imports to one id one is", async () => {
  const exported = await control("GET", "/worlds/demo/export");
  expect([exported.status, exported.headers.get("content-type"), exported.headers.get("content-disposition")]).toEqual([
    200,
    "application/x-ndjson",
    'attachment; filename="demo.jsonl"',
  ]);
  const text = await exported.text();
  expect(text).not.toContain(sandbox.apiKey);
  expect((await control("HEAD", "/worlds/demo/export")).status).toBe(200);
  const at = await Promise.all([1, 2].map(() => control("POST", "/worlds/import?id=seeded", text)));
  expect(at.map(({ status }) => status).sort()).toEqual([201, 409]);
  const copied = await control("POST", "/worlds/seeded/copy", '{"id": "feature-login"}');
  expect([copied.status, await copied.json()]).toMatchObject([201, { id: "feature-login", users: 7 }]);
  const again = await control("POST", "/worlds/seeded/copy", '{"id": "feature-login"}');
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { error: { message: expect.stringContaining("feature-login") } },
  ]);
  expect((await control("POST", "/worlds/seeded/copy", '{"id": "feature/login"}')).status).toBe(422);
  expect((await control("POST", "/worlds/nobody/copy")).status).toBe(404);
  const without = await control("POST", "/worlds/import");
  expect([without.status, await without.json()]).toMatchObject([422, { error: { where: "body" } }]);
  const broken = await control("POST", "/worlds/import", "{}\n");
  expect([broken.status, await broken.json()]).toMatchObject([
    422,
    { error: { message: expect.stringContaining("Line 1") } },
  ]);
});

describe.runIf(needs("PostgreSQL"))("with PostgreSQL", () => {
  let shared: Sandbox;
  beforeAll(async () => {
    shared = await startSandbox({ ...started, db: await createDatabase() });
  });
  afterAll(() => shared?.close());

  test("a world goes to PostgreSQL and back with the same file, the same answers, and the same still to be delivered", async () => {
    const there = await shared.importWorld([file]);
    const text = await textOf(there);
    expect(withoutHeader(text)).toBe(withoutHeader(ownedBy(file, full, there)));
    expect(await answers(shared, there)).toEqual(await answers(sandbox, full));
    const back = await sandbox.importWorld([text]);
    expect(withoutHeader(await textOf(back))).toBe(withoutHeader(ownedBy(file, full, back)));
    for (const [where, world] of [
      [shared, there],
      [sandbox, back],
    ] as const) {
      expect(await orderedAgain(where, world)).toBe(await orderedAgain(sandbox, full));
    }
    const sent = await sentBy(back);
    expect(sent.length).toBeGreaterThan(4);
    expect(await sentBy(there)).toEqual(sent);
  });

  test("a copy has the file of its origin there, too, and a broken file leaves nothing", async () => {
    const origin = await shared.importWorld([file]);
    const copy = await origin.copy();
    expect(withoutHeader(await textOf(copy))).toBe(withoutHeader(ownedBy(await textOf(origin), origin, copy)));
    expect(await sentBy(copy)).toEqual(await sentBy(origin));
    const kept = async () =>
      (await shared.fetch("http://127.0.0.1/_sandbox/worlds", { headers: { "x-sandbox-control": "1" } })).text();
    const before = await kept();
    await expect(shared.importWorld([file.slice(0, -20)])).rejects.toThrow(/cut off/);
    expect(await kept()).toBe(before);
  });
});
