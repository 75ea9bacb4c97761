// An empty world: no user, and the one active lab account without which no order could be placed.
import { randomUUID } from "node:crypto";
import type { World } from "../world/world.ts";

export async function seedEmpty(world: World): Promise<void> {
  const lab_account_id = randomUUID();
  await world.records.labAccounts.put(lab_account_id, { lab_account_id, status: "ACTIVE" });
}
