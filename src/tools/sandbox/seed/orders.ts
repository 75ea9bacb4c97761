// The orders of the demo cast: a walk-in, phlebotomy at home with its appointment, and a test kit in transit trouble.
import {
  orderCreated,
  orderCreatedWithComments,
  orderProblemInTransitCustomer,
  phlebotomyAppointmentBooked,
} from "../../../../generated/examples.ts";
import type { Order } from "../../../../generated/schemas.ts";
import { makeAppointment } from "../rules/appointments.ts";
import { firstFreeStart } from "../rules/slots.ts";
import type { World } from "../world/world.ts";
import { activeLabAccountId } from "./lab-accounts.ts";

/** Creates the runner's orders. They are older than the world, so they have no events. */
export async function seedOrders(world: World): Promise<void> {
  const atHome = "e70b2df5-816a-43c4-99f6-0c152739ecfd";
  await seedOrder(world, "d6fa1ce4-7059-42b3-88e5-fb041628dbec", orderCreated);
  await seedOrder(world, atHome, orderCreatedWithComments);
  await seedOrder(world, "f81c3e06-927b-44d5-8a07-1d26384afd0e", orderProblemInTransitCustomer);
  const { start, appointment_notes } = await makeAppointment(world, {
    order_id: atHome,
    kind: "phlebotomy",
    status: "booked",
    start: (await firstFreeStart(world, "phlebotomy")) ?? null,
    ...phlebotomyAppointmentBooked,
  });
  await world.records.forwardings.put(atHome, {
    order_id: atHome,
    occasion: "booking",
    forwarded_at: world.clock.now,
    start,
    access_notes: orderCreatedWithComments.patient_address?.access_notes ?? null,
    appointment_notes: appointment_notes ?? null,
  });
}

async function seedOrder(
  world: World,
  id: string,
  { events, patient_address, clinical_comments }: Order,
): Promise<void> {
  await world.records.orders.put(id, {
    id,
    user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10",
    lab_account_id: activeLabAccountId,
    created_on: world.clock.now,
    ...(patient_address === undefined ? {} : { patient_address }),
    ...(clinical_comments === undefined ? {} : { clinical_comments }),
    further: {},
    events,
    results: [],
  });
}
