// What an open enum holds while the service is newer than the contract: values that no client can know yet.
import type { World } from "../world/world.ts";

/**
 * The value to show: the known one, or one that the contract does not know while the setting `newer_values` is on.
 * Applied to responses and events only, never to stored records.
 *
 * @param newer By custom `newer_` and what it stands for, such as `newer_status`.
 * @example
 * const shown = { ...lab, collection_methods: withNewer(world, lab.collection_methods, "newer_collection_method") };
 * const status = newerOr(world, order.status, "newer_status");
 */
export function newerOr<Value>(world: World, known: Value, newer: string): Value | string {
  return world.settings.newer_values ? newer : known;
}

/** A list of values of an open enum, with one more at its end while the setting `newer_values` is on. */
export function withNewer<Value>(world: World, known: readonly Value[], newer: string): (Value | string)[] {
  return world.settings.newer_values ? [...known, newer] : [...known];
}
