// The store as everything above it sees it: transactions, and why one cannot be had.
import type { WorldTables } from "./tables.ts";
import type { WorldIndex } from "./world-index.ts";

/** The worlds of one store are isolated from each other. */
export interface Store {
  /**
   * Runs the work in one transaction: all that it writes is kept, or nothing when it throws. It sees nothing of another one that has not
   * ended, and no other sees anything of it. In it, wait for the store only, and begin no other one.
   *
   * @param worlds The world that it writes, and one that it copies. Transactions of one world wait for each other here, before they take a connection.
   * @throws {StoreUnavailable}
   */
  transaction<T>(worlds: readonly string[], work: (inside: Transaction) => Promise<T>): Promise<T>;
  /** The same for work that only reads: it sees one state from its beginning to its end. */
  reading<T>(work: (inside: Transaction) => Promise<T> | T): Promise<T>;
  /** Rejects while the database cannot be reached, or cannot be written. It waits for no transaction. */
  checkWritable(): Promise<void>;
  /** Waits for the transactions that have begun. */
  close(): Promise<void>;
}

/** The store as one transaction sees it; used after its end it is an error. */
export interface Transaction {
  /** What is kept of a world. */
  world(id: string): WorldTables;
  readonly worlds: WorldIndex;
}

/** The database cannot be reached, or cannot be used for now. Choice: database-unavailable */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** A short name for it in the log, without anything that was stored. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(
      "The sandbox's database cannot be used now. Call again in a moment; this call was done as a whole or not at all.",
      options,
    );
    this.reason = reason;
  }
}

/** How many seconds a caller is asked to wait, in `Retry-After`. */
export const retryAfter = { "retry-after": "1" } as const;
