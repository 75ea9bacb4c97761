// A database in PostgreSQL by its URL: what is created in it, what is refused and left as it is, and a sandbox that continues with it.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { sandboxCommand } from "../../../src/tools/sandbox/command.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { migrations } from "../../../src/tools/sandbox/store/migrations.ts";
import { openStore } from "../../../src/tools/sandbox/store/open-store.ts";
import { runHere, startHere } from "../../commands.ts";
import { depth } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { climber, connected, numbered, numbersOf, runner, walker } from "./cast.ts";
import { createDatabase, databaseForTest, runSql } from "./postgres.ts";
import { patient, Receiver } from "./receiver.ts";
import { entryOf } from "./world-entry.ts";

test("the migrations are the files in their folder, in the order of their numbers from 1", () => {
  const files = readdirSync(join(projectDirectory, "src/tools/sandbox/store/migrations")).sort();
  expect(migrations.map((file) => basename(file))).toEqual(files);
  expect(files.map((file) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(file)?.[1]))).toEqual(files.map((_, at) => at + 1));
});

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

describe.runIf(needs("PostgreSQL"))("with PostgreSQL", () => {
  const tablesIn = (url: string) =>
    runSql(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname");

  test("sandboxes that start at once on an empty database create its tables once, and keep what is in it", async () => {
    const url = await createDatabase();
    const stores = await Promise.all([openStore(url), openStore(url), openStore(url)]);
    await stores[0]?.transaction((inside) => inside.world("here").create({ of: "here" }, entryOf("here")));
    expect(await runSql(url, "SELECT number FROM sandbox_migrations")).toEqual(
      migrations.map((_, at) => ({ number: at + 1 })),
    );
    for (const store of stores) {
      expect(await store.reading(({ worlds }) => worlds.page(0, 9, 0))).toMatchObject([{ row: { of: "here" } }]);
      await store.close();
    }
  });

  test.each<[what: string, options: string, sql: string, message: RegExp]>([
    [
      "of a newer version",
      "",
      "CREATE TABLE sandbox_migrations (number integer); INSERT INTO sandbox_migrations VALUES (99)",
      /has migration 99, but this sandbox knows those up to \d+; it was not changed\. Use the version/,
    ],
    [
      "of another application",
      "",
      "CREATE TABLE customers (id integer)",
      /has tables of another application; it was not/,
    ],
    ["of another encoding", "ENCODING 'LATIN1' TEMPLATE template0", "SELECT 1", /has the encoding LATIN1, but .* UTF8/],
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
    const event = { id: "e", type: "t", userId: "", atMs: 0, payload: "{}" };
    const caught = store.transaction(async (inside) => {
      const { events } = inside.world("here");
      await events.append(event);
      await events.append(event).catch(() => {});
    });
    await expect(caught).rejects.toThrow("nothing of it was kept");
    expect(await store.reading((inside) => inside.world("here").events.count())).toBe(0);
    await store.close();
  });

  test("ten transactions run at once, and the others wait", async () => {
    const url = await databaseForTest();
    const store = await openStore(url);
    const [areTen, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const work = Array.from({ length: 14 }, () =>
      store.transaction(async () => {
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

  test("a transaction fails when its connection is lost, and the next one has another", async () => {
    const url = await createDatabase();
    const store = await openStore(url);
    const lost = store.transaction(async (inside) => {
      await inside.world("here").create({}, entryOf("here"));
      await runSql(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
      );
      await inside.world("here").putRow({});
    });
    await expect(lost).rejects.toThrow("database cannot be used now");
    expect(await store.reading(({ worlds }) => worlds.page(0, 9, 0))).toEqual([]);
    await store.close();
  });

  test("sandboxes that start at once on an empty database have one demo world, with its cast once", async () => {
    const [alone, shared] = [await databaseForTest(), await createDatabase()];
    const sandboxes = await Promise.all([alone, shared, shared].map((db) => startSandbox({ db })));
    for (const sandbox of sandboxes) await sandbox.close();
    const counted = (url: string) => runSql(url, "SELECT world, kind, n FROM counts ORDER BY kind");
    expect(await counted(shared)).toEqual(await counted(alone));
  });

  test("a sandbox continues with what another one kept", async () => {
    const db = await databaseForTest();
    const first = await startSandbox({ db, seed: "empty" });
    const headers = { "x-service-api-key": first.apiKey, "content-type": "application/json" };
    const body = JSON.stringify({ client_user_id: "kept" });
    expect((await first.fetch("http://sandbox/v2/user/", { method: "POST", headers, body })).status).toBe(200);
    await first.close();
    const second = await startHere(sandboxCommand, ["--port", "0", "--seed", "demo", "--db", db]);
    const [, url] = await second.printed(/^Sandbox ready at (\S+),/m);
    const found = await fetch(`${url}/v2/user/resolve/kept`, { headers });
    expect([found.status, await found.json()]).toMatchObject([200, { client_user_id: "kept" }]);
    expect(await second.stop()).toBe(0);
    expect(second.output.stderr).toContain("note: --seed demo is ignored: the database already contains a sandbox");
  });

  test("an attempt to deliver an event is made once, while the outcomes of others are stored", async () => {
    const receiver = await Receiver.start();
    const sandbox = await startSandbox({ db: await databaseForTest(), frozen: true, ...patient });
    const users = [runner, walker, climber];
    const numbers = Array.from({ length: depth(4, 10) }, (_, number) => number);
    try {
      for (const user of users) await connected(sandbox, user);
      for (let endpoints = 0; endpoints < 3; endpoints += 1) await sandbox.endpoints.register({ url: receiver.url });
      for (const number of numbers) for (const user of users) await numbered(sandbox, user, number);
      await sandbox.settled();
      for (const user of users) {
        const thrice = numbers.flatMap((number) => [number, number, number]);
        expect(numbersOf(receiver.received, user).sort((a, b) => a - b)).toEqual(thrice);
      }
    } finally {
      await sandbox.close();
      await receiver.close();
    }
  });

  test("while the database is down, calls are answered with 503 and when to call again, and later as before", async () => {
    const url = await createDatabase();
    const logged: string[] = [];
    const sandbox = await startSandbox({ db: url, log: (line) => void logged.push(line) });
    const asked = (path: string, init: RequestInit = {}) =>
      sandbox.fetch(`http://sandbox${path}`, {
        ...init,
        headers: {
          host: "127.0.0.1",
          "x-sandbox-control": "1",
          "x-service-api-key": sandbox.apiKey,
          "content-type": "application/json",
        },
      });
    const calls = () => [
      asked("/v2/providers/"),
      asked("/v2/user/", { method: "POST", body: JSON.stringify({ client_user_id: "new" }) }),
      asked("/_sandbox/worlds/demo"),
      asked("/_sandbox/"),
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
      expect(logged).toContainEqual(expect.stringMatching(/^error: POST \/v2\/user\/ failed: StoreUnavailable \(\w+/));
      await runSql(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      expect((await Promise.all(calls())).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
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
    `ALTER DATABASE DATABASE_NAME SET default_transaction_read_only = ${value}; ${terminateAll}`;

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
      const inDatabase = (sql: string) => runSql(url, sql.replace("DATABASE_NAME", new URL(url).pathname.slice(1)));
      const logged: string[] = [];
      const sandbox = await startSandbox({ db: url, frozen: true, log: (line) => void logged.push(line) });
      const asked = (path: string, body?: object) =>
        sandbox.fetch(`http://127.0.0.1${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: {
            "x-sandbox-control": "1",
            "x-service-api-key": sandbox.apiKey,
            "content-type": "application/json",
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const data = { user_id: runner, provider: "demo_ring", resource: "sleep", data: { number: 1 } };
      const writes = [
        ["/v3/order", { user_id: runner }, "/v3/order"],
        ["/_sandbox/worlds/demo/simulate/dataArrived", data, "/_sandbox/worlds/:world_id/simulate/dataArrived"],
      ] as const;
      const rows = () => inDatabase("SELECT * FROM counts ORDER BY world, kind");
      try {
        const before = await rows();
        await inDatabase(begin);
        for (const [path, body, route] of writes) {
          const answer = await asked(path, body);
          expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
          expect(await answer.text()).toContain("The sandbox's database cannot be used now.");
          const line = `error: POST ${route} failed: StoreUnavailable (${code})`;
          expect(logged.filter((one) => one.startsWith(line))).toEqual([expect.not.stringContaining("\n")]);
        }
        expect((await asked("/v2/providers/")).status).toBe(200);
        // A load balancer leaves out what cannot write
        expect((await asked("/ready")).status).toBe(code === "25006" ? 503 : 200);
        expect(await rows()).toEqual(before);
        await inDatabase(end);
        for (const [path, body] of writes) expect((await asked(path, body)).status).toBe(200);
      } finally {
        await sandbox.close();
      }
    },
  );
});
