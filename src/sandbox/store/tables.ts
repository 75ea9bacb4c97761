// The tables of one world, and what they are asked.
import type { DatabaseSync } from "node:sqlite";
import { Database, type PageRequest, type Row, select } from "./database.ts";

/** Everything of one world. */
export class WorldTables {
  readonly database: Database;
  readonly events: EventLog;
  readonly due: DueTable;
  readonly deliveries: Deliveries;

  /** @param connect Opens the database, as often as it was closed. */
  constructor(connect: () => DatabaseSync) {
    const database = new Database(connect);
    this.database = database;
    this.events = new EventLog(database);
    this.due = new DueTable(database);
    this.deliveries = new Deliveries(database);
  }

  /** What is kept of the world itself; undefined while it is being made. */
  get row(): unknown {
    const found = this.database.get<{ value: string }>("SELECT value FROM world");
    return found && (JSON.parse(found.value) as unknown);
  }

  set row(row: unknown) {
    this.database.run("INSERT OR REPLACE INTO world (rowid, value) VALUES (1, ?)", JSON.stringify(row));
  }

  /** The last id of a delivery: after a reset the next ones come after it. */
  get lastDelivery(): number {
    return this.database.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'deliveries'")?.seq ?? 0;
  }

  set lastDelivery(place: number) {
    this.database.run("INSERT INTO sqlite_sequence VALUES ('deliveries', ?)", place);
  }

  /** All that is in it, but deliveries that have arrived, and what was sent in attempts. */
  dump(): WorldDump {
    return {
      records: this.database.all("SELECT kind, id, body FROM records ORDER BY place"),
      events: this.events.page({}),
      deliveries: this.deliveries.page({}).filter(({ state }) => state !== "delivered"),
      work: this.database.all("SELECT at_ms, kind, payload FROM due ORDER BY place"),
    };
  }

  /** Writes what was dumped of another world, but its records, into the tables of a new one. */
  restore({ events, deliveries, work }: Omit<WorldDump, "records">): void {
    for (const event of events) this.#insert("events", { ...event });
    for (const delivery of deliveries) this.#insert("deliveries", { ...delivery });
    for (const { at_ms, kind, payload } of work) this.due.addWork(at_ms, kind, payload);
  }

  #insert(table: string, row: Row): void {
    const names = Object.keys(row);
    const text = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
    this.database.run(text, ...Object.values(row));
  }

  /** Writes a text in the place of another wherever it is, in slices. */
  *replace(from: string, to: string): Generator<undefined, void> {
    for (const [table, columns] of Object.entries(columnsWithText)) {
      const changes = columns.map((column) => `${column} = replace(${column}, ?, ?)`).join(", ");
      const last = this.database.get<{ last: number | null }>(`SELECT max(rowid) AS last FROM ${table}`)?.last ?? 0;
      for (let place = 0; place < last; place += rowsAtOnce) {
        const text = `UPDATE ${table} SET ${changes} WHERE rowid > ? AND rowid <= ? AND instr(${columns.at(-1)}, ?) > 0`;
        this.database.run(text, ...columns.flatMap(() => [from, to]), place, place + rowsAtOnce, from);
        yield;
      }
    }
  }
}

/** Rows of a world's tables. */
export interface WorldDump {
  readonly records: readonly { readonly kind: string; readonly id: string; readonly body: string }[];
  readonly events: readonly LoggedEvent[];
  readonly deliveries: readonly DeliveryRow[];
  readonly work: readonly (Pick<DueWork, "kind" | "payload"> & { readonly at_ms: number })[];
}

/** Where ids of the team stand; of each table the last column has them whenever another one does. */
const columnsWithText = {
  records: ["id", "body"],
  events: ["payload"],
  attempts: ["exchange"],
} as const;

const rowsAtOnce = 1000;

