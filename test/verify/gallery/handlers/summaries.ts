// The operations that read summaries.
import type { Summary } from "../../../../generated/schemas.ts";
import { type Handlers, refusal } from "../call.ts";
import { type Memory, userOf } from "../memory.ts";

/** What the summary operations have in common. */
interface SummaryCall {
  readonly path: { readonly user_id: string };
  readonly memory: Memory;
}

export const summaries = {
  listActivitySummaries: (call) => reply(call, "activity"),
  listBodySummaries: (call) => reply(call, "body"),
  listMealSummaries: (call) => reply(call, "meal"),
  listProfileSummaries: (call) => reply(call, "profile"),
  listSleepSummaries: (call) => reply(call, "sleep"),
  listWorkoutSummaries: (call) => reply(call, "workouts"),
} satisfies Partial<Handlers>;

function reply<Resource extends string>({ path, memory }: SummaryCall, resource: Resource) {
  const user = userOf(memory, path.user_id);
  if (user === undefined) return refusal(404, "No user has this id.");
  const body: { readonly [name: string]: Summary[] } = { [resource]: [...(user.summaries[resource] ?? [])] };
  return { status: 200, body } as const;
}
