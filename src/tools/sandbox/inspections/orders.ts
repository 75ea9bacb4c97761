// What can be looked at of orders that no operation shows: the order itself, its requisition, what was sent to providers.

import { orderNamed } from "../happenings/orders.ts";
import { labAccountOf } from "../rules/lab-accounts.ts";
import type { InspectionTable } from "./table.ts";

export const orders = {
  order: (world, { order_id }) => orderNamed(world, order_id),

  appointments: async (world, { order_id }) =>
    world.records.appointments.ofOwner((await orderNamed(world, order_id)).id),

  phlebotomyForwarded: async (world, { order_id }) =>
    world.records.forwardings.ofOwner((await orderNamed(world, order_id)).id),

  async requisition(world, { order_id }) {
    const { id, lab_account_id, patient_address = null, clinical_comments } = await orderNamed(world, order_id);
    // Choice: comments-joined
    const comments = [clinical_comments, (await labAccountOf(world, lab_account_id))?.default_clinical_comments]
      .filter((text) => text !== undefined && text !== "")
      .join("\n");
    return { order_id: id, lab_account_id, patient_address, clinical_comments: comments === "" ? null : comments };
  },
} satisfies Partial<InspectionTable>;
