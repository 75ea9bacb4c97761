// What can be looked at of orders that no operation shows: the order itself, its requisition, what was sent to providers.
import type { PatientAddress } from "../../../generated/schemas.ts";
import { orderNamed } from "../happenings/orders.ts";
import { labAccountOf } from "../lab-accounts.ts";
import type { StoredAppointment, StoredForwarding } from "../records/appointments.ts";
import type { StoredOrder } from "../records/orders.ts";
import type { World } from "../world.ts";

/** What a lab is sent of an order. */
export interface Requisition {
  readonly order_id: string;
  readonly lab_account_id: string;
  readonly patient_address: PatientAddress | null;
  /** Those of the order and of the account, joined; null where there are none. */
  readonly clinical_comments: string | null;
}

interface OrderInput {
  readonly order_id: string;
}

export const orders = {
  /** An order as it is kept, with its results. */
  order: (world: World, { order_id }: OrderInput): StoredOrder => orderNamed(world, order_id),

  /** The order's appointments, the latest last, those that were replaced or refused included. */
  appointments: (world: World, { order_id }: OrderInput): StoredAppointment[] =>
    world.records.appointments.ofOwner(orderNamed(world, order_id).id),

  /** What the phlebotomy provider was sent, each time. */
  phlebotomyForwarded: (world: World, { order_id }: OrderInput): StoredForwarding[] =>
    world.records.forwardings.ofOwner(orderNamed(world, order_id).id),

  /** The requisition of an order, as it would be written now. */
  requisition(world: World, { order_id }: OrderInput): Requisition {
    const { id, lab_account_id, patient_address = null, clinical_comments } = orderNamed(world, order_id);
    // In which order they are joined and by what is not shown, nor whether the limit covers the joined text:
    // those of the order come first here, each on lines of their own, and nothing is cut off
    const comments = [clinical_comments, labAccountOf(world, lab_account_id)?.default_clinical_comments]
      .filter((text) => text !== undefined && text !== "")
      .join("\n");
    return { order_id: id, lab_account_id, patient_address, clinical_comments: comments === "" ? null : comments };
  },
};
