// The lab accounts of the demo cast: an active and a pending one.
import type { World } from "../world/world.ts";

/** Plants the accounts that orders of the cast belong to; the first is the active one. */
export async function seedLabAccounts(world: World): Promise<void> {
  const { labAccounts } = world.records;
  for (const [lab_account_id, status] of [
    [activeLabAccountId, "ACTIVE"],
    ["c5e90bd3-6f48-41a2-97d4-eaf30517c9db", "PENDING"],
  ] as const) {
    await labAccounts.put(lab_account_id, { lab_account_id, status });
  }
}

/** The account of the cast's orders. */
export const activeLabAccountId = "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca";
