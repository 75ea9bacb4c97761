// What a world consists of besides its row: the tables and columns that a copy of it and a file of it have.

/** PostgreSQL takes no longer text into an index together with what stands before it. A longer key is kept by its hash. */
export const longestKey = 500;

/** How a column is kept: a short text that may stand in an index, a whole number, or JSON; null where there may be nothing. */
export type ColumnForm = "key" | "integer" | "integer or null" | "json" | "json or null";

/**
 * The columns of each table. Left out is what differs between databases or follows from the rest: the world, places, the keys of a record
 * besides its id, the number of an attempt, a lease.
 */
export const contents = {
  records: { kind: "key", id: "key", body: "json" },
  events: { id: "key", type: "key", user_id: "key", at_ms: "integer", payload: "json" },
  deliveries: {
    endpoint_id: "key",
    event_id: "key",
    user_id: "key",
    state: "key",
    attempts: "integer",
    due_at_ms: "integer or null",
    decided: "json or null",
  },
  attempts: { at_ms: "integer", exchange: "json" },
  due_work: { at_ms: "integer", kind: "key", payload: "json" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnForm>>>>;

/** A table of a world. */
export type ContentTable = keyof typeof contents;

/** A row of such a table by the names of its columns, and its `place` when it is there. */
export type ContentRow = Readonly<Record<string, string | number | null>>;

/** Texts, such as the id of a team, and what is written in their place wherever they stand. */
export type Replaced = readonly (readonly [from: string, to: string])[];

/** The contents of one world. */
export interface Contents {
  /** The kinds of which it has records, in alphabetical order. */
  kinds(): Promise<string[]>;
  /** The rows of a table in order, a number of them at a time; of records those of one kind. */
  pages(table: Exclude<ContentTable, "attempts">, kind?: string): AsyncIterable<readonly ContentRow[]>;
  /** The attempts of a page of deliveries in order, each with the place of its `delivery`. */
  attempts(page: readonly ContentRow[]): Promise<readonly ContentRow[]>;
  /**
   * Adds rows behind those that are there; records with their `owner` and `name`, attempts with their `delivery` and `number`. Rows whose id is there already are left out.
   *
   * @returns Their places, in order; of attempts none.
   */
  add(table: ContentTable, rows: readonly ContentRow[]): Promise<number[]>;
  /** Which of these events there are. */
  known(eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The places of all deliveries, in order. */
  deliveryPlaces(): Promise<number[]>;
  /** Copies everything of another world into this one, which is empty: of its records those of these kinds, and no work that is due. */
  copy(from: string, kinds: readonly string[], replaced: Replaced): Promise<void>;
}
