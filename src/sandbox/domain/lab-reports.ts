// Lab reports: uploaded, parsed, reviewed, and their results read.
import { labReportParsingJobCompleted } from "../../../generated/examples.ts";
import type { LabReportParsingJob, LabReportResult } from "../../../generated/schemas.ts";
import { emit } from "../events/outbox.ts";
import { hour, minute } from "../world/clock.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredParsingJob } from "../world/records.ts";
import { assertFound, refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import type { DueTable, HappeningTable, Operations } from "./topic.ts";

/** How long parsing and a person's review take. Choice: parsing-times */
const parsingMs = minute;
const reviewMs = hour;

/** Nothing follows these. Choice: parsing-order-of-statuses */
function isFinished({ status }: StoredParsingJob): boolean {
  return status === "completed" || status === "failed";
}

export const operations = {
  createLabReportParsingJob({ body, world }) {
    // The type that the upload names and its size were checked with the input; what is inside of the file is not looked at. Choice: parsing-results
    const job: StoredParsingJob = {
      id: world.newId(),
      created_on: world.clock.now,
      file_type: body.file.type,
      file_bytes: body.file.size,
      human_review_requested: body.request_human_review ?? false,
    };
    world.records.parsingJobs.put(job);
    emit(world, "lab_report.parsing_job.created", undefined, { id: job.id });
    world.later(world.clock.nowMs + parsingMs, "parsing_job.parsed", { id: job.id });
    return showJob(job);
  },

  getLabReportParsingJob: ({ path, world }) => showJob(getJob(world, path.job_id)),
} satisfies Partial<Operations>;

export const happenings = {
  parsingJobFinished(world, { job_id, status, results }) {
    const job = getJob(world, job_id);
    refuseUnless(
      !isFinished(job) && job.status !== status,
      `The job is ${job.status} and cannot become ${status}. Upload another lab report.`,
      "conflict",
    );
    refuseUnless(
      results === undefined || status !== "failed",
      "A failed job has no results. Leave them out, or complete the job.",
    );
    return showJob(moveJob(world, job, status, results));
  },
} satisfies Partial<HappeningTable>;

export const due = {
  "parsing_job.parsed"(world, { id }) {
    const job = world.records.parsingJobs.get(id);
    // A happening may have come before
    if (job === undefined || job.status !== undefined) return;
    moveJob(world, job, job.human_review_requested ? "pending_review" : "completed");
  },

  /** A job that waits for review is completed by the reviewer when the time for it has passed. */
  "parsing_job.reviewed"(world, { id }) {
    const job = world.records.parsingJobs.get(id);
    if (job?.status === "pending_review") moveJob(world, job, "completed");
  },
} satisfies Partial<DueTable>;

/** @throws {Refused} when the job is unknown. */
function getJob({ records }: World, jobId: string): StoredParsingJob {
  const job = records.parsingJobs.get(jobId.toLowerCase());
  return assertFound(job, `No parsing job has the id "${jobId}". Upload a lab report first.`);
}

/** A job as its lookup shows it. */
function showJob({ id, status, results }: StoredParsingJob): LabReportParsingJob {
  return omitUndefined({ id, status, results: results && [...results] });
}

/**
 * Moves a job to a status, which emits an event.
 *
 * @param results What was extracted; without it a completed job has the results of the contract's example, as the sandbox reads no report. Choice: parsing-results
 */
function moveJob(
  world: World,
  job: StoredParsingJob,
  status: NonNullable<StoredParsingJob["status"]>,
  results: readonly LabReportResult[] | undefined = status === "completed"
    ? labReportParsingJobCompleted.results
    : undefined,
): StoredParsingJob {
  const moved = { ...job, status, ...(results && { results }) };
  world.records.parsingJobs.put(moved);
  emit(world, "lab_report.parsing_job.updated", undefined, { id: job.id, status });
  if (status === "pending_review") world.later(world.clock.nowMs + reviewMs, "parsing_job.reviewed", { id: job.id });
  return moved;
}
