// Compares everything that a world has with the picture of it.
import { type Model, type ModelEndpoint, toIso } from "./model.ts";
import { attemptsBeforeParked } from "./planned-receiver.ts";
import { bodyOf, expectFits, type RealWorld } from "./world.ts";

/** Every write is there and none besides; each event was written once, in its order. @returns The ids of the events. */
export async function compare(model: Model, real: RealWorld): Promise<string[]> {
  const { clock } = bodyOf(await real.control("GET", ""), 200);
  expectFits(clock, { now: toIso(model.nowMs), is_frozen: true }, "The clock");
  const users = model.users.map(({ name, userId, createdOn, deletedAtMs }) => ({
    user_id: userId,
    client_user_id: name,
    created_on: createdOn,
    ...(deletedAtMs === undefined ? {} : { deleted_at: toIso(deletedAtMs) }),
  }));
  expectFits(await real.all("users"), users, "The users");
  for (const { name } of model.users) {
    const resolved = await real.api("GET", `/v2/user/resolve/${name}`);
    const present = model.present(name);
    if (present === undefined) bodyOf(resolved, 404);
    else expectFits(bodyOf(resolved, 200), { user_id: present.userId }, `Who is present as ${name}`);
  }
  const orders = (await real.all("orders")).map((order) => ({ ...order, steps: Object(order["events"]).length }));
  const wanted = model.orders.map(({ userId, ...order }) => ({
    ...order,
    ...(userId === "" ? {} : { user_id: userId }),
  }));
  expectFits(orders, wanted, "The orders");
  const events = await real.all("events");
  const written = model.events.map(({ type, userId, data }) => ({
    event_type: type,
    user_id: userId === "" ? null : userId,
    payload: { data },
  }));
  expectFits(events, written, "The events");
  for (const { receiver } of model.endpoints) expectFits(receiver.complaints, [], "What a receiver complains of");
  return events.map(({ id }) => String(id));
}

/** Every receiver, once nothing more is due, got all of its events, each user's in order; parked are those that it never took. */
export async function compareDeliveries(model: Model, real: RealWorld): Promise<void> {
  const ids = await compare(model, real);
  const deliveries = await real.all("deliveries");
  for (const endpoint of model.endpoints) {
    compareArrivals(model, endpoint, ids);
    if (endpoint.until !== undefined) continue;
    const own = deliveries.filter((delivery) => delivery["endpoint_id"] === endpoint.id);
    const expected = ids.slice(endpoint.from).map((event_id) => ({
      event_id,
      state: endpoint.receiver.isParkedByPlan(event_id) ? "parked" : "delivered",
    }));
    expectFits(own, expected, `The deliveries to ${endpoint.id}`);
    for (const delivery of own) await compareAttempts(real, delivery, endpoint);
  }
}

/** Every attempt that was answered was seen; one that was given up on a busy machine need not have arrived. */
async function compareAttempts(real: RealWorld, delivery: Record<string, unknown>, { receiver }: ModelEndpoint) {
  const { id, event_id, state, attempts } = delivery;
  const shown = bodyOf(await real.control("GET", `/deliveries/${id}`), 200)["attempts"] as { answer: unknown }[];
  const answered = shown.filter(({ answer }) => answer !== null).length;
  const seen = receiver.seen.get(String(event_id))?.attempts ?? 0;
  if (answered > seen || (state === "parked" && attempts !== attemptsBeforeParked)) {
    throw new Error(`The event ${event_id} is ${state} after ${attempts} attempts; its receiver saw ${seen}.`);
  }
}

/** A removed endpoint has seen the first ones of each user's events; one that is there has seen all. */
function compareArrivals(model: Model, { receiver, from, until }: ModelEndpoint, ids: readonly string[]): void {
  const own = model.events.map(({ userId }, index) => ({ userId, id: ids[index] })).slice(from, until);
  for (const userId of new Set(own.map((event) => event.userId))) {
    const sent = own.filter((event) => event.userId === userId).map(({ id }) => id);
    const seen = [...receiver.seen.values()].filter((one) => one.userId === userId).map(({ id }) => id);
    expectFits(seen, until === undefined ? sent : sent.slice(0, seen.length), `What arrived for the user "${userId}"`);
  }
  const strange = [...receiver.seen.keys()].filter((id) => !own.some((event) => event.id === id));
  expectFits(strange, [], "What arrived that was not sent there");
}
