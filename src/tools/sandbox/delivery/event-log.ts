// The events that a world has written, as a test reads them: payloads parsed, by user and by type, and the next one awaited.
import { eventNameOf } from "../../../../generated/events.ts";
import type { EventLogReader, EventName, SandboxEvent } from "../public/events.ts";
import { isoOf } from "../world/clock.ts";
import type { LoggedEvent } from "../world/store.ts";
import type { World } from "../world/world.ts";

const defaultTimeoutMs = 5000;

/** Opens the log of a world. */
export function eventLogOf(world: World): EventLogReader {
  /** The last event that `next` returned, by the requested name. */
  const lastPlaces = new Map<string, number>();
  return {
    all: () => world.events.page(0, Number.MAX_SAFE_INTEGER).map(shown),
    ofUser: (user_id) => world.events.page(0, Number.MAX_SAFE_INTEGER, user_id.toLowerCase()).map(shown),
    ofType: <Name extends EventName>(name: Name) =>
      Array.from(eventsNamed(world, name, 0), shown) as SandboxEvent<Name>[],
    async next<Name extends EventName = string>(
      name?: Name,
      { after, timeoutMs = defaultTimeoutMs }: { readonly after?: string; readonly timeoutMs?: number } = {},
    ) {
      const key = name ?? "";
      const place = after === undefined ? (lastPlaces.get(key) ?? 0) : placeOf(world, after);
      const event = await awaited(world, name, place, timeoutMs);
      lastPlaces.set(key, Math.max(event.place, lastPlaces.get(key) ?? 0));
      return shown(event) as SandboxEvent<Name>;
    },
  };
}

/** How many events are read at a time: of a million, few are looked for. */
const pageSize = 500;

/** The events of a name after a place, in order. */
function* eventsNamed(world: World, name: string | undefined, after: number): Generator<LoggedEvent> {
  let place = after;
  for (;;) {
    const events = world.events.page(place, pageSize);
    for (const event of events) {
      place = event.place;
      if (isNamed(event, name)) yield event;
    }
    if (events.length < pageSize) return;
  }
}

function awaited(world: World, name: string | undefined, after: number, timeoutMs: number): Promise<LoggedEvent> {
  let place = after;
  const find = () => {
    const last = world.events.lastPlace();
    const [event] = eventsNamed(world, name, place);
    // Continue after the last event that was read
    place = last;
    return event;
  };
  const first = find();
  if (first !== undefined) return Promise.resolve(first);
  return new Promise((resolve, reject) => {
    const stopListening = world.onEvents(() => {
      const event = find();
      if (event === undefined) return;
      clearTimeout(timer);
      stopListening();
      resolve(event);
    });
    const timer = setTimeout(() => {
      stopListening();
      const types = world.events.latest(Number.MAX_SAFE_INTEGER, 10).map(({ type }) => type);
      const found = types.length === 0 ? "no event at all" : types.reverse().join(", ");
      reject(new Error(`Expected another ${name ?? "event"} within ${timeoutMs} ms; the last events are: ${found}.`));
    }, timeoutMs);
  });
}

function placeOf(world: World, id: string): number {
  const event = world.events.get(id);
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
