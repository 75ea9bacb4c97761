// The store on SQLite: in memory, or in a file that survives the process.

import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type {
  AttemptRow,
  Collection,
  DeliveryRow,
  DeliveryRows,
  DeliveryState,
  DueItem,
  DueWork,
  EventLog,
  Keys,
  KeysOf,
  LoggedEvent,
  Store,
  Transaction,
  WorldTables,
} from "../world/store.ts";
import { inUse, openAlone, prepareDatabaseFile } from "./database-file.ts";
import { RecentReads } from "./recent-reads.ts";
import { schema } from "./schema.ts";
import { upgrade } from "./upgrade.ts";

type Row = Record<string, SQLOutputValue>;

/** Values by the names of their columns; what is undefined may be anything. */
type Wanted = Readonly<Record<string, string | undefined>>;

/**
 * Opens a store.
 *
 * @param file A path, or `:memory:`. A file that does not exist is created whole or not at all.
 * @throws {Failure} when the file is not a sandbox's, is damaged, or is in use; it is left untouched.
 */
export function openStore(file: string): Store {
  if (file === ":memory:") {
    const database = new DatabaseSync(file);
    database.exec(schema);
    return new SqliteStore(database, () => {});
  }
  // Even to read the file would end the locks of this process on it: POSIX takes them away with the first handle that is closed
  if (existsSync(file) && openFiles.has(realpathSync(file))) throw inUse(file);
  const path = prepareDatabaseFile(file);
  const database = openAlone(path);
  // The process may be killed at any moment: the operating system has received what was committed
  // A log that grew in one large transaction is truncated
  database.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000; PRAGMA journal_size_limit = 16000000");
  try {
    upgrade(database);
  } catch (error) {
    database.close();
    throw error;
  }
  openFiles.add(path);
  return new SqliteStore(database, () => openFiles.delete(path));
}

/** The files that this process has open. */
const openFiles = new Set<string>();

