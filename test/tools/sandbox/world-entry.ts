// The entry of a world in a store, for tests of the store by itself.
import type { WorldEntry } from "../../../src/tools/sandbox/world/store.ts";

/** Keys that no other world has. */
export function entryOf(world: string): WorldEntry {
  return { apiKey: `sk_${world}`, managementKey: `mk_${world}`, createdAtMs: 0, ttlMs: null };
}
