// What several rooms of the sandbox ask about users.
import type { ConnectedSource } from "../../../../generated/schemas.ts";
import type { StoredUser } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { shownProvider } from "./connections.ts";

/** The user of this id, unless deleted. Choice: deleted-user-unknown */
export async function presentUser(world: World, userId: string): Promise<StoredUser | undefined> {
  const user = await world.records.users.get(userId.toLowerCase());
  return user?.deleted_at === undefined ? user : undefined;
}

/** The user of the team's own id, unless deleted. */
export async function presentUserNamed(world: World, clientUserId: string): Promise<StoredUser | undefined> {
  return (await world.records.users.named(clientUserId)).find(({ deleted_at }) => deleted_at === undefined);
}

/** What a user is connected to, as a user shows it. */
export async function connectedSourcesOf(world: World, userId: string): Promise<ConnectedSource[]> {
  return (await world.records.connections.ofOwner(userId)).map((connection) => ({
    created_on: connection.created_on,
    source: shownProvider(connection),
  }));
}