/** One connection has one transaction: one after the other, reads included. Each is over in a moment, since none waits for anything else. */
class SqliteStore implements Store, Transaction {
  readonly #database: DatabaseSync;
  readonly #onClose: () => void;
  readonly #statements = new Map<string, StatementSync>();
  readonly #worlds = new Map<string, WorldTables>();
  /** By world and kind. */
  readonly #reads = new Map<string, RecentReads>();
  /** Those that wait for the one that runs, if any. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #isWriting = false;

  constructor(database: DatabaseSync, onClose: () => void) {
    this.#database = database;
    this.#onClose = onClose;
  }

  transaction<T>(work: (inside: Transaction) => Promise<T>): Promise<T> {
    return this.reading(async () => {
      this.#sql("BEGIN IMMEDIATE").run();
      this.#isWriting = true;
      let isDone = false;
      try {
        const result = await work(this);
        this.#sql("COMMIT").run();
        isDone = true;
        return result;
      } finally {
        this.#isWriting = false;
        if (!isDone) for (const reads of this.#reads.values()) reads.forget();
        // SQLite may have rolled back already, for example when the disk is full
        if (!isDone && this.#database.isTransaction) this.#sql("ROLLBACK").run();
      }
    });
  }

  async reading<T>(work: (inside: Transaction) => Promise<T>): Promise<T> {
    if (this.#isTaken) await new Promise<void>((begin) => this.#waiting.push(begin));
    this.#isTaken = true;
    try {
      return await work(this);
    } finally {
      const begin = this.#waiting.shift();
      // It stays taken for the next one, so that no other comes between
      if (begin === undefined) this.#isTaken = false;
      else begin();
    }
  }

  async worldRows() {
    const rows = this.#sql("SELECT id, value FROM worlds ORDER BY rowid").all();
    return rows.map(({ id, value }) => ({ id: String(id), row: JSON.parse(String(value)) as unknown }));
  }

  world(id: string): WorldTables {
    const tables = this.#worlds.get(id) ?? this.#tablesOf(id);
    this.#worlds.set(id, tables);
    return tables;
  }

  #tablesOf(world: string): WorldTables {
    // No kind of record is named so
    const reads = this.#readsOf(world, "");
    const clear = async () => {
      for (const [key, found] of this.#reads) if (key.startsWith(`${world} `)) found.forget();
      this.#write("DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE world = ?)").run(world);
      for (const table of ["records", "events", "due_work", "deliveries", "counts"]) {
        this.#write(`DELETE FROM ${table} WHERE world = ?`).run(world);
      }
    };
    return {
      row: () =>
        reads.answer("", () => {
          const found = this.#sql("SELECT value FROM worlds WHERE id = ?").get(world);
          return found === undefined ? undefined : (JSON.parse(String(found["value"])) as unknown);
        }),
      putRow: async (row) => {
        reads.forget();
        this.#write(
          "INSERT INTO worlds (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value",
        ).run(world, JSON.stringify(row));
      },
      collection: (kind, keysOf) => this.#collection(world, kind, keysOf),
      events: this.#events(world),
      dueWork: this.#dueWork(world),
      deliveries: this.#deliveries(world),
      clear,
      drop: async () => {
        await clear();
        this.#write("DELETE FROM worlds WHERE id = ?").run(world);
        this.#worlds.delete(world);
        for (const key of this.#reads.keys()) if (key.startsWith(`${world} `)) this.#reads.delete(key);
      },
    };
  }

  #collection<T>(world: string, kind: string, keysOf: KeysOf<T>): Collection<T> {
    const sql = (text: string) => this.#sql(text);
    const record = ({ body }: Row) => JSON.parse(String(body)) as T;
    const records = (rows: readonly Row[]) => rows.map(record);
    const placed = (row: Row) => ({ place: Number(row["place"]), record: record(row) });
    const reads = this.#readsOf(world, kind);
    return {
      get: (id) =>
        reads.answer(`id ${id}`, () => {
          const row = sql("SELECT body FROM records WHERE world = ? AND kind = ? AND id = ?").get(world, kind, id);
          return row === undefined ? undefined : record(row);
        }),
      put: async (id, record) => {
        reads.forget();
        const { owner, name }: Keys = keysOf(record);
        this.#write(
          `INSERT INTO records (world, kind, id, owner, name, body) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (world, kind, id) DO UPDATE SET owner = excluded.owner, name = excluded.name, body = excluded.body`,
        ).run(world, kind, id, owner ?? null, name ?? null, JSON.stringify(record));
      },
      delete: async (id) => {
        reads.forget();
        this.#write("DELETE FROM records WHERE world = ? AND kind = ? AND id = ?").run(world, kind, id);
      },
      ofOwner: (owner) =>
        reads.answer(`owner ${owner}`, () => {
          const found = sql("SELECT body FROM records WHERE world = ? AND kind = ? AND owner = ? ORDER BY place");
          return records(found.all(world, kind, owner));
        }),
      named: (name) =>
        reads.answer(`name ${name}`, () => {
          const found = sql("SELECT body FROM records WHERE world = ? AND kind = ? AND name = ? ORDER BY place");
          return records(found.all(world, kind, name));
        }),
      all: () =>
        reads.answer("all", () =>
          records(sql("SELECT body FROM records WHERE world = ? AND kind = ? ORDER BY place").all(world, kind)),
        ),
      page: async (after, limit) => this.#after("records", { world, kind }, after, limit).map(placed),
      latest: async (before, limit) => this.#before("records", { world, kind }, before, limit).map(placed),
      count: async () => this.#count(world, kind),
    };
  }

  #events(world: string): EventLog {
    const sql = (text: string) => this.#sql(text);
    return {
      append: async ({ id, type, userId, atMs, payload }) => {
        const { lastInsertRowid } = this.#write(
          "INSERT INTO events (world, id, type, user_id, at_ms, payload) VALUES (?, ?, ?, ?, ?, ?)",
        ).run(world, id, type, userId, atMs, payload);
        return Number(lastInsertRowid);
      },
      async get(id) {
        const row = sql("SELECT * FROM events WHERE world = ? AND id = ?").get(world, id);
        return row === undefined ? undefined : eventOf(row);
      },
      page: async (after, limit, userId) =>
        this.#after("events", { world, user_id: userId }, after, limit).map(eventOf),
      latest: async (before, limit, userId, type) =>
        this.#before("events", { world, user_id: userId, type }, before, limit).map(eventOf),
      async lastPlace() {
        return Number(sql("SELECT max(place) AS n FROM events WHERE world = ?").get(world)?.["n"] ?? 0);
      },
      // Kinds of record have names
      count: async () => this.#count(world, ""),
    };
  }

  #dueWork(world: string): DueWork {
    const sql = (text: string) => this.#sql(text);
    return {
      add: async (atMs, kind, payload) => {
        this.#write("INSERT INTO due_work (world, at_ms, kind, payload) VALUES (?, ?, ?, ?)").run(
          world,
          atMs,
          kind,
          payload,
        );
      },
      async first() {
        const row = sql("SELECT * FROM due_work WHERE world = ? ORDER BY at_ms, place LIMIT 1").get(world);
        return row === undefined ? undefined : dueItemOf(row);
      },
      remove: async (place) => this.#write("DELETE FROM due_work WHERE place = ?").run(place).changes === 1,
    };
  }

  #deliveries(world: string): DeliveryRows {
    const sql = (text: string) => this.#sql(text);
    const get = (place: number) => {
      const row = sql("SELECT * FROM deliveries WHERE world = ? AND place = ?").get(world, place);
      return row === undefined ? undefined : deliveryOf(row);
    };
    /** Makes the first of a queue due. Of each queue the first one is due, unless the queue is empty: the others wait. */
    const promote = (endpointId: string, userId: string, atMs: number) => {
      this.#write(
        `UPDATE deliveries SET state = 'due', due_at_ms = max(?, coalesce(due_at_ms, 0)) WHERE place =
           (SELECT min(place) FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'waiting')
         AND NOT EXISTS
           (SELECT 1 FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due')`,
      ).run(atMs, world, endpointId, userId, world, endpointId, userId);
    };
    return {
      add: async (endpointId, eventId, userId, atMs) => {
        const isQueued =
          sql("SELECT 1 FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due'").get(
            world,
            endpointId,
            userId,
          ) !== undefined;
        const { lastInsertRowid } = this.#write(
          "INSERT INTO deliveries (world, endpoint_id, event_id, user_id, state, due_at_ms) VALUES (?, ?, ?, ?, ?, ?)",
        ).run(world, endpointId, eventId, userId, isQueued ? "waiting" : "due", atMs);
        return Number(lastInsertRowid);
      },
      replan: async (place, eventId, atMs) => {
        this.#write(
          "UPDATE deliveries SET event_id = ?, due_at_ms = ? WHERE place = ? AND state IN ('waiting', 'due')",
        ).run(eventId, atMs, place);
      },
      dueBy: async (endpointId, atMs, limit) =>
        sql(
          `SELECT * FROM deliveries WHERE world = ? AND endpoint_id = ? AND state = 'due' AND due_at_ms <= ?
           ORDER BY due_at_ms, place LIMIT ?`,
        )
          .all(world, endpointId, atMs, limit)
          .map(deliveryOf),
      nextDueMs: async (afterMs) => {
        const row = sql(
          "SELECT due_at_ms FROM deliveries WHERE world = ? AND state = 'due' AND due_at_ms > ? ORDER BY due_at_ms LIMIT 1",
        ).get(world, afterMs);
        return row === undefined ? undefined : Number(row["due_at_ms"]);
      },
      settle: async (place, { atMs, exchanges }, next) => {
        const row = get(place);
        // A resent one may have gone before it meanwhile: then it waits
        if (row?.state !== "due" && row?.state !== "waiting") return;
        for (const exchange of exchanges) {
          this.#write(
            `INSERT INTO attempts (delivery, number, at_ms, exchange)
               VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM attempts WHERE delivery = ?), ?, ?)`,
          ).run(place, place, atMs, exchange);
        }
        const isOver = next === "delivered" || next === "parked";
        const state = isOver ? next : row.state;
        this.#write("UPDATE deliveries SET state = ?, attempts = attempts + 1, due_at_ms = ? WHERE place = ?").run(
          state,
          isOver || state === "waiting" ? null : next.retryAtMs,
          place,
        );
        if (isOver) promote(row.endpointId, row.userId, atMs);
      },
      resend: async (place, atMs) => {
        const row = get(place);
        if (row === undefined || row.state === "waiting") return;
        this.#write("UPDATE deliveries SET state = 'waiting', attempts = 0, due_at_ms = NULL WHERE place = ?").run(
          place,
        );
        this.#write(
          `UPDATE deliveries SET state = 'waiting'
             WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due' AND place > ?`,
        ).run(world, row.endpointId, row.userId, place);
        promote(row.endpointId, row.userId, atMs);
      },
      removeEndpoint: async (endpointId) => {
        // One state after the other: each has its own index
        for (const state of ["waiting", "due"]) {
          const given = `world = ? AND endpoint_id = ? AND state = '${state}'`;
          this.#write(`DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE ${given})`).run(
            world,
            endpointId,
          );
          this.#write(`DELETE FROM deliveries WHERE ${given}`).run(world, endpointId);
        }
      },
      get: async (place) => get(place),
      page: async (after, limit, state) => this.#after("deliveries", { world, state }, after, limit).map(deliveryOf),
      latest: async (before, limit, state) =>
        this.#before("deliveries", { world, state }, before, limit).map(deliveryOf),
      attempts: async (place) =>
        get(place) === undefined
          ? []
          : sql("SELECT number, at_ms, exchange FROM attempts WHERE delivery = ? ORDER BY number")
              .all(place)
              .map(attemptOf),
    };
  }

  /** The rows behind a place in the order in which they were written; by which values, as far as they are given. */
  #after(table: string, by: Wanted, place: number, limit: number): Row[] {
    return this.#rows(table, by, "place > ? ORDER BY place", place, limit);
  }

  /** The rows before a place, the latest first. */
  #before(table: string, by: Wanted, place: number, limit: number): Row[] {
    return this.#rows(table, by, "place < ? ORDER BY place DESC", place, limit);
  }

  #rows(table: string, by: Wanted, order: string, place: number, limit: number): Row[] {
    const given = Object.entries(by).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
    const conditions = given.map(({ name }) => `${name} = ? AND `).join("");
    const values = given.map(({ value }) => value);
    return this.#sql(`SELECT * FROM ${table} WHERE ${conditions}${order} LIMIT ?`).all(...values, place, limit);
  }

  /** How many there are of a kind of record; of events where it is empty. */
  #count(world: string, kind: string): number {
    return Number(this.#sql("SELECT n FROM counts WHERE world = ? AND kind = ?").get(world, kind)?.["n"] ?? 0);
  }

  close(): Promise<void> {
    return this.reading(async () => {
      this.#database.close();
      this.#onClose();
    });
  }

  #readsOf(world: string, kind: string): RecentReads {
    const key = `${world} ${kind}`;
    const reads = this.#reads.get(key) ?? new RecentReads();
    this.#reads.set(key, reads);
    return reads;
  }

  /** A statement that changes something: outside of a transaction it would be one of its own. */
  #write(text: string): StatementSync {
    if (!this.#isWriting) throw new Error("The store is written outside of a transaction.");
    return this.#sql(text);
  }

  /** Each statement is prepared once. */
  #sql(text: string): StatementSync {
    const prepared = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, prepared);
    return prepared;
  }
}

function eventOf(row: Row): LoggedEvent {
  return {
    place: Number(row["place"]),
    id: String(row["id"]),
    type: String(row["type"]),
    userId: String(row["user_id"]),
    atMs: Number(row["at_ms"]),
    payload: String(row["payload"]),
  };
}

function dueItemOf(row: Row): DueItem {
  return {
    place: Number(row["place"]),
    atMs: Number(row["at_ms"]),
    kind: String(row["kind"]),
    payload: String(row["payload"]),
  };
}

function attemptOf(row: Row): AttemptRow {
  return { number: Number(row["number"]), atMs: Number(row["at_ms"]), exchange: String(row["exchange"]) };
}

function deliveryOf(row: Row): DeliveryRow {
  const state = String(row["state"]) as DeliveryState;
  return {
    place: Number(row["place"]),
    endpointId: String(row["endpoint_id"]),
    eventId: String(row["event_id"]),
    userId: String(row["user_id"]),
    state,
    attempts: Number(row["attempts"]),
    dueAtMs: state === "due" ? Number(row["due_at_ms"]) : undefined,
  };
}
