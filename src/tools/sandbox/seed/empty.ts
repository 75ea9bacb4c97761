// An empty world: no user, and the one active lab account without which no order could be placed.
import { randomUUID } from "node:crypto";
import type { World } from "../world/world.ts";

export function seedEmpty(world: World): void {
  const lab_account_id = randomUUID();
  world.records.labAccounts.put(lab_account_id, { lab_account_id, status: "ACTIVE" });
}
