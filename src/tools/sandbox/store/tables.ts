// The tables of a world and what they are asked, in the SQL that SQLite and PostgreSQL have in common.
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
  WorldTables,
} from "../world/store.ts";
import { copyContents } from "./copy.ts";
import { keyed, keyOf, type Row, rowsAfter, rowsBefore, type Statements } from "./statements.ts";
import { listedOf } from "./world-index.ts";

/** The tables of one world. */
export function tablesOf(database: Statements, world: string): WorldTables {
  const clear = async () => {
    await database.writeAll(
      "DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE world = ?)",
      world,
    );
    for (const table of ["records", "events", "due_work", "deliveries"]) {
      await database.writeAll(`DELETE FROM ${table} WHERE world = ?`, world);
    }
  };
  return {
    async row() {
      const [found] = await database.read("SELECT value FROM worlds WHERE id = ?", world);
      return found === undefined ? undefined : (JSON.parse(String(found["value"])) as unknown);
    },
    async create(row, { apiKey, managementKey, createdAtMs, ttlMs }) {
      await database.write(
        `INSERT INTO worlds (id, value, api_key, management_key, created_at_ms, used_at_ms, ttl_ms, expires_at_ms, wake_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
        world,
        JSON.stringify(row),
        apiKey,
        managementKey,
        createdAtMs,
        createdAtMs,
        ttlMs,
        ttlMs === null ? null : createdAtMs + ttlMs,
      );
    },
    async putRow(row) {
      await database.write("UPDATE worlds SET value = ? WHERE id = ?", JSON.stringify(row), world);
    },
    async wakeAt(ms) {
      const value = ms ?? null;
      // In most calls there is nothing to do, as before
      await database.write(
        "UPDATE worlds SET wake_at_ms = ? WHERE id = ? AND wake_at_ms IS DISTINCT FROM ?",
        ...[value, world, value],
      );
    },
    async renew(nowMs, ttlMs) {
      const renewed = await database.write(
        `UPDATE worlds SET used_at_ms = ?, ttl_ms = coalesce(?, ttl_ms), expires_at_ms = ? + coalesce(?, ttl_ms)
         WHERE id = ? AND (expires_at_ms IS NULL OR expires_at_ms > ?) RETURNING id`,
        nowMs,
        ttlMs ?? null,
        nowMs,
        ttlMs ?? null,
        world,
        nowMs,
      );
      return renewed.length === 1;
    },
    async hasExpired(nowMs) {
      const found = await database.read("SELECT 1 FROM worlds WHERE id = ? AND expires_at_ms <= ?", world, nowMs);
      return found.length === 1;
    },
    async listed() {
      const [found] = await database.read("SELECT * FROM worlds WHERE id = ?", world);
      return found === undefined ? undefined : listedOf(found);
    },
    collection: (kind, keysOf) => collectionOf(database, world, kind, keysOf),
    events: eventsOf(database, world),
    dueWork: dueWorkOf(database, world),
    deliveries: deliveriesOf(database, world),
    copy: (from, change) => copyContents(database, from, world, change),
    clear,
    async drop() {
      await clear();
      await database.write("DELETE FROM worlds WHERE id = ?", world);
    },
  };
}

function collectionOf<T>(database: Statements, world: string, kind: string, keysOf: KeysOf<T>): Collection<T> {
  const record = ({ body }: Row) => JSON.parse(String(body)) as T;
  const placed = (row: Row) => ({ place: Number(row["place"]), record: record(row) });
  const records = async (condition: string, ...values: readonly string[]) => {
    const text = `SELECT body FROM records WHERE world = ? AND kind = ? ${condition}ORDER BY place`;
    return (await database.read(text, world, kind, ...values)).map(record);
  };
  return {
    async get(id) {
      const [row] = await database.read(
        "SELECT body FROM records WHERE world = ? AND kind = ? AND id = ?",
        world,
        kind,
        keyOf(id),
      );
      return row === undefined ? undefined : record(row);
    },
    async put(id, record) {
      const { owner, name }: Keys = keysOf(record);
      await database.write(
        `INSERT INTO records (world, kind, id, owner, name, body) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (world, kind, id) DO UPDATE SET owner = excluded.owner, name = excluded.name, body = excluded.body`,
        world,
        kind,
        keyOf(id),
        keyed(owner) ?? null,
        keyed(name) ?? null,
        JSON.stringify(record),
      );
    },
    async delete(id) {
      const key = keyOf(id);
      await database.write("DELETE FROM records WHERE world = ? AND kind = ? AND id = ?", world, kind, key);
    },
    ofOwner: (owner) => records("AND owner = ? ", keyOf(owner)),
    named: (name) => records("AND name = ? ", keyOf(name)),
    all: () => records(""),
    page: async (after, limit) => (await rowsAfter(database, "records", { world, kind }, after, limit)).map(placed),
    latest: async (before, limit) =>
      (await rowsBefore(database, "records", { world, kind }, before, limit)).map(placed),
    async count() {
      const [counted] = await database.read(
        "SELECT count(*) AS n FROM records WHERE world = ? AND kind = ?",
        world,
        kind,
      );
      return Number(counted?.["n"]);
    },
  };
}

function eventsOf(database: Statements, world: string): EventLog {
  return {
    async append({ id, type, userId, atMs, payload }) {
      const [added] = await database.write(
        "INSERT INTO events (world, id, type, user_id, at_ms, payload) VALUES (?, ?, ?, ?, ?, ?) RETURNING place",
        world,
        id,
        type,
        userId,
        atMs,
        payload,
      );
      return Number(added?.["place"]);
    },
    async get(id) {
      const [row] = await database.read("SELECT * FROM events WHERE world = ? AND id = ?", world, keyOf(id));
      return row === undefined ? undefined : eventOf(row);
    },
    page: async (after, limit, userId) =>
      (await rowsAfter(database, "events", { world, user_id: keyed(userId) }, after, limit)).map(eventOf),
    latest: async (before, limit, userId, type) =>
      (await rowsBefore(database, "events", { world, user_id: keyed(userId), type: keyed(type) }, before, limit)).map(
        eventOf,
      ),
    async lastPlace() {
      const [last] = await database.read("SELECT max(place) AS n FROM events WHERE world = ?", world);
      return Number(last?.["n"] ?? 0);
    },
  };
}

function dueWorkOf(database: Statements, world: string): DueWork {
  return {
    async add(atMs, kind, payload) {
      await database.write(
        "INSERT INTO due_work (world, at_ms, kind, payload) VALUES (?, ?, ?, ?)",
        world,
        atMs,
        kind,
        payload,
      );
    },
    async first() {
      const [row] = await database.read("SELECT * FROM due_work WHERE world = ? ORDER BY at_ms, place LIMIT 1", world);
      return row === undefined ? undefined : dueItemOf(row);
    },
    remove: async (place) =>
      (await database.write("DELETE FROM due_work WHERE place = ? RETURNING place", place)).length === 1,
  };
}

function deliveriesOf(database: Statements, world: string): DeliveryRows {
  const get = async (place: number) => {
    const [row] = await database.read("SELECT * FROM deliveries WHERE world = ? AND place = ?", world, place);
    return row === undefined ? undefined : deliveryOf(row);
  };
  /** Makes the first of a queue due. Of each queue the first one is due, unless the queue is empty: the others wait. */
  const promote = async (endpointId: string, userId: string, atMs: number) => {
    await database.write(
      `UPDATE deliveries SET state = 'due', due_at_ms = CASE WHEN coalesce(due_at_ms, 0) > ? THEN due_at_ms ELSE ? END WHERE place =
         (SELECT min(place) FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'waiting')
       AND NOT EXISTS
         (SELECT 1 FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due')`,
      ...[atMs, atMs],
      ...[world, endpointId, userId],
      ...[world, endpointId, userId],
    );
  };
  return {
    async add(endpointId, eventId, userId, atMs, decided = null) {
      const queued = await database.read(
        "SELECT 1 FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due'",
        world,
        endpointId,
        userId,
      );
      const [added] = await database.write(
        "INSERT INTO deliveries (world, endpoint_id, event_id, user_id, state, due_at_ms, decided) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING place",
        world,
        endpointId,
        eventId,
        userId,
        queued.length > 0 ? "waiting" : "due",
        atMs,
        decided,
      );
      return Number(added?.["place"]);
    },
    async replan(place, eventId, atMs, decided) {
      await database.write(
        "UPDATE deliveries SET event_id = ?, due_at_ms = ?, decided = ? WHERE place = ? AND state IN ('waiting', 'due')",
        eventId,
        atMs,
        decided,
        place,
      );
    },
    async decide(place, decided) {
      await database.write("UPDATE deliveries SET decided = ? WHERE place = ?", decided, place);
    },
    async due(endpointId, atMs, limit) {
      const rows = await database.read(
        `SELECT * FROM deliveries WHERE world = ? AND endpoint_id = ? AND state = 'due' AND due_at_ms <= ?
         ORDER BY due_at_ms, place LIMIT ?`,
        ...[world, endpointId, atMs, limit],
      );
      return rows.map(deliveryOf);
    },
    async nextDueMs(afterMs) {
      const [next] = await database.read(
        "SELECT due_at_ms FROM deliveries WHERE world = ? AND state = 'due' AND due_at_ms > ? ORDER BY due_at_ms LIMIT 1",
        world,
        afterMs,
      );
      return next === undefined ? undefined : Number(next["due_at_ms"]);
    },
    async settle(place, { atMs, exchanges }, next) {
      const row = await get(place);
      // A resent one may have gone before it meanwhile: then it waits
      if (row?.state !== "due" && row?.state !== "waiting") return;
      for (const exchange of exchanges) {
        await database.write(
          `INSERT INTO attempts (delivery, number, at_ms, exchange)
             VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM attempts WHERE delivery = ?), ?, ?)`,
          place,
          place,
          atMs,
          exchange,
        );
      }
      const isOver = next === "delivered" || next === "parked";
      const state = isOver ? next : row.state;
      await database.write(
        "UPDATE deliveries SET state = ?, attempts = attempts + 1, due_at_ms = ?, decided = NULL WHERE place = ?",
        state,
        isOver || state === "waiting" ? null : next.retryAtMs,
        place,
      );
      if (isOver) await promote(row.endpointId, row.userId, atMs);
    },
    async resend(place, atMs) {
      const row = await get(place);
      if (row === undefined || row.state === "waiting") return;
      await database.write(
        "UPDATE deliveries SET state = 'waiting', attempts = 0, due_at_ms = NULL WHERE place = ?",
        place,
      );
      await database.write(
        `UPDATE deliveries SET state = 'waiting'
           WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = 'due' AND place > ?`,
        world,
        row.endpointId,
        row.userId,
        place,
      );
      await promote(row.endpointId, row.userId, atMs);
    },
    async removeEndpoint(endpointId) {
      // One state after the other: each has its own index
      for (const state of ["waiting", "due"]) {
        const given = `world = ? AND endpoint_id = ? AND state = '${state}'`;
        await database.write(
          `DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE ${given})`,
          world,
          endpointId,
        );
        await database.write(`DELETE FROM deliveries WHERE ${given}`, world, endpointId);
      }
    },
    get,
    page: async (after, limit, state) =>
      (await rowsAfter(database, "deliveries", { world, state }, after, limit)).map(deliveryOf),
    latest: async (before, limit, state) =>
      (await rowsBefore(database, "deliveries", { world, state }, before, limit)).map(deliveryOf),
    async attempts(place) {
      if ((await get(place)) === undefined) return [];
      const attempts = await database.read(
        "SELECT number, at_ms, exchange FROM attempts WHERE delivery = ? ORDER BY number",
        place,
      );
      return attempts.map(attemptOf);
    },
  };
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
    decided: row["decided"] === null ? null : String(row["decided"]),
  };
}
