// What is remembered of the team's lab accounts.
import type { LabAccountStatus } from "../../../../../generated/schemas.ts";

/** A lab account. The fields of the contract's example, and the default comments. Choice: account-fields */
export interface StoredLabAccount {
  readonly lab_account_id: string;
  readonly status: LabAccountStatus;
  /** Joined with the comments of an order on its requisition. */
  readonly default_clinical_comments?: string;
}
