// The activity of one world, sent to those who watch it live. Without watchers it costs nothing.
import type { components } from "../../../generated/control-types.ts";
import type { EventLog, LoggedEvent } from "../store/tables.ts";
import { toIso } from "./clock.ts";

/** One activity. */
export type ActivityMessage = components["schemas"]["StreamMessage"];

/** How many events are read at a time. */
const pageSize = 100;

/** The world whose activity it is. */
interface Watched {
  read<T>(work: (world: { readonly events: EventLog }) => Promise<T>): Promise<T>;
}

export class Activity {
  readonly #world: Watched;
  readonly #watchers = new Set<(message: ActivityMessage) => void>();
  /** The place of the last event that was sent. */
  #place = 0;
  #reporting: Promise<void> = Promise.resolve();

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
    if (!this.isWatched) this.#reporting = this.#findPlace();
    this.#watchers.add(watcher);
    return { stop: () => void this.#watchers.delete(watcher), begun: this.#reporting };
  }

  /** Sends activity to the watchers. */
  report(message: ActivityMessage): void {
    for (const watcher of this.#watchers) watcher(message);
  }

  /** Sends the events that are new. One report after the other, so that none sends what another one has sent; what fails is tried again with the next change. */
  async reportEvents(): Promise<void> {
    this.#reporting = this.#reporting.catch(() => {}).then(() => this.#reportNew());
    await this.#reporting.catch(() => {});
  }

  async #reportNew(): Promise<void> {
    for (let isMore = true; isMore && this.isWatched; ) {
      const request = { after: this.#place, limit: pageSize };
      const events = await this.#world.read((world) => world.events.page(request));
      for (const event of events) {
        this.#place = event.place;
        this.report({ type: "event", data: showEvent(event) });
      }
      isMore = events.length === pageSize;
    }
  }

  async #findPlace(): Promise<void> {
    this.#place = await this.#world.read(({ events }) => events.lastPlace());
  }
}

/** An event as the control plane shows it. */
export function showEvent({
  place,
  id,
  type,
  user_id,
  at_ms,
  payload,
}: LoggedEvent): components["schemas"]["LoggedEvent"] {
  return {
    place,
    id,
    event_type: type,
    user_id: user_id === "" ? null : user_id,
    at: toIso(at_ms),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}
