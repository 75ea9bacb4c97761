// The later steps of orders: a service center confirms a booking, or refuses it.
import { endAppointment } from "../rules/appointments.ts";
import { moveOrder, orderOf } from "../rules/orders.ts";
import type { DueTable } from "./table.ts";

/** The work that orders leave. Choice: psc-confirmation */
export const orders = {
  async pscConfirmation(world, { appointment_id }) {
    const appointment = await world.records.appointments.get(appointment_id);
    // Another booking has taken its place
    if (appointment?.status !== "unconfirmed") return;
    const order = await orderOf(world, appointment.order_id);
    if (order === undefined) return;
    const { prepared_confirmation = "confirmed", ...unprepared } = order;
    if (prepared_confirmation === "refused") await endAppointment(world, appointment, "refused");
    else await world.records.appointments.put(appointment.id, { ...appointment, status: "confirmed" });
    await moveOrder(world, unprepared, {
      status_detail: `The patient service center ${prepared_confirmation} the appointment of ${appointment.start}.`,
    });
  },
} satisfies Partial<DueTable>;
