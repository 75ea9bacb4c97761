// The lock that keeps a database in PostgreSQL for one process: a second one is refused, and who has lost it does not write.
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { Failure } from "../../terminal/index.ts";
import { StoreUnavailable } from "../world/store-unavailable.ts";
import { applicationId } from "./schema.ts";

/** How long to wait before the lock is asked for again, and for an answer of its connection. In milliseconds. */
const pauseMs = 500;
const patienceMs = 5000;

/** How often the connection is asked whether it is still there. With `patienceMs` it is less than PostgreSQL waits for a process that is gone. */
const beatMs = 5000;

/** PostgreSQL notices within this time that the machine of the process is gone, and gives the lock to another one. */
const keepalive = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

/** Of the schema, since several may be in one database. */
const lock = "SELECT pg_try_advisory_lock($1, hashtext(current_schema())) AS is_ours";

export class PostgresLock {
  readonly #url: string;
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #keeping: Promise<void> = Promise.resolve();
  #retaking: Promise<void> | undefined;
  /** Called when the lock was lost and is here again: another process may have changed anything meanwhile. */
  onRegained: () => void = () => {};

  private constructor(url: string) {
    this.#url = url;
  }

  /**
   * Takes the lock.
   *
   * @param shown How messages call the database.
   * @throws {Failure} when another process has it.
   */
  static async take(url: string, shown: string): Promise<PostgresLock> {
    const taken = new PostgresLock(url);
    if (!(await taken.#take())) {
      throw new Failure(
        `${shown} is in use by another sandbox.`,
        "Stop that one first, or start this one on a database of its own.",
      );
    }
    return taken;
  }

  /**
   * Takes the lock again, if it was lost.
   *
   * @returns Throws when it was lost since.
   * @throws {StoreUnavailable} when it cannot be taken now.
   */
  async hold(): Promise<() => void> {
    if (this.#client === undefined && !this.#closing.signal.aborted) {
      this.#retaking ??= this.#retake();
      await this.#retaking;
    }
    const held = this.#client;
    const check = () => {
      if (held === undefined || this.#client !== held) throw new StoreUnavailable("lock lost");
    };
    check();
    return check;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#retaking;
    await this.#client?.end().catch(() => {});
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
      const { rows } = await client.query<{ is_ours: boolean }>(lock, [applicationId]);
      if (rows[0]?.is_ours === true) {
        this.#client = client;
        this.#keeping = this.#keep(client, lost);
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
    const beat = setInterval(() => {
      client.query("SELECT 1").catch(() => {
        // One that does not answer is given up at once
        if (this.#client === client) this.#client = undefined;
        client.end().catch(() => {});
      });
    }, beatMs).unref();
    await lost;
    clearInterval(beat);
    if (this.#client === client) this.#client = undefined;
    const { signal } = this.#closing;
    while (this.#client === undefined && !signal.aborted) {
      await this.hold().catch(() => wait(pauseMs, undefined, { signal, ref: false }).catch(() => {}));
    }
  }

  /** Never rejects. Another sandbox may have it now. */
  async #retake(): Promise<void> {
    const isOurs = await this.#take().catch(() => false);
    this.#retaking = undefined;
    if (isOurs) this.onRegained();
  }
}
