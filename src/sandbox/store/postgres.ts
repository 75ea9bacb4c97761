// The store on PostgreSQL.
import { type ClientBase, DatabaseError, Pool, type PoolClient, types } from "pg";
import { Failure } from "../../shared/terminal/index.ts";
import type { Database, RecordCheck, Row, Value } from "./database.ts";
import { PostgresLock, readEpoch, readOnly, shareEpoch } from "./postgres-lock.ts";
import { layout, postgresSchema } from "./schema.ts";
import { type Store, StoreUnavailable, type Transaction } from "./store.ts";
import { WorldTables } from "./tables.ts";
import { WorldIndex } from "./world-index.ts";
import { WorldQueues } from "./world-queues.ts";

/** How long to wait for a connection, and for the answer to a statement: a network may fail without a word. */
const patienceMs = 10_000;

/** The same for a statement that copies or removes all of a world, which may be large. */
const wholeWorldPatienceMs = 600_000;

/** After how long PostgreSQL ends a transaction that was left alone, such as that of a machine that is gone. */
const idleMs = 3000;

/** How long to wait for locks. */
const lockMs = 4000;

/** How many transactions run at once; the others wait. */
const maxConnections = 10;

/**
 * Opens a store, and creates its tables in an empty database.
 *
 * @param url `postgres://…`, as libpq takes it.
 * @throws {Failure} when the database cannot be reached or used, or has another layout or the tables of another application; it is left untouched.
 */
export async function openPostgres(url: string, check?: RecordCheck): Promise<Store> {
  if (!URL.canParse(url)) {
    throw new Failure(
      "--db begins like the address of a PostgreSQL database, but is not a URL.",
      "Write it as postgres://USER@HOST:PORT/DATABASE.",
    );
  }
  const shown = withoutPassword(url);
  const lock = new PostgresLock(url, (client) => createTables(client, shown));
  try {
    await lock.open();
  } catch (error) {
    await lock.close();
    throw toFailure(shown, error);
  }
  return new PostgresStore(url, lock, check);
}

/** What there is in the schema that the connection uses. An extension's tables belong to no application. */
const look = `
SELECT current_setting('server_encoding') AS encoding,
  coalesce(bool_or(relname = 'sandbox_layout'), false) AS is_ours,
  count(relname) > 0 AS is_used
FROM pg_class
WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'f')
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`;

/**
 * Creates the tables in an empty database, all or none.
 *
 * @throws {Failure} when there are others; they are left untouched.
 */
async function createTables(client: ClientBase, shown: string): Promise<void> {
  // One that only reads is refused now, not with the first call that writes
  await client.query("BEGIN READ WRITE");
  try {
    const { rows } = await client.query<{ encoding: string; is_ours: boolean; is_used: boolean }>(look);
    const [found] = rows;
    if (found?.encoding !== "UTF8") {
      throw new Failure(
        `${shown} has the encoding ${found?.encoding}, but the sandbox's texts need UTF8; it was not changed.`,
        "Create a database with `ENCODING 'UTF8' TEMPLATE template0`.",
      );
    }
    if (!found.is_used) await client.query(postgresSchema);
    else if (!found.is_ours) {
      throw new Failure(
        `${shown} has tables of another application; it was not changed.`,
        "Use an empty database; the sandbox creates its tables.",
      );
    } else {
      const { rows: layouts } = await client.query<{ number: number }>("SELECT number FROM sandbox_layout");
      if (layouts[0]?.number !== layout) {
        throw new Failure(
          `${shown} has layout ${layouts[0]?.number}, but this sandbox reads layout ${layout}; it was not changed.`,
          "Use the version of the package that wrote it, or another database.",
        );
      }
    }
    await client.query("COMMIT");
  } catch (error) {
    // A connection that is lost has nothing to undo
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

function createPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    idle_in_transaction_session_timeout: idleMs,
    lock_timeout: lockMs,
    // Times in milliseconds are whole numbers of JavaScript
    types: { getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) },
    // A statement may be sent before the one before it was answered: each round trip that is saved ends a call sooner
    pipeline: true,
  });
  // A lost connection fails the transaction that uses it. Without one, it is replaced when it is needed
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Each transaction has a connection of the pool. */
class PostgresStore implements Store {
  readonly #pool: Pool;
  readonly #lock: PostgresLock;
  readonly #check: RecordCheck | undefined;
  readonly #queues = new WorldQueues();
  readonly #running = new Set<Promise<unknown>>();

  constructor(url: string, lock: PostgresLock, check?: RecordCheck) {
    this.#check = check;
    this.#pool = createPool(url);
    this.#lock = lock;
  }

  get held(): Promise<void> {
    return this.#lock.held;
  }

  onRegained(listener: () => void): void {
    this.#lock.onRegained = listener;
  }

  transaction<T>(worlds: readonly string[], work: (inside: Transaction) => Promise<T>): Promise<T> {
    return this.#count(this.#queues.run(worlds, () => this.#run(true, work)));
  }

  reading<T>(work: (inside: Transaction) => Promise<T> | T): Promise<T> {
    return this.#count(this.#run(false, work));
  }

  async checkWritable(): Promise<void> {
    const { client } = this.#lock.epoch;
    const text = "SELECT current_setting('transaction_read_only') AS is_read_only";
    const { rows } = await client.query<{ is_read_only: string }>(text);
    if (rows[0]?.is_read_only !== "off") throw new StoreUnavailable("read only");
  }

