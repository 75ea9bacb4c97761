// The automatic steps of a parsing job: it is parsed, and reviewed if a human review was requested.
import { moveJob } from "../rules/lab-reports.ts";
import type { DueTable } from "./table.ts";

export const labReports = {
  async "parsing_job.parsed"(world, { id }) {
    const job = await world.records.parsingJobs.get(id);
    // A happening may have come before
    if (job === undefined || job.status !== undefined) return;
    await moveJob(world, job, job.human_review_requested ? "pending_review" : "completed");
  },

  async "parsing_job.reviewed"(world, { id }) {
    const job = await world.records.parsingJobs.get(id);
    if (job?.status === "pending_review") await moveJob(world, job, "completed");
  },
} satisfies Partial<DueTable>;