/** The keys of a record, besides its id. */
export type KeysOf<T> = (record: T) => {
  /** The record that it belongs to, such as the user of a connection. */
  readonly owner?: string;
  /** A name, such as a `client_user_id`. Several records may share it. */
  readonly name?: string;
};

/** A record, and its place among all; later ones have a higher one. */
interface Placed<T> {
  readonly place: number;
  readonly record: T;
}

/** Records of one kind, plain JSON data, in the order in which they were added. To change one, put it. */
export class Collection<T> {
  readonly #database: Database;
  readonly #kind: string;
  readonly #keysOf: KeysOf<T>;

  constructor(database: Database, kind: string, keysOf: KeysOf<T>) {
    this.#database = database;
    this.#kind = kind;
    this.#keysOf = keysOf;
  }

  get(id: string): T | undefined {
    const found = this.#database.get<Body>("SELECT body FROM records WHERE kind = ? AND id = ?", this.#kind, id);
    return found && this.#parse(found);
  }

  /** Adds a record, or replaces the one with this id, which keeps its place in the order. */
  put(id: string, record: T): void {
    const { owner = null, name = null } = this.#keysOf(record);
    this.#database.run(
      `INSERT INTO records (kind, id, owner, name, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, name = excluded.name, body = excluded.body`,
      ...[this.#kind, id, owner, name, JSON.stringify(record)],
    );
  }

  delete(id: string): void {
    this.#database.run("DELETE FROM records WHERE kind = ? AND id = ?", this.#kind, id);
  }

  ofOwner(owner: string): T[] {
    const text = "SELECT body FROM records WHERE kind = ? AND owner = ? ORDER BY place";
    return this.#database.all<Body>(text, this.#kind, owner).map((found) => this.#parse(found));
  }

  named(name: string): T[] {
    const text = "SELECT body FROM records WHERE kind = ? AND name = ? ORDER BY place";
    return this.#database.all<Body>(text, this.#kind, name).map((found) => this.#parse(found));
  }

  all(): T[] {
    return this.page({}).map(({ record }) => record);
  }