  async close(): Promise<void> {
    // The pool would leave those waiting that wait for a connection
    await Promise.allSettled(this.#running);
    await this.#pool.end();
    // Last: from then on another process may write
    await this.#lock.close();
  }

  #count<T>(run: Promise<T>): Promise<T> {
    this.#running.add(run);
    return run.finally(() => this.#running.delete(run));
  }

  async #run<T>(isWriting: boolean, work: (inside: Transaction) => Promise<T> | T): Promise<T> {
    const { epoch } = this.#lock;
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw unreached(error);
    });
    // Sent together with the first statement, which waits for it
    const begun = begin(client, isWriting, epoch.number).catch(thrown);
    // Reported by the work, unless that fails first
    begun.catch(() => {});
    const inside = new PostgresTransaction(client, isWriting, begun, this.#check);
    let isDone = false;
    try {
      const [result] = await Promise.all([work(inside), begun]);
      inside.end();
      if (this.#lock.epoch !== epoch) throw new StoreUnavailable("lock lost");
      const committed = client.query("COMMIT").catch(thrown);
      if (!isWriting) {
        // Nothing can be lost: the answer need not wait, and the next transaction of the connection comes after it
        committed.catch(() => {});
        isDone = true;
        return result;
      }
      const { command } = await committed;
      // Its answer when a statement failed, even if the work went on
      if (command === "ROLLBACK") throw new Error("A statement of the transaction failed: nothing of it was kept.");
      isDone = true;
      return result;
    } finally {
      inside.end();
      client.release(isDone || (await isRolledBack(client)) ? undefined : true);
    }
  }
}

/** Begins a transaction. One that writes is of an epoch: another process that takes the database over begins the next one when it has ended. */
async function begin(client: PoolClient, isWriting: boolean, epoch: number): Promise<void> {
  if (!isWriting) {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return;
  }
  const [, , { rows }] = await Promise.all([
    client.query("BEGIN"),
    client.query(shareEpoch),
    client.query<{ epoch: number }>(readEpoch),
  ]);
  if (rows[0]?.epoch !== epoch) throw new StoreUnavailable("another sandbox took over");
}

/** A transaction, and the database in it. */
class PostgresTransaction implements Transaction, Database {
  readonly check: RecordCheck | undefined;
  /** It sees a world that another transaction changes: who changes one that it found looks again. */
  readonly worlds = new WorldIndex((text, ...values) => this.read(text, ...values));
  readonly #client: PoolClient;
  readonly #isWriting: boolean;
  readonly #begun: Promise<unknown>;
  #isOver = false;

  /** @param begun Resolves when the transaction has begun. */
  constructor(client: PoolClient, isWriting: boolean, begun: Promise<unknown>, check: RecordCheck | undefined) {
    this.check = check;
    this.#client = client;
    this.#isWriting = isWriting;
    this.#begun = begun;
  }

  end(): void {
    this.#isOver = true;
  }

  world(id: string): WorldTables {
    return new WorldTables(this, id);
  }

  async read<R = Row>(text: string, ...values: readonly Value[]): Promise<readonly R[]> {
    const [, rows] = await Promise.all([this.#begun, this.#send(text, values, {})]);
    return rows as unknown as readonly R[];
  }

  write<R = Row>(text: string, ...values: readonly Value[]): Promise<readonly R[]> {
    return this.#change(text, values, {}) as unknown as Promise<readonly R[]>;
  }

  writeAll(text: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.#change(text, values, { query_timeout: wholeWorldPatienceMs });
  }

  /** Without its transaction a change would be kept by itself. */
  async #change(text: string, values: readonly Value[], limits: { readonly query_timeout?: number }) {
    if (!this.#isWriting) throw outside();
    await this.#begun;
    return this.#send(text, values, limits);
  }

  async #send(text: string, values: readonly Value[], limits: { readonly query_timeout?: number }) {
    if (this.#isOver) throw outside();
    const query = { ...prepare(text), values: [...values], ...limits };
    const { rows } = await this.#client.query<Row>(query).catch(thrown);
    return rows;
  }
}

/** The errors that a statement does not cause: a connection that failed, no room, a server that stops, a disk that fails, a lock that is held. */
const unavailable = /^(08|25P03|53|55P03|57P|58)/;

/** Throws an error of a statement as the store does. */
function thrown(error: unknown): never {
  if (error instanceof StoreUnavailable) throw error;
  const code = error instanceof DatabaseError ? (error.code ?? "") : "";
  if (error instanceof DatabaseError && !unavailable.test(code) && code !== readOnly) throw error;
  throw unreached(error);
}

function unreached(error: unknown): StoreUnavailable {
  const code = error instanceof Error && "code" in error ? String(error.code) : "connection lost";
  return new StoreUnavailable(code, { cause: error });
}

function outside(): Error {
  return new Error("The store is used outside of a transaction that may do so.");
}

interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** The statements as PostgreSQL writes them. Each is prepared once in a connection, by its name. */
const prepared = new Map<string, Prepared>();

function prepare(text: string): Prepared {
  let values = 0;
  const found = prepared.get(text) ?? {
    name: `statement_${prepared.size + 1}`,
    text: text.replaceAll("?", () => {
      values += 1;
      return `$${values}`;
    }),
  };
  prepared.set(text, found);
  return found;
}

/** A connection that cannot do so is lost, or in an unknown state. */
function isRolledBack(client: PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}

/** For messages and logs. */
function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = "";
  shown.searchParams.delete("password");
  return shown.href;
}

function toFailure(shown: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof DatabaseError) {
    return new Failure(
      `${shown} cannot be used (${error.message}).`,
      "Correct --db, or what its user may do in this database.",
      { cause: error },
    );
  }
  // Where several addresses of one host were tried, the message is empty
  const message = error instanceof Error ? error.message : String(error);
  const reason = message !== "" ? message : error instanceof Error && "code" in error ? String(error.code) : "Error";
  return new Failure(`${shown} cannot be reached (${reason}).`, "Start PostgreSQL there, or correct --db.", {
    cause: error,
  });
}
