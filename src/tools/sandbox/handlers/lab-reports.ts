// The operations of lab report parsing.
import { randomUUID } from "node:crypto";
import { parsingMs, shownJob } from "../rules/lab-reports.ts";
import type { StoredParsingJob } from "../world/records/kinds.ts";
import { type Handlers, refusal } from "./call.ts";

export const labReports = {
  async createLabReportParsingJob({ body, world }) {
    // The type that the upload names and its size were checked with the input; what is inside of the file is not looked at. Choice: parsing-results
    const job: StoredParsingJob = {
      id: randomUUID(),
      created_on: world.clock.now,
      file_type: body.file.type,
      file_bytes: body.file.size,
      human_review_requested: body.request_human_review ?? false,
    };
    await world.records.parsingJobs.put(job.id, job);
    await world.emit("lab_report.parsing_job.created", undefined, { id: job.id });
    await world.later(world.clock.nowMs + parsingMs, "parsing_job.parsed", { id: job.id });
    return { status: 200, body: shownJob(job) };
  },

  async getLabReportParsingJob({ path, world }) {
    const job = await world.records.parsingJobs.get(path.job_id.toLowerCase());
    return job === undefined ? refusal(404, "No parsing job has this id.") : { status: 200, body: shownJob(job) };
  },
} satisfies Partial<Handlers>;
