// A world is made, copied, kept for its time to live, reset and dropped by its name, whatever is called at the same time.
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { components } from "../../generated/control-types.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { walker } from "./cast.ts";
import { control as callControl } from "./fresh-world.ts";
import { connectTo } from "./raw-socket.ts";

type World = components["schemas"]["World"];

const minute = 60_000;

const directory = mkdtempSync(join(tmpdir(), "worlds-"));
afterAll(() => rmSync(directory, { recursive: true }));
afterEach(() => void vi.useRealTimers());

const control = <Body = World>(of: Sandbox, line: string, body?: object) => callControl<Body>(line, body, of);

/** Lists what the keys of a world open. @returns The status. */
async function read(sandbox: Sandbox, { api_key }: World): Promise<number> {
  return (await sandbox.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": api_key } })).status;
}

/** Moves the machine's time, and no timer. */
function wait(minutes: number): void {
  const at = Date.now() + minutes * minute;
  vi.useFakeTimers({ toFake: ["Date"], now: at });
}

describe("in a file", () => {
  let files = 0;
  let sandbox: Sandbox;
  beforeEach(async () => {
    files += 1;
    sandbox = await startSandbox({ db: join(directory, `${files}.db`) });
  });
  afterEach(() => sandbox.close());

  test("a world is got or created by its name; of one that is there only a time to live is changed", async () => {
    const created = await control(sandbox, "PUT /worlds/feature-login", { seed: "empty", is_frozen: true });
    expect(created).toMatchObject({ status: 201, body: { id: "feature-login", expires_at: null } });
    expect(created.body).not.toHaveProperty("ttl");
    const found = await control(sandbox, "PUT /worlds/feature-login", { seed: "demo", ttl: { hours: 1 } });
    expect(found).toMatchObject({
      status: 200,
      body: { api_key: created.body.api_key, clock: { is_frozen: true }, ttl: { seconds: 3600 } },
    });
    const [used, expires] = [found.body.used_at, found.body.expires_at].map((at) => Date.parse(at ?? ""));
    expect((expires ?? 0) - (used ?? 0)).toBe(60 * minute);
    expect(await control(sandbox, "PUT /worlds/feature-login")).toMatchObject({ body: { ttl: { seconds: 3600 } } });
    expect((await sandbox.openWorld("feature-login")).apiKey).toBe(created.body.api_key);
    expect((await control(sandbox, "PUT /worlds/demo")).body.api_key).toBe(sandbox.apiKey);
  });

  test("a world begins as a copy of another one, by its name too, and later calls find it when the other is gone", async () => {
    await control(sandbox, "PUT /worlds/seeded", { seed: "demo", now: "2026-03-02T09:00:00Z", is_frozen: true });
    const copied = { clock: { now: "2026-03-02T09:00:00.000Z", is_frozen: true } };
    const body = { copy_of: "seeded", ttl: { hours: 8 } };
    const created = await control(sandbox, "PUT /worlds/branch-1", body);
    expect(created).toMatchObject({ status: 201, body: { ...copied, id: "branch-1", ttl: { seconds: 8 * 3600 } } });
    const kept = await control(sandbox, "PUT /worlds/kept", { copy_of: "branch-1" });
    expect(kept).toMatchObject({ status: 201, body: { ...copied, expires_at: null } });
    const held = await sandbox.openWorld("branch-2", { copyOf: "seeded" });
    expect(await held.clock.now()).toEqual(new Date(copied.clock.now));
    await control(sandbox, "DELETE /worlds/seeded");
    const found = await control(sandbox, "PUT /worlds/branch-1", body);
    expect([found.status, found.body.api_key]).toEqual([200, created.body.api_key]);
    const missing = await control<{ error: { message: string } }>(sandbox, "PUT /worlds/branch-3", body);
    expect([missing.status, missing.body.error.message]).toEqual([
      404,
      'The world "seeded" does not exist, so it cannot be copied. List the worlds for their ids.',
    ]);
    expect((await control(sandbox, "GET /worlds/branch-3")).status).toBe(404);
  });

  test("a world is there until its time to live is over, to the millisecond, and then gives its name to another", async () => {
    wait(0);
    const begin = Date.now();
    const left = (await control(sandbox, "PUT /worlds/left", { seed: "empty", ttl: { minutes: 1 } })).body;
    const isListed = async () =>
      (await control<{ worlds: World[] }>(sandbox, "GET /worlds")).body.worlds.some(({ id }) => id === "left");
    // To be listed is no use
    vi.setSystemTime(begin + minute - 1);
    expect(await isListed()).toBe(true);
    vi.setSystemTime(begin + minute);
    expect(await isListed()).toBe(false);
    expect((await control(sandbox, "GET /worlds/left")).status).toBe(404);
    const again = await control(sandbox, "PUT /worlds/left", { seed: "empty" });
    expect([again.status, again.body.api_key === left.api_key, await read(sandbox, left)]).toEqual([201, false, 401]);
  });

  test("a world lives as long as it is used: by its key, by its name, or as the origin of a copy", async () => {
    const options = { seed: "empty", ttl: { minutes: 1 } };
    const called = (await control(sandbox, "PUT /worlds/called", options)).body;
    for (const name of ["controlled", "copied"]) await control(sandbox, `PUT /worlds/${name}`, options);
    for (const copy of ["copy-1", "copy-2", "copy-3"]) {
      wait(0.8);
      expect(await read(sandbox, called)).toBe(200);
      expect((await control(sandbox, "GET /worlds/controlled")).status).toBe(200);
      expect((await control(sandbox, `PUT /worlds/${copy}`, { copy_of: "copied" })).status).toBe(201);
    }
    expect((await control(sandbox, "GET /worlds/copied")).status).toBe(200);
    wait(1);
    expect(await read(sandbox, called)).toBe(401);
  });

  test("a world of a name is created once, when several open it at the same time, and worlds that are to be copies of each other are refused", async () => {
    for (const options of [{ seed: "empty" }, { copy_of: "demo" }]) {
      const name = `of-${Object.values(options)}`;
      const opened = await Promise.all([1, 2, 3, 4].map(() => control(sandbox, `PUT /worlds/${name}`, options)));
      expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
      expect(new Set(opened.map(({ body }) => body.api_key)).size).toBe(1);
    }
    const copies = await Promise.all([
      control(sandbox, "PUT /worlds/one", { copy_of: "other" }),
      control(sandbox, "PUT /worlds/other", { copy_of: "one" }),
    ]);
    expect(copies.map(({ status }) => status)).toEqual([404, 404]);
  });

  test("a call that waits for a world ends when the world is dropped, and one of the same name is another", async () => {
    const first = (await control(sandbox, "PUT /worlds/short", { seed: "empty", is_frozen: true })).body;
    const world = await sandbox.openWorld("short");
    const waiting = expect(
      world.events.next("provider.connection.created", { timeoutMs: 10 * minute }),
    ).rejects.toThrow(/no longer exists|has no world/);
    expect((await control(sandbox, "DELETE /worlds/short")).status).toBe(200);
    await waiting;
    expect([await read(sandbox, first), (await control(sandbox, "GET /worlds/short")).status]).toEqual([401, 404]);
    const second = (await control(sandbox, "PUT /worlds/short", { seed: "empty" })).body;
    expect([await read(sandbox, first), await read(sandbox, second)]).toEqual([401, 200]);
  });

  test("the list of worlds says how old each is, a page at a time", async () => {
    for (const name of ["ci-1", "ci-2", "demo-day"]) await control(sandbox, `PUT /worlds/${name}`);
    const pageOf = async (query: string) =>
      (await control<{ worlds: World[]; next: number | null }>(sandbox, `GET /worlds?${query}`)).body;
    const first = await pageOf("limit=2&prefix=ci-");
    expect([first.worlds.map(({ id }) => id), first.next]).toEqual([["ci-1", "ci-2"], null]);
    const [, { created_at = "", used_at = "" } = {}] = first.worlds;
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.parse(used_at));
    const begun = await pageOf("limit=3");
    const rest = await pageOf(`limit=3&after=${begun.next}`);
    expect([...begun.worlds, ...rest.worlds].map(({ id }) => id)).toEqual(["demo", "ci-1", "ci-2", "demo-day"]);
  });

  test("the file of a world that has expired is removed, though nobody asks for it", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    const db = join(directory, "expired.db");
    const sandbox = await startSandbox({ db });
    await control(sandbox, "PUT /worlds/Short", { seed: "empty", ttl: { minutes: 10 } });
    const files = () =>
      readdirSync(join(db, "worlds"))
        .filter((name) => name.endsWith(".db"))
        .toSorted();
    expect(files()).toEqual(["=short.db", "demo.db"]);
    vi.setSystemTime(Date.now() + 10 * minute);
    vi.advanceTimersToNextTimer();
    expect(files()).toEqual(["demo.db"]);
    await sandbox.close();
  });
});

