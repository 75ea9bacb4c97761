// The tables of one world: its row, records, events, due work and deliveries, each with the SQL of every question that it is asked.
import { type Database, type PageRequest, Table } from "./database.ts";

/** Reads the row of the world itself; JSON, as it was written. */
export function readRow(database: Database): unknown {
  return JSON.parse(database.get<{ value: string }>("SELECT value FROM world")?.value ?? "null");
}

export function writeRow(database: Database, row: object): void {
  database.run`INSERT OR REPLACE INTO world (rowid, value) VALUES (1, ${JSON.stringify(row)})`;
}

/** Reads the last id of a delivery: after a reset the next ones come after it. */
export function readLastDelivery(database: Database): number {
  return database.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'deliveries'")?.seq ?? 0;
}

/** Lets the ids of a new world's deliveries come after this one. */
export function writeLastDelivery(database: Database, seq: number): void {
  database.insert("sqlite_sequence", { name: "deliveries", seq });
}

/** Reads all that is in a world, but deliveries that have arrived, and what was sent in attempts. */
export function dump(database: Database): WorldDump {
  return {
    records: database.all("SELECT kind, id, body FROM records ORDER BY place"),
    events: database.select("events", {}),
    deliveries: database.all("SELECT * FROM deliveries WHERE state <> 'delivered' ORDER BY place"),
    work: database.all("SELECT at_ms, kind, payload FROM due ORDER BY place"),
  };
}

/**
 * Writes what was dumped of another world, but its records, into the tables of a new one.
 *
 * @param refuse Makes the error for a row that the database refuses, such as one that is there twice.
 */
export function restore(
  database: Database,
  lists: Omit<WorldDump, "records">,
  refuse: (pointer: string, cause: Error) => Error,
): void {
  const tables = [
    ["events", "events"],
    ["deliveries", "deliveries"],
    ["work", "due"],
  ] as const;
  for (const [list, table] of tables) {
    for (const [index, row] of lists[list].entries()) {
      try {
        database.insert(table, { ...row });
      } catch (error) {
        throw refuse(`/${list}/${index}`, error as Error);
      }
    }
  }
}

