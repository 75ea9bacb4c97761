// The store on PostgreSQL, which several sandboxes may share.
import { DatabaseError, Pool, type PoolClient } from "pg";
import { Failure } from "../../terminal/index.ts";
import type { Change, Store, Transaction, WorldTables } from "../world/store.ts";
import { StoreUnavailable } from "../world/store-unavailable.ts";
import { Changes } from "./changes.ts";
import { migrate } from "./migrations.ts";
import { PostgresCalls } from "./postgres-calls.ts";
import { RecentReads } from "./recent-reads.ts";
import { applicationId } from "./schema.ts";
import type { Statements, Value } from "./statements.ts";
import { claimedOf, nextWakeOf, tablesOf } from "./tables.ts";
import { worldIndexOf } from "./world-index.ts";

/** How long to wait for a connection, and for the answer to a statement: a network may fail without a word. */
const patienceMs = 10_000;

/** The same for a statement that copies or removes all of a world, which may be large. */
const wholeWorldPatienceMs = 600_000;

/** After how long PostgreSQL ends a transaction that its sandbox has left alone: its locks would keep the others from the world. */
const idleMs = 3000;

/** How long to wait for those locks. Others that the same sandbox has left alone wait for them, too, and get them no later than this. */
const lockMs = 4000;

/** How many transactions one sandbox runs at once; the others wait. */
const mostConnections = 10;

/**
 * Opens a store, and creates its tables in an empty database.
 *
 * @param url `postgres://…`, as libpq takes it.
 * @throws {Failure} when the database cannot be reached or used, is newer, or of another application; it is left untouched.
 */
