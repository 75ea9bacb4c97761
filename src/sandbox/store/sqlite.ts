// The store on SQLite: in memory, or in a file that survives the process.
import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database, RecordCheck, Row, Value } from "./database.ts";
import { createInUseFailure, openAlone, prepareDatabaseFile } from "./database-file.ts";
import { sqliteSchema } from "./schema.ts";
import { type Store, StoreUnavailable, type Transaction } from "./store.ts";
import { WorldTables } from "./tables.ts";
import { WorldIndex } from "./world-index.ts";
import { WorldQueues } from "./world-queues.ts";

/**
 * Opens a store.
 *
 * @param file A path, or `:memory:`. A file that does not exist is created whole or not at all.
 * @throws {Failure} when the file is not a sandbox's, has another layout, or is in use; it is left untouched.
 */
export function openSqlite(file: string, check?: RecordCheck): Store {
  if (file === ":memory:") {
    const database = new DatabaseSync(file);
    database.exec(sqliteSchema);
    return new SqliteStore(database, () => {});
  }
  // Even to read the file would end the locks of this process on it: POSIX takes them away with the first handle that is closed
  if (existsSync(file) && openFiles.has(realpathSync(file))) throw createInUseFailure(file);
  const path = prepareDatabaseFile(file);
  const database = openAlone(path);
  // The process may be killed at any moment: the operating system has received what was committed
  // A log that grew in one large transaction is truncated
  database.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000; PRAGMA journal_size_limit = 16000000");
  openFiles.add(path);
  return new SqliteStore(database, () => openFiles.delete(path), check);
}

/** The files that this process has open. */
const openFiles = new Set<string>();

/** One connection has one transaction: one after the other, reads included. Each is over in a moment, since none waits for anything else. */
class SqliteStore implements Store, Transaction, Database {
  readonly check: RecordCheck | undefined;
  readonly worlds = new WorldIndex((text, ...values) => this.read(text, ...values));
  readonly #database: DatabaseSync;
  readonly #onClose: () => void;
  readonly #statements = new Map<string, StatementSync>();
  readonly #queues = new WorldQueues();
  /** Those that wait for the one that runs, if any. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #isWriting = false;

  constructor(database: DatabaseSync, onClose: () => void, check?: RecordCheck) {
    this.check = check;
    this.#database = database;
    this.#onClose = onClose;
  }

  transaction<T>(worlds: readonly string[], work: (inside: Transaction) => Promise<T>): Promise<T> {
    // The queues give each world its turn, and a limit of time; the connection is one for all
    return this.#queues.run(worlds, () => this.#alone(() => this.#write(work)));
  }

  reading<T>(work: (inside: Transaction) => Promise<T> | T): Promise<T> {
    return this.#alone(work);
  }

  /** Works when nobody else does: all transactions share one connection. */
  async #alone<T>(work: (inside: Transaction) => Promise<T> | T): Promise<T> {
    if (this.#isTaken) await new Promise<void>((begin) => this.#waiting.push(begin));
    this.#isTaken = true;
    try {
      return await work(this);
    } catch (error) {
      throw isUnavailable(error) ? new StoreUnavailable(`SQLite: ${error.errstr}`, { cause: error }) : error;
    } finally {
      const begin = this.#waiting.shift();
      // It stays taken for the next one, so that no other comes between
      if (begin === undefined) this.#isTaken = false;
      else begin();
    }
  }

  async checkWritable(): Promise<void> {
    this.#sql("SELECT 1").get();
  }

  world(id: string): WorldTables {
    return new WorldTables(this, id);
  }

  async read<R = Row>(text: string, ...values: readonly Value[]): Promise<readonly R[]> {
    return this.#sql(text).all(...values) as unknown as readonly R[];
  }

  async write<R = Row>(text: string, ...values: readonly Value[]): Promise<readonly R[]> {
    if (!this.#isWriting) throw new Error("The store is written outside of a transaction.");
    return this.read(text, ...values);
  }

  writeAll(text: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.write(text, ...values);
  }

  close(): Promise<void> {
    return this.#alone(async () => {
      this.#database.close();
      this.#onClose();
    });
  }

  async #write<T>(work: (inside: Transaction) => Promise<T>): Promise<T> {
    this.#sql("BEGIN IMMEDIATE").run();
    this.#isWriting = true;
    try {
      const result = await work(this);
      this.#sql("COMMIT").run();
      return result;
    } catch (error) {
      // SQLite may have rolled back already, for example when the disk is full
      if (this.#database.isTransaction) this.#sql("ROLLBACK").run();
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }

  /** Each statement is prepared once. */
  #sql(text: string): StatementSync {
    const prepared = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, prepared);
    return prepared;
  }
}

/** SQLite's own words name nothing that was stored. */
interface SqliteError extends Error {
  readonly errcode: number;
  readonly errstr: string;
}

/** A file that only reads, a disk that fails, and a full one: SQLITE_READONLY, SQLITE_IOERR and SQLITE_FULL, with what they were caused by in the higher bits. */
function isUnavailable(error: unknown): error is SqliteError {
  return error instanceof Error && "errcode" in error && [8, 10, 13].includes(Number(error.errcode) & 0xff);
}
