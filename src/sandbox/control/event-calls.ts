// The calls that show events, where they are sent, and what became of them.
import { shownEvent } from "./activity.ts";
import type { ControlHandlers } from "./call.ts";

export const eventCalls = {
  listEvents({ live: { world }, query: { after = 0, limit = 100, user_id } }) {
    // One more than asked for tells whether there is a next page
    const found = world.events.page(after, limit + 1, user_id);
    const events = found.slice(0, limit).map(shownEvent);
    return { status: 200, body: { events, next: found.length > limit ? (events.at(-1)?.place ?? null) : null } };
  },
} satisfies Partial<ControlHandlers>;
