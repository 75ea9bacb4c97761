// The events that a world has written since a moment: a test says with it that a change emitted of itself, or of nothing.
import type { SandboxWorld } from "../../../src/tools/sandbox/start-sandbox.ts";

/** The payload of an event, with whatever its data holds. */
export interface SentEvent {
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** From now on: each call gives the payloads of all events since. */
export async function eventsSince(world: SandboxWorld): Promise<() => Promise<SentEvent[]>> {
  const { length } = await world.events.all();
  return async () => (await world.events.all()).slice(length).map(({ payload }) => payload as SentEvent);
}
