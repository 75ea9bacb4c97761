// Servers that hold lab reports to another limit or to other types.
import { refuses, succeeds } from "./stages.ts";
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
  violates(
    operation,
    "report-limit-enforced",
    "takes a file of any type",
    succeeds(({ bytes }) => bytes.includes("text/plain"), {}),
  ),
  violates(
    operation,
    "report-limit-enforced",
    "takes a file of any size",
    succeeds(({ bytes }) => bytes.length > 9_000_000, {}),
  ),
  differs("getLabReportParsingJob", "unknown-id", "takes an unknown job for a failed one", {
    answer: (answer) => (answer.status === 404 ? { ...answer, status: 200, body: { status: "failed" } } : answer),
  }),
];
