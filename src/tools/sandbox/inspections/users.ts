// Views of users that no operation shows.
import type { InspectionTable } from "./table.ts";

export const users = {
  user: (world, { user_id }) => world.records.users.get(user_id.toLowerCase()),
} satisfies Partial<InspectionTable>;
