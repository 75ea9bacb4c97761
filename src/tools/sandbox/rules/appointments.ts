// What several rooms of the sandbox do with appointments: find one, make one, move one, give its slot back.
import { randomUUID } from "node:crypto";
import type { StoredAppointment } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";

/** The appointment of this kind that an order has now. */
export async function appointmentOf(
  world: World,
  orderId: string,
  kind: StoredAppointment["kind"],
): Promise<StoredAppointment | undefined> {
  return (await world.records.appointments.ofOwner(orderId)).findLast(
    ({ kind: one, status }) => one === kind && status !== "refused" && status !== "replaced",
  );
}

/** Makes an appointment and holds its slot. It takes the place of one that the order had, which gives its slot back. */
export async function makeAppointment(
  world: World,
  wanted: Omit<StoredAppointment, "id" | "made_at">,
): Promise<StoredAppointment> {
  const earlier = await appointmentOf(world, wanted.order_id, wanted.kind);
  if (earlier !== undefined) await endAppointment(world, earlier, "replaced");
  const appointment = { ...wanted, id: randomUUID(), made_at: world.clock.now };
  await world.records.appointments.put(appointment.id, appointment);
  await holdSlot(world, appointment);
  return appointment;
}

/** Changes an appointment; when it begins at another time then, it gives its slot back and holds the new one. */
export async function changeAppointment(
  world: World,
  earlier: StoredAppointment,
  changed: StoredAppointment,
): Promise<void> {
  await world.records.appointments.put(changed.id, changed);
  if (changed.start === earlier.start) return;
  await releaseSlot(world, earlier);
  await holdSlot(world, changed);
}

/** An appointment that will not take place gives its slot back. */
export async function endAppointment(
  world: World,
  appointment: StoredAppointment,
  status: "replaced" | "refused",
): Promise<void> {
  await world.records.appointments.put(appointment.id, { ...appointment, status });
  await releaseSlot(world, appointment);
}

async function releaseSlot(world: World, { id }: StoredAppointment): Promise<void> {
  const { slotHolds } = world.records;
  for (const hold of await slotHolds.ofOwner(id)) {
    if (hold.untilMs === undefined) await slotHolds.put(hold.id, { ...hold, untilMs: world.clock.nowMs });
  }
}

async function holdSlot(world: World, { id: appointment_id, kind, start }: StoredAppointment): Promise<void> {
  if (start === null) return;
  const id = randomUUID();
  await world.records.slotHolds.put(id, { id, appointment_id, kind, start, fromMs: world.clock.nowMs });
}
