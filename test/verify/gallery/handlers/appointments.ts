// The operations of appointments, at home and at service centers.
import type { Appointment } from "../../../../generated/schemas.ts";
import { type Handlers, refusal } from "../call.ts";
import type { Memory } from "../memory.ts";

/** What the operations of one order have in common. */
interface OrderCall {
  readonly path: { readonly order_id: string };
  readonly body: Appointment;
  readonly memory: Memory;
}

/** What the operations that list slots have in common. */
interface AvailabilityCall {
  readonly query: { readonly start_date?: string };
  readonly now: Date;
}

export const appointments = {
  getPhlebotomyAppointmentAvailability: (call) => availability(call),

  getPscAppointmentAvailability: (call) => availability(call),

  bookPhlebotomyAppointment: (call) => made(call),

  requestPhlebotomyAppointment: (call) => made(call),

  reschedulePhlebotomyAppointment(call) {
    const earlier = orderOf(call)?.appointment;
    if (orderOf(call) !== undefined && earlier === undefined) return refusal(422, "The order has no appointment.");
    return made({ ...call, body: { ...earlier, ...call.body } });
  },

  bookPscAppointment(call) {
    const { path, header, memory } = call;
    const key = header["Idempotency-Key"] && `${path.order_id} ${header["Idempotency-Key"]}`;
    const earlier = memory.appointmentsByKey.get(key ?? "");
    if (earlier !== undefined) return { status: 200, body: earlier };
    const reply = made(call);
    if (key && reply.status === 200) memory.appointmentsByKey.set(key, reply.body);
    return reply;
  },
} satisfies Partial<Handlers>;

function made(call: OrderCall) {
  const order = orderOf(call);
  if (order === undefined) return refusal(404, "No order has this id.");
  const { appointment_notes } = call.body;
  order.appointment = appointment_notes === undefined ? {} : { appointment_notes };
  return { status: 200, body: order.appointment } as const;
}

function orderOf({ path, memory }: Pick<OrderCall, "path" | "memory">) {
  return memory.orders.get(path.order_id.toLowerCase());
}

/** The 14 days from the first one; by default today, in UTC. */
function availability({ query, now }: AvailabilityCall) {
  const first = new Date(query.start_date ?? now.toISOString().slice(0, 10));
  const days = Array.from({ length: 14 }, (_, index) => new Date(first.getTime() + index * 24 * 60 * 60 * 1000));
  if (days.some((date) => date.getUTCFullYear() > 9999)) return refusal(422, "The start_date is too late.");
  return { status: 200, body: { slots: days.map((date) => ({ date: date.toISOString().slice(0, 10) })) } } as const;
}
