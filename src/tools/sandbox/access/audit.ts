// The audit log: what was done with control tokens.
import { isIP } from "node:net";
import { day, machineNow } from "../world/clock.ts";
import type { AuditRow, Store } from "../world/store.ts";

/** How long an entry is kept. */
const keptMs = 30 * day;

/** How many of the latest entries are kept. */
const mostKept = 100_000;

/** An id in a path may be any text. */
const longestId = 100;

export class Audit {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async note(entry: Omit<AuditRow, "place" | "atMs">): Promise<void> {
    const atMs = machineNow();
    const world = entry.world?.slice(0, longestId) ?? null;
    // A proxy may report anything
    const address = isIP(entry.address) === 0 ? "unknown" : entry.address;
    await this.#store.transaction(({ access }) =>
      access.addEntry({ ...entry, world, address, atMs }, atMs - keptMs, mostKept),
    );
  }

  /** At most `limit` entries after the place `after`, in order. */
  page(after: number, limit: number): Promise<AuditRow[]> {
    return this.#store.reading(({ access }) => access.entries(after, limit));
  }
}
