// What becomes of a parsing job by itself: it is parsed, and reviewed where a person was asked to.
import { moveJob } from "../rules/lab-reports.ts";
import type { World } from "../world/world.ts";

export interface LabReportKinds {
  readonly "parsing_job.parsed": { readonly id: string };
  readonly "parsing_job.reviewed": { readonly id: string };
}

export const labReports = {
  "parsing_job.parsed"(world: World, { id }: LabReportKinds["parsing_job.parsed"]): void {
    const job = world.records.parsingJobs.get(id);
    // A happening may have come before
    if (job === undefined || job.status !== undefined) return;
    moveJob(world, job, job.human_review_requested ? "pending_review" : "completed");
  },

  "parsing_job.reviewed"(world: World, { id }: LabReportKinds["parsing_job.reviewed"]): void {
    const job = world.records.parsingJobs.get(id);
    if (job?.status === "pending_review") moveJob(world, job, "completed");
  },
};
