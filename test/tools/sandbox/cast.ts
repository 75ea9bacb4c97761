// Users whose data makes events: a test writes numbered ones, and reads the numbers where the events arrive.
import type { SandboxWorld } from "../../../src/tools/sandbox/start-sandbox.ts";
import type { Received } from "./receiver.ts";

/** The users of the demo cast who are not deleted. */
export const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
export const walker = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";
export const climber = "8f1b5c96-d7e2-43a4-85f8-b16c2d349e7a";

/** Connects a user whose data is to arrive. */
export async function connected(world: SandboxWorld, user_id: string): Promise<void> {
  if (user_id !== runner) await world.simulate.connectionMade({ user_id, provider: "demo_ring" });
}

/** Lets data of a user arrive; its event carries the number. */
export async function numbered(world: SandboxWorld, user_id: string, number: number): Promise<void> {
  await world.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep", data: { number } });
}

/** The numbers that have arrived for a user, in order. */
export function numbersOf(received: readonly Received[], user_id: string): number[] {
  return received
    .map(({ body }) => JSON.parse(body) as { user_id?: string; data: { number?: number } })
    .filter((payload) => payload.user_id === user_id && payload.data.number !== undefined)
    .map(({ data }) => Number(data.number));
}
