// Several sandboxes on one PostgreSQL: whichever is asked, each event arrives in its order, what is due is done once, the clock is one, and waiting ends by what another did.
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { serveSandbox } from "../../../src/tools/sandbox/serve-sandbox.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { depth } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { climber, connected, numbered, numbersOf, runner, walker } from "./cast.ts";
import { createDatabase, databaseForTest, runSql } from "./postgres.ts";
import { patient, Receiver } from "./receiver.ts";

const users = [runner, walker, climber];
const control = { "x-sandbox-control": "1" };
const startMs = Date.parse("2026-03-02T09:00:00Z");

describe.runIf(needs("PostgreSQL"))("on one PostgreSQL", () => {
  /** Does something with so many sandboxes on a database of their own, and a receiver. */
  async function together(
    { count = 2, ...options }: SandboxOptions & { readonly count?: number },
    work: (sandboxes: readonly [Sandbox, Sandbox, ...Sandbox[]], receiver: Receiver, db: string) => Promise<void>,
  ): Promise<void> {
    const db = await databaseForTest();
    const receiver = await Receiver.start();
    const sandboxes: Sandbox[] = [];
    try {
      for (let index = 0; index < count; index += 1) {
        sandboxes.push(await startSandbox({ db, frozen: true, now: new Date(startMs), ...patient, ...options }));
      }
      await work(sandboxes as [Sandbox, Sandbox], receiver, db);
    } finally {
      for (const sandbox of sandboxes) await sandbox.close();
      await receiver.close();
    }
  }

  test("each event is delivered once, those of a user in order, whichever sandbox wrote it", () =>
    together({ count: 3 }, async (sandboxes, receiver) => {
      const [first] = sandboxes;
      for (const user of users) await connected(first, user);
      await first.endpoints.register({ url: receiver.url });
      const numbers = Array.from({ length: depth(6, 20) }, (_, number) => number);
      const written = users.map(async (user, index) => {
        for (const number of numbers) {
          await numbered(sandboxes[(number + index) % sandboxes.length] as Sandbox, user, number);
        }
      });
      await Promise.all(written);
      await Promise.all(sandboxes.map((sandbox) => sandbox.settled()));
      for (const user of users) expect(numbersOf(receiver.received, user)).toEqual(numbers);
      expect(new Set(receiver.ids).size).toBe(receiver.ids.length);
      expect((await first.deliveries.list()).filter(({ attempts }) => attempts !== 1)).toEqual([]);
    }));

  test("a page says what was done by a form, whichever sandbox writes it", () =>
    together({ port: 0 }, async ([first, second]) => {
      const origin = { origin: first.url ?? "", "content-type": "application/x-www-form-urlencoded" };
      const form = { method: "POST", headers: origin, body: "url=http%3A%2F%2F127.0.0.1%3A9%2F", redirect: "manual" };
      const done = await fetch(`${first.url}/_sandbox/do/registerEndpoint`, form as RequestInit);
      const shown = await fetch(`${second.url}${done.headers.get("location")}`);
      expect(await shown.text()).toMatch(/signed with <code>whsec_/);
    }));

  test("it is settled only when the deliveries of the others are", () =>
    together({}, async ([first, second], receiver) => {
      await first.endpoints.register({ url: receiver.url });
      const held = Promise.withResolvers<number>();
      const arrived = Promise.withResolvers<void>();
      receiver.answering = () => {
        arrived.resolve();
        return held.promise;
      };
      await numbered(first, runner, 1);
      await arrived.promise;
      let isSettled = false;
      const settled = second.settled().then(() => {
        isSettled = true;
      });
      // Whoever does not wait has answered by then
      await second.deliveries.list();
      await second.deliveries.list();
      expect(isSettled).toBe(false);
      held.resolve(204);
      await settled;
      expect(await second.deliveries.list()).toMatchObject([{ state: "delivered", attempts: 1 }]);
    }));

  test("two advances at once move the clock by both, and what is due is done once, in order, at its time", () =>
    together({}, async ([first, second], receiver) => {
      await first.endpoints.register({ url: receiver.url });
      for (const [index, sandbox] of [first, second, first, second].entries()) {
        const takes_seconds = 60 * (index + 1);
        const [provider, resource] = ["demo_ring", ["sleep", "activity", "body", "profile"][index] ?? ""] as const;
        await sandbox.simulate.refreshPrepared({ user_id: runner, provider, resource, takes_seconds });
      }
      const headers = { "x-service-api-key": first.apiKey };
      await first.fetch(`http://sandbox/v2/user/refresh/${runner}`, { method: "POST", headers });
      await Promise.all([first, second].map((sandbox) => sandbox.clock.advance({ minutes: 3 })));
      for (const sandbox of [first, second]) {
        const clock = await sandbox.fetch("http://127.0.0.1/_sandbox/worlds/demo/clock", { headers: control });
        expect(await clock.json()).toMatchObject({ now: new Date(startMs + 6 * 60_000).toISOString() });
      }
      const events = await second.events.ofUser(runner);
      const updated = events.map(({ event_type, at }) => [event_type, at]);
      expect(updated).toEqual(updated.toSorted((one, other) => String(one[1]).localeCompare(String(other[1]))));
      expect(new Set(receiver.ids)).toEqual(new Set(events.map(({ id }) => id)));
      expect(receiver.ids).toHaveLength(events.length);
    }));

  test("what a receiver answered is stored once the database can, and the event is not sent again", async () => {
    const db = await createDatabase();
    const receiver = await Receiver.start();
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const log = (line: string) => failed.reject(new Error(line));
    const sandbox = await startSandbox({ db, frozen: true, log, ...patient });
    try {
      await sandbox.endpoints.register({ url: receiver.url });
      // A sequence goes on, though the transaction is taken back
      await runSql(
        db,
        `CREATE SEQUENCE tried;
         CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN PERFORM nextval(''tried''); RAISE EXCEPTION SQLSTATE ''53100''; END';
         CREATE TRIGGER fail BEFORE INSERT ON attempts EXECUTE FUNCTION fail()`,
      );
      await numbered(sandbox, runner, 1);
      await expect.poll(() => runSql(db, "SELECT is_called FROM tried")).toEqual([{ is_called: true }]);
      await runSql(db, "DROP TRIGGER fail ON attempts");
      await Promise.race([sandbox.settled(), failed.promise]);
      expect(await sandbox.deliveries.list()).toMatchObject([{ state: "delivered", attempts: 1 }]);
      expect(numbersOf(receiver.received, runner)).toEqual([1]);
    } finally {
      await sandbox.close();
      await receiver.close();
    }
  });

  test("a sandbox that is closed leaves its deliveries to the others at once, with the same event id", () =>
    together({}, async ([first, second], receiver, db) => {
      const third = await startSandbox({ db, ...patient });
      await first.endpoints.register({ url: receiver.url });
      const arrived = Promise.withResolvers<void>();
      receiver.answering = () => {
        if (receiver.received.length > 1) return 204;
        arrived.resolve();
        return undefined;
      };
      await numbered(third, runner, 1);
      await numbered(third, runner, 2);
      await arrived.promise;
      await third.close();
      await second.settled();
      expect(numbersOf(receiver.received, runner)).toEqual([1, 1, 2]);
      expect(new Set(receiver.ids).size).toBe(2);
    }));

  test("events.next and a live stream end their waiting by what another sandbox wrote", () =>
    together({ port: 0 }, async ([first, second], receiver) => {
      await first.endpoints.register({ url: receiver.url });
      const stopped = new AbortController();
      const { body } = await fetch(`${first.url}/_sandbox/worlds/demo/stream`, {
        headers: control,
        signal: stopped.signal,
      });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      let streamed = "";
      const seen = async (pattern: RegExp) => {
        while (!pattern.test(streamed)) streamed += (await reader?.read())?.value ?? "";
      };
      await seen(/watching/);
      const next = first.events.next("daily.data.sleep.created", { timeoutMs: 600_000 });
      await numbered(second, runner, 7);
      expect((await next).payload.data).toMatchObject({ number: 7 });
      await second.settled();
      await seen(/event: event\n[^\n]*daily\.data\.sleep/);
      await seen(/event: delivery\n[^\n]*"delivered"/);
      await fetch(`${second.url}/_sandbox/worlds/demo/clock/freeze`, {
        method: "POST",
        headers: control,
      });
      await seen(/event: control\n[^\n]*freezeClock/);
      stopped.abort();
    }));

  test("an event alone, without anyone to deliver it to, is announced to the others", () =>
    together({ count: 1 }, async ([sandbox], _, db) => {
      const listener = new Client({ connectionString: db });
      const told: (string | undefined)[] = [];
      listener.on("notification", ({ payload }) => told.push(payload));
      await listener.connect();
      await listener.query("LISTEN sandbox_changes");
      await numbered(sandbox, runner, 1);
      // It leaves nothing unsaid, and what was said arrives before the answer
      await sandbox.close();
      await listener.query("SELECT 1");
      expect(told).toEqual([expect.stringContaining('"world"')]);
      await listener.end();
    }));

  test("a stream says that it watches only once it will show each event that follows", () =>
    together({ count: 1, port: 0 }, async ([sandbox], _, db) => {
      const client = new Client({ connectionString: db });
      await client.connect();
      await client.query("BEGIN; LOCK TABLE events");
      const stopped = new AbortController();
      let streamed = "";
      const read = async (): Promise<void> => {
        const { signal } = stopped;
        const { body } = await fetch(`${sandbox.url}/_sandbox/worlds/demo/stream`, { headers: control, signal });
        for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) streamed += text;
        // It waits for the lock for some seconds only
        return read();
      };
      const reading = expect(read()).rejects.toThrow(/aborted/);
      const waiting =
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await expect.poll(() => runSql(db, waiting)).toHaveLength(1);
      expect(streamed).toBe("");
      await client.query("COMMIT");
      await client.end();
      await expect.poll(() => streamed).toContain("watching");
      stopped.abort();
      await reading;
    }));

  test("changes are seen again after the connection that tells of them was lost", () =>
    together({}, async ([first, second], _, db) => {
      const listeners =
        "pg_stat_activity WHERE query ~ '^LISTEN|pg_notify|^SELECT 1$' AND pid <> pg_backend_pid() AND datname = current_database()";
      // From the start on: what another one announces before is never seen by those who watch
      expect(await runSql(db, `SELECT pid FROM ${listeners}`)).toHaveLength(2);
      await runSql(db, `SELECT pg_terminate_backend(pid) FROM ${listeners}`);
      const next = first.events.next("daily.data.sleep.created", { timeoutMs: 600_000 });
      await numbered(second, runner, 1);
      await next;
      await second.clock.advance({ hours: 1 });
      await expect.poll(() => first.clock.now().getTime()).toBe(startMs + 3_600_000);
    }));

  test("what a sandbox left for later is done by another when its time comes", () =>
    together({}, async ([first, second], _, db) => {
      await first.clock.resume();
      const third = await startSandbox({ db, ...patient });
      const [provider, resource] = ["demo_ring", "sleep"] as const;
      await third.simulate.refreshPrepared({ user_id: runner, provider, resource, takes_seconds: 1 });
      const headers = { "x-service-api-key": third.apiKey };
      await third.fetch(`http://sandbox/v2/user/refresh/${runner}`, { method: "POST", headers });
      await third.close();
      await Promise.all(
        [first, second].map(({ events }) => events.next("daily.data.sleep.created", { timeoutMs: 600_000 })),
      );
      expect(await first.events.ofType("daily.data.sleep.created")).toHaveLength(1);
    }));

  test("a lease lasts for twice the time that a receiver has and five seconds, and an attempt that has lost it settles nothing", () =>
    together({ count: 1 }, async ([second], receiver, db) => {
      const first = await serveSandbox({ db, ...patient });
      await first.endpoints.register({ url: receiver.url });
      const attempts = [1, 2].map(() => ({
        arrived: Promise.withResolvers<void>(),
        answered: Promise.withResolvers<number>(),
      }));
      receiver.answering = () => {
        const attempt = attempts[receiver.received.length - 1];
        attempt?.arrived.resolve();
        return attempt?.answered.promise ?? 204;
      };
      const beforeMs = Date.now();
      await numbered(first, runner, 1);
      await attempts[0]?.arrived.promise;
      const [lease] = await runSql(db, "SELECT leased_until_ms FROM deliveries");
      const tookMs = 2 * patient.deliveryTimeoutMs + 5000;
      const fromMs = Number(Object(lease).leased_until_ms) - tookMs;
      expect(fromMs).toBeGreaterThanOrEqual(beforeMs);
      expect(fromMs).toBeLessThanOrEqual(Date.now());
      await runSql(db, "UPDATE deliveries SET leased_until_ms = 1");
      const settled = second.settled();
      await attempts[1]?.arrived.promise;
      attempts[0]?.answered.resolve(500);
      // It ends once its attempt has; the other one is still under way
      await first.stop({ withinMs: 600_000, acceptMs: 0 });
      attempts[1]?.answered.resolve(204);
      await settled;
      await numbered(second, runner, 2);
      await second.settled();
      expect(numbersOf(receiver.received, runner)).toEqual([1, 1, 2]);
      const found = (await second.deliveries.list()).map(({ state, attempts: made }) => ({ state, attempts: made }));
      expect(found).toEqual([1, 2].map(() => ({ state: "delivered", attempts: 1 })));
    }));
});
