// The events of a world as they were written, delivered or not.
import { isoOf } from "../clock.ts";
import type { World } from "../world.ts";

/** An event as it was written. */
export interface WrittenEvent {
  readonly id: string;
  readonly type: string;
  readonly written_on: string;
  /** What is sent. */
  readonly payload: unknown;
}

export const events = {
  /** The events of a world, or of one user in it, the oldest first: at most `limit`, by default all. */
  events: (
    world: World,
    { user_id, limit = world.events.count() }: { readonly user_id?: string; readonly limit?: number },
  ): WrittenEvent[] =>
    world.events.page(0, limit, user_id?.toLowerCase()).map(({ id, type, atMs, payload }) => ({
      id,
      type,
      written_on: isoOf(atMs),
      payload: JSON.parse(payload),
    })),
};
