// Which values of which fields have to be things that the server knows: from the data, or made by this run.
import type { ContractOperation } from "../../contract/index.ts";
import { traitsOf } from "../checks/operations.ts";
import type { UserIds, VerifyData } from "./data.ts";

/** Something that a call needs is not known, so that it cannot be made. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}

/** Values by the field's name; a field that is not listed is generated from its schema. */
export interface KnownValues {
  /** The value that a field of this name needs; undefined when it is not given, or any value of its schema is valid. */
  value(operation: ContractOperation, field: string): string | number | undefined;
  /** Does a field of this name have to be something that the server knows? */
  isKnown(operation: ContractOperation, field: string): boolean;
}

/** What the data calls the thing that a field needs. */
export function dataNameOf(operation: ContractOperation, field: string): string {
  return traitsOf(operation).dataNames?.[field] ?? aliases[field] ?? field;
}

/** Fields that are named in the data by another name, wherever they stand. */
const aliases: Readonly<Record<string, string>> = {
  user_id: "user",
  client_user_id: "user",
  provider: "connected_provider",
  lab: "lab_slug",
  labs: "lab_slug",
};

/** What is in the data by a single value. */
const plainNames = [
  "connected_provider",
  "oauth_provider",
  "org_id",
  "lab_test_id",
  "lab_id",
  "lab_slug",
  "lab_account_id",
  "zip_code",
  "job_id",
  "order_id",
  "phlebotomy_order_id",
  "psc_order_id",
] as const satisfies readonly (keyof VerifyData)[];

/**
 * The values that calls need.
 *
 * @param createdUser A user that this run has created, for when the data names none.
 */
export function knownValues(data: VerifyData, createdUser: UserIds | undefined): KnownValues {
  const isKnown = (operation: ContractOperation, field: string) => {
    const name = dataNameOf(operation, field);
    return traitsOf(operation).chosenId !== field && (name === "user" || plainNames.some((one) => one === name));
  };
  return {
    isKnown,
    value(operation, field) {
      if (!isKnown(operation, field)) return undefined;
      const name = dataNameOf(operation, field);
      const user = data.user ?? (traitsOf(operation).needsDemographics ? undefined : createdUser);
      return name === "user" ? user?.[field === "user_id" ? field : "client_user_id"] : plainValue(data, name);
    },
  };
}

function plainValue(data: VerifyData, name: string): string | number | undefined {
  const known = plainNames.find((one) => one === name);
  return known && data[known];
}
