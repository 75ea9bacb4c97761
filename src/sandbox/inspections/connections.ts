// Views of connections and of health data that no operation shows.
import type { StoredConnection } from "../records/connections.ts";
import type { StoredData } from "../records/data.ts";
import type { World } from "../world.ts";

export const connections = {
  /** The connections of a user with their connect mode, what is prepared, what is in progress, and what was pulled. */
  connections: (world: World, input: { readonly user_id: string }): StoredConnection[] =>
    world.records.connections.ofOwner(input.user_id.toLowerCase()),

  /** The health data of a user as it is kept, timeseries values included. */
  healthData: (
    world: World,
    input: { readonly user_id: string; readonly resource?: string; readonly provider?: string },
  ): StoredData[] =>
    world.records.data
      .named(input.user_id.toLowerCase())
      .filter(({ resource }) => input.resource === undefined || resource === input.resource)
      .filter(({ provider }) => input.provider === undefined || provider === input.provider),
};
