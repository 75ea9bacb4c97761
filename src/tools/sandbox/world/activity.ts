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
  /** Reports activity to those who watch it by other processes. */
  announce(message: string): void;
}

export class Activity {
  readonly #world: Watched;
  readonly #watchers = new Set<(message: ActivityMessage) => void>();
  #stopListening = () => {};
  /** The place of the last event that was sent. */
  #sent: Promise<number> = Promise.resolve(0);

  constructor(world: Watched) {
    this.#world = world;
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
      this.#sent = this.#world.read(({ events }) => events.lastPlace());
      this.#stopListening = this.#world.onEvents(() => this.#reportEvents());
    }
    this.#watchers.add(watcher);
    return () => {
      if (this.#watchers.delete(watcher) && !this.isWatched) this.#stopListening();
    };
  }

  /** Sends activity to the watchers here. */
  report(message: ActivityMessage): void {
    for (const watcher of this.#watchers) watcher(message);
  }

  /** Sends a call of the service to the watchers here. One that no key opened is none of the world's. */
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

  /** Sends activity to all watchers, here and elsewhere. */
  spread(message: ActivityMessage): void {
    this.report(message);
    this.#world.announce(JSON.stringify(message));
  }

  /** One report after the other, so that none sends what another one has sent. */
  async #reportEvents(): Promise<void> {
    this.#sent = this.#sent.then((place) => this.#reportAfter(place));
    await this.#sent;
  }

  async #reportAfter(place: number): Promise<number> {
    let sent = place;
    while (this.isWatched) {
      const after = sent;
      const events = await this.#world.read((world) => world.events.page(after, pageSize));
      for (const event of events) {
        sent = event.place;
        this.report({ type: "event", data: shownEvent(event) });
      }
      if (events.length < pageSize) break;
    }
    return sent;
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
