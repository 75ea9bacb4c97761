// One SQLite database, used synchronously: statements, transactions, and the questions that all tables have in common.
import type { DatabaseSync, StatementSync } from "node:sqlite";

export type Value = string | number | null;

/** A statement with its values in it, as a tag: `` database.get`SELECT body FROM records WHERE id = ${id}` ``; or the text of one that is put together. */
type Statement = TemplateStringsArray | string;

/** Values by the names of their columns. */
export type Row = Readonly<Record<string, Value>>;

/** Where a list of rows continues, in the order in which they were written. */
export interface PageRequest {
  readonly after?: number | undefined;
  /** Then the latest comes first. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** Opens a database, as often as it was closed. */
export type Connect = () => DatabaseSync;

/** It connects when it is first asked, and again when its connection was closed to make room for others. */
export class Database {
  readonly #connect: Connect;
  #connection: DatabaseSync | undefined;
  /** Each is prepared when it is first used. */
  readonly #statements = new Map<Statement, StatementSync>();

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  all<R = Row>(statement: Statement, ...values: readonly Value[]): R[] {
    return this.#prepare(statement).all(...values) as unknown as R[];
  }

  get<R = Row>(statement: Statement, ...values: readonly Value[]): R | undefined {
    return this.#prepare(statement).get(...values) as R | undefined;
  }

  /** Runs a statement that changes something. @returns The place of the row that it inserted. */
  run(statement: Statement, ...values: readonly Value[]): number {
    return Number(this.#prepare(statement).run(...values).lastInsertRowid);
  }

  /** Reads rows with some values, a page of them; what is undefined may be anything. @param from A table, or a query. */
  select<R = Row>(
    from: string,
    wanted: Readonly<Record<string, Value | undefined>>,
    { after = 0, before, limit = Number.MAX_SAFE_INTEGER }: PageRequest = {},
  ): R[] {
    const given = Object.entries(wanted).filter((one): one is [string, Value] => one[1] !== undefined);
    const conditions = [...given.map(([name]) => `${name} = ?`), "place > ?", "place < ?"].join(" AND ");
    const text = `SELECT * FROM ${from} WHERE ${conditions} ORDER BY place ${before === undefined ? "" : "DESC"} LIMIT ?`;
    return this.all<R>(text, ...given.map(([, value]) => value), after, before ?? Number.MAX_SAFE_INTEGER, limit);
  }

  /** Inserts a row with the columns that it names. */
  insert(table: string, row: Row): void {
    const names = Object.keys(row);
    const text = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
    this.run(text, ...Object.values(row));
  }

  rollBack(): void {
    // SQLite may have done so already, for example when the disk is full; a world that is dropped is closed
    if (this.#connection?.isOpen && this.#connection.isTransaction) this.run("ROLLBACK");
  }

  /** The bytes of the database as they are now. */
  serialize(): Uint8Array {
    return this.#open().serialize();
  }

  #open(): DatabaseSync {
    if (this.#connection?.isOpen) return this.#connection;
    this.#statements.clear();
    this.#connection = this.#connect();
    return this.#connection;
  }

  #prepare(statement: Statement): StatementSync {
    const connection = this.#open();
    let prepared = this.#statements.get(statement);
    if (prepared === undefined) {
      prepared = connection.prepare(typeof statement === "string" ? statement : statement.join("?"));
      this.#statements.set(statement, prepared);
    }
    return prepared;
  }
}

/** A table of a database, or a part of one, with its questions. */
export class Table {
  protected readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }
}

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN, in the lower bits of a code. */
const unavailableCodes = [8, 10, 13, 14];

/** The same of the operating system, when a file is written without SQLite. */
const unavailableNames = ["EACCES", "EPERM", "ENOSPC", "EFBIG", "EDQUOT", "EROFS", "EIO"];

/** Is it a file that may not be read or written, a disk that fails, or a full one; also as the cause? Choice: database-unavailable */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error) return unavailableCodes.includes(Number(error.errcode) & 0xff);
  return ("code" in error && unavailableNames.includes(String(error.code))) || isUnavailable(error.cause);
}
