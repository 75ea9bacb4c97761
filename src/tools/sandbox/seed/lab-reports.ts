// The parsing job of the demo cast.
import { labReportParsingJobCompleted } from "../../../../generated/examples.ts";
import { hour, isoOf } from "../world/clock.ts";
import type { World } from "../world/world.ts";

/** Plants a job that was completed before the world began. */
export async function seedLabReports(world: World): Promise<void> {
  const id = "092d4f17-a38c-45e6-9b18-2e37495b0e1f";
  await world.records.parsingJobs.put(id, {
    id,
    created_on: isoOf(world.clock.nowMs - hour),
    file_type: "application/pdf",
    file_bytes: 48_213,
    human_review_requested: false,
    status: "completed",
    ...(labReportParsingJobCompleted.results === undefined ? {} : { results: labReportParsingJobCompleted.results }),
  });
}
