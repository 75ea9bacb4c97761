// Servers that hold lab reports to another limit or to other types.
import { answers, doesNothing, refuses, succeeds, when } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

export const reportFaults = [
  ...violations({
    "report-limit-accepted": {
      "createLabReportParsingJob refuses a PNG": refuses(({ bytes }) => bytes.subarray(0, 1000).includes("image/png")),
      "createLabReportParsingJob refuses a file of 9 MB": refuses(({ bytes }) => bytes.length > 9_000_000),
      "createLabReportParsingJob refuses a file name beyond ASCII": refuses(({ bytes }) =>
        /filename="[^"]*[^\0-\x7f]/.test(bytes.subarray(0, 1000).toString()),
      ),
    },
  }),
  ...differences({
    "report-limit-enforced": {
      "createLabReportParsingJob takes a file of any type": succeeds(({ bytes }) => bytes.includes("text/plain"), {
        id: "accepted",
      }),
      "createLabReportParsingJob takes a file of any size": succeeds(({ bytes }) => bytes.length > 9_000_000, {
        id: "accepted",
      }),
    },
    "created-job-is-found": {
      "createLabReportParsingJob says that the job was created, and keeps none": doesNothing,
    },
    "review-is-waited-for": {
      "createLabReportParsingJob completes a job at once that a person is to review": answers((job, { bytes }) =>
        bytes.subarray(0, 10_000).includes("request_human_review") ? { ...Object(job), status: "completed" } : job,
      ),
    },
    "unknown-id": {
      "getLabReportParsingJob takes an unknown job for a failed one": when(404, {
        status: 200,
        body: { id: "found", status: "failed" },
      }),
    },
  }),
];
