// The interface of the store: records by id, by owner and by name, a log of events, and work that is due.

/** The worlds of one store are isolated from each other. */
export interface Store {
  /**
   * Runs the work in one transaction: all that it writes is kept, or nothing when it throws. It sees nothing of another one that has not
   * ended, and no other sees anything of it. Others may wait for its end: in it, wait for the store only, and begin no other one.
   */
  transaction<T>(work: (inside: Transaction) => Promise<T>): Promise<T>;
  /** The same for work that only reads: it sees one state from its beginning to its end. */
  reading<T>(work: (inside: Transaction) => Promise<T> | T): Promise<T>;
  /** Calls a listener when another process may have changed anything: the lock that keeps others away was lost, and is here again. */
  onRegained(listener: () => void): void;
  /** Rejects while the database cannot be reached, or cannot be written. */
  check(): Promise<void>;
  /** Waits for the transactions that have begun. */
  close(): Promise<void>;
}

/** The store as one transaction sees it; used after its end it is an error. */
export interface Transaction {
  /** What is kept of a world. */
  world(id: string): WorldTables;
  readonly worlds: WorldIndex;
}

/** The worlds of a store, for who looks for one. Of those that have expired only `expired` knows. */
export interface WorldIndex {
  /** One by its id or by a key; also one that has expired. */
  find(by: WorldKey, key: string): Promise<FoundWorld | undefined>;
  /** At most `limit` worlds made after the place `after`, whose ids begin with `prefix`. */
  page(after: number, limit: number, nowMs: number, prefix?: string): Promise<ListedWorld[]>;
  /** At most `limit` worlds made before the place `before`, the latest first. */
  latest(before: number, limit: number, nowMs: number, prefix?: string): Promise<ListedWorld[]>;
  /** The ids of at most `limit` worlds that have expired, the earliest first. */
  expired(nowMs: number, limit: number): Promise<string[]>;
  /** When each world that has something to do has it next, by the machine's time. */
  wakes(): Promise<(readonly [id: string, atMs: number])[]>;
}

export type WorldKey = "id" | "api_key" | "management_key";

/** A world, as far as one must know it to work on it. */
export interface FoundWorld {
  readonly row: unknown;
  readonly usedAtMs: number;
  readonly ttlMs: number | null;
}

/** A world with its age. */
export interface ListedWorld extends FoundWorld {
  readonly id: string;
  /** Later ones have a higher one. */
  readonly place: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
}

/** Everything of one world. */
export interface WorldTables {
  /** What is kept in the world's own row, plain JSON data; undefined when there is no such world. Others that write the world wait from then on. */
  row(): Promise<unknown>;
  /** Makes the world, which is not there yet. */
  create(row: unknown, entry: WorldEntry): Promise<void>;
  /** Changes the row of a world that is there. */
  putRow(row: unknown): Promise<void>;
  /** Keeps when the world has something to do next, by the machine's time; undefined when it has not. One that was just made has something to do at once. */
  wakeAt(ms: number | undefined): Promise<void>;
  /**
   * Notes that the world is used, which sets its expiry anew.
   *
   * @param ttlMs Another time to live from now on.
   * @returns False when there is no such world, or it has expired.
   */
  renew(nowMs: number, ttlMs?: number): Promise<boolean>;
  hasExpired(nowMs: number): Promise<boolean>;
  /** The world as a list shows it. */
  listed(): Promise<ListedWorld | undefined>;
  /** The records of one kind. */
  collection<T>(kind: string, keysOf: KeysOf<T>): Collection<T>;
  readonly events: EventLog;
  readonly dueWork: DueWork;
  readonly deliveries: DeliveryRows;
  /** Copies everything of another world into this one, which is empty. */
  copy(from: string, change: CopyChange): Promise<void>;
  /** Everything in it is removed; its row stays. */
  clear(): Promise<void>;
  /** Everything of it is removed, its row included. */
  drop(): Promise<void>;
}

/** What is not the same in a copy. */
export interface CopyChange {
  /** Texts, such as the id of a team, and what is written in their place wherever they stand. */
  readonly replaced: readonly (readonly [from: string, to: string])[];
  /** The kinds of record that stay behind. */
  readonly leftOut: readonly string[];
}

/** How a world is found, and how long it is kept. Times are the machine's, in milliseconds since 1970. */
export interface WorldEntry {
  readonly apiKey: string;
  readonly managementKey: string;
  readonly createdAtMs: number;
  /** How long it is kept after its last use; null when that has no end. */
  readonly ttlMs: number | null;
}

/** The keys of a record, besides its id. */
export interface Keys {
  /** The record that it belongs to, such as the user of a connection. */
  readonly owner?: string;
  /** A name, such as a `client_user_id`. Several records may share it. */
  readonly name?: string;
}

export type KeysOf<T> = (record: T) => Keys;

/** A record, and its place among those of all worlds; later ones have a higher one. */
export interface Placed<T> {
  readonly place: number;
  readonly record: T;
}

