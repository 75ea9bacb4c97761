// What several rooms of the sandbox do with appointments: find one, make one, move one, give its slot back.
import { randomUUID } from "node:crypto";
import type { StoredAppointment } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";

/** The appointment of this kind that an order has now. */
export function appointmentOf(
  world: World,
  orderId: string,
  kind: StoredAppointment["kind"],
): StoredAppointment | undefined {
  return world.records.appointments
    .ofOwner(orderId)
    .findLast(({ kind: one, status }) => one === kind && status !== "refused" && status !== "replaced");
}

/** Makes an appointment and holds its slot. It takes the place of one that the order had, which gives its slot back. */
export function makeAppointment(world: World, wanted: Omit<StoredAppointment, "id" | "made_at">): StoredAppointment {
  const earlier = appointmentOf(world, wanted.order_id, wanted.kind);
  if (earlier !== undefined) endAppointment(world, earlier, "replaced");
  const appointment = { ...wanted, id: randomUUID(), made_at: world.clock.now };
  world.records.appointments.put(appointment.id, appointment);
  holdSlot(world, appointment);
  return appointment;
}

/** Changes an appointment; when it begins at another time then, it gives its slot back and holds the new one. */
export function changeAppointment(world: World, earlier: StoredAppointment, changed: StoredAppointment): void {
  world.records.appointments.put(changed.id, changed);
  if (changed.start === earlier.start) return;
  releaseSlot(world, earlier);
  holdSlot(world, changed);
}

/** An appointment that will not take place gives its slot back. */
export function endAppointment(world: World, appointment: StoredAppointment, status: "replaced" | "refused"): void {
  world.records.appointments.put(appointment.id, { ...appointment, status });
  releaseSlot(world, appointment);
}

function releaseSlot(world: World, { id }: StoredAppointment): void {
  const { slotHolds } = world.records;
  for (const hold of slotHolds.ofOwner(id)) {
    if (hold.untilMs === undefined) slotHolds.put(hold.id, { ...hold, untilMs: world.clock.nowMs });
  }
}

function holdSlot(world: World, { id: appointment_id, kind, start }: StoredAppointment): void {
  if (start === null) return;
  const id = randomUUID();
  world.records.slotHolds.put(id, { id, appointment_id, kind, start, fromMs: world.clock.nowMs });
}
