// What happens to users outside of the API: demographics are set, a user is deleted.

import { removeConnections } from "../rules/connections.ts";
import { presentUser } from "../rules/users.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { StoredUser } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import type { HappeningTable } from "./table.ts";

/** The user of this id, who must be there and not deleted. */
export async function userNamed(world: World, userId: string): Promise<StoredUser> {
  const user = await presentUser(world, userId);
  if (user !== undefined) return user;
  throw new HappeningRefused(
    "unknown",
    `No user has the user_id "${userId}", or the user is deleted. Create the user first.`,
  );
}

export const users = {
  async demographicsSet(world, input) {
    const { demographics: _, ...user } = await userNamed(world, input.user_id);
    await world.records.users.put(user.user_id, {
      ...user,
      ...(input.demographics === null ? {} : { demographics: input.demographics }),
    });
  },

  async userDeleted(world, input) {
    const user = await userNamed(world, input.user_id);
    await world.records.users.put(user.user_id, { ...user, deleted_at: world.clock.now });
    // Choice: deletion-removes-connections
    await removeConnections(world, user.user_id);
  },
} satisfies Partial<HappeningTable>;
