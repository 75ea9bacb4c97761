// The operations that read summaries.
import type { Summary } from "../../../../generated/schemas.ts";
import { type SummaryResource, summariesOf } from "../rules/health-data.ts";
import { presentUser } from "../rules/users.ts";
import type { World } from "../world/world.ts";
import { type Handlers, refusal } from "./call.ts";

/** What the summary operations have in common. */
interface SummaryCall {
  readonly path: { readonly user_id: string };
  readonly world: World;
}

export const summaries = {
  listActivitySummaries: (call) => reply(call, "activity"),
  listBodySummaries: (call) => reply(call, "body"),
  listMealSummaries: (call) => reply(call, "meal"),
  listProfileSummaries: (call) => reply(call, "profile"),
  listSleepSummaries: (call) => reply(call, "sleep"),
  listWorkoutSummaries: (call) => reply(call, "workouts"),
} satisfies Partial<Handlers>;

/** All that is kept. Choice: summaries-whole */
async function reply({ path, world }: SummaryCall, resource: SummaryResource) {
  if ((await presentUser(world, path.user_id)) === undefined) return refusal(404, "No user has this id.");
  const body: { readonly [name: string]: Summary[] } = { [resource]: await summariesOf(world, path.user_id, resource) };
  return { status: 200, body } as const;
}
