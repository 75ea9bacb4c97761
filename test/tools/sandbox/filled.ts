// Fills a sandbox with users whose life is copied from one who really lived it, so that a million events are written in a minute.
import { randomUUID } from "node:crypto";
import { createClient, unwrap } from "../../../src/package/client/index.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { openSqlite } from "../../../src/tools/sandbox/store/sqlite.ts";
import type { World } from "../../../src/tools/sandbox/world/world.ts";
import { demoIdentity } from "../../../src/tools/sandbox/world/worlds.ts";
import { worldsOf } from "./worlds-of.ts";

/** How a sandbox is filled. */
export interface Filling {
  readonly users: number;
  /** Where the events were or are sent to. */
  readonly receiver: string;
  /** When the deliveries are due that have failed so far, by a clock that begins at `fillTime`. */
  readonly retryAtMs: number;
}

/** What the clock of a filled sandbox is frozen at. */
export const fillTime = "2026-03-02T09:00:00.000Z";

/** So many events each user has. */
export const eventsPerUser = 10;

/** Of so many users one has a receiver that took nothing: all of the user's events wait behind the first, which has failed. */
const usersPerBacklog = 10;

/** So many users are written in a transaction. */
const usersAtOnce = 500;

/** The name of a filled user. */
export function filledName(index: number): string {
  return `filled-${index}`;
}

/** The id of a filled user. Ids rise, so that a large index is written one page after the other. */
export function filledId(index: number): string {
  return `${index.toString(16).padStart(8, "0")}-0000-4000-8000-0123456789ab`;
}

/** What one user left behind: records and payloads of events, with the ids of the user and the order in their texts. */
interface Life {
  readonly userId: string;
  readonly name: string;
  readonly orderId: string;
  readonly records: readonly { readonly kind: keyof World["records"]; readonly id: string; readonly text: string }[];
  readonly events: readonly { readonly type: string; readonly payload: string }[];
}

/** Lives through what is typical: a connection, history and data, an order that moves on. */
async function lived(): Promise<Life> {
  const sandbox = await startSandbox({ seed: "demo", frozen: true, now: new Date(fillTime) });
  try {
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
    const name = "somebody-to-be-copied";
    const { user_id } = await unwrap(client.POST("/v2/user/", { body: { client_user_id: name } }));
    const source = { user_id, provider: "demo_ring" };
    const { simulate, inspect } = sandbox;
    await simulate.connectionMade(source);
    await simulate.historicalPullCompleted({ ...source, resource: "sleep", days: 3 });
    for (const score of [71, 74, 80]) await simulate.dataArrived({ ...source, resource: "sleep", data: { score } });
    await simulate.dataArrived({ ...source, resource: "activity", data: { steps: 8000 } });
    const order = await unwrap(client.POST("/v3/order", { body: { user_id, clinical_comments: "Fasting." } }));
    const order_id = order.id;
    for (const status of ["collecting_sample", "sample_with_lab"]) await simulate.orderMoved({ order_id, status });
    await simulate.resultPublished({ order_id, results: [{ marker: "glucose", value: 91 }] });
    const events = (await sandbox.events.ofUser(user_id)).map(({ event_type, payload }) => ({
      type: event_type,
      payload: JSON.stringify(payload),
    }));
    if (events.length !== eventsPerUser)
      throw new Error(`A life has ${events.length} events, and not ${eventsPerUser}.`);
    const data = await inspect.healthData({ user_id });
    return {
      userId: user_id,
      name,
      orderId: order_id,
      records: [
        { kind: "users", id: user_id, text: JSON.stringify(await inspect.user({ user_id })) },
        ...(await inspect.connections({ user_id })).map((one) => ({
          kind: "connections" as const,
          id: `${user_id}/${one.provider}`,
          text: JSON.stringify(one),
        })),
        ...data.map((one) => ({
          kind: "data" as const,
          id: [user_id, one.provider, one.resource, one.day].join("/"),
          text: JSON.stringify(one),
        })),
        { kind: "orders", id: order_id, text: JSON.stringify(await inspect.order({ order_id })) },
      ],
      events,
    };
  } finally {
    await sandbox.close();
  }
}

/** Makes a sandbox's file with so many users. Its first world is the demo world, and its clock stands still. */
export async function fillFile(file: string, filling: Filling): Promise<void> {
  const life = await lived();
  const store = openSqlite(file);
  const worlds = worldsOf(store);
  try {
    const { live } = await worlds.open({ seed: "demo", now: fillTime, is_frozen: true }, demoIdentity);
    const endpoint = { id: randomUUID(), url: filling.receiver, secret: `whsec_${"c2FuZGJveC1maWxs".repeat(2)}` };
    await live.write(({ records }) => records.endpoints.put(endpoint.id, { ...endpoint, created_at: fillTime }));
    for (let index = 0; index < filling.users; index += usersAtOnce) {
      const end = Math.min(index + usersAtOnce, filling.users);
      await live.write(async (world) => {
        for (let user = index; user < end; user += 1) await copyLife(world, life, user, endpoint.id, filling);
      });
    }
    await live.write((world) => {
      world.hasWork = true;
    });
  } finally {
    await worlds.close();
    await store.close();
  }
}

async function copyLife(world: World, life: Life, index: number, endpointId: string, filling: Filling): Promise<void> {
  const userId = filledId(index);
  const name = filledName(index);
  const orderId = randomUUID();
  const own = (text: string) =>
    text.replaceAll(life.userId, userId).replaceAll(life.name, name).replaceAll(life.orderId, orderId);
  for (const { kind, id, text } of life.records) await world.records[kind].put(own(id), JSON.parse(own(text)) as never);
  const atMs = world.clock.nowMs;
  const isWaiting = index % usersPerBacklog === 0;
  for (const [number, { type, payload }] of life.events.entries()) {
    const id = `evt_${index.toString(16).padStart(8, "0")}${number.toString(16).padStart(24, "0")}`;
    await world.events.append([{ id, type, user_id: userId, at_ms: atMs, payload: own(payload) }]);
    await world.deliveries.add({ endpoint_id: endpointId, user_id: userId }, [id], atMs);
    // Only what was added last can be due by now
    const due = (await world.deliveries.due(endpointId, atMs, 1))[0]?.place;
    if (due === undefined) continue;
    const exchange = JSON.stringify({
      url: filling.receiver,
      headers: { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": "1772442000" },
      ...(isWaiting ? { error: "connect ECONNREFUSED" } : { status: 204, body: "" }),
      duration_ms: 3,
    });
    await world.deliveries.settle(
      due,
      { atMs, exchanges: [exchange] },
      isWaiting ? { retryAtMs: filling.retryAtMs } : "delivered",
    );
  }
}
