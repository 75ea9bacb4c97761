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
  WorldRows,
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

class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #onClose: () => void;
  readonly #statements = new Map<string, StatementSync>();
  /** By world and kind. */
  readonly #reads = new Map<string, RecentReads>();
  #isInTransaction = false;

  constructor(database: DatabaseSync, onClose: () => void) {
    this.#database = database;
    this.#onClose = onClose;
  }

  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work();
    this.#sql("BEGIN IMMEDIATE").run();
    this.#isInTransaction = true;
    let isDone = false;
    try {
      const result = work();
      this.#sql("COMMIT").run();
      isDone = true;
      return result;
    } finally {
      this.#isInTransaction = false;
      if (!isDone) this.#forgetReads();
      // SQLite may have rolled back already, for example when the disk is full
      if (!isDone && this.#database.isTransaction) this.#sql("ROLLBACK").run();
    }
  }

  collection<T>(world: string, kind: string, keysOf: KeysOf<T>): Collection<T> {
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
      put(id, record) {
        reads.forget();
        const { owner, name }: Keys = keysOf(record);
        sql(
          `INSERT INTO records (world, kind, id, owner, name, body) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (world, kind, id) DO UPDATE SET owner = excluded.owner, name = excluded.name, body = excluded.body`,
        ).run(world, kind, id, owner ?? null, name ?? null, JSON.stringify(record));
      },
      delete(id) {
        reads.forget();
        sql("DELETE FROM records WHERE world = ? AND kind = ? AND id = ?").run(world, kind, id);
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
      page: (after, limit) => this.#after("records", { world, kind }, after, limit).map(placed),
      latest: (before, limit) => this.#before("records", { world, kind }, before, limit).map(placed),
      count: () => this.#count(world, kind),
    };
  }

  readonly worlds: WorldRows = {
    all: () =>
      this.#sql("SELECT id, value FROM worlds ORDER BY rowid")
        .all()
        .map(({ id, value }) => ({ id: String(id), value: String(value) })),
    put: (id, value) => {
      this.#sql(
        "INSERT INTO worlds (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value",
      ).run(id, value);
    },
  };

  dropWorld(world: string): void {
    this.transaction(() => {
      this.clearWorld(world);
      this.#sql("DELETE FROM worlds WHERE id = ?").run(world);
    });
    for (const key of this.#reads.keys()) if (key.startsWith(`${world} `)) this.#reads.delete(key);
  }

  clearWorld(world: string): void {
    this.#forgetReads();
    this.transaction(() => {
      this.#sql("DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE world = ?)").run(world);
      for (const table of ["records", "events", "due_work", "deliveries", "counts"]) {
        this.#sql(`DELETE FROM ${table} WHERE world = ?`).run(world);
      }
    });
  }

  events(world: string): EventLog {
    const sql = (text: string) => this.#sql(text);
    return {
      append({ id, type, userId, atMs, payload }) {
        const { lastInsertRowid } = sql(
          "INSERT INTO events (world, id, type, user_id, at_ms, payload) VALUES (?, ?, ?, ?, ?, ?)",
        ).run(world, id, type, userId, atMs, payload);
        return Number(lastInsertRowid);
      },
      get(id) {
        const row = sql("SELECT * FROM events WHERE world = ? AND id = ?").get(world, id);
        return row === undefined ? undefined : eventOf(row);
      },
      page: (after, limit, userId) => this.#after("events", { world, user_id: userId }, after, limit).map(eventOf),
      latest: (before, limit, userId, type) =>
        this.#before("events", { world, user_id: userId, type }, before, limit).map(eventOf),
      lastPlace() {
        return Number(sql("SELECT max(place) AS n FROM events WHERE world = ?").get(world)?.["n"] ?? 0);
      },
      // Kinds of record have names
      count: () => this.#count(world, ""),
    };
  }

  dueWork(world: string): DueWork {
    const sql = (text: string) => this.#sql(text);
    return {
      add(atMs, kind, payload) {
        sql("INSERT INTO due_work (world, at_ms, kind, payload) VALUES (?, ?, ?, ?)").run(world, atMs, kind, payload);
      },
      first() {
        const row = sql("SELECT * FROM due_work WHERE world = ? ORDER BY at_ms, place LIMIT 1").get(world);
        return row === undefined ? undefined : dueItemOf(row);
      },
      remove(place) {
        sql("DELETE FROM due_work WHERE place = ?").run(place);
      },
    };
  }

  deliveries(world: string): DeliveryRows {
    const sql = (text: string) => this.#sql(text);
    const get = (place: number) => {
      const row = sql("SELECT * FROM deliveries WHERE world = ? AND place = ?").get(world, place);
      return row === undefined ? undefined : deliveryOf(row);
    };
    /** Makes the first of a queue due. Of each queue the first one is due, unless the queue is empty: the others wait. */
    const promote = (endpointId: string, userId: string, atMs: number) => {
      sql(
        `UPDATE deliveries SET state = 'due', due_at_ms = max(?, coalesce(due_at_ms, 0)) WHERE place =
           (SELECT min(place) FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'waiting')
         AND NOT EXISTS
           (SELECT 1 FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due')`,
      ).run(atMs, world, endpointId, userId, world, endpointId, userId);
    };
    return {
      add: (endpointId, eventId, userId, atMs) => {
        const isQueued =
          sql("SELECT 1 FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due'").get(
            world,
            endpointId,
            userId,
          ) !== undefined;
        const { lastInsertRowid } = sql(
          "INSERT INTO deliveries (world, endpoint_id, event_id, user_id, state, due_at_ms) VALUES (?, ?, ?, ?, ?, ?)",
        ).run(world, endpointId, eventId, userId, isQueued ? "waiting" : "due", atMs);
        return Number(lastInsertRowid);
      },
      replan: (place, eventId, atMs) => {
        sql("UPDATE deliveries SET event_id = ?, due_at_ms = ? WHERE place = ? AND state IN ('waiting', 'due')").run(
          eventId,
          atMs,
          place,
        );
      },
      dueBy: (endpointId, atMs, limit) =>
        sql(
          `SELECT * FROM deliveries WHERE world = ? AND endpoint_id = ? AND state = 'due' AND due_at_ms <= ?
           ORDER BY due_at_ms, place LIMIT ?`,
        )
          .all(world, endpointId, atMs, limit)
          .map(deliveryOf),
      nextDueMs: (afterMs) => {
        const row = sql(
          "SELECT due_at_ms FROM deliveries WHERE world = ? AND state = 'due' AND due_at_ms > ? ORDER BY due_at_ms LIMIT 1",
        ).get(world, afterMs);
        return row === undefined ? undefined : Number(row["due_at_ms"]);
      },
      settle: (place, { atMs, exchanges }, next) =>
        this.transaction(() => {
          const row = get(place);
          // A resent one may have gone before it meanwhile: then it waits
          if (row?.state !== "due" && row?.state !== "waiting") return;
          for (const exchange of exchanges) {
            sql(
              `INSERT INTO attempts (delivery, number, at_ms, exchange)
               VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM attempts WHERE delivery = ?), ?, ?)`,
            ).run(place, place, atMs, exchange);
          }
          const isOver = next === "delivered" || next === "parked";
          const state = isOver ? next : row.state;
          sql("UPDATE deliveries SET state = ?, attempts = attempts + 1, due_at_ms = ? WHERE place = ?").run(
            state,
            isOver || state === "waiting" ? null : next.retryAtMs,
            place,
          );
          if (isOver) promote(row.endpointId, row.userId, atMs);
        }),
      resend: (place, atMs) =>
        this.transaction(() => {
          const row = get(place);
          if (row === undefined || row.state === "waiting") return;
          sql("UPDATE deliveries SET state = 'waiting', attempts = 0, due_at_ms = NULL WHERE place = ?").run(place);
          sql(
            `UPDATE deliveries SET state = 'waiting'
             WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due' AND place > ?`,
          ).run(world, row.endpointId, row.userId, place);
          promote(row.endpointId, row.userId, atMs);
        }),
      removeEndpoint: (endpointId) => {
        this.transaction(() => {
          // One state after the other: each has its own index
          for (const state of ["waiting", "due"]) {
            const given = `world = ? AND endpoint_id = ? AND state = '${state}'`;
            sql(`DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE ${given})`).run(
              world,
              endpointId,
            );
            sql(`DELETE FROM deliveries WHERE ${given}`).run(world, endpointId);
          }
        });
      },
      get,
      page: (after, limit, state) => this.#after("deliveries", { world, state }, after, limit).map(deliveryOf),
      latest: (before, limit, state) => this.#before("deliveries", { world, state }, before, limit).map(deliveryOf),
      attempts: (place) =>
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

  close(): void {
    this.#database.close();
    this.#onClose();
  }

  #readsOf(world: string, kind: string): RecentReads {
    const key = `${world} ${kind}`;
    const reads = this.#reads.get(key) ?? new RecentReads();
    this.#reads.set(key, reads);
    return reads;
  }

  #forgetReads(): void {
    for (const reads of this.#reads.values()) reads.forget();
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
