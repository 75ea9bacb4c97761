// What a database is asked in a transaction, and the questions that all tables have in common.
import { createHash } from "node:crypto";

export type Value = string | number | null;

/** A row as the database returns it: PostgreSQL writes large integers as text. */
export type Row = Readonly<Record<string, unknown>>;

type Ask = (text: string, ...values: readonly Value[]) => Promise<readonly Row[]>;

/** A database in a transaction. Each question mark of a statement stands for a value. */
export interface Statements {
  readonly read: Ask;
  /**
   * Runs a statement that changes something.
   *
   * @returns The rows that it returns by `RETURNING`.
   * @throws outside of a transaction that writes: it would be one of its own.
   */
  readonly write: Ask;
  /** The same for a statement over everything of a world, which may take long. */
  readonly writeAll: Ask;
}

/** Values by the names of their columns; what is undefined may be anything. */
type Wanted = Readonly<Record<string, string | undefined>>;

/** The rows behind a place in the order in which they were written; by which values, as far as they are given. */
export function rowsAfter(database: Statements, table: string, by: Wanted, place: number, limit: number) {
  return rowsOf(database, table, by, "place > ? ORDER BY place", place, limit);
}

/** The rows before a place, the latest first. */
export function rowsBefore(database: Statements, table: string, by: Wanted, place: number, limit: number) {
  return rowsOf(database, table, by, "place < ? ORDER BY place DESC", place, limit);
}

function rowsOf(database: Statements, table: string, by: Wanted, order: string, place: number, limit: number) {
  const given = Object.entries(by).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const conditions = given.map(({ name }) => `${name} = ? AND `).join("");
  const values = given.map(({ value }) => value);
  return database.read(`SELECT * FROM ${table} WHERE ${conditions}${order} LIMIT ?`, ...values, place, limit);
}

/** PostgreSQL takes no longer text into an index together with what stands before it. */
const longestKey = 500;

/** What stands in an index for a text that somebody else chose. PostgreSQL keeps no NUL in a text, and no long one in an index: such a key is kept by its hash. */
export function keyOf(text: string): string {
  const mark = "#";
  if (text.length <= longestKey && !text.includes("\0") && !text.startsWith(mark)) return text;
  return mark + createHash("sha256").update(text).digest("hex");
}

/** The same for a text that may be left out. */
export function keyed(text: string | undefined): string | undefined {
  return text === undefined ? undefined : keyOf(text);
}