test("a reset brings back the seed, the settings and the clock that a world was made with; its keys stay, and places go on", async () => {
  const sandbox = await startSandbox();
  const now = new Date("2026-03-02T09:00:00Z");
  const world = await sandbox.createWorld({ frozen: true, now, settings: { psc_scheduling: true } });
  const shown = async () => (await control(sandbox, `GET /worlds/${world.id}`)).body;
  const { used_at: _, ...before } = await shown();
  const add = () => world.simulate.connectionMade({ user_id: walker, provider: "demo_ring" });
  await add();
  const first = await world.events.next();
  await world.changeSettings({ psc_scheduling: false, source_form: "old" });
  await world.faults.add({ operation_id: "*", effect: "status", status: 503 });
  await world.faults.add({ endpoint_id: "*", effect: "cut" });
  await world.clock.advance({ days: 8 });
  await world.clock.resume();
  await world.reset("empty");
  expect(await shown()).toMatchObject(before);
  expect([await world.records.users(), await world.faults.list()]).toEqual([[], []]);
  await world.reset();
  expect(await world.records.users()).toHaveLength(7);
  // A reader that goes on from its place misses none
  await add();
  expect((await world.events.next()).place).toBeGreaterThan(first.place);
  await sandbox.close();
});

test("a call whose world is dropped while its body is on the way is refused", async () => {
  const sandbox = await startSandbox({ port: 0 });
  const world = await sandbox.openWorld("dropped", { seed: "empty" });
  const socket = await connectTo(sandbox.url ?? "");
  const answer = async () => String((await once(socket, "data"))[0]);
  const body = '{"client_user_id": "late"}';
  socket.write(
    `POST /v2/user/ HTTP/1.1\r\nHost: 127.0.0.1\r\nx-service-api-key: ${world.apiKey}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  // The head was taken, and the key with it
  expect(await answer()).toMatch(/^HTTP\/1\.1 100 /);
  await control(sandbox, "DELETE /worlds/dropped");
  const late = answer();
  socket.write(body);
  expect(await late).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
  await sandbox.close();
});
