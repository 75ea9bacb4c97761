// The activity of one world, sent to those who watch it live. Without watchers it costs nothing.
import type { components } from "../../../../generated/control-types.ts";
import { isoOf } from "./clock.ts";
import type { EventLog, LoggedEvent } from "./store.ts";

/** One activity. */
export type ActivityMessage = components["schemas"]["StreamMessage"];

/** How many events are read at a time. */
const pageSize = 100;

export class Activity {
  readonly #events: EventLog;
  readonly #onEvents: (listener: () => void) => () => void;
  readonly #watchers = new Set<(message: ActivityMessage) => void>();
  #stopListening = () => {};
  /** The place of the last event that was sent. */
  #sent = 0;

  /** @param onEvents Calls a listener when events may have been written, until what it returns is called. */
  constructor(events: EventLog, onEvents: (listener: () => void) => () => void) {
    this.#events = events;
    this.#onEvents = onEvents;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /**
   * Sends activity to a watcher from now on.
   *
   * @returns Ends that.
   */
  watch(watcher: (message: ActivityMessage) => void): () => void {
    if (!this.isWatched) {
      this.#sent = this.#events.lastPlace();
      this.#stopListening = this.#onEvents(() => this.#reportEvents());
    }
    this.#watchers.add(watcher);
    return () => {
      if (this.#watchers.delete(watcher) && !this.isWatched) this.#stopListening();
    };
  }

  report(message: ActivityMessage): void {
    for (const watcher of this.#watchers) watcher(message);
  }

  #reportEvents(): void {
    while (this.isWatched) {
      const events = this.#events.page(this.#sent, pageSize);
      for (const event of events) {
        this.#sent = event.place;
        this.report({ type: "event", data: shownEvent(event) });
      }
      if (events.length < pageSize) return;
    }
  }
}

/** An event as the control plane shows it. */
export function shownEvent(event: LoggedEvent): components["schemas"]["LoggedEvent"] {
  const { place, id, type, userId, atMs, payload } = event;
  return {
    place,
    id,
    event_type: type,
    user_id: userId === "" ? null : userId,
    at: isoOf(atMs),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}
