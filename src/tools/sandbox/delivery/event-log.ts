// The events that a world has written, as a test reads them: payloads parsed, by user and by type, and the next one awaited.
import { eventNameOf } from "../../../../generated/events.ts";
import type { EventLogReader, EventName, SandboxEvent } from "../public/events.ts";
import { isoOf } from "../world/clock.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { LoggedEvent } from "../world/store.ts";

const defaultTimeoutMs = 5000;

/** Opens the log of a world. */
export function eventLogOf(live: LiveWorld): EventLogReader {
  /** The last event that `next` returned, by the requested name. */
  const lastPlaces = new Map<string, number>();
  const all = (user_id?: string) => live.read(({ events }) => events.page(0, Number.MAX_SAFE_INTEGER, user_id));
  return {
    all: async () => (await all()).map(shown),
    ofUser: async (user_id) => (await all(user_id.toLowerCase())).map(shown),
    ofType: async <Name extends EventName>(name: Name) =>
      (await all()).filter((event) => isNamed(event, name)).map(shown) as SandboxEvent<Name>[],
    async next<Name extends EventName = string>(
      name?: Name,
      { after, timeoutMs = defaultTimeoutMs }: { readonly after?: string; readonly timeoutMs?: number } = {},
    ) {
      const key = name ?? "";
      const place = after === undefined ? (lastPlaces.get(key) ?? 0) : await placeOf(live, after);
      const event = await awaited(live, name, place, timeoutMs);
      lastPlaces.set(key, Math.max(event.place, lastPlaces.get(key) ?? 0));
      return shown(event) as SandboxEvent<Name>;
    },
  };
}

/** How many events are read at a time: of a million, few are looked for. */
const pageSize = 500;

async function awaited(
  live: LiveWorld,
  name: string | undefined,
  after: number,
  timeoutMs: number,
): Promise<LoggedEvent> {
  let written = Promise.withResolvers<void>();
  let isOver = false;
  const look = () => written.resolve();
  const stopListening = live.onEvents(async () => look());
  // The read that follows says that the world is gone
  live.ended.addEventListener("abort", look);
  const timer = setTimeout(() => {
    isOver = true;
    written.resolve();
  }, timeoutMs);
  let place = after;
  try {
    for (;;) {
      const events = await live.read((world) => world.events.page(place, pageSize));
      const found = events.find((event) => isNamed(event, name));
      if (found !== undefined) return found;
      place = events.at(-1)?.place ?? place;
      if (events.length === pageSize) continue;
      if (isOver) break;
      await written.promise;
      written = Promise.withResolvers();
    }
  } finally {
    clearTimeout(timer);
    stopListening();
    live.ended.removeEventListener("abort", look);
  }
  const types = (await live.read(({ events }) => events.latest(Number.MAX_SAFE_INTEGER, 10))).map(({ type }) => type);
  const found = types.length === 0 ? "no event at all" : types.reverse().join(", ");
  throw new Error(`Expected another ${name ?? "event"} within ${timeoutMs} ms; the last events are: ${found}.`);
}

async function placeOf(live: LiveWorld, id: string): Promise<number> {
  const event = await live.read(({ events }) => events.get(id));
  if (event === undefined) throw new Error(`No event has the id "${id}".`);
  return event.place;
}

function isNamed({ type }: LoggedEvent, name: string | undefined): boolean {
  return name === undefined || type === name || eventNameOf(type) === name;
}

function shown({ id, type, userId, atMs, payload }: LoggedEvent): SandboxEvent {
  return {
    id,
    event_type: type,
    ...(userId === "" ? {} : { user_id: userId }),
    at: isoOf(atMs),
    payload: JSON.parse(payload) as SandboxEvent["payload"],
  };
}
