// The events of a world as they were written, delivered or not.

import { isoOf } from "../clock.ts";
import type { InspectionTable } from "../inspection.ts";

export const events = {
  events: (world, { user_id, limit = world.events.count() }) =>
    world.events.page(0, limit, user_id?.toLowerCase()).map(({ id, type, atMs, payload }) => ({
      id,
      type,
      written_on: isoOf(atMs),
      payload: JSON.parse(payload),
    })),
} satisfies Partial<InspectionTable>;