export async function openPostgres(url: string): Promise<Store> {
  if (!URL.canParse(url)) {
    throw new Failure(
      "--db begins like the address of a PostgreSQL database, but is not a URL.",
      "Write it as postgres://USER@HOST:PORT/DATABASE.",
    );
  }
  const shown = withoutPassword(url);
  const pool = poolOf(url, mostConnections);
  try {
    const client = await pool.connect();
    try {
      await migrate(client, shown);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw failureOf(shown, error);
  }
  return new PostgresStore(pool, poolOf(url, 1), await Changes.open(url));
}

function poolOf(url: string, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    idle_in_transaction_session_timeout: idleMs,
    lock_timeout: lockMs,
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
  readonly isShared = true;
  readonly calls: PostgresCalls;
  readonly #pool: Pool;
  readonly #poolOfCalls: Pool;
  readonly #changes: Changes;
  readonly #running = new Set<Promise<unknown>>();

  /** @param poolOfCalls One connection of its own, so that a page, which has one, does not wait for another of the same pool. */
  constructor(pool: Pool, poolOfCalls: Pool, changes: Changes) {
    this.#pool = pool;
    this.#poolOfCalls = poolOfCalls;
    this.#changes = changes;
    const query = async (text: string, values: readonly unknown[]) =>
      (await poolOfCalls.query<Record<string, unknown>>(text, [...values]).catch(thrown)).rows;
    this.calls = new PostgresCalls(query, (world, calls) => changes.announce({ world, calls }));
  }

  transaction<T>(work: (inside: Transaction) => Promise<T>): Promise<T> {
    return this.#counted(this.#run("BEGIN", true, work));
  }

  reading<T>(work: (inside: Transaction) => Promise<T> | T): Promise<T> {
    return this.#counted(this.#run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", false, work));
  }

  announce(change: Change): void {
    this.#changes.announce(change);
  }

  onChange(listener: (change: Change | undefined) => void): () => void {
    return this.#changes.listen(listener);
  }

  /** Nothing is cached longer than a transaction. */
  forget(): void {}

  async check(): Promise<void> {
    const { rows } = await this.#pool.query<{ is_read_only: string }>(
      "SELECT current_setting('transaction_read_only') AS is_read_only",
    );
    if (rows[0]?.is_read_only !== "off") throw new StoreUnavailable("read only");
  }

  async close(): Promise<void> {
    // The pool would leave those waiting that wait for a connection
    await Promise.allSettled([...this.#running, this.calls.write()]);
    await this.#changes.close();
    await Promise.all([this.#pool.end(), this.#poolOfCalls.end()]);
  }

  #counted<T>(run: Promise<T>): Promise<T> {
    this.#running.add(run);
    return run.finally(() => this.#running.delete(run));
  }

  async #run<T>(begin: string, isWriting: boolean, work: (inside: Transaction) => Promise<T> | T): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw unreached(error);
    });
    // Sent together with the first statement, which waits for it
    const begun = client.query(begin).catch(thrown);
    // Reported by the work, unless that fails first
    begun.catch(() => {});
    const inside = new PostgresTransaction(client, isWriting, begun);
    let isDone = false;
    try {
      const [result] = await Promise.all([work(inside), begun]);
      inside.end();
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

class PostgresTransaction implements Transaction {
  readonly #client: PoolClient;
  readonly #isWriting: boolean;
  readonly #begun: Promise<unknown>;
  /** Another sandbox may change what was read: it is not kept for the next one. */
  readonly #reads = new RecentReads();
  #isOver = false;

  /** @param begun Resolves when the transaction has begun. */
  constructor(client: PoolClient, isWriting: boolean, begun: Promise<unknown>) {
    this.#client = client;
    this.#isWriting = isWriting;
    this.#begun = begun;
  }

  end(): void {
    this.#isOver = true;
  }

  /** It locks no world: who changes one that it found looks again. */
  readonly worlds = worldIndexOf({ read: (text, ...values) => this.#query(text, values) });

  claimDue(nowMs: number, untilMs: number, limit: number): Promise<string[]> {
    const write = (text: string, ...values: readonly Value[]) => this.#query(text, values);
    return claimedOf({ write }, { nowMs, untilMs, limit }, "FOR UPDATE SKIP LOCKED");
  }

  nextWakeMs(): Promise<number | undefined> {
    return nextWakeOf({ read: (text, ...values) => this.#query(text, values) });
  }

  world(id: string): WorldTables {
    let locking: Promise<unknown> | undefined;
    // Those that write one world go one after the other, also when it is not there yet and has no row to lock
    const locked = () => {
      if (this.#isWriting) locking ??= this.#send(lock, [id, applicationId]);
      return locking;
    };
    const statements: Statements = {
      read: async (text, ...values) => {
        const [, , rows] = await Promise.all([this.#begun, locked(), this.#send(text, values)]);
        return rows;
      },
      // Without its transaction or its lock it would be kept by itself
      write: async (text, ...values) => {
        if (!this.#isWriting) throw outside();
        await Promise.all([this.#begun, locked()]);
        return this.#send(text, values);
      },
      reads: this.#reads,
    };
    return tablesOf(statements, id);
  }

  /** For tables that belong to no single world. */
  async #query(text: string, values: readonly Value[]): Promise<readonly Record<string, unknown>[]> {
    await this.#begun;
    return this.#send(text, values);
  }

  async #send(text: string, values: readonly Value[]): Promise<readonly Record<string, unknown>[]> {
    if (this.#isOver) throw outside();
    const query = { ...preparedOf(text), values: [...values] };
    const { rows } = await this.#client.query<Record<string, unknown>>(query).catch(thrown);
    return rows;
  }
}

/** The errors that a statement does not cause: a connection that failed, no room, a server that stops, a disk that fails, a lock that is held. */
const unavailable = /^(08|25P03|53|55P03|57P|58)/;

/** A database that only reads, such as a standby. */
const readOnly = "25006";

/** Throws an error of a statement as the store does. */
function thrown(error: unknown): never {
  const code = error instanceof DatabaseError ? (error.code ?? "") : "";
  if (error instanceof DatabaseError && !unavailable.test(code) && code !== readOnly) throw error;
  throw unreached(error);
}

function unreached(error: unknown): StoreUnavailable {
  const code = error instanceof Error && "code" in error ? String(error.code) : "connection lost";
  return new StoreUnavailable(code, { cause: error });
}

/** Ends with the transaction. */
const lock = "SELECT pg_advisory_xact_lock(hashtextextended(?, ?))";

function outside(): Error {
  return new Error("The store is used outside of a transaction that may do so.");
}

/** The statements as PostgreSQL writes them. Each is prepared once in a connection, by its name. */
const prepared = new Map<string, Prepared>();

interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly query_timeout?: number;
}

const ofWholeWorld = /^(DELETE FROM \w+ WHERE (world = \?|delivery IN .*)$|INSERT INTO .*\sSELECT (\?|made))/s;

function preparedOf(text: string): Prepared {
  let values = 0;
  const found = prepared.get(text) ?? {
    name: `statement_${prepared.size + 1}`,
    text: text.replaceAll("?", () => {
      values += 1;
      return `$${values}`;
    }),
    ...(ofWholeWorld.test(text) ? { query_timeout: wholeWorldPatienceMs } : {}),
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

function failureOf(shown: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof DatabaseError) {
    return new Failure(
      `${shown} cannot be used (${error.message}).`,
      "Correct --db, or what its user may do in this database.",
      { cause: error },
    );
  }
  return new Failure(`${shown} cannot be reached (${reasonOf(error)}).`, "Start PostgreSQL there, or correct --db.", {
    cause: error,
  });
}

/** Where several addresses of one host were tried, the message is empty. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message !== "" ? error.message : "code" in error ? String(error.code) : error.name;
}
