// Views of connections and of health data that no operation shows.
import type { InspectionTable } from "./table.ts";

export const connections = {
  connections: (world, input) => world.records.connections.ofOwner(input.user_id.toLowerCase()),

  healthData: async (world, input) =>
    (await world.records.data.named(input.user_id.toLowerCase()))
      .filter(({ resource }) => input.resource === undefined || resource === input.resource)
      .filter(({ provider }) => input.provider === undefined || provider === input.provider),
} satisfies Partial<InspectionTable>;
