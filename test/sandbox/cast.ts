// The demo cast, and users whose data makes events: a test writes numbered ones, and reads the numbers where the events arrive.
import type { RecordOf, SandboxWorld } from "../../src/sandbox/start-sandbox.ts";
import type { Received } from "./receiver.ts";

/** The users who are not deleted. */
export const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
export const walker = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";
export const climber = "8f1b5c96-d7e2-43a4-85f8-b16c2d349e7a";
/** The one who is. */
export const swimmer = "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58";
/** The runner's orders. */
export const walkIn = "d6fa1ce4-7059-42b3-88e5-fb041628dbec";
export const atHome = "e70b2df5-816a-43c4-99f6-0c152739ecfd";
export const testKit = "f81c3e06-927b-44d5-8a07-1d26384afd0e";
/** The lab accounts. */
export const active = "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca";
export const pending = "c5e90bd3-6f48-41a2-97d4-eaf30517c9db";
/** An id that nothing has. */
export const nobody = "00000000-0000-4000-8000-000000000000";

/** The longest comment of an order, of two UTF-16 units each character. */
export const longestComment = "🩸".repeat(1000);

/** An order as the sandbox keeps it. */
export async function readOrder({ records }: SandboxWorld, id: string): Promise<RecordOf<"orders">> {
  const [order] = await records.orders({ id });
  if (order === undefined) throw new Error(`There is no order ${id}.`);
  return order;
}

/** Connects a user whose data is to arrive. */
export async function connected(world: SandboxWorld, user_id: string): Promise<void> {
  if (user_id !== runner) await world.simulate.connectionMade({ user_id, provider: "demo_ring" });
}

/** Lets data of a user arrive; its event carries the number. */
export async function numbered(world: SandboxWorld, user_id: string, number: number): Promise<void> {
  await world.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep", data: { number } });
}

/** The numbers that have arrived, in order: all, or those of a user. */
export function numbersOf(received: readonly Received[], user_id?: string): number[] {
  return received
    .map(({ body }) => JSON.parse(body) as { user_id?: string; data: { number?: number } })
    .filter((payload) => [undefined, payload.user_id].includes(user_id) && payload.data.number !== undefined)
    .map(({ data }) => Number(data.number));
}
