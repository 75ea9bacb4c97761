// The activity of one world, sent to those who watch it live. Without watchers it costs nothing.
import type { components } from "../../../../generated/control-types.ts";
import type { EventLog, LoggedEvent } from "../store/tables.ts";
import { isoOf } from "./clock.ts";

/** One activity. */
export type ActivityMessage = components["schemas"]["StreamMessage"];

/** How many events are read at a time. */
const pageSize = 100;

/** The world whose activity it is. */
interface Watched {
  read<T>(work: (world: { readonly events: EventLog }) => Promise<T>): Promise<T>;
  readonly changed: Promise<void>;
  readonly ended: AbortSignal;
}

export class Activity {
  readonly #world: Watched;
  readonly #watchers = new Set<(message: ActivityMessage) => void>();
  #begun: Promise<void> | undefined;

  constructor(world: Watched) {
    this.#world = world;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /**
   * Sends activity to a watcher.
   *
   * @returns `stop` ends that. Each event that is written once `begun` is fulfilled is sent; it is rejected when the store does not say where to begin.
   */
  watch(watcher: (message: ActivityMessage) => void): { readonly stop: () => void; readonly begun: Promise<void> } {
    this.#watchers.add(watcher);
    this.#begun ??= this.#begin();
    return { stop: () => void this.#watchers.delete(watcher), begun: this.#begun };
  }

  /** Sends activity to the watchers. */
  report(message: ActivityMessage): void {
    for (const watcher of this.#watchers) watcher(message);
  }

  async #begin(): Promise<void> {
    try {
      const place = await this.#world.read(({ events }) => events.lastPlace());
      this.#reportEvents(place).finally(() => {
        this.#begun = undefined;
      });
    } catch (error) {
      this.#begun = undefined;
      throw error;
    }
  }

  /** Never rejects: what fails is tried again with the next change. */
  async #reportEvents(from: number): Promise<void> {
    let place = from;
    while (this.isWatched && !this.#world.ended.aborted) {
      const { changed } = this.#world;
      const request = { after: place, limit: pageSize };
      const events = await this.#world.read((world) => world.events.page(request)).catch(() => []);
      for (const event of events) {
        place = event.place;
        this.report({ type: "event", data: showEvent(event) });
      }
      if (events.length < pageSize) await changed;
    }
  }
}

/** An event as the control plane shows it. */
export function showEvent({ place, id, type, user_id, at_ms, payload }: LoggedEvent): components["schemas"]["LoggedEvent"] {
  return {
    place,
    id,
    event_type: type,
    user_id: user_id === "" ? null : user_id,
    at: isoOf(at_ms),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}
