// What several rooms of the sandbox ask about lab accounts: which there is, and what it may be used for.
import type { StoredLabAccount } from "../world/records/lab-accounts.ts";
import type { World } from "../world/world.ts";

/** The lab account of this id. */
export function labAccountOf(world: World, labAccountId: string): StoredLabAccount | undefined {
  return world.records.labAccounts.get(labAccountId.toLowerCase());
}

/**
 * Can orders be created with it? Which statuses there are besides `PENDING` is not shown:
 * the sandbox takes `ACTIVE`, as in the contract's examples, and no other.
 */
export function isActive({ status }: StoredLabAccount): boolean {
  return status === "ACTIVE";
}

/** The account that is taken when a call names none. How the service resolves it is not shown: the first active one here. */
export function resolvedLabAccount(world: World): StoredLabAccount | undefined {
  return world.records.labAccounts.all().find(isActive);
}

/**
 * Does a lookup with this account show only a part? What an account changes is not shown; in the sandbox a pending one
 * has no prices of its own and is not yet known to the centers that are booked through the service.
 */
export function isLimited(account: StoredLabAccount | undefined): boolean {
  return account?.status === "PENDING";
}
