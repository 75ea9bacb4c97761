// The operations of lab report parsing.
import { labReportParsingJobSubmitted } from "../../../../generated/examples.ts";
import { type Handlers, refusal } from "../call.ts";
import { nextId } from "../memory.ts";

export const labReports = {
  createLabReportParsingJob({ memory }) {
    const id = nextId(memory);
    // The id stands in a field that the contract does not name
    const job = { id, ...labReportParsingJobSubmitted };
    memory.jobs.set(id, job);
    return { status: 200, body: job };
  },

  getLabReportParsingJob({ path, memory }) {
    const job = memory.jobs.get(path.job_id);
    return job === undefined ? refusal(404, "No job has this id.") : { status: 200, body: job };
  },
} satisfies Partial<Handlers>;
