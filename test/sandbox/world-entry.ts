// The entry of a world in a store, for tests of the store by itself.
import type { NewEntry } from "../../src/sandbox/store/tables.ts";

/** Keys that no other world has. */
export function entryOf(world: string): NewEntry {
  return { apiKey: `sk_${world}`, managementKey: `mk_${world}`, createdAtMs: 0, ttlMs: null };
}
