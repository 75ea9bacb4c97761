// What several rooms of the sandbox ask about lab accounts: which there is, and what it may be used for.
import type { StoredLabAccount } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";

/** The lab account of this id. */
export function labAccountOf(world: World, labAccountId: string): Promise<StoredLabAccount | undefined> {
  return world.records.labAccounts.get(labAccountId.toLowerCase());
}

/** Can orders be created with it? Choice: account-status-active */
export function isActive({ status }: StoredLabAccount): boolean {
  return status === "ACTIVE";
}

/** The account that is taken when a call names none. Choice: account-resolved */
export async function resolvedLabAccount(world: World): Promise<StoredLabAccount | undefined> {
  return (await world.records.labAccounts.all()).find(isActive);
}

/** Does a lookup with this account show only a part? Choice: pending-account-hides */
export function isLimited(account: StoredLabAccount | undefined): boolean {
  return account?.status === "PENDING";
}
