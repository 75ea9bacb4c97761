// How a parsing job moves on: each change of its status is kept and emits an event.
import { labReportParsingJobCompleted } from "../../../../generated/examples.ts";
import type { LabReportParsingJob, LabReportParsingJobStatus, LabReportResult } from "../../../../generated/schemas.ts";
import { hour, minute } from "../world/clock.ts";
import type { StoredParsingJob } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";

/** How long parsing and a person's review take. Choice: parsing-times */
export const parsingMs = minute;
const reviewMs = hour;

/** A job as its lookup shows it. */
export function shownJob({ id, status, results }: StoredParsingJob): LabReportParsingJob {
  return { id, ...(status === undefined ? {} : { status }), ...(results === undefined ? {} : { results }) };
}

/** Nothing follows these. Choice: parsing-order-of-statuses */
export function isFinished({ status }: StoredParsingJob): boolean {
  return status === "completed" || status === "failed";
}

/**
 * Moves a job to a status. What waits for review is completed by the reviewer when the time for it has passed.
 *
 * @param results What was extracted; without it a completed job has the results of the contract's example, as the sandbox reads no report. Choice: parsing-results
 */
export async function moveJob(
  world: World,
  job: StoredParsingJob,
  status: LabReportParsingJobStatus,
  results?: LabReportResult[],
): Promise<StoredParsingJob> {
  const extracted = results ?? (status === "completed" ? labReportParsingJobCompleted.results : undefined);
  const moved = { ...job, status, ...(extracted === undefined ? {} : { results: extracted }) };
  await world.records.parsingJobs.put(job.id, moved);
  await world.emit("lab_report.parsing_job.updated", undefined, { id: job.id, status });
  if (status === "pending_review")
    await world.later(world.clock.nowMs + reviewMs, "parsing_job.reviewed", { id: job.id });
  return moved;
}
