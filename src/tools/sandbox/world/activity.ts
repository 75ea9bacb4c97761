// The activity of one world, sent to those who watch it live. Without watchers it costs nothing.
import type { components } from "../../../../generated/control-types.ts";
import type { LoggedCall } from "./call-log.ts";
import { isoOf } from "./clock.ts";
import type { EventLog, LoggedEvent } from "./store.ts";

/** One activity. */
export type ActivityMessage = components["schemas"]["StreamMessage"];

/** How many events are read at a time. */
const pageSize = 100;

/** The world whose activity it is. */
interface Watched {
  read<T>(work: (world: { readonly events: EventLog }) => Promise<T>): Promise<T>;
  onEvents(listener: () => Promise<void>): () => void;
}

export class Activity {
  readonly #world: Watched;
  readonly #watchers = new Set<(message: ActivityMessage) => void>();
  #stopListening = () => {};
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
    if (!this.isWatched) {
      this.#reporting = this.#findPlace();
      this.#stopListening = this.#world.onEvents(() => this.#reportEvents());
    }
    this.#watchers.add(watcher);
    const stop = () => {
      if (this.#watchers.delete(watcher) && !this.isWatched) this.#stopListening();
    };
    return { stop, begun: this.#reporting };
  }

  /** Sends activity to the watchers. */
  report(message: ActivityMessage): void {
    for (const watcher of this.#watchers) watcher(message);
  }

  /** Sends a call of the service to the watchers. A call with an unknown key belongs to no world. */
  reportCall({ atMs, method, path, operationId, isControl, status, durationMs, faultIds }: LoggedCall): void {
    if (!this.isWatched || isControl || operationId === undefined) return;
    if (status === 401 && faultIds.length === 0) return;
    const data = {
      at: isoOf(atMs),
      method,
      path,
      operation_id: operationId,
      status: status ?? null,
      duration_ms: durationMs,
      fault_ids: [...faultIds],
    };
    this.report({ type: "request", data });
  }

  async #findPlace(): Promise<void> {
    this.#place = await this.#world.read(({ events }) => events.lastPlace());
  }

  /** One report after the other, so that none sends what another one has sent. What fails is tried again with the next change. */
  async #reportEvents(): Promise<void> {
    this.#reporting = this.#reporting.catch(() => {}).then(() => this.#reportNew());
    await this.#reporting;
  }

  async #reportNew(): Promise<void> {
    while (this.isWatched) {
      const events = await this.#world.read((world) => world.events.page(this.#place, pageSize));
      for (const event of events) {
        this.#place = event.place;
        this.report({ type: "event", data: shownEvent(event) });
      }
      if (events.length < pageSize) break;
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
