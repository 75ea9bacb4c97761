// Servers that hold lab reports to another limit or to other types.
import { answers, doesNothing, finds, refuses, succeeds } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const operation = "createLabReportParsingJob";

export const reportFaults: readonly WrongServer[] = [
  violates(
    operation,
    "report-limit-accepted",
    "refuses a PNG",
    refuses(({ bytes }) => bytes.subarray(0, 1000).includes("image/png")),
  ),
  violates(
    operation,
    "report-limit-accepted",
    "refuses a file of 9 MB",
    refuses(({ bytes }) => bytes.length > 9_000_000),
  ),
  differs(
    operation,
    "report-limit-enforced",
    "takes a file of any type",
    succeeds(({ bytes }) => bytes.includes("text/plain"), { id: "accepted" }),
  ),
  differs(
    operation,
    "report-limit-enforced",
    "takes a file of any size",
    succeeds(({ bytes }) => bytes.length > 9_000_000, { id: "accepted" }),
  ),
  differs(operation, "created-job-is-found", "says that the job was created, and keeps none", doesNothing),
  differs(
    operation,
    "review-is-waited-for",
    "completes a job at once that a person is to review",
    answers((job, { bytes }) =>
      bytes.subarray(0, 10_000).includes("request_human_review") ? { ...Object(job), status: "completed" } : job,
    ),
  ),
  differs(
    "getLabReportParsingJob",
    "unknown-id",
    "takes an unknown job for a failed one",
    finds({ id: "found", status: "failed" }),
  ),
];
