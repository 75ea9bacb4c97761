// The operations of appointments: phlebotomy at home, and visits to a patient service center.
import { randomUUID } from "node:crypto";
import type { Appointment } from "../../../../generated/schemas.ts";
import { appointmentOf, changeAppointment, makeAppointment } from "../rules/appointments.ts";
import { moveOrder, orderOf } from "../rules/orders.ts";
import { daysOfSlots, daysPerAnswer, firstFreeStart, isFreeStart, type SlotView } from "../rules/slots.ts";
import { day, dayOf, isoOf, msOf, second } from "../world/clock.ts";
import type { StoredAppointment, StoredForwarding, StoredOrder } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { type Call, type Handlers, refusal } from "./call.ts";

/** How long a service center takes to confirm a booking. Choice: psc-confirmation */
const confirmationMs = 5 * second;

export const appointments = {
  getPhlebotomyAppointmentAvailability: ({ query, world }) => availability(world, "phlebotomy", query, "live"),

  async bookPhlebotomyAppointment({ path, body, world }) {
    const order = await orderOf(world, path.order_id);
    if (order === undefined) return noOrder();
    const start = await chosenStart(world, "phlebotomy", body);
    if (typeof start !== "string") return start;
    // Choice: booking-replaces, appointment-moves-order
    const appointment = await makeAppointment(world, {
      order_id: order.id,
      kind: "phlebotomy",
      status: "booked",
      start,
      ...notesOf(body),
    });
    await forward(world, order, appointment, "booking");
    await moveOrder(world, order, { status_detail: `The phlebotomy appointment was booked for ${start}.` });
    return { status: 200, body: shown(appointment) };
  },

  async requestPhlebotomyAppointment({ path, body, world }) {
    const order = await orderOf(world, path.order_id);
    if (order === undefined) return noOrder();
    // Choice: request-holds-nothing
    const appointment = await makeAppointment(world, {
      order_id: order.id,
      kind: "phlebotomy",
      status: "requested",
      start: null,
      ...notesOf(body),
    });
    await moveOrder(world, order, { status_detail: "A phlebotomy appointment was requested." });
    return { status: 200, body: shown(appointment) };
  },

  async reschedulePhlebotomyAppointment({ path, body, world }) {
    const order = await orderOf(world, path.order_id);
    if (order === undefined) return noOrder();
    const earlier = await appointmentOf(world, order.id, "phlebotomy");
    // Choice: reschedule-needs-appointment
    if (earlier === undefined) return refusal(422, "The order has no phlebotomy appointment to move. Book one first.");
    const start = await chosenStart(world, "phlebotomy", body, earlier);
    if (typeof start !== "string") return start;
    // Choice: reschedule-keeps-notes
    const moved: StoredAppointment = { ...earlier, status: "booked", start, ...notesOf(body) };
    await changeAppointment(world, earlier, moved);
    await forward(world, order, moved, "reschedule");
    await moveOrder(world, order, { status_detail: `The phlebotomy appointment was moved to ${start}.` });
    return { status: 200, body: shown(moved) };
  },

  async getPscAppointmentAvailability({ query, world }) {
    if (!world.settings.psc_scheduling) return notOptedIn();
    return availability(world, "psc", query, "cached");
  },

  async bookPscAppointment({ path, header, body, world }) {
    const order = await orderOf(world, path.order_id);
    if (order === undefined) return noOrder();
    if (!world.settings.psc_scheduling) return notOptedIn();
    const key = header["Idempotency-Key"] ? `psc ${order.id} ${header["Idempotency-Key"]}` : undefined;
    // Choice: idempotency-key-kept
    const booked = key === undefined ? undefined : await world.records.idempotencyKeys.get(key);
    const repeated = booked === undefined ? undefined : await world.records.appointments.get(booked.made_id);
    if (repeated !== undefined) return { status: 200, body: shown(repeated) };
    const start = await chosenStart(world, "psc", body);
    if (typeof start !== "string") return start;
    const appointment = await makeAppointment(world, {
      order_id: order.id,
      kind: "psc",
      status: "unconfirmed",
      start,
      ...notesOf(body),
    });
    if (key !== undefined) await world.records.idempotencyKeys.put(key, { made_id: appointment.id });
    await world.later(world.clock.nowMs + confirmationMs, "pscConfirmation", { appointment_id: appointment.id });
    await moveOrder(world, order, {
      status_detail: `An appointment at a patient service center is to be confirmed: ${start}.`,
    });
    return { status: 200, body: shown(appointment) };
  },
} satisfies Partial<Handlers>;

/** The slots of 14 days, the first of which is today when none is named. Choice: availability-from-today */
async function availability(
  world: World,
  kind: StoredAppointment["kind"],
  { start_date = dayOf(world.clock.nowMs) }: Call<"getPscAppointmentAvailability">["query"],
  view: SlotView,
) {
  if (msOf(start_date) + (daysPerAnswer - 1) * day > msOf("9999-12-31")) {
    return refusal(422, "The start_date is too late: the 14 days end after the year 9999.");
  }
  return { status: 200, body: { slots: await daysOfSlots(world, kind, start_date, view) } } as const;
}

/**
 * When the appointment is to begin, or why it cannot: a slot as availability lists it in `slot`, or its `start` alone in `start` or
 * `slot`. Choice: slot-named-by-start
 */
async function chosenStart(
  world: World,
  kind: StoredAppointment["kind"],
  { slot, start = slot }: Readonly<Record<string, unknown>>,
  earlier?: StoredAppointment,
) {
  const wanted = typeof start === "object" && start !== null ? Reflect.get(start, "start") : start;
  if (wanted === undefined || wanted === null) {
    return (await firstFreeStart(world, kind)) ?? refusal(422, "No slot is free in the next 14 days.");
  }
  const ms = typeof wanted === "string" ? msOf(wanted) : Number.NaN;
  if (Number.isNaN(ms)) return refusal(422, "The slot is not understood: send the start of a slot, a date-time.");
  const isoStart = isoOf(ms);
  if (isoStart === earlier?.start || (await isFreeStart(world, kind, isoStart))) return isoStart;
  // Choice: slot-taken
  return refusal(422, "The slot is not free, or no longer. Ask for availability again and choose another.");
}

function notesOf({ appointment_notes }: Appointment): Pick<StoredAppointment, "appointment_notes"> {
  return appointment_notes === undefined ? {} : { appointment_notes };
}

/** The provider is sent the access notes of the order on each booking and each reschedule. */
async function forward(
  world: World,
  { id: order_id, patient_address }: StoredOrder,
  { start, appointment_notes }: StoredAppointment,
  occasion: StoredForwarding["occasion"],
): Promise<void> {
  await world.records.forwardings.put(randomUUID(), {
    order_id,
    occasion,
    forwarded_at: world.clock.now,
    start,
    access_notes: patient_address?.access_notes ?? null,
    appointment_notes: appointment_notes ?? null,
  });
}

/** An appointment as answers show it. Choice: appointment-fields */
function shown({ id, start, appointment_notes }: StoredAppointment): Appointment {
  return {
    id,
    ...(start === null ? {} : { start }),
    ...(appointment_notes === undefined ? {} : { appointment_notes }),
  };
}

function noOrder() {
  return refusal(404, "No order has this id.");
}

/** Choice: psc-not-opted-in */
function notOptedIn() {
  return refusal(422, "Scheduling at patient service centers is opt-in, and this team has not opted in.");
}