  /** A page of them, each with its place; with keys only those that have them. */
  page(request: PageRequest, keys: { id?: string; owner?: string; name?: string } = {}): Placed<T>[] {
    const wanted = { kind: this.#kind, ...keys };
    const rows = select<Body & { readonly place: number }>(this.#database, "records", wanted, request);
    return rows.map((found) => ({ place: found.place, record: this.#parse(found) }));
  }

  count(): number {
    const text = "SELECT count(*) AS n FROM records WHERE kind = ?";
    return this.#database.get<{ n: number }>(text, this.#kind)?.n ?? 0;
  }

  #parse({ body }: Body): T {
    return JSON.parse(body) as T;
  }
}

interface Body {
  readonly body: string;
}

/** An event, written in the transaction of the change that it reports. */
export interface LoggedEvent {
  /** Its place among the events of the world; later ones have a higher one. */
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

export class EventLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds an event. @param afterPlace Its place comes after this one, also in an empty log. @returns Its place. */
  append({ id, type, user_id, at_ms, payload }: Omit<LoggedEvent, "place">, afterPlace: number): number {
    // SQLite's own counter would be one page more to write with each event
    return this.#database.run(
      `INSERT INTO events (place, id, type, user_id, at_ms, payload)
       VALUES (max(?, ifnull((SELECT max(place) FROM events), 0)) + 1, ?, ?, ?, ?, ?)`,
      ...[afterPlace, id, type, user_id, at_ms, payload],
    );
  }

  get(id: string): LoggedEvent | undefined {
    return this.#database.get<LoggedEvent>("SELECT * FROM events WHERE id = ?", id);
  }

  /** A page of them, of one user or of all. */
  page(request: PageRequest, user_id?: string): LoggedEvent[] {
    return select(this.#database, "events", { user_id }, request);
  }

  /** The place of the last event; 0 when there is none. */
  lastPlace(): number {
    return this.page({ before: Number.MAX_SAFE_INTEGER, limit: 1 })[0]?.place ?? 0;
  }
}

/** Work that is due at a time. */
export interface DueWork {
  readonly place: number;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
}

/** What is due in a world, in order of time. What is in progress is due until its outcome is stored. */
export class DueTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  addWork(atMs: number, kind: string, payload: string): void {
    this.#database.run("INSERT INTO due (at_ms, kind, payload) VALUES (?, ?, ?)", atMs, kind, payload);
  }

  removeWork(place: number): void {
    this.#database.run("DELETE FROM due WHERE place = ?", place);
  }

  /** The work that is due first by a time; of what is equally early that which was added first. */
  firstWork(nowMs: number): DueWork | undefined {
    const text = "SELECT * FROM due WHERE at_ms <= ? ORDER BY at_ms, place LIMIT 1";
    return this.#database.get<DueWork>(text, nowMs);
  }

  /** When something is due next, a delivery included, after a time; undefined when nothing is. */
  nextMs(afterMs = Number.MIN_SAFE_INTEGER): number | undefined {
    const text = `SELECT min(at_ms) AS at_ms FROM (
                    SELECT min(at_ms) AS at_ms FROM due WHERE at_ms > ? UNION ALL
                    SELECT min(due_at_ms) FROM deliveries WHERE state = 'due' AND due_at_ms > ?)`;
    return this.#database.get<{ at_ms: number | null }>(text, afterMs, afterMs)?.at_ms ?? undefined;
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
  /** `waiting` behind an earlier event of the user, `due`, `delivered`, or `parked` when the retries ran out. */
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Of one that waits: not due before. */
  readonly not_before_ms: number | null;
  /** Of one that is due. */
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
export class Deliveries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Puts an event at the end of a queue: it is due at `atMs` when nothing is before it, and not before that. @returns The place of the delivery. */
  add(queue: Queue, eventId: string, atMs: number, faults: string | null = null): number {
    const isFirst = this.#firstIn(queue, "due") === undefined;
    return this.#database.run(
      `INSERT INTO deliveries (endpoint_id, event_id, user_id, state, not_before_ms, due_at_ms, faults)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[queue.endpoint_id, eventId, queue.user_id, isFirst ? "due" : "waiting", atMs, isFirst ? atMs : null, faults],
    );
  }

  /** The last delivery in a queue that has not ended. */
  lastOpen(queue: Queue): DeliveryRow | undefined {
    return this.#firstIn(queue, "waiting", "DESC") ?? this.#firstIn(queue, "due", "DESC");
  }

  /** Gives an open delivery another event, another time before which it is not due, or another decision. */
  replan(place: number, eventId: string, atMs: number, faults: string | null): void {
    const text = `UPDATE deliveries SET event_id = ?, not_before_ms = ?, due_at_ms = iif(state = 'due', ?, NULL), faults = ?
                  WHERE place = ? AND state IN ('due', 'waiting')`;
    this.#database.run(text, eventId, atMs, atMs, faults, place);
  }

  /** At most `limit` deliveries to an endpoint that are due by a time, the earliest first. */
  dueTo(endpointId: string, nowMs: number, limit: number): DeliveryRow[] {
    const text =
      "SELECT * FROM deliveries WHERE endpoint_id = ? AND state = 'due' AND due_at_ms <= ? ORDER BY due_at_ms, place LIMIT ?";
    return this.#database.all<DeliveryRow>(text, endpointId, nowMs, limit);
  }

  /** Decides what is done to a delivery when it is tried next. */
  keepFaults(place: number, faults: string): void {
    this.#database.run("UPDATE deliveries SET faults = ? WHERE place = ?", faults, place);
  }

  /**
   * Stores an attempt, with what was sent in addition to it, and the new state of the delivery. When the delivery has ended, the next in its queue is due at `atMs`, or at its own time.
   * The faults of the attempt are removed. Stores nothing for a delivery that was removed during the attempt.
   */
  settle(
    place: number,
    { atMs, exchanges }: { readonly atMs: number; readonly exchanges: readonly string[] },
    next: { readonly retryAtMs: number } | "delivered" | "parked",
  ): void {
    const row = this.get(place);
    // A resent one may have gone before it meanwhile: then it waits
    if (row?.state !== "due" && row?.state !== "waiting") return;
    const made = this.attempts(place).length;
    for (const [index, exchange] of exchanges.entries()) {
      this.#database.run("INSERT INTO attempts VALUES (?, ?, ?, ?)", place, made + index + 1, atMs, exchange);
    }
    const isOver = typeof next === "string";
    const dueAtMs = isOver || row.state === "waiting" ? null : next.retryAtMs;
    const text = `UPDATE deliveries SET state = ?, attempts = attempts + 1, not_before_ms = NULL, due_at_ms = ?, faults = NULL
                  WHERE place = ?`;
    this.#database.run(text, isOver ? next : row.state, dueAtMs, place);
    if (isOver) this.#promote(row, atMs);
  }

  /** Puts one that is parked, delivered or due back into its user's queue, before all later ones, with its attempts reset. */
  resend(place: number, atMs: number): void {
    const row = this.get(place);
    if (row === undefined || row.state === "waiting") return;
    this.#wait(place);
    this.#database.run("UPDATE deliveries SET attempts = 0, not_before_ms = NULL WHERE place = ?", place);
    const other = this.#firstIn(row, "due");
    if (other !== undefined && other.place > place) this.#wait(other.place);
    this.#promote(row, atMs);
  }

  /** Cancels the open deliveries of an endpoint. */
  removeEndpoint(endpointId: string): void {
    // One state after the other: each has its own index
    for (const state of ["waiting", "due"]) {
      const open = `endpoint_id = ? AND state = '${state}'`;
      const attempts = `DELETE FROM attempts WHERE delivery IN (SELECT place FROM deliveries WHERE ${open})`;
      this.#database.run(attempts, endpointId);
      this.#database.run(`DELETE FROM deliveries WHERE ${open}`, endpointId);
    }
  }

  get(place: number): DeliveryRow | undefined {
    return this.#database.get<DeliveryRow>("SELECT * FROM deliveries WHERE place = ?", place);
  }

  page(request: PageRequest, state?: DeliveryState): DeliveryRow[] {
    return select(this.#database, "deliveries", { state }, request);
  }

  /** The attempts of a delivery, the first one first. */
  attempts(place: number): AttemptRow[] {
    const text = "SELECT number, at_ms, exchange FROM attempts WHERE delivery = ? ORDER BY number";
    return this.#database.all<AttemptRow>(text, place);
  }

  #wait(place: number): void {
    this.#database.run("UPDATE deliveries SET state = 'waiting', due_at_ms = NULL WHERE place = ?", place);
  }

  /** Makes the first of a queue due, unless one is. */
  #promote(queue: Queue, atMs: number): void {
    if (this.#firstIn(queue, "due") !== undefined) return;
    const first = this.#firstIn(queue, "waiting");
    if (first === undefined) return;
    const dueAtMs = Math.max(first.not_before_ms ?? 0, atMs);
    this.#database.run("UPDATE deliveries SET state = 'due', due_at_ms = ? WHERE place = ?", dueAtMs, first.place);
  }

  #firstIn({ endpoint_id, user_id }: Queue, state: DeliveryState, order: "ASC" | "DESC" = "ASC") {
    // SQLite uses an index for some states only for its very condition
    const text = `SELECT * FROM deliveries WHERE endpoint_id = ? AND user_id = ? AND state = '${state}'
                  ORDER BY place ${order} LIMIT 1`;
    return this.#database.get<DeliveryRow>(text, endpoint_id, user_id);
  }
}
