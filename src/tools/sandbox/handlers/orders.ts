// The operations that create and import orders.
import { randomUUID } from "node:crypto";
import type { PatientAddress } from "../../../../generated/schemas.ts";
import { isActive, labAccountOf, resolvedLabAccount } from "../rules/lab-accounts.ts";
import { orderOf, reportOrder, shownOrder } from "../rules/orders.ts";
import { presentUser } from "../rules/users.ts";
import type { StoredLabAccount, StoredOrder } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { type Call, type Handlers, refusal } from "./call.ts";

/** The fields of an order that are named. */
type OrderFields = Pick<StoredOrder, "patient_address" | "clinical_comments">;

export const orders = {
  createOrder: (call) => created(call),

  placeOrder: (call) => created(call),

  async importOrder({ body, world }) {
    // Choice: import-with-any-account
    const account = await accountOf(world, body.lab_account_id);
    if (account === undefined) return noAccount(body.lab_account_id);
    const { lab_account_id: _, user_id, patient_address, clinical_comments, ...further } = body;
    const fields = importedFields(patient_address, clinical_comments);
    return typeof fields === "string" ? refusal(422, fields) : await added(world, account, user_id, further, fields);
  },
} satisfies Partial<Handlers>;

/** The longest comments that an order can carry, in characters. */
const longestComments = 1000;

/** The fields of an import that the contract names for creation only; a text says what is wrong with them. Choice: import-fields */
function importedFields(address: unknown, comments: unknown): OrderFields | string {
  if (comments !== undefined && (typeof comments !== "string" || [...comments].length > longestComments)) {
    return `Expected clinical_comments as a text of at most ${longestComments} characters.`;
  }
  if (address !== undefined && !isAddress(address)) {
    return "Expected patient_address as an object, and its access_notes as a text.";
  }
  return {
    ...(address === undefined ? {} : { patient_address: address }),
    ...(comments === undefined ? {} : { clinical_comments: comments }),
  };
}

function isAddress(value: unknown): value is PatientAddress {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const notes: unknown = Reflect.get(value, "access_notes");
  return notes === undefined || typeof notes === "string";
}

async function created({ header, body, world }: Call<"createOrder"> | Call<"placeOrder">) {
  // Both paths create orders, so they share the keys. An empty key is none.
  const key = header["Idempotency-Key"] ? `order ${header["Idempotency-Key"]}` : undefined;
  const earlier = key === undefined ? undefined : await world.records.idempotencyKeys.get(key);
  const order = earlier === undefined ? undefined : await orderOf(world, earlier.made_id);
  // Choice: idempotency-key-kept
  if (order !== undefined) return { status: 200, body: shownOrder(world, order) } as const;
  const { lab_account_id, user_id, patient_address, clinical_comments, ...further } = body;
  const account = await accountOf(world, lab_account_id);
  if (account === undefined) return noAccount(lab_account_id);
  if (!isActive(account)) {
    // Choice: pending-account-creates-nothing
    return refusal(422, `The lab account is ${account.status}; orders are created with an active one.`);
  }
  const reply = await added(world, account, user_id, further, {
    ...(patient_address === undefined ? {} : { patient_address }),
    ...(clinical_comments === undefined ? {} : { clinical_comments }),
  });
  if (key !== undefined && reply.status === 200) {
    await world.records.idempotencyKeys.put(key, { made_id: reply.body.id });
  }
  return reply;
}

async function accountOf(world: World, labAccountId: string | undefined): Promise<StoredLabAccount | undefined> {
  return labAccountId === undefined ? await resolvedLabAccount(world) : await labAccountOf(world, labAccountId);
}

function noAccount(labAccountId: string | undefined) {
  return labAccountId === undefined
    ? refusal(422, "No lab account was named, and the team has none that is active.")
    : refusal(422, "No lab account has this id.");
}

/** Keeps a new order with its first step. Choice: order-user */
async function added(
  world: World,
  { lab_account_id }: StoredLabAccount,
  user_id: string | undefined,
  further: Readonly<Record<string, unknown>>,
  fields: OrderFields,
) {
  if (user_id === undefined && world.settings.order_user_required) {
    return refusal(422, "The order has no user_id, and the setting order_user_required asks for one.");
  }
  const user = user_id === undefined ? undefined : await presentUser(world, user_id);
  if (user_id !== undefined && user === undefined) {
    return refusal(422, "No user has this user_id, or the user is deleted.");
  }
  // Choice: order-first-event
  const first = { status_detail: null };
  const order: StoredOrder = {
    id: randomUUID(),
    ...(user === undefined ? {} : { user_id: user.user_id }),
    lab_account_id,
    created_on: world.clock.now,
    ...fields,
    further,
    events: [first],
    results: [],
  };
  await world.records.orders.put(order.id, order);
  await reportOrder(world, order, "order.created", first);
  const warning = user === undefined ? { warning: "the order has no user_id, so it is for nobody" } : {};
  return { status: 200, body: shownOrder(world, order), ...warning } as const;
}
