// The operations that create and import orders.
import type { Order } from "../../../../generated/schemas.ts";
import { type CallOf, type Handlers, refusal } from "../call.ts";
import { labAccountOf, type Memory, nextId } from "../memory.ts";

export const orders = {
  createOrder: (call) => created(call),

  placeOrder: (call) => created(call),

  importOrder({ body, memory }) {
    if (body.lab_account_id !== undefined && labAccountOf(memory, body.lab_account_id) === undefined) {
      return refusal(422, "No lab account has this id.");
    }
    return { status: 200, body: stored(memory, {}) };
  },
} satisfies Partial<Handlers>;

function created({ id, header, body, memory }: CallOf<"createOrder"> | CallOf<"placeOrder">) {
  const { lab_account_id, patient_address, clinical_comments } = body;
  const key = header["Idempotency-Key"] && `${id} ${header["Idempotency-Key"]}`;
  const earlier = memory.orders.get(memory.ordersByKey.get(key ?? "") ?? "");
  if (earlier !== undefined) return { status: 200, body: earlier.order } as const;
  if (lab_account_id !== undefined) {
    const account = labAccountOf(memory, lab_account_id);
    if (account === undefined) return refusal(422, "No lab account has this id.");
    // That an import accepts a pending account is stated, as something of its own
    if (account.status === "PENDING") return refusal(422, "The lab account is pending.");
  }
  const order = stored(memory, {
    ...(patient_address === undefined ? {} : { patient_address }),
    ...(clinical_comments === undefined ? {} : { clinical_comments }),
  });
  if (key) memory.ordersByKey.set(key, String(order["id"]));
  return { status: 200, body: order } as const;
}

/** Remembers a new order, with the id in a field that the contract does not name. */
function stored(memory: Memory, fields: Pick<Order, "patient_address" | "clinical_comments">): Order {
  const id = nextId(memory);
  const event = { status_detail: null };
  const order = { id, ...fields, events: [event], last_event: { ...event } };
  memory.orders.set(id, { order, appointment: undefined });
  return order;
}
