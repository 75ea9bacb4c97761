// A database in PostgreSQL by its URL: what is created in it, what is refused and left as it is, and a sandbox that continues with it.
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { openStore } from "../../src/sandbox/store/open-store.ts";
import { applicationId, layout } from "../../src/sandbox/store/schema.ts";
import { runHere } from "../commands.ts";
import { needs } from "../run/needs.ts";
import { connected, numbered, numbersOf, runner } from "./cast.ts";
import { createDatabase, databaseForTest, runSql } from "./postgres.ts";
import { patient, Receiver } from "./receiver.ts";
import { entryOf } from "./world-entry.ts";

test.each<[db: string, message: RegExp]>([
  ["postgres://[", /--db begins like the address of a PostgreSQL database, but is not a URL/],
  [
    "postgres://somebody:secret@127.0.0.1:1/here",
    /postgres:\/\/somebody@127\.0\.0\.1:1\/here cannot be reached \(.*ECONNREFUSED.*\)\. Start PostgreSQL there, or correct --db\./,
  ],
  ["postgres:///here?host=/nowhere&password=secret", /host=%2Fnowhere cannot be reached \(.*ENOENT.*\)/],
])("--db %s is refused in one line, without its password", async (db, message) => {
  const { code, stdout, stderr } = await runHere(sandboxCommand, ["--port", "0", "--db", db]);
  expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain("secret");
});