/** Records of one kind, plain JSON data. To change one, put it. */
export interface Collection<T> {
  get(id: string): Promise<T | undefined>;
  /** Adds a record, or replaces the one with this id, which keeps its place in the order. */
  put(id: string, record: T): Promise<void>;
  delete(id: string): Promise<void>;
  /** In the order in which they were added. */
  ofOwner(owner: string): Promise<readonly T[]>;
  named(name: string): Promise<readonly T[]>;
  all(): Promise<readonly T[]>;
  /** At most `limit` records that were added after the place `after`, each with its place. */
  page(after: number, limit: number): Promise<Placed<T>[]>;
  /** At most `limit` records that were added before the place `before`, the latest first. */
  latest(before: number, limit: number): Promise<Placed<T>[]>;
  count(): Promise<number>;
}

/** An event, written in the transaction of the change that it reports. */
export interface LoggedEvent {
  /** Its place among the events of all worlds; later ones have a higher one. */
  readonly place: number;
  /** Unique; the same in every attempt to deliver it. */
  readonly id: string;
  readonly type: string;
  /** The user that it is about, or empty; events of one user are delivered in order. */
  readonly userId: string;
  /** When it happened, by the world's clock, in milliseconds since 1970. */
  readonly atMs: number;
  /** The payload as it is sent, JSON. */
  readonly payload: string;
}

export interface EventLog {
  /** @returns The place of the event. */
  append(event: Omit<LoggedEvent, "place">): Promise<number>;
  get(id: string): Promise<LoggedEvent | undefined>;
  /** At most `limit` events after the place `after`, in order. */
  page(after: number, limit: number, userId?: string): Promise<LoggedEvent[]>;
  /** At most `limit` events before the place `before`, the latest first. */
  latest(before: number, limit: number, userId?: string, type?: string): Promise<LoggedEvent[]>;
  /** The place of the last event; 0 when there is none. */
  lastPlace(): Promise<number>;
}

/** Work that is to be done at a time. */
export interface DueItem {
  readonly place: number;
  readonly atMs: number;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
}

export interface DueWork {
  add(atMs: number, kind: string, payload: string): Promise<void>;
  /** The earliest, of equally early ones the one that was added first. */
  first(): Promise<DueItem | undefined>;
  /** @returns Was it still there? */
  remove(place: number): Promise<boolean>;
}

export type DeliveryState = "waiting" | "due" | "delivered" | "parked";

/** The delivery of an event to one endpoint. */
export interface DeliveryRow {
  /** The delivery's own number. */
  readonly place: number;
  readonly endpointId: string;
  readonly eventId: string;
  readonly userId: string;
  /** `waiting` behind an earlier event of the user, `due` at `dueAtMs`, `delivered`, or `parked` when the retries ran out. */
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly dueAtMs: number | undefined;
  /** What event faults have decided for its next attempt, JSON. */
  readonly decided: string | null;
}

/** One attempt to deliver an event. */
export interface AttemptRow {
  readonly number: number;
  /** By the world's clock, in milliseconds since 1970. */
  readonly atMs: number;
  /** JSON: what was sent and what came back. */
  readonly exchange: string;
}

export interface DeliveryRows {
  /**
   * Puts an event into an endpoint's queue of its user: due at `atMs` when nothing is before it, and never before that.
   *
   * @returns The place of the delivery.
   */
  add(endpointId: string, eventId: string, userId: string, atMs: number, decided?: string | null): Promise<number>;
  /** Gives an open delivery another event, another time before which it is not due, or another decision. */
  replan(place: number, eventId: string, atMs: number, decided: string | null): Promise<void>;
  /** Decides what is done to a delivery when it is tried next. */
  decide(place: number, decided: string): Promise<void>;
  /** At most `limit` deliveries to an endpoint that are due by a time, the earliest first. */
  due(endpointId: string, atMs: number, limit: number): Promise<DeliveryRow[]>;
  /** When the next delivery is due after a time; undefined when none is. */
  nextDueMs(afterMs: number): Promise<number | undefined>;
  /**
   * Stores an attempt, with what was sent in addition to it, and the new state of the delivery. When the delivery has ended, the next in its queue is due at `atMs`, or at its own time.
   * What was decided for the attempt is removed. Stores nothing for a delivery that was removed during the attempt.
   */
  settle(
    place: number,
    attempt: { readonly atMs: number; readonly exchanges: readonly string[] },
    next: { retryAtMs: number } | "delivered" | "parked",
  ): Promise<void>;
  /** Puts a parked or delivered one back into its user's queue, before all later ones, with its attempts reset. */
  resend(place: number, atMs: number): Promise<void>;
  /** Cancels the open deliveries of an endpoint. */
  removeEndpoint(endpointId: string): Promise<void>;
  get(place: number): Promise<DeliveryRow | undefined>;
  page(after: number, limit: number, state?: DeliveryState): Promise<DeliveryRow[]>;
  /** At most `limit` deliveries before the place `before`, the latest first. */
  latest(before: number, limit: number, state?: DeliveryState): Promise<DeliveryRow[]>;
  attempts(place: number): Promise<AttemptRow[]>;
}
