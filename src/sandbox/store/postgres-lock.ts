// The lock that keeps a database in PostgreSQL for one process: another one stands by until it is free, and who has lost it does not write.
import { setTimeout as wait } from "node:timers/promises";
import { Client, type ClientBase, DatabaseError } from "pg";
import { applicationId } from "./schema.ts";
import { StoreUnavailable } from "./store.ts";

/** How long to wait before the lock is asked for again, and for an answer of its connection. In milliseconds. */
const pauseMs = 500;
const patienceMs = 5000;

/** How often the connection is asked whether it is still there. With `patienceMs` it is less than PostgreSQL waits for a process that is gone. */
const beatMs = 5000;

/** PostgreSQL notices within this time that the machine of the process is gone, and gives the lock to another one. */
const keepalive = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

/** Of the schema, since several may be in one database. */
const ofSchema = "hashtext(current_schema())";
const lock = `SELECT pg_try_advisory_lock(${applicationId}, ${ofSchema}) AS is_ours`;

/** The error of a database that only reads, such as a standby. */
export const readOnly = "25006";

/** Each transaction that writes shares this one until it ends, and then sees the epoch that it belongs to. */
export const shareEpoch = `SELECT pg_advisory_xact_lock_shared(${applicationId + 1}, ${ofSchema})`;
export const readEpoch = "SELECT epoch FROM sandbox_layout";

/** Ends what another process has begun and not ended, which may be stopped: nothing of it was acknowledged. */
const endOthers = `
SELECT pg_terminate_backend(pid) FROM pg_locks
WHERE locktype = 'advisory' AND classid = ${applicationId + 1} AND objid::bigint = ${ofSchema}::bigint & 4294967295
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()`;

const beginEpoch = `
BEGIN;
ALTER TABLE sandbox_layout ADD COLUMN IF NOT EXISTS epoch bigint NOT NULL DEFAULT 0;
SELECT pg_advisory_xact_lock(${applicationId + 1}, ${ofSchema});
UPDATE sandbox_layout SET epoch = epoch + 1;
COMMIT`;

/** The time in which one process has the database. */
interface Epoch {
  readonly number: number;
  readonly client: Client;
}

export class PostgresLock {
  /** Called when the lock was lost and is here again: another process may have changed anything meanwhile. */
  onRegained: () => void = () => {};
  readonly #url: string;
  readonly #prepare: (client: ClientBase) => Promise<void>;
  readonly #closing = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  #epoch: Epoch | undefined;
  #keeping: Promise<void> = Promise.resolve();

  /** @param prepare Creates the tables, or refuses those that are there, once the lock is here. */
  constructor(url: string, prepare: (client: ClientBase) => Promise<void>) {
    this.#url = url;
    this.#prepare = prepare;
    this.#first.promise.catch(() => {});
  }

  /** Resolves when the lock is here for the first time; rejects when it is closed before. */
  get held(): Promise<void> {
    return this.#first.promise;
  }

  /**
   * Takes the lock, or stands by until it is free.
   *
   * @throws when the database cannot be reached, or `prepare` refuses it.
   */
  async open(): Promise<void> {
    if (!(await this.#take())) this.#keeping = this.#standBy();
  }

  /**
   * The epoch in which this process has the database.
   *
   * @throws {StoreUnavailable} when another one has it, or nobody.
   */
  get epoch(): Epoch {
    if (this.#epoch === undefined) throw new StoreUnavailable("lock lost");
    return this.#epoch;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#first.reject(new StoreUnavailable("closed"));
    await this.#epoch?.client.end().catch(() => {});
    await this.#keeping;
  }

  /** @returns Is the lock here? Then it is kept until it is lost, and taken again. */
  async #take(): Promise<boolean> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    const lost = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(keepalive);
      const { rows } = await client.query<{ is_ours: boolean }>(lock);
      if (rows[0]?.is_ours === true) {
        await this.#prepare(client);
        // Those of another user cannot be ended: then their transactions are waited for
        await client.query(endOthers).catch(() => {});
        // A database that only reads has no other writer either
        await client.query(beginEpoch).catch(async (error: unknown) => {
          if (!(error instanceof DatabaseError) || error.code !== readOnly) throw error;
          await client.query("ROLLBACK");
        });
        const { rows: epochs } = await client.query<{ epoch: string }>(readEpoch);
        this.#epoch = { number: Number(epochs[0]?.epoch), client };
        if (this.#closing.signal.aborted) await client.end();
        this.#keeping = this.#keep(client, lost);
        this.#first.resolve();
        return true;
      }
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    await client.end();
    return false;
  }

  /** Notices that the lock is lost, and takes it again as soon as it is free. */
  async #keep(client: Client, lost: Promise<void>): Promise<void> {
    const forget = () => {
      if (this.#epoch?.client === client) this.#epoch = undefined;
    };
    const beat = setInterval(() => {
      client.query("SELECT 1").catch(() => {
        // One that does not answer is given up at once
        forget();
        client.end().catch(() => {});
      });
    }, beatMs).unref();
    await lost;
    clearInterval(beat);
    forget();
    await this.#standBy();
  }

  async #standBy(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      if (await this.#take().catch(() => false)) return this.onRegained();
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
