// Orders: created, imported, moved on, and their results published.
import type { Order, OrderEvent, PatientAddress } from "../../../generated/schemas.ts";
import { emit } from "../events/outbox.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredLabAccount, StoredOrder } from "../world/records.ts";
import { assertFound } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { findMade, keepMade } from "./idempotency.ts";
import { findLabAccount, isActive } from "./labs.ts";
import { type Call, type HappeningTable, type Operations, refusal } from "./topic.ts";
import { findUser } from "./users.ts";

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

  importOrder({ body, world }) {
    // Choice: import-with-any-account
    const account = findAccount(world, body.lab_account_id);
    if (account === undefined) return noAccount(body.lab_account_id);
    const { lab_account_id: _, user_id, patient_address: address, clinical_comments: comments, ...further } = body;
    // The contract names these fields for creation only. Choice: import-fields
    if (comments !== undefined && (typeof comments !== "string" || [...comments].length > longestComments)) {
      return refusal(422, `Expected clinical_comments as a text of at most ${longestComments} characters.`);
    }
    if (address !== undefined && !isAddress(address)) {
      return refusal(422, "Expected patient_address as an object, and its access_notes as a text.");
    }
    return addOrder(world, account, user_id, { further, patient_address: address, clinical_comments: comments });
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

function createOrder({ header, body, world }: Call<"createOrder"> | Call<"placeOrder">) {
  // Both paths create orders, so they share the keys. An empty key is none.
  const key = header["Idempotency-Key"] ? `order ${header["Idempotency-Key"]}` : undefined;
  const earlier = findMade(world, key, body);
  const order = earlier && findOrder(world, earlier.id);
  if (order !== undefined) return { status: 200, body: showOrder(order), ...earlier?.replay } as const;
  const { lab_account_id, user_id, patient_address, clinical_comments, ...further } = body;
  const account = findAccount(world, lab_account_id);
  if (account === undefined) return noAccount(lab_account_id);
  if (!isActive(account)) {
    // Choice: pending-account-creates-nothing
    return refusal(422, `The lab account is ${account.status}; orders are created with an active one.`);
  }
  const reply = addOrder(world, account, user_id, { further, patient_address, clinical_comments });
  if (reply.status === 200) keepMade(world, key, reply.body.id, body);
  return reply;
}

/** Choice: account-resolved */
function findAccount(world: World, labAccountId: string | undefined): StoredLabAccount | undefined {
  if (labAccountId !== undefined) return findLabAccount(world, labAccountId);
  return world.records.labAccounts.all().find(isActive);
}

function noAccount(labAccountId: string | undefined) {
  return labAccountId === undefined
    ? refusal(422, "No lab account was named, and the team has none that is active.")
    : refusal(422, "No lab account has this id.");
}

/** Keeps a new order with its first step. Choice: order-user */
function addOrder(
  world: World,
  { lab_account_id }: StoredLabAccount,
  user_id: string | undefined,
  fields: {
    readonly further: StoredOrder["further"];
    readonly patient_address: StoredOrder["patient_address"] | undefined;
    readonly clinical_comments: string | undefined;
  },
) {
  const user = user_id === undefined ? undefined : findUser(world, user_id);
  if (user_id !== undefined && user === undefined) {
    return refusal(422, "No user has this user_id, or the user is deleted.");
  }
  // Choice: order-first-event
  const first = { status_detail: null };
  const order: StoredOrder = omitUndefined({
    id: world.newId(),
    user_id: user?.user_id,
    lab_account_id,
    created_on: world.clock.now,
    ...fields,
    events: [first],
    results: [],
  });
  world.records.orders.put(order);
  emitOrder(world, order, "order.created", first);
  const warning = user === undefined ? { warning: "the order has no user_id, so it is for nobody" } : {};
  return { status: 200, body: showOrder(order), ...warning } as const;
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
