// The operations of a user's connections: list, refresh, disconnect.

import { providerOf } from "../catalogue/providers.ts";
import { connectionOf, removeConnection, shownConnection } from "../rules/connections.ts";
import { refresh } from "../rules/refresh.ts";
import { presentUser } from "../rules/users.ts";
import { type Handlers, refusal } from "./call.ts";

const unknownUser = refusal(404, "No user has this id.");

export const connections = {
  async listUserConnections({ path, world }) {
    if ((await presentUser(world, path.user_id)) === undefined) return unknownUser;
    const found = await world.records.connections.ofOwner(path.user_id);
    return { status: 200, body: { providers: found.map((connection) => shownConnection(world, connection)) } };
  },

  async refreshUserData({ path, query, world }) {
    const user = await presentUser(world, path.user_id);
    if (user === undefined) return unknownUser;
    // Choice: refresh-succeeds
    const success = true;
    return {
      status: 200,
      body: { success, user_id: user.user_id, ...(await refresh(world, user, query.timeout ?? 10)) },
    };
  },

  async disconnectProvider({ path, world }) {
    const user = await presentUser(world, path.user_id);
    if (user === undefined) return unknownUser;
    const provider = providerOf(path.provider);
    // Choice: disconnect-without-connection
    if (provider === undefined) return refusal(404, "No provider has this slug. The list of providers has the slugs.");
    const connection = await connectionOf(world, user.user_id, provider.slug);
    // Choice: disconnect-without-effect, disconnect-keeps-data
    const hasEffect = !provider.isOnDevice || connection?.connect_mode === "explicit";
    if (connection !== undefined && hasEffect) await removeConnection(world, connection);
    return { status: 200, body: { success: true } };
  },
} satisfies Partial<Handlers>;
