// The activity of one world, sent to those who watch it live. Without watchers it costs nothing.
import type { components } from "../../../generated/control-types.ts";
import type { LoggedEvent } from "../store/tables.ts";
import { toIso } from "./clock.ts";

/** One activity. */
export type ActivityMessage = components["schemas"]["StreamMessage"];

export class Activity {
  readonly #watchers = new Set<(message: ActivityMessage) => void>();

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Sends activity to a watcher. @returns What ends that. */
  watch(watcher: (message: ActivityMessage) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Sends activity to the watchers. */
  report(message: ActivityMessage): void {
    for (const watcher of this.#watchers) watcher(message);
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
    user_id: user_id || null,
    at: toIso(at_ms),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}
