// What happens to parsing jobs outside of the API: a report is parsed, reviewed, or cannot be read.
import type { LabReportResult } from "../../../../generated/schemas.ts";
import { isFinished, moveJob, shownJob } from "../rules/lab-reports.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { HappeningTable } from "./table.ts";

export const labReports = {
  async parsingJobFinished(world, input) {
    const { job_id, status, results } = input;
    const job = await world.records.parsingJobs.get(job_id.toLowerCase());
    if (job === undefined) {
      throw new HappeningRefused("unknown", `No parsing job has the id "${job_id}". Upload a lab report first.`);
    }
    if (status.trim() === "") {
      throw new HappeningRefused("invalid", "The status is empty. Pass completed, failed or pending_review.");
    }
    if (isFinished(job) || job.status === status) {
      throw new HappeningRefused(
        "conflict",
        `The job is ${job.status} and cannot become ${status}. Upload another lab report.`,
      );
    }
    if (results !== undefined && status === "failed") {
      throw new HappeningRefused("invalid", "A failed job has no results. Leave them out, or complete the job.");
    }
    for (const [index, result] of (results ?? []).entries()) refuseIncomplete(result, index);
    return shownJob(await moveJob(world, job, status, results === undefined ? undefined : [...results]));
  },
} satisfies Partial<HappeningTable>;

const texts = ["biomarker_name", "interpretation"] as const;
const fields = [...texts, "value", "unit", "reference_range", "loinc_match"] as const;

/** A result as the contract has it: what comes over HTTP has not been checked by the compiler. */
function refuseIncomplete(result: LabReportResult, index: number): void {
  const missing = fields.find((field) => result[field] === undefined);
  if (missing !== undefined) {
    throw new HappeningRefused("invalid", `Result ${index} has no ${missing}. A result has ${fields.join(", ")}.`);
  }
  const noText = texts.find((field) => typeof result[field] !== "string");
  if (noText !== undefined || (result.unit !== null && typeof result.unit !== "string")) {
    throw new HappeningRefused(
      "invalid",
      `The ${noText ?? "unit"} of result ${index} is not a string. Write it as a string.`,
    );
  }
}
