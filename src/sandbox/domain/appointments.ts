// Appointments: phlebotomy at home, and visits to a patient service center (PSC). An appointment holds a slot from when until when, so that the cached availability of service centers can look back.
import type { Appointment } from "../../../generated/schemas.ts";
import { day, hour, listDays, minute, second, toDay, toIso, toMs } from "../world/clock.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredAppointment, StoredOrder } from "../world/records.ts";
import { assertFound, refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { makeOnce } from "./idempotency.ts";
import { getOrder, moveOrder } from "./orders.ts";
import type { Call, DueTable, HappeningTable, Operations } from "./topic.ts";

/** How long a service center takes to confirm a booking. Choice: psc-confirmation */
const confirmationMs = 5 * second;

/** How many days an answer holds, always. */
const daysPerAnswer = 14;

/** The hours of a UTC day at which slots begin. Choice: slots-hourly */
const [firstHour, lastHour] = [8, 17];

/** How often the slots of service centers are copied into the cache that availability is read from. Choice: psc-cache */
const cacheMs = minute;

type Kind = StoredAppointment["kind"];

export const operations = {
  getPhlebotomyAppointmentAvailability: ({ query, world }) => listAvailability(world, "phlebotomy", query),

  bookPhlebotomyAppointment({ path, body, world }) {
    const order = getOrder(world, path.order_id);
    const start = chooseStart(world, "phlebotomy", body);
    // Choice: booking-replaces, appointment-moves-order
    const appointment = makeAppointment(world, order, { ...body, kind: "phlebotomy", status: "booked", start });
    forward(world, order, appointment, "booking");
    moveOrder(world, order, { status_detail: `The phlebotomy appointment was booked for ${start}.` });
    return showAppointment(appointment);
  },

  requestPhlebotomyAppointment({ path, body, world }) {
    const order = getOrder(world, path.order_id);
    // Choice: request-holds-nothing
    const wanted = { ...body, kind: "phlebotomy", status: "requested", start: null } as const;
    const appointment = makeAppointment(world, order, wanted);
    moveOrder(world, order, { status_detail: "A phlebotomy appointment was requested." });
    return showAppointment(appointment);
  },

  reschedulePhlebotomyAppointment({ path, body, world }) {
    const order = getOrder(world, path.order_id);
    const found = findAppointment(world, order.id, "phlebotomy");
    // Choice: reschedule-needs-appointment
    const earlier = assertFound(found, "The order has no phlebotomy appointment to move. Book one first.", "invalid");
    const start = chooseStart(world, "phlebotomy", body, earlier);
    // Choice: reschedule-keeps-notes
    const { appointment_notes } = { ...earlier, ...body };
    const moved = omitUndefined({ ...earlier, status: "booked" as const, start, appointment_notes });
    world.records.appointments.put(moved);
    if (start !== earlier.start) {
      releaseSlot(world, earlier);
      holdSlot(world, moved);
    }
    forward(world, order, moved, "reschedule");
    moveOrder(world, order, { status_detail: `The phlebotomy appointment was moved to ${start}.` });
    return showAppointment(moved);
  },

  getPscAppointmentAvailability({ query, world }) {
    assertOptedIn(world);
    // A booking in the moment of a refresh is seen at the next one
    return listAvailability(world, "psc", query, Math.floor(world.clock.nowMs / cacheMs) * cacheMs);
  },

  bookPscAppointment(call) {
    const { path, body, world } = call;
    const order = getOrder(world, path.order_id);
    assertOptedIn(world);
    const make = () => {
      const start = chooseStart(world, "psc", body);
      const made = makeAppointment(world, order, { ...body, kind: "psc", status: "unconfirmed", start });
      world.later(world.clock.nowMs + confirmationMs, "pscConfirmation", { appointment_id: made.id });
      const status_detail = `An appointment at a patient service center is to be confirmed: ${start}.`;
      moveOrder(world, order, { status_detail });
      return made;
    };
    return showAppointment(makeOnce(call, `psc ${order.id}`, make, (id) => world.records.appointments.get(id)));
  },
} satisfies Partial<Operations>;

export const happenings = {
  pscConfirmationPrepared(world, { order_id, outcome }) {
    const order = getOrder(world, order_id);
    world.records.orders.put({ ...order, prepared_confirmation: outcome });
  },
} satisfies Partial<HappeningTable>;

export const due = {
  /** A service center confirms a booking, or refuses it. Choice: psc-confirmation */
  pscConfirmation(world, { appointment_id }) {
    const appointment = world.records.appointments.get(appointment_id);
    // Another booking has taken its place
    if (appointment?.status !== "unconfirmed") return;
    const { prepared_confirmation: status = "confirmed", ...unprepared } = getOrder(world, appointment.order_id);
    world.records.appointments.put({ ...appointment, status });
    if (status === "refused") releaseSlot(world, appointment);
    const status_detail = `The patient service center ${status} the appointment of ${appointment.start}.`;
    moveOrder(world, unprepared, { status_detail });
  },
} satisfies Partial<DueTable>;

/** Choice: psc-not-opted-in */
function assertOptedIn({ settings }: World): void {
  const message =
    "This team has not opted in to scheduling at patient service centers: its world sets psc_scheduling to false.";
  refuseUnless(settings.psc_scheduling, message);
}

/** The appointment of this kind that an order has now. */
function findAppointment(world: World, orderId: string, kind: Kind): StoredAppointment | undefined {
  return world.records.appointments
    .ofOwner(orderId)
    .findLast(({ kind: one, status }) => one === kind && status !== "refused" && status !== "replaced");
}

/** Makes an appointment and holds its slot. It takes the place of one that the order had, which gives its slot back. */
export function makeAppointment(
  world: World,
  { id: order_id }: Pick<StoredOrder, "id">,
  { kind, status, start, appointment_notes }: Pick<StoredAppointment, "kind" | "status" | "start"> & Appointment,
): StoredAppointment {
  const earlier = findAppointment(world, order_id, kind);
  if (earlier !== undefined) {
    world.records.appointments.put({ ...earlier, status: "replaced" });
    releaseSlot(world, earlier);
  }
  const made = { id: world.newId(), made_at: world.clock.now };
  const appointment = omitUndefined({ ...made, order_id, kind, status, start, appointment_notes });
  world.records.appointments.put(appointment);
  holdSlot(world, appointment);
  return appointment;
}

function releaseSlot(world: World, { id }: StoredAppointment): void {
  const { slotHolds } = world.records;
  for (const hold of slotHolds.ofOwner(id)) {
    if (hold.until_ms === undefined) slotHolds.put({ ...hold, until_ms: world.clock.nowMs });
  }
}

function holdSlot(world: World, { id: appointment_id, kind, start }: StoredAppointment): void {
  if (start === null) return;
  const id = world.newId();
  world.records.slotHolds.put({ id, appointment_id, kind, start, from_ms: world.clock.nowMs });
}

/** The provider is sent the access notes of the order on each booking and each reschedule. */
export function forward(
  world: World,
  { id: order_id, patient_address }: Pick<StoredOrder, "id" | "patient_address">,
  { start, appointment_notes }: StoredAppointment,
  occasion: "booking" | "reschedule",
): void {
  const forwarding = {
    order_id,
    occasion,
    forwarded_at: world.clock.now,
    start,
    access_notes: patient_address?.access_notes ?? null,
    appointment_notes: appointment_notes ?? null,
  };
  world.records.forwardings.put(forwarding, world.newId());
}

/** An appointment as answers show it. Choice: appointment-fields */
function showAppointment({ id, start, appointment_notes }: StoredAppointment): Appointment {
  return omitUndefined({ id, start: start ?? undefined, appointment_notes });
}

/** The slots of 14 days that are free and have not begun; the first day is today when none is named. Choice: availability-from-today */
function listAvailability(
  world: World,
  kind: Kind,
  { start_date = toDay(world.clock.nowMs) }: Call<"getPscAppointmentAvailability">["query"],
  beforeMs?: number,
) {
  refuseUnless(
    toMs(start_date) + (daysPerAnswer - 1) * day <= toMs("9999-12-31"),
    "The start_date is too late: the 14 days end after the year 9999.",
  );
  const slots = listDays(start_date, 0, daysPerAnswer).map((date) => {
    const starts = listFreeStarts(world, kind, date, beforeMs);
    return { date, slots: starts.map((start) => ({ start, end: toIso(toMs(start) + hour) })) };
  });
  return { slots };
}

/**
 * When the appointment is to begin: a slot as availability lists it in `slot`, or its `start` alone in `start` or `slot`. Choice: slot-named-by-start
 *
 * @throws {Refused} for one that is not free.
 */
function chooseStart(
  world: World,
  kind: Kind,
  { slot, start = slot }: Readonly<Record<string, unknown>>,
  earlier?: StoredAppointment,
): string {
  const wanted = typeof start === "object" && start !== null ? Reflect.get(start, "start") : start;
  if (wanted === undefined || wanted === null) {
    return assertFound(findFirstFreeStart(world, kind), "No slot is free in the next 14 days.", "invalid");
  }
  const ms = typeof wanted === "string" ? toMs(wanted) : Number.NaN;
  refuseUnless(!Number.isNaN(ms), "The slot is not understood: send the start of a slot, a date-time.");
  const isoStart = toIso(ms);
  const isFree = isoStart === earlier?.start || listFreeStarts(world, kind, toDay(ms)).includes(isoStart);
  // Choice: slot-taken
  refuseUnless(isFree, "The slot is not free, or no longer. Ask for availability again and choose another.");
  return isoStart;
}

/** The first slot that is free; undefined when none is in the next 14 days. */
export function findFirstFreeStart(world: World, kind: Kind): string | undefined {
  const days = listDays(toDay(world.clock.nowMs), 0, daysPerAnswer);
  return days.flatMap((date) => listFreeStarts(world, kind, date))[0];
}

/** The slots of a day that are free. @param beforeMs As they were then: what happened before is seen. By default all that has happened. */
function listFreeStarts(world: World, kind: Kind, date: string, beforeMs = world.clock.nowMs + 1): string[] {
  const begunMs = Math.min(beforeMs, world.clock.nowMs);
  const starts = Array.from({ length: lastHour - firstHour + 1 }, (_, index) =>
    toIso(toMs(date) + (firstHour + index) * hour),
  ).filter((start) => toMs(start) > begunMs);
  const held = world.records.slotHolds
    .named(`${kind} ${date}`)
    .filter(({ from_ms, until_ms = Number.POSITIVE_INFINITY }) => from_ms < beforeMs && until_ms >= beforeMs)
    .map(({ start }) => start);
  return starts.filter((start) => !held.includes(start));
}
