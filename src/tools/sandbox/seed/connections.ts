// The runner's connections and summaries, as the contract's examples have them.
import {
  activitySummaries,
  bodySummaries,
  mealSummaries,
  profileSummaries,
  sleepSummaries,
  user,
  userConnections,
  workoutSummaries,
} from "../../../../generated/examples.ts";
import type { Summary } from "../../../../generated/schemas.ts";
import { keepConnection } from "../rules/connections.ts";
import { type SummaryResource, summaryResources } from "../rules/health-data.ts";
import { day, dayOf, isoOf } from "../world/clock.ts";
import { dataId } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";

/** Plants them. The examples have no days: the summaries are of yesterday, so that the first data of today is new. */
export async function seedConnections(world: World): Promise<void> {
  const { user_id } = user;
  for (const { slug, status, created_on, resource_availability } of userConnections.providers) {
    await keepConnection(world, {
      user_id,
      provider: slug,
      connect_mode: "automatic",
      status,
      created_on,
      resource_availability,
      error_details: null,
      prepared: [],
      in_progress: [],
      pulled: [],
    });
  }
  const yesterdayMs = world.clock.nowMs - day;
  const kept = isoOf(yesterdayMs);
  for (const resource of summaryResources) {
    for (const { source } of summariesOfExamples[resource]) {
      const id = { user_id, provider: source.provider ?? "manual", resource, day: dayOf(yesterdayMs) };
      await world.records.data.put(dataId(id), {
        ...id,
        ...(typeof source.app_id === "string" ? { app_id: source.app_id } : {}),
        data: {},
        created_on: kept,
        updated_on: kept,
      });
    }
  }
}

const summariesOfExamples: Readonly<Record<SummaryResource, readonly Summary[]>> = {
  activity: activitySummaries.activity ?? [],
  body: bodySummaries.body ?? [],
  meal: mealSummaries.meal ?? [],
  profile: profileSummaries.profile ?? [],
  sleep: sleepSummaries.sleep ?? [],
  workouts: workoutSummaries.workouts ?? [],
};