/** Calls in process: the service, or the control plane. */
const asked = (sandbox: Sandbox, path: string, body?: object) =>
  sandbox.fetch(`http://127.0.0.1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-sandbox-control": "1", "x-service-api-key": sandbox.apiKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

if (needs("PostgreSQL")) {
  describe("with PostgreSQL", () => {
    const tablesIn = (url: string) =>
      runSql(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname");

    test("two sandboxes have a database each in one PostgreSQL, or a schema each in one database", async () => {
      const [url, other] = [await createDatabase(), await createDatabase()];
      await runSql(url, "CREATE SCHEMA second");
      const stores = await Promise.all(
        [url, other, `${url}&options=-c%20search_path%3Dsecond`].map((one) => openStore(one)),
      );
      for (const store of stores) await store.close();
    });

    test("a sandbox whose lock is lost writes nothing until it has it again, and not while another one has it", async () => {
      const url = await createDatabase();
      const store = await openStore(url);
      const regained = Promise.withResolvers<void>();
      store.onRegained(regained.resolve);
      const ofDatabase = "database = (SELECT oid FROM pg_database WHERE datname = current_database())";
      const lose = () =>
        runSql(
          url,
          `SELECT pg_terminate_backend(pid, 300000) FROM pg_locks
         WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND ${ofDatabase}`,
        );
      const refused = "database cannot be used now";
      const begun = store.transaction(["here"], async (inside) => {
        await inside.world("here").create({}, entryOf("here"));
        await lose();
        await regained.promise;
      });
      await expect(begun).rejects.toThrow(refused);
      expect(await store.reading(({ worlds }) => worlds.wakes())).toEqual([]);

      const other = new Client({ connectionString: url });
      await other.connect();
      const taken = other.query("SELECT pg_advisory_lock($1, hashtext(current_schema()))", [applicationId]);
      await expect
        .poll(() => runSql(url, `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND ${ofDatabase}`))
        .toHaveLength(1);
      await lose();
      await taken;
      const write = () => store.transaction(["here"], (inside) => inside.world("here").create({}, entryOf("here")));
      await expect(write()).rejects.toThrow(refused);
      await expect(store.checkWritable()).rejects.toThrow(refused);
      await other.end();
      await expect.poll(() => write().then(() => "written", String)).toBe("written");
      await store.close();
    });

    test.each<[what: string, options: string, sql: string, message: RegExp]>([
      [
        "of another layout",
        "",
        "CREATE TABLE sandbox_layout (number integer); INSERT INTO sandbox_layout VALUES (99)",
        new RegExp(`has layout 99, but this sandbox reads layout ${layout}; it was not changed\\. Use the version`),
      ],
      [
        "of another application",
        "",
        "CREATE TABLE customers (id integer)",
        /has tables of another application; it was not/,
      ],
      [
        "of another encoding",
        "ENCODING 'LATIN1' TEMPLATE template0",
        "SELECT 1",
        /has the encoding LATIN1, but .* UTF8/,
      ],
      [
        "that its user may only read",
        "",
        // A role is one of all databases, and is there already when somebody watches
        "DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$; GRANT USAGE ON SCHEMA public TO reader",
        /user=reader cannot be used \(permission denied for schema public\)/,
      ],
    ])("a database %s is refused in one line, and left as it is", async (_, options, sql, message) => {
      const url = await createDatabase(options);
      await runSql(url, sql);
      const before = await tablesIn(url);
      const db = sql.includes("reader") ? url.replace("user=sandbox", "user=reader") : url;
      const { code, stderr } = await runHere(sandboxCommand, ["--port", "0", "--db", db]);
      expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
      expect(stderr).toMatch(message);
      expect(await tablesIn(url)).toEqual(before);
    });

    test("a transaction in which a statement failed keeps nothing, even when its error is caught", async () => {
      const store = await openStore(await databaseForTest());
      const event = { id: "e", type: "t", user_id: "", at_ms: 0, payload: "{}" };
      const caught = store.transaction(["here"], async (inside) => {
        const { events } = inside.world("here");
        await events.append([event]);
        await events.append([event]).catch(() => {});
      });
      await expect(caught).rejects.toThrow("nothing of it was kept");
      expect(await store.reading((inside) => inside.world("here").events.page({}))).toEqual([]);
      await store.close();
    });

    test("ten transactions run at once, and the others wait", async () => {
      const url = await databaseForTest();
      const store = await openStore(url);
      const [areTen, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let begun = 0;
      const work = Array.from({ length: 14 }, (_, index) =>
        store.transaction([`world-${index}`], async () => {
          begun += 1;
          if (begun === 10) areTen.resolve();
          await mayEnd.promise;
        }),
      );
      await areTen.promise;
      // One more that was let in would have begun before this, which connects later
      await runSql(url, "SELECT 1");
      expect(begun).toBe(10);
      mayEnd.resolve();
      await Promise.all(work);
      expect(begun).toBe(14);
      await store.close();
    });

    test("those that write one world wait for each other without a connection, and leave the others to other worlds", async () => {
      const store = await openStore(await databaseForTest());
      const mayEnd = Promise.withResolvers<void>();
      const order: number[] = [];
      const busy = Array.from({ length: 40 }, (_, index) =>
        store.transaction(["busy"], async () => {
          await mayEnd.promise;
          order.push(index);
        }),
      );
      const others = Array.from({ length: 9 }, (_, index) => store.transaction([`other-${index}`], async () => index));
      expect(await Promise.all(others)).toHaveLength(9);
      await store.checkWritable();
      mayEnd.resolve();
      await Promise.all(busy);
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      await store.close();
    });

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

    test("an event that the database refused does not keep back later events of its user", async () => {
      const db = await createDatabase();
      const receiver = await Receiver.start();
      const sandbox = await startSandbox({ db, frozen: true, log: () => {}, ...patient });
      try {
        await connected(sandbox, runner);
        await sandbox.endpoints.register({ url: receiver.url });
        // The last statement of a transaction that left work: its delivery is taken by then
        await runSql(
          db,
          `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN RAISE EXCEPTION SQLSTATE ''53100''; END';
         CREATE TRIGGER fail BEFORE UPDATE OF wake_at_ms ON worlds FOR EACH ROW EXECUTE FUNCTION fail()`,
        );
        await expect(numbered(sandbox, runner, 1)).rejects.toThrow("database cannot be used now");
        await runSql(db, "DROP TRIGGER fail ON worlds");
        await numbered(sandbox, runner, 2);
        await expect.poll(() => numbersOf(receiver.received, runner)).toEqual([2]);
      } finally {
        await sandbox.close();
        await receiver.close();
      }
    });

    test("a stream says that it watches only once it will show each event that follows", async () => {
      const db = await createDatabase();
      const sandbox = await startSandbox({ db, port: 0 });
      const client = new Client({ connectionString: db });
      await client.connect();
      await client.query("BEGIN; LOCK TABLE events");
      const stopped = new AbortController();
      let streamed = "";
      const read = async (): Promise<void> => {
        const { signal } = stopped;
        const { body } = await fetch(`${sandbox.url}/_sandbox/worlds/demo/stream`, {
          headers: { "x-sandbox-control": "1" },
          signal,
        });
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
      await sandbox.close();
    });

    test("of fifty calls at once as many have a fault as the faults count, and those change nothing", async () => {
      const sandbox = await startSandbox({ db: await databaseForTest() });
      const faults = "/_sandbox/worlds/demo/faults";
      await asked(sandbox, faults, { operation_id: "createUser", effect: "status", status: 503, count: 3 });
      await asked(sandbox, faults, {
        operation_id: "createUser",
        effect: "status",
        status: 502,
        probability: 0.5,
        seed: 7,
      });
      const calls = Array.from({ length: 50 }, (_, number) =>
        asked(sandbox, "/v2/user/", { client_user_id: `user-${number}` }),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      const times = (status: number) => statuses.filter((found) => found === status).length;
      expect([times(503), times(200) + times(502)]).toEqual([3, 47]);
      expect(await (await asked(sandbox, faults)).json()).toMatchObject({
        faults: [
          { seen: 3, applied: 3, is_over: true },
          { seen: 47, applied: times(502), is_over: false },
        ],
      });
      const resolved = await Promise.all(
        statuses.map((_, number) => asked(sandbox, `/v2/user/resolve/user-${number}`)),
      );
      expect(resolved.map(({ status }) => status)).toEqual(statuses.map((status) => (status === 200 ? 200 : 404)));
      await sandbox.close();
    });

    test("while the database is down, calls are answered with 503 and when to call again, and later as before", async () => {
      const url = await createDatabase();
      const logged: string[] = [];
      const sandbox = await startSandbox({ db: url, log: (line) => void logged.push(line) });
      let made = 0;
      const calls = () => [
        asked(sandbox, "/v2/providers/"),
        // Another one each time: it may be created while the call beside it is still refused
        asked(sandbox, "/v2/user/", { client_user_id: `new-${made++}` }),
        asked(sandbox, "/_sandbox/worlds/demo"),
        asked(sandbox, "/_sandbox/"),
      ];
      const name = new URL(url).pathname.slice(1);
      const admin = url.replace(name, "postgres");
      try {
        await runSql(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
        await runSql(admin, `SELECT pg_terminate_backend(pid, 300000) FROM pg_stat_activity WHERE datname = '${name}'`);
        for (const call of calls()) {
          const answer = await call;
          expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
          expect(await answer.text()).toContain("The sandbox's database cannot be used now. Call again in a moment");
        }
        expect(logged).toContainEqual(
          expect.stringMatching(/^error: POST \/v2\/user\/ failed: StoreUnavailable \(\w+/),
        );
        await runSql(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
        await expect
          .poll(async () => (await Promise.all(calls())).map(({ status }) => status))
          .toEqual([200, 200, 200, 200]);
      } finally {
        await sandbox.close();
      }
    });

    /** Waits until they have ended: a call may else still get one of them. */
    const terminateAll =
      "SELECT pg_terminate_backend(pid, 300000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()";
    const triggered = (does: string) =>
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${does}; END';
     CREATE TRIGGER fail BEFORE INSERT ON events EXECUTE FUNCTION fail()`;
    const readOnly = (value: string) =>
      `ALTER DATABASE DATABASE_NAME SET default_transaction_read_only = ${value};\n${terminateAll}`;

    test.each<[what: string, code: string, begin: string, end: string]>([
      ["is full", "53100", triggered("RAISE EXCEPTION SQLSTATE ''53100''"), "DROP TRIGGER fail ON events"],
      [
        "ends the connection in the middle of a call",
        "57P01",
        triggered("PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW"),
        "DROP TRIGGER fail ON events",
      ],
      ["only reads", "25006", readOnly("on"), `SET transaction_read_only = off; ${readOnly("off")}`],
    ])(
      "while the database %s, writes are answered with 503, logged in one line, and leave nothing",
      async (_, code, begin, end) => {
        const url = await createDatabase();
        const inDatabase = async (sql: string) => {
          // One after the other: what ends the connections must come after what they are to begin with
          let rows: readonly unknown[] = [];
          for (const one of sql.split(";\n"))
            rows = await runSql(url, one.replace("DATABASE_NAME", new URL(url).pathname.slice(1)));
          return rows;
        };
        const logged: string[] = [];
        const sandbox = await startSandbox({ db: url, frozen: true, log: (line) => void logged.push(line) });
        const data = { user_id: runner, provider: "demo_ring", resource: "sleep", data: { number: 1 } };
        const writes = [
          ["/v3/order", { user_id: runner }, "/v3/order"],
          ["/_sandbox/worlds/demo/simulate/dataArrived", data, "/_sandbox/worlds/:world_id/simulate/dataArrived"],
        ] as const;
        const rows = () => inDatabase("SELECT * FROM records ORDER BY place");
        try {
          const before = await rows();
          await inDatabase(begin);
          for (const [path, body, route] of writes) {
            const answer = await asked(sandbox, path, body);
            expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
            expect(await answer.text()).toContain("The sandbox's database cannot be used now.");
            const line = `error: POST ${route} failed: StoreUnavailable (${code})`;
            expect(logged.filter((one) => one.startsWith(line))).toEqual([expect.not.stringContaining("\n")]);
          }
          expect((await asked(sandbox, "/v2/providers/")).status).toBe(200);
          // A load balancer leaves out what cannot write
          expect((await asked(sandbox, "/ready")).status).toBe(code === "25006" ? 503 : 200);
          expect(await rows()).toEqual(before);
          await inDatabase(end);
          // A call that was begun before a connection was found lost is refused
          for (const [path, body] of writes)
            await expect.poll(async () => (await asked(sandbox, path, body)).status).toBe(200);
        } finally {
          await sandbox.close();
        }
      },
    );
  });
}
