// The demo cast: the users, connections, orders and jobs of the contract's examples.
import { user, userWithoutFallbackBirthDate } from "../../../../generated/examples.ts";
import { presentUserNamed } from "../rules/users.ts";
import { day, isoOf } from "../world/clock.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { StoredUser } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { seedConnections } from "./connections.ts";
import { seedLabAccounts } from "./lab-accounts.ts";
import { seedLabReports } from "./lab-reports.ts";
import { seedOrders } from "./orders.ts";
import { seedOrganization } from "./organization.ts";

/**
 * Plants the cast. Deletions are so and so many days before the world's clock.
 *
 * @throws {HappeningRefused} when another user has the `client_user_id` of one: two users would have it.
 */
export async function seedDemo(world: World): Promise<void> {
  const cast = castOf(world.clock.nowMs);
  for (const { user_id, client_user_id, deleted_at } of cast) {
    const other = await presentUserNamed(world, client_user_id);
    if (deleted_at !== undefined || other === undefined || cast.some((one) => one.user_id === other.user_id)) continue;
    throw new HappeningRefused(
      "conflict",
      `The user ${other.user_id} has the client_user_id "${client_user_id}", which ${user_id} of the cast needs. Delete that user or reset the world.`,
    );
  }
  for (const one of cast) await world.records.users.put(one.user_id, one);
  await seedConnections(world);
  await seedLabReports(world);
  await seedLabAccounts(world);
  await seedOrders(world);
  await seedOrganization(world);
}

function castOf(nowMs: number): StoredUser[] {
  const { connected_sources: _, team_id: __, ...runner } = user;
  const { connected_sources: ___, team_id: ____, ...walker } = userWithoutFallbackBirthDate;
  const bare = { ingestion_start: null, ingestion_end: null };
  const other = (ids: Pick<StoredUser, "user_id" | "client_user_id">, deletedDaysAgo?: number): StoredUser => ({
    ...walker,
    ...bare,
    ...ids,
    ...(deletedDaysAgo === undefined ? {} : { deleted_at: isoOf(nowMs - deletedDaysAgo * day) }),
  });
  const climber = "demo-climber-04";
  return [
    { ...bare, ...runner, demographics: { first_name: "Demo", last_name: "Runner", born: "1990-04-12" } },
    { ...bare, ...walker },
    other({ user_id: "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58", client_user_id: "demo-swimmer-03" }, 4),
    other({ user_id: "901c6da7-e8f3-44b5-9699-c27d3e450a8b", client_user_id: "demo-diver-05" }, 8),
    other({ user_id: "a12d7eb8-f904-45c6-87aa-d38e4f561b9c", client_user_id: "demo-rower-06" }, 3),
    other({ user_id: "7e0a4b85-c6d1-4293-b4e7-a05b1c238d69", client_user_id: climber }, 5),
    {
      ...other({ user_id: "8f1b5c96-d7e2-43a4-85f8-b16c2d349e7a", client_user_id: climber }),
      created_on: isoOf(nowMs - 3 * day),
    },
  ];
}
