// Orders: created, imported, moved on, and their results published.
import type { Order, OrderEvent, PatientAddress } from "../../../generated/schemas.ts";
import { emit } from "../events/outbox.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredLabAccount, StoredOrder } from "../world/records.ts";
import { assertFound, refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { makeOnce } from "./idempotency.ts";
import { getLabAccount, isActive } from "./labs.ts";
import type { Call, HappeningTable, Operations } from "./topic.ts";
import { getUser } from "./users.ts";

/** The order of this id. */
export function findOrder(world: World, orderId: string): StoredOrder | undefined {
  return world.records.orders.get(orderId.toLowerCase());
}

/** @throws {Refused} when there is no such order. */
export function getOrder(world: World, orderId: string): StoredOrder {
  const message = `No order has the order_id "${orderId}". Create or import the order first.`;
  return assertFound(findOrder(world, orderId), message);
}

/** Adds a step to an order and emits it as `order.updated`. */
export function moveOrder(world: World, order: StoredOrder, event: OrderEvent): void {
  world.records.orders.put({ ...order, events: [...order.events, event] });
  emitOrder(world, order, "order.updated", event);
}

export const operations = {
  createOrder,

  placeOrder: createOrder,

  importOrder(call) {
    const { patient_address: address, clinical_comments: comments } = call.body;
    // The contract names these fields for creation only. Choice: import-fields
    refuseUnless(
      comments === undefined || (typeof comments === "string" && [...comments].length <= longestComments),
      `Expected clinical_comments as a text of at most ${longestComments} characters.`,
    );
    refuseUnless(
      address === undefined || isAddress(address),
      "Expected patient_address as an object, and its access_notes as a text.",
    );
    // Choice: import-with-any-account
    const body = omitUndefined({ ...call.body, patient_address: address, clinical_comments: comments });
    return showOrder(addOrder({ ...call, body }, chooseAccount(call)));
  },
} satisfies Partial<Operations>;

export const happenings = {
  orderMoved(world, { order_id, status, low_level_status, status_detail = null }) {
    moveOrder(world, getOrder(world, order_id), omitUndefined({ status, low_level_status, status_detail }));
  },

  resultPublished(world, { order_id, results, is_partial = false }) {
    const order = getOrder(world, order_id);
    const published = { published_at: world.clock.now, is_partial, results: [...results] };
    const withResults = { ...order, results: [...order.results, published] };
    if (!is_partial) {
      moveOrder(world, withResults, { status_detail: "The results were published." });
      return;
    }
    world.records.orders.put(withResults);
    // Choice: results-not-in-events
    if (world.settings.partial_results) emitOrder(world, order, "order.partial_results", { status_detail: null });
  },
} satisfies Partial<HappeningTable>;

/** The longest comments that an order can carry, in characters. */
const longestComments = 1000;

function isAddress(value: unknown): value is PatientAddress {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return ["undefined", "string"].includes(typeof Reflect.get(value, "access_notes"));
}

function createOrder(call: Call<"createOrder" | "placeOrder">): Order {
  const make = () => {
    const account = chooseAccount(call);
    // Choice: pending-account-creates-nothing
    refuseUnless(isActive(account), `The lab account is ${account.status}; orders are created with an active one.`);
    return addOrder(call, account);
  };
  // Both paths create orders, so they share the keys
  return showOrder(makeOnce(call, "order", make, (id) => getOrder(call.world, id)));
}

/** Choice: account-resolved */
function chooseAccount({ world, body: { lab_account_id: id } }: OrderCall): StoredLabAccount {
  if (id !== undefined) return getLabAccount(world, id);
  const active = world.records.labAccounts.all().find(isActive);
  return assertFound(active, "No lab account was named, and the team has none that is active.");
}

type OrderCall = Pick<Call<"createOrder">, "world" | "body" | "remark">;

/** Keeps a new order with its first step. Choice: order-user */
function addOrder({ world, body, remark }: OrderCall, { lab_account_id }: StoredLabAccount): StoredOrder {
  const { lab_account_id: _, user_id: named, patient_address, clinical_comments, ...further } = body;
  const user_id = named === undefined ? undefined : getUser(world, named).user_id;
  // Choice: order-first-event
  const first = { status_detail: null };
  const order: StoredOrder = omitUndefined({
    id: world.newId(),
    user_id,
    lab_account_id,
    created_on: world.clock.now,
    patient_address,
    clinical_comments,
    further,
    events: [first],
    results: [],
  });
  world.records.orders.put(order);
  emitOrder(world, order, "order.created", first);
  if (user_id === undefined) remark({ warning: "the order has no user_id, so it is for nobody" });
  return order;
}

/** Emits an event of an order: `order.created` for the first step, `order.updated` for every other, and one for partial results. */
function emitOrder(
  world: World,
  { id, user_id }: StoredOrder,
  type: "order.created" | "order.updated" | "order.partial_results",
  event: OrderEvent,
): void {
  // The order is still about a user who was deleted meanwhile
  const user = user_id === undefined ? undefined : world.records.users.get(user_id);
  emit(world, type, user, { ...event, order_id: id });
}

/** An order as its answers show it: what else was sent is kept, and not shown. */
function showOrder({ id, patient_address, clinical_comments, events }: StoredOrder): Order {
  const last_event = events.at(-1);
  if (last_event === undefined) throw new Error(`The order ${id} has no event.`);
  return omitUndefined({ id, patient_address, clinical_comments, last_event, events: [...events] });
}
