// What happens to lab accounts outside of the API: one is opened, changes its status or its default comments.

import { randomUUID } from "node:crypto";
import { labAccountOf } from "../rules/lab-accounts.ts";
import type { StoredLabAccount } from "../world/records/kinds.ts";
import type { HappeningTable } from "./table.ts";

export const labAccounts = {
  async labAccountSet(world, input) {
    const lab_account_id = (input.lab_account_id ?? randomUUID()).toLowerCase();
    const earlier = await labAccountOf(world, lab_account_id);
    const { default_clinical_comments: comments = earlier?.default_clinical_comments ?? null } = input;
    const account: StoredLabAccount = {
      lab_account_id,
      status: input.status ?? earlier?.status ?? "ACTIVE",
      ...(comments === null ? {} : { default_clinical_comments: comments }),
    };
    await world.records.labAccounts.put(lab_account_id, account);
    return account;
  },
} satisfies Partial<HappeningTable>;
