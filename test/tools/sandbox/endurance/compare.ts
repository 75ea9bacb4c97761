// Compares everything that a world has with the picture of it.
import { isoOf, type Model, type ModelEndpoint, type ModelUser } from "./model.ts";
import { attemptsBeforeParked } from "./planned-receiver.ts";
import { bodyOf, Disagreement, expectFits, type RealWorld } from "./world.ts";

/** Every write is there and none besides; each event was written once, in its order; nobody is in two states. */
export async function compare(model: Model, real: RealWorld): Promise<void> {
  expectFits(
    bodyOf(await real.control("GET", ""), 200)["clock"] as object,
    { now: model.now, is_frozen: true },
    "The clock",
  );
  const users = await real.all("users");
  expectFits(users, model.users.map(shownUser), "The users");
  for (const user of model.users) await compareUser(model, real, user);
  const orders = await real.all("orders");
  expectFits(
    orders.map((order) => ({ ...order, steps: (order["events"] as unknown[]).length })),
    model.orders.map(({ id, userId, steps }) => ({ id, steps, ...(userId === "" ? {} : { user_id: userId }) })),
    "The orders",
  );
  for (const { id, appointments } of model.orders) {
    const shown = appointments.map(({ id: one, kind, status, start }) => ({ id: one, kind, status, start }));
    expectFits(await real.inspect("appointments", { order_id: id }), shown, `The appointments of the order ${id}`);
  }
  for (const { id, status } of model.jobs) {
    const job = bodyOf(await real.api("GET", `/lab_report/v1/parser/job/${id}`), 200);
    if (job["status"] !== status)
      throw new Disagreement(`The job ${id}: expected ${status}, found ${JSON.stringify(job)}.`);
  }
  await compareEvents(model, real);
  for (const { receiver } of model.endpoints) expectFits(receiver.complaints, [], "What a receiver complains of");
  expectFits(real.sandbox.logged, [], "What the sandbox logged");
}

function shownUser({ name, userId, createdOn, zone, deletedAtMs, ingestionStart }: ModelUser) {
  return {
    user_id: userId,
    client_user_id: name,
    created_on: createdOn,
    fallback_time_zone: { id: zone },
    ingestion_start: ingestionStart,
    ...(deletedAtMs === undefined ? {} : { deleted_at: isoOf(deletedAtMs) }),
  };
}

async function compareUser(model: Model, real: RealWorld, user: ModelUser): Promise<void> {
  const { userId, name } = user;
  const connections = [...user.connections.values()].map(({ provider, status, mode, pulled, inProgress }) => ({
    provider,
    status,
    connect_mode: mode,
    pulled: [...pulled],
    in_progress: [...inProgress].map(([resource, dueAtMs]) => ({ resource, due_at: isoOf(dueAtMs) })),
  }));
  expectFits(await real.inspect("connections", { user_id: userId }), connections, `The connections of ${userId}`);
  const data = [...user.data.values()].map(({ value, ...one }) => ({
    ...one,
    data: value === undefined ? {} : { value },
  }));
  expectFits(await real.inspect("healthData", { user_id: userId }), data, `The data of ${userId}`);
  const resolved = await real.api("GET", `/v2/user/resolve/${name}`);
  const present = model.present(name);
  if (present === undefined) bodyOf(resolved, 404);
  else expectFits(bodyOf(resolved, 200), { user_id: present.userId }, `Who is present as ${name}`);
}

/** @returns The ids of the events, in their order. */
async function compareEvents(model: Model, real: RealWorld): Promise<string[]> {
  const events = await real.all("events");
  for (const [index, expected] of model.events.entries()) {
    const found = events[index];
    const { type, userId, data } = expected;
    const wanted = { event_type: type, user_id: userId === "" ? null : userId, payload: { data } };
    expectFits(found, wanted, `The event ${index} of ${model.events.length}`);
  }
  if (events.length > model.events.length) {
    throw new Disagreement(`An event nobody expected: ${JSON.stringify(events[model.events.length])}.`);
  }
  return events.map(({ id }) => String(id));
}

/** What every receiver got, once nothing more is due: all of its events, each user's in order; parked is what it never took. */
export async function compareDeliveries(model: Model, real: RealWorld): Promise<void> {
  const ids = await compareEvents(model, real);
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
  const shown = bodyOf(await real.control("GET", `deliveries/${id}`), 200)["attempts"] as { answer: unknown }[];
  const answered = shown.filter(({ answer }) => answer !== null).length;
  const seen = receiver.seen.get(String(event_id))?.attempts ?? 0;
  if (answered > seen || (state === "parked" && attempts !== attemptsBeforeParked)) {
    throw new Disagreement(`The event ${event_id} is ${state} after ${attempts} attempts; its receiver saw ${seen}.`);
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
