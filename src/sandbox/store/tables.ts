// The tables of a world and what they are asked, in SQL.
import { copyContents } from "./copy.ts";
import { type Database, insert, type PageRequest, select } from "./database.ts";

/** What a new world is found by, and when it may be removed, by the machine's time. */
export interface NewEntry {
  readonly apiKey: string;
  readonly managementKey: string;
  readonly createdAtMs: number;
  readonly ttlMs: number | null;
}

/** Everything of one world. */
export class WorldTables {
  readonly id: string;
  readonly #database: Database;

  constructor(database: Database, id: string) {
    this.#database = database;
    this.id = id;
  }

  get events(): EventLog {
    return new EventLog(this.#database, this.id);
  }

  get dueWork(): DueWork {
    return new DueWork(this.#database, this.id);
  }

  get deliveries(): Deliveries {
    return new Deliveries(this.#database, this.id);
  }

  /** The records of one kind. */
  collection<T>(kind: string, keysOf: KeysOf<T>): Collection<T> {
    return new Collection(this.#database, this.id, kind, keysOf);
  }

  /** What is kept in the world's own row, as JSON; undefined for an unknown world. */
  async row(): Promise<string | undefined> {
    const [found] = await this.#database.read<{ value: string }>("SELECT value FROM worlds WHERE id = ?", this.id);
    return found?.value;
  }

  /** Makes the world, which is not there yet. One that was just made has something to do at once. */
  async create(row: unknown, { apiKey, managementKey, createdAtMs, ttlMs }: NewEntry): Promise<void> {
    const entry = {
      id: this.id,
      value: JSON.stringify(row),
      api_key: apiKey,
      management_key: managementKey,
      created_at_ms: createdAtMs,
      used_at_ms: createdAtMs,
      ttl_ms: ttlMs,
      expires_at_ms: ttlMs === null ? null : createdAtMs + ttlMs,
      wake_at_ms: 0,
    };
    await insert(this.#database, "worlds", [entry]);
  }

  /** Changes the row of a world that is there. */
  async putRow(row: unknown): Promise<void> {
    await this.#database.write("UPDATE worlds SET value = ? WHERE id = ?", JSON.stringify(row), this.id);
  }

  /** Keeps when the world has something to do next, by the machine's time; undefined when it has not. */
  async wakeAt(ms: number | undefined): Promise<void> {
    // In most calls there is nothing to do, as before
    const text = "UPDATE worlds SET wake_at_ms = ? WHERE id = ? AND wake_at_ms IS DISTINCT FROM ?";
    await this.#database.write(text, ms ?? null, this.id, ms ?? null);
  }

  /**
   * Notes that the world is used, which sets its expiry anew.
   *
   * @param ttlMs Another time to live from now on.
   * @returns False when there is no such world, or it has expired.
   */
  async renew(nowMs: number, ttlMs: number | null = null): Promise<boolean> {
    const renewed = await this.#database.write(
      `UPDATE worlds SET used_at_ms = ?, ttl_ms = coalesce(?, ttl_ms), expires_at_ms = ? + coalesce(?, ttl_ms)
       WHERE id = ? AND (expires_at_ms IS NULL OR expires_at_ms > ?) RETURNING id`,
      ...[nowMs, ttlMs, nowMs, ttlMs, this.id, nowMs],
    );
    return renewed.length === 1;
  }

  async hasExpired(nowMs: number): Promise<boolean> {
    const text = "SELECT 1 AS found FROM worlds WHERE id = ? AND expires_at_ms <= ?";
    return (await this.#database.read(text, this.id, nowMs)).length === 1;
  }

  /** Copies everything of another world into this one, which is empty. */
  copy(from: string, replaced: readonly (readonly [from: string, to: string])[]): Promise<void> {
    return copyContents(this.#database, from, this.id, replaced);
  }

  /** Everything in it is removed; its row stays. */
  async clear(): Promise<void> {
    const ofWorld = "delivery IN (SELECT place FROM deliveries WHERE world = ?)";
    await this.#database.writeAll(`DELETE FROM attempts WHERE ${ofWorld}`, this.id);
    for (const table of ["records", "events", "due_work", "deliveries"]) {
      await this.#database.writeAll(`DELETE FROM ${table} WHERE world = ?`, this.id);
    }
  }

  /** Everything of it is removed, its row included. */
  async drop(): Promise<void> {
    await this.clear();
    await this.#database.write("DELETE FROM worlds WHERE id = ?", this.id);
  }
}

/** What is asked of one table, for one world. */
class OfWorld {
  protected readonly database: Database;
  protected readonly world: string;

  constructor(database: Database, world: string) {
    this.database = database;
    this.world = world;
  }
}

/** The keys of a record, besides its id. */
export type KeysOf<T> = (record: T) => {
  /** The record that it belongs to, such as the user of a connection. */
  readonly owner?: string;
  /** A name, such as a `client_user_id`. Several records may share it. */
  readonly name?: string;
};

/** A record, and its place among those of all worlds; later ones have a higher one. */
interface Placed<T> {
  readonly place: number;
  readonly record: T;
}

/** Records of one kind, plain JSON data, in the order in which they were added. To change one, put it. */
export class Collection<T> extends OfWorld {
  readonly #kind: string;
  readonly #keysOf: KeysOf<T>;

  constructor(database: Database, world: string, kind: string, keysOf: KeysOf<T>) {
    super(database, world);
    this.#kind = kind;
    this.#keysOf = keysOf;
  }

  async get(id: string): Promise<T | undefined> {
    return (await this.#find("id", id))[0];
  }

  /** Adds a record, or replaces the one with this id, which keeps its place in the order. */
  put(id: string, record: T): Promise<void> {
    return this.putAll([[id, record]]);
  }

  /** Adds or replaces records with different ids. */
  async putAll(entries: readonly (readonly [id: string, record: T])[]): Promise<void> {
    const rows = entries.map(([id, record]) => {
      const { owner, name } = this.#keysOf(record);
      const keys = { owner: owner ?? null, name: name ?? null };
      return { world: this.world, kind: this.#kind, id, ...keys, body: JSON.stringify(record) };
    });
    const replaced = "owner = excluded.owner, name = excluded.name, body = excluded.body";
    await insert(this.database, "records", rows, `ON CONFLICT (world, kind, id) DO UPDATE SET ${replaced}`);
  }

  async delete(id: string): Promise<void> {
    const text = "DELETE FROM records WHERE world = ? AND kind = ? AND id = ?";
    await this.database.write(text, this.world, this.#kind, id);
  }

  ofOwner(owner: string): Promise<T[]> {
    return this.#find("owner", owner);
  }

  named(name: string): Promise<T[]> {
    return this.#find("name", name);
  }

  all(): Promise<T[]> {
    return this.#find();
  }

  /** A page of them, each with its place. */
  async page(request: PageRequest): Promise<Placed<T>[]> {
    const wanted = { world: this.world, kind: this.#kind };
    const rows = await select<{ place: number; body: string }>(this.database, "records", wanted, request);
    return rows.map(({ place, body }) => ({ place, record: this.#parse(body) }));
  }

  async count(): Promise<number> {
    const text = "SELECT count(*) AS n FROM records WHERE world = ? AND kind = ?";
    const [counted] = await this.database.read<{ n: number }>(text, this.world, this.#kind);
    return counted?.n ?? 0;
  }

  async #find(key?: "id" | "owner" | "name", text = ""): Promise<T[]> {
    const wanted = `world = ? AND kind = ?${key === undefined ? "" : ` AND ${key} = ?`}`;
    const values = key === undefined ? [this.world, this.#kind] : [this.world, this.#kind, text];
    const sql = `SELECT body FROM records WHERE ${wanted} ORDER BY place`;
    const rows = await this.database.read<{ body: string }>(sql, ...values);
    return rows.map(({ body }) => this.#parse(body));
  }

  #parse(body: string): T {
    const record = JSON.parse(body) as T;
    this.database.check?.(this.#kind, record);
    return record;
  }
}

/** An event, written in the transaction of the change that it reports. */
export interface LoggedEvent {
  /** Its place among the events of all worlds; later ones have a higher one. */
  readonly place: number;
  /** Unique; the same in every attempt to deliver it. */
  readonly id: string;
  readonly type: string;
  /** The user that it is about, or empty; events of one user are delivered in order. */
  readonly user_id: string;
  /** When it happened, by the world's clock, in milliseconds since 1970. */
  readonly at_ms: number;
  /** The payload as it is sent, JSON. */
  readonly payload: string;
}

export class EventLog extends OfWorld {
  async append(events: readonly Omit<LoggedEvent, "place">[]): Promise<void> {
    const rows = events.map((event) => ({ world: this.world, ...event }));
    await insert(this.database, "events", rows);
  }

  async get(id: string): Promise<LoggedEvent | undefined> {
    return (await select<LoggedEvent>(this.database, "events", { world: this.world, id: id }))[0];
  }

  /** A page of them, of one user or of all. */
  page(request: PageRequest, user_id?: string): Promise<readonly LoggedEvent[]> {
    return select(this.database, "events", { world: this.world, user_id }, request);
  }

  /** The place of the last event; 0 when there is none. */
  async lastPlace(): Promise<number> {
    return (await this.page({ before: Number.MAX_SAFE_INTEGER, limit: 1 }))[0]?.place ?? 0;
  }
}

/** Work that is to be done at a time. */
export interface DueItem {
  readonly place: number;
  readonly at_ms: number;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
}

export class DueWork extends OfWorld {
  async add(at_ms: number, kind: string, payload: string): Promise<void> {
    await insert(this.database, "due_work", [{ world: this.world, at_ms, kind, payload }]);
  }

  /** The earliest, of equally early ones the one that was added first. */
  async first(): Promise<DueItem | undefined> {
    const text = "SELECT * FROM due_work WHERE world = ? ORDER BY at_ms, place LIMIT 1";
    return (await this.database.read<DueItem>(text, this.world))[0];
  }

  async remove(place: number): Promise<void> {
    await this.database.write("DELETE FROM due_work WHERE place = ?", place);
  }
}

export type DeliveryState = "waiting" | "due" | "delivered" | "parked";

/** The delivery of an event to one endpoint. */
export interface DeliveryRow {
  /** The delivery's own number. */
  readonly place: number;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly user_id: string;
  /** `waiting` behind an earlier event of the user, `due` at `due_at_ms`, `delivered`, or `parked` when the retries ran out. */
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Of one that waits: not before. */
  readonly due_at_ms: number | null;
  /** The event faults that apply to its next attempt, JSON. */
  readonly faults: string | null;
}

/** The queue of a user's events at an endpoint. */
export interface Queue {
  readonly endpoint_id: string;
  readonly user_id: string;
}

/** One attempt to deliver an event. */
interface AttemptRow {
  readonly number: number;
  /** By the world's clock, in milliseconds since 1970. */
  readonly at_ms: number;
  /** JSON: what was sent and what came back. */
  readonly exchange: string;
}

/** Of each queue the first delivery is due, and the others wait. */
export class Deliveries extends OfWorld {
  /**
   * Puts events at the end of a queue: the first one is due at `atMs` when nothing is before it, and none before that.
   *
   * @returns The places of the deliveries.
   */
  async add(queue: Queue, eventIds: readonly string[], atMs: number, faults: string | null = null): Promise<number[]> {
    const isQueued = (await this.#inState(queue, "due")).length > 0;
    const rows = eventIds.map((event_id, index) => ({
      world: this.world,
      ...queue,
      event_id,
      state: isQueued || index > 0 ? "waiting" : "due",
      due_at_ms: atMs,
      faults,
    }));
    const added = await insert(this.database, "deliveries", rows, "RETURNING place");
    return added.map(({ place }) => Number(place));
  }

  /** Gives an open delivery another event, another time before which it is not due, or another decision. */
  async replan(place: number, eventId: string, atMs: number, faults: string | null): Promise<void> {
    await this.database.write(
      "UPDATE deliveries SET event_id = ?, due_at_ms = ?, faults = ? WHERE place = ? AND state IN ('waiting', 'due')",
      ...[eventId, atMs, faults, place],
    );
  }

  /** Decides what is done to a delivery when it is tried next. */
  async keepFaults(place: number, faults: string): Promise<void> {
    await this.database.write("UPDATE deliveries SET faults = ? WHERE place = ?", faults, place);
  }

  /** At most `limit` deliveries to an endpoint that are due by a time, the earliest first. */
  due(endpointId: string, atMs: number, limit: number): Promise<readonly DeliveryRow[]> {
    return this.database.read(
      `SELECT * FROM deliveries WHERE world = ? AND endpoint_id = ? AND state = 'due' AND due_at_ms <= ?
       ORDER BY due_at_ms, place LIMIT ?`,
      ...[this.world, endpointId, atMs, limit],
    );
  }

  /** When the next delivery is due after a time; undefined when none is. */
  async nextDueMs(afterMs: number): Promise<number | undefined> {
    const [next] = await this.database.read<{ due_at_ms: number }>(
      "SELECT due_at_ms FROM deliveries WHERE world = ? AND state = 'due' AND due_at_ms > ? ORDER BY due_at_ms LIMIT 1",
      ...[this.world, afterMs],
    );
    return next?.due_at_ms;
  }

  /**
   * Stores an attempt, with what was sent in addition to it, and the new state of the delivery. When the delivery has ended, the next in its queue is due at `atMs`, or at its own time.
   * The faults of the attempt are removed. Stores nothing for a delivery that was removed during the attempt.
   */
  async settle(
    place: number,
    { atMs, exchanges }: { readonly atMs: number; readonly exchanges: readonly string[] },
    next: { readonly retryAtMs: number } | "delivered" | "parked",
  ): Promise<void> {
    const row = await this.get(place);
    // A resent one may have gone before it meanwhile: then it waits
    if (row?.state !== "due" && row?.state !== "waiting") return;
    const text = "SELECT count(*) AS n FROM attempts WHERE delivery = ?";
    const [{ n: made } = { n: 0 }] = await this.database.read<{ n: number }>(text, place);
    const attempts = exchanges.map((exchange, index) => {
      return { delivery: place, number: made + index + 1, at_ms: atMs, exchange };
    });
    await insert(this.database, "attempts", attempts);
    const isOver = typeof next === "string";
    await this.database.write(
      "UPDATE deliveries SET state = ?, attempts = attempts + 1, due_at_ms = ?, faults = NULL WHERE place = ?",
      ...[isOver ? next : row.state, isOver || row.state === "waiting" ? null : next.retryAtMs, place],
    );
    if (isOver) await this.#promote(row, atMs);
  }

  /** Puts one that is parked, delivered or due back into its user's queue, before all later ones, with its attempts reset. */
  async resend(place: number, atMs: number): Promise<void> {
    const row = await this.get(place);
    if (row === undefined || row.state === "waiting") return;
    const text = "UPDATE deliveries SET state = 'waiting', attempts = 0, due_at_ms = NULL WHERE place = ?";
    await this.database.write(text, place);
    for (const later of await this.#inState(row, "due")) {
      if (later.place <= place) continue;
      await this.database.write("UPDATE deliveries SET state = 'waiting' WHERE place = ?", later.place);
    }
    await this.#promote(row, atMs);
  }

  /** Cancels the open deliveries of an endpoint. */
  async removeEndpoint(endpointId: string): Promise<void> {
    // One state after the other: each has its own index
    for (const state of ["waiting", "due"]) {
      const open = `world = ? AND endpoint_id = ? AND state = '${state}'`;
      const attempts = `DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE ${open})`;
      await this.database.write(attempts, this.world, endpointId);
      await this.database.write(`DELETE FROM deliveries WHERE ${open}`, this.world, endpointId);
    }
  }

  async get(place: number): Promise<DeliveryRow | undefined> {
    return (await select<DeliveryRow>(this.database, "deliveries", { world: this.world, place }))[0];
  }

  page(request: PageRequest, state?: DeliveryState): Promise<readonly DeliveryRow[]> {
    return select(this.database, "deliveries", { world: this.world, state }, request);
  }

  /** The attempts of a delivery of this world, the first one first. */
  async attempts(place: number): Promise<readonly AttemptRow[]> {
    const text = "SELECT number, at_ms, exchange FROM attempts WHERE delivery = ? ORDER BY number";
    return this.database.read(text, place);
  }

  /** Makes the first of a queue due, unless one is. */
  async #promote(queue: Queue, atMs: number): Promise<void> {
    if ((await this.#inState(queue, "due")).length > 0) return;
    const [first] = await this.#inState(queue, "waiting", 1);
    if (first === undefined) return;
    const dueAtMs = Math.max(first.due_at_ms ?? 0, atMs);
    await this.database.write(
      "UPDATE deliveries SET state = 'due', due_at_ms = ? WHERE place = ?",
      dueAtMs,
      first.place,
    );
  }

  #inState({ endpoint_id, user_id }: Queue, state: DeliveryState, limit?: number): Promise<readonly DeliveryRow[]> {
    // SQLite uses an index for some states only for its very condition
    return this.database.read(
      `SELECT * FROM deliveries WHERE world = ? AND endpoint_id = ? AND user_id = ? AND state = '${state}' ORDER BY place LIMIT ?`,
      ...[this.world, endpoint_id, user_id, limit ?? Number.MAX_SAFE_INTEGER],
    );
  }
}
