// What happens to lab accounts outside of the API: one is opened, changes its status or its default comments.
import { randomUUID } from "node:crypto";
import type { LabAccountStatus } from "../../../generated/schemas.ts";
import { labAccountOf } from "../lab-accounts.ts";
import type { StoredLabAccount } from "../records/lab-accounts.ts";
import type { World } from "../world.ts";

export const labAccounts = {
  /**
   * Opens a lab account, or changes the one of this id. What is left out stays; a new one is `ACTIVE`, and null removes the comments.
   * The limit of an order's comments is not shown to hold for an account's.
   */
  labAccountSet(
    world: World,
    input: {
      readonly lab_account_id?: string;
      readonly status?: LabAccountStatus;
      readonly default_clinical_comments?: string | null;
    },
  ): StoredLabAccount {
    const lab_account_id = (input.lab_account_id ?? randomUUID()).toLowerCase();
    const earlier = labAccountOf(world, lab_account_id);
    const { default_clinical_comments: comments = earlier?.default_clinical_comments ?? null } = input;
    const account: StoredLabAccount = {
      lab_account_id,
      status: input.status ?? earlier?.status ?? "ACTIVE",
      ...(comments === null ? {} : { default_clinical_comments: comments }),
    };
    world.records.labAccounts.put(lab_account_id, account);
    return account;
  },
};
