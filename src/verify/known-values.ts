// Which values of which fields have to be things that the server knows: from the data, or made by this run.
import type { ContractOperation } from "../contract/index.ts";
import type { UserIds, VerifyData } from "./data.ts";

/** Something that a call needs is not known, so that it cannot be made. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}

/** Values by the field's name; a field that is not listed is generated from its schema. */
export interface KnownValues {
  /** The value that a field of this name needs; undefined when any value of its schema will do. */
  value(operation: ContractOperation, field: string): string | number | undefined;
  /** Does a field of this name have to be something that the server knows? */
  isKnown(operation: ContractOperation, field: string): boolean;
}

/** Where the value of each field comes from. */
const sources: Readonly<
  Record<string, (data: VerifyData, user: UserIds | undefined, id: string) => string | number | undefined>
> = {
  user_id: (_, user) => user?.user_id,
  client_user_id: (_, user) => user?.client_user_id,
  provider: ({ connected_provider }) => connected_provider,
  oauth_provider: (data) => data.oauth_provider,
  org_id: (data) => data.org_id,
  lab_test_id: (data) => data.lab_test_id,
  lab_id: (data) => data.lab_id,
  lab: ({ lab_slug }) => lab_slug,
  labs: ({ lab_slug }) => lab_slug,
  lab_slug: (data) => data.lab_slug,
  lab_account_id: (data) => data.lab_account_id,
  zip_code: (data) => data.zip_code,
  job_id: (data) => data.job_id,
  order_id: (data, _, id) =>
    /psc/i.test(id) ? data.psc_order_id : /phlebotomy/i.test(id) ? data.phlebotomy_order_id : data.order_id,
};

/**
 * The values that calls need.
 *
 * @param createdUser A user that this run has created, for when the data names none.
 */
export function knownValues(data: VerifyData, createdUser: UserIds | undefined): KnownValues {
  const sourceOf = (operation: ContractOperation, field: string) =>
    // The one id that a person chooses
    operation.id === "createUser" && field === "client_user_id" ? undefined : sources[field];
  // A user who was just created has no demographics, which a portal URL needs
  const userFor = ({ id }: ContractOperation) => data.user ?? (id === "createPortalUrl" ? undefined : createdUser);
  return {
    value: (operation, field) => sourceOf(operation, field)?.(data, userFor(operation), operation.id),
    isKnown: (operation, field) => sourceOf(operation, field) !== undefined,
  };
}