/** Writes a text in the place of another wherever it is, in slices. */
export function* replaceText(database: Database, from: string, to: string): Generator<undefined, void> {
  for (const [table, columns] of Object.entries(columnsWithText)) {
    const changes = columns.map((column) => `${column} = replace(${column}, ?, ?)`).join(", ");
    const last = database.get<{ last: number | null }>(`SELECT max(rowid) AS last FROM ${table}`)?.last ?? 0;
    for (let place = 0; place < last; place += rowsAtOnce) {
      const text = `UPDATE ${table} SET ${changes} WHERE rowid > ? AND rowid <= ? AND instr(${columns.at(-1)}, ?) > 0`;
      database.run(text, ...columns.flatMap(() => [from, to]), place, place + rowsAtOnce, from);
      yield;
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

/** The keys of a record. */
interface RecordKeys {
  /** Its own id; undefined where it has none. */
  readonly id?: string;
  /** The record that it belongs to, such as the user of a connection. */
  readonly owner?: string | undefined;
  /** A name, such as a `client_user_id`. Several records may share it. */
  readonly name?: string;
}

export type KeysOf<T> = (record: T) => RecordKeys;

/** A record, and its place among all; later ones have a higher one. */
interface Placed<T> {
  readonly place: number;
  readonly record: T;
}

/** Records of one kind, plain JSON data, in the order in which they were added. To change one, put it. */
export class Collection<T> extends Table {
  readonly #kind: string;
  readonly #keysOf: KeysOf<T>;

  constructor(database: Database, kind: string, keysOf: KeysOf<T>) {
    super(database);
    this.#kind = kind;
    this.#keysOf = keysOf;
  }

  get(id: string): T | undefined {
    const found = this.database.get<Body>`SELECT body FROM records WHERE kind = ${this.#kind} AND id = ${id}`;
    return found && (JSON.parse(found.body) as T);
  }

  /** Adds a record, or replaces the one with its id, which keeps its place in the order. @param given The id of one that has none of its own. */
  put(record: T, given?: string): void {
    const { id = null, owner = null, name = null } = this.#keysOf(record);
    this.database.run`INSERT INTO records (kind, id, owner, name, body)
      VALUES (${this.#kind}, ${given ?? id}, ${owner}, ${name}, ${JSON.stringify(record)})
      ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, name = excluded.name, body = excluded.body`;
  }

  /** The id that a record has of its own. */
  readId(record: T): string | undefined {
    return this.#keysOf(record).id;
  }

  delete(id: string): void {
    this.database.run`DELETE FROM records WHERE kind = ${this.#kind} AND id = ${id}`;
  }

  // Half the calls of the service ask by owner or name. Not as a page: with LIMIT bound, SQLite takes five times as long

  ofOwner(owner: string): T[] {
    return this.#read("SELECT body FROM records WHERE kind = ? AND owner = ? ORDER BY place", owner);
  }

  named(name: string): T[] {
    return this.#read("SELECT body FROM records WHERE kind = ? AND name = ? ORDER BY place", name);
  }

  #read(statement: string, key: string): T[] {
    return this.database.all<Body>(statement, this.#kind, key).map(({ body }) => JSON.parse(body) as T);
  }

  all(): T[] {
    return this.page({}).map(({ record }) => record);
  }

  /** A page of them, each with its place; with keys only those that have them. */
  page(request: PageRequest, keys?: RecordKeys): Placed<T>[] {
    const rows = this.database.select<Body>("records", { kind: this.#kind, ...keys }, request);
    return rows.map(({ place, body }) => ({ place, record: JSON.parse(body) as T }));
  }
}

interface Body {
  readonly place: number;
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

export class EventLog extends Table {
  /** Adds an event. @param afterPlace Its place comes after this one, also in an empty log. @returns Its place. */
  append({ id, type, user_id, at_ms, payload }: Omit<LoggedEvent, "place">, afterPlace: number): number {
    // SQLite's own counter would be one page more to write with each event
    return this.database.run`INSERT INTO events (place, id, type, user_id, at_ms, payload)
      VALUES (max(${afterPlace}, ifnull((SELECT max(place) FROM events), 0)) + 1, ${id}, ${type}, ${user_id}, ${at_ms},
        ${payload})`;
  }

  get(id: string): LoggedEvent | undefined {
    return this.database.get<LoggedEvent>`SELECT * FROM events WHERE id = ${id}`;
  }

  /** A page of them, of one user or of all. */
  page(request: PageRequest, user_id?: string): LoggedEvent[] {
    return this.database.select("events", { user_id }, request);
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

/** The work that is due in a world, in order of time. A delivery in progress is due until its outcome is stored. */
export class DueTable extends Table {
  addWork(atMs: number, kind: string, payload: string): void {
    this.database.run`INSERT INTO due (at_ms, kind, payload) VALUES (${atMs}, ${kind}, ${payload})`;
  }

  removeWork(place: number): void {
    this.database.run`DELETE FROM due WHERE place = ${place}`;
  }

  /** The work that is due first by a time; of what is equally early that which was added first. */
  firstWork(nowMs: number): DueWork | undefined {
    return this.database.get<DueWork>`SELECT * FROM due WHERE at_ms <= ${nowMs} ORDER BY at_ms, place LIMIT 1`;
  }

  /** When something is due next, a delivery included, after a time; undefined when nothing is. */
  nextMs(afterMs = Number.MIN_SAFE_INTEGER): number | undefined {
    const found = this.database.get<{ at_ms: number | null }>`SELECT min(at_ms) AS at_ms FROM (
      SELECT min(at_ms) AS at_ms FROM due WHERE at_ms > ${afterMs} UNION ALL
      SELECT min(due_at_ms) FROM deliveries WHERE state = 'due' AND due_at_ms > ${afterMs})`;
    return found?.at_ms ?? undefined;
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
export class Deliveries extends Table {
  /** Puts an event at the end of a queue: it is due at `atMs` when nothing is before it, and not before that. */
  add({ endpoint_id, user_id }: Queue, eventId: string, atMs: number, faults: string | null = null): void {
    this.database.run`
      INSERT INTO deliveries (endpoint_id, user_id, event_id, state, not_before_ms, due_at_ms, faults)
      SELECT ${endpoint_id}, ${user_id}, ${eventId}, iif(is_behind, 'waiting', 'due'), ${atMs},
        iif(is_behind, NULL, ${atMs}), ${faults}
      FROM (SELECT EXISTS (SELECT 1 FROM deliveries WHERE endpoint_id = ${endpoint_id} AND user_id = ${user_id}
        AND state = 'due') AS is_behind)`;
  }

  /** The last delivery in a queue that has not ended. */
  lastOpen({ endpoint_id, user_id }: Queue): DeliveryRow | undefined {
    // SQLite uses an index for some states only for its very condition
    return this.database.get<DeliveryRow>`SELECT * FROM deliveries WHERE place = (SELECT max(place) FROM (
      SELECT max(place) AS place FROM deliveries
        WHERE endpoint_id = ${endpoint_id} AND user_id = ${user_id} AND state = 'waiting' UNION ALL
      SELECT max(place) FROM deliveries
        WHERE endpoint_id = ${endpoint_id} AND user_id = ${user_id} AND state = 'due'))`;
  }

  /** Gives an open delivery another event, another time before which it is not due, or another decision. */
  replan(place: number, eventId: string, atMs: number, faults: string | null): void {
    this.database.run`
      UPDATE deliveries SET event_id = ${eventId}, not_before_ms = ${atMs}, due_at_ms = iif(state = 'due', ${atMs}, NULL),
        faults = ${faults} WHERE place = ${place}`;
  }

  /** At most `limit` deliveries to an endpoint that are due by a time, the earliest first. */
  dueTo(endpointId: string, nowMs: number, limit: number): DeliveryRow[] {
    return this.database.all<DeliveryRow>`SELECT * FROM deliveries
      WHERE endpoint_id = ${endpointId} AND state = 'due' AND due_at_ms <= ${nowMs}
      ORDER BY due_at_ms, place LIMIT ${limit}`;
  }

  /** Decides what is done to a delivery when it is tried next. */
  keepFaults(place: number, faults: string | null): void {
    this.database.run`UPDATE deliveries SET faults = ${faults} WHERE place = ${place}`;
  }

  /**
   * Stores an attempt, with what was sent in addition to it, and the new state of the delivery. When the delivery has ended, the next in its queue is due at `atMs`, or at its own time.
   * The faults of the attempt are removed.
   */
  settle(
    { place, state, ...queue }: DeliveryRow,
    { atMs, exchanges }: { readonly atMs: number; readonly exchanges: readonly string[] },
    next: { readonly retryAtMs: number } | "delivered" | "parked",
  ): void {
    for (const exchange of exchanges) {
      this.database.run`INSERT INTO attempts SELECT ${place}, count(*) + 1, ${atMs}, ${exchange}
        FROM attempts WHERE delivery = ${place}`;
    }
    const isOver = typeof next === "string";
    // A resent one may have gone before it meanwhile: then it waits
    const dueAtMs = isOver || state === "waiting" ? null : next.retryAtMs;
    this.database.run`
      UPDATE deliveries SET state = ${isOver ? next : state}, attempts = attempts + 1, not_before_ms = NULL,
        due_at_ms = ${dueAtMs}, faults = NULL WHERE place = ${place}`;
    if (isOver) this.#promote(queue, atMs);
  }

  /** Puts one that is parked, delivered or due back into its user's queue, before all later ones, with its attempts reset. */
  resend(place: number, atMs: number): void {
    const row = this.get(place);
    if (row === undefined || row.state === "waiting") return;
    this.database.run`
      UPDATE deliveries SET state = 'waiting', due_at_ms = NULL, attempts = 0, not_before_ms = NULL WHERE place = ${place}`;
    this.database.run`UPDATE deliveries SET state = 'waiting', due_at_ms = NULL WHERE endpoint_id = ${row.endpoint_id}
      AND user_id = ${row.user_id} AND state = 'due' AND place > ${place}`;
    this.#promote(row, atMs);
  }

  /** Cancels the open deliveries of an endpoint. */
  removeEndpoint(endpointId: string): void {
    this.database.run`DELETE FROM attempts WHERE delivery IN (
      SELECT place FROM deliveries WHERE endpoint_id = ${endpointId} AND state IN ('waiting', 'due'))`;
    this.database.run`DELETE FROM deliveries WHERE endpoint_id = ${endpointId} AND state IN ('waiting', 'due')`;
  }

  get(place: number): DeliveryRow | undefined {
    return this.database.get<DeliveryRow>`SELECT * FROM deliveries WHERE place = ${place}`;
  }

  page(request: PageRequest, state?: DeliveryState): DeliveryRow[] {
    return this.database.select("deliveries", { state }, request);
  }

  /** The attempts of a delivery, the first one first. */
  attempts(place: number): AttemptRow[] {
    return this.database.all<AttemptRow>`SELECT number, at_ms, exchange FROM attempts
      WHERE delivery = ${place} ORDER BY number`;
  }

  /** Makes the first of a queue due, unless one is. */
  #promote({ endpoint_id, user_id }: Queue, atMs: number): void {
    this.database.run`UPDATE deliveries SET state = 'due', due_at_ms = max(ifnull(not_before_ms, 0), ${atMs})
      WHERE place = (SELECT min(place) FROM deliveries
        WHERE endpoint_id = ${endpoint_id} AND user_id = ${user_id} AND state = 'waiting')
      AND NOT EXISTS (SELECT 1 FROM deliveries
        WHERE endpoint_id = ${endpoint_id} AND user_id = ${user_id} AND state = 'due')`;
  }
}
