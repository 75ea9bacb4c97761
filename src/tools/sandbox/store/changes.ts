// What the processes on one PostgreSQL tell each other of their changes, by LISTEN and NOTIFY on a connection of its own.
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import type { Change } from "../world/store.ts";

const channel = "sandbox_changes";

/** Changes are announced together. A notification for each would make the transactions of all wait for each other. */
const togetherMs = 20;

/** How long to wait before another connection is made, and for an answer of the one that there is. */
const pauseMs = 500;
const patienceMs = 5000;

/** How often the connection is tried, and what was missed is looked for: a process may end before it announces what it did. */
const beatMs = 5000;

/** PostgreSQL takes less than 8000 bytes. */
const longestNotice = 7900;

export class Changes {
  readonly #url: string;
  readonly #listeners = new Set<(change: Change | undefined) => void>();
  /** What is not announced yet: the last change of each world, and all that its watchers are to see. */
  readonly #notices = new Map<string, string>();
  readonly #closing = new AbortController();
  /** Once it listens. */
  #client: Client | undefined;
  readonly #tried = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  #flush: NodeJS.Timeout | undefined;

  private constructor(url: string) {
    this.#url = url;
    this.#running = this.#run();
  }

  /** Listens from the beginning on, so that a watcher has no gap; where the first connection fails, others are tried later. */
  static async open(url: string): Promise<Changes> {
    const changes = new Changes(url);
    await changes.#tried.promise;
    return changes;
  }

  announce(change: Change): void {
    // Without a connection watchers have a gap anyway, and what is kept does not grow
    const isOfWatchers = change.message !== undefined || change.calls !== undefined;
    if (isOfWatchers && this.#client === undefined) return;
    const notice = JSON.stringify(change);
    if (Buffer.byteLength(notice) > longestNotice) return;
    this.#notices.set(isOfWatchers ? notice : change.world, notice);
    this.#flush ??= setTimeout(() => void this.#send(), togetherMs).unref();
  }

  listen(listener: (change: Change | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#send();
    this.#closing.abort();
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  /** Keeps a connection, and makes another one when it is lost. */
  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const client = new Client({
        connectionString: this.#url,
        connectionTimeoutMillis: patienceMs,
        query_timeout: patienceMs,
        pipeline: true,
      });
      const lost = new Promise<void>((resolve) => client.once("end", resolve));
      client.on("error", () => {});
      client.on("notification", ({ processId, payload = "" }) => {
        const { processID } = client as Client & { readonly processID?: number };
        if (processId !== processID) this.#tell(changeOf(payload));
      });
      const beat = setInterval(() => void this.#beat(client), beatMs).unref();
      try {
        await client.connect();
        await client.query(`LISTEN ${channel}`);
        this.#client = client;
        this.#tried.resolve();
        // Closed meanwhile
        if (this.#closing.signal.aborted) break;
        this.#tell(undefined);
        await this.#send();
        await lost;
      } catch {
        // As when it is lost
      } finally {
        this.#client = undefined;
        this.#tried.resolve();
        clearInterval(beat);
        await client.end().catch(() => {});
      }
      await wait(pauseMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
  }

  /** A connection that does not answer is given up. */
  async #beat(client: Client): Promise<void> {
    if (this.#client !== client) return;
    await client.query("SELECT 1").then(
      () => this.#tell(undefined),
      () => client.end().catch(() => {}),
    );
  }

  async #send(): Promise<void> {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    const client = this.#client;
    if (client === undefined || this.#notices.size === 0) return;
    const notices = [...this.#notices.values()];
    this.#notices.clear();
    const text = "SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice";
    await client.query(text, [channel, notices]).catch(() => client.end().catch(() => {}));
  }

  #tell(change: Change | undefined): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** What somebody else has sent on the channel may be any change. */
function changeOf(notice: string): Change | undefined {
  try {
    return JSON.parse(notice) as Change;
  } catch {
    return undefined;
  }
}
