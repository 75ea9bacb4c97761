// Servers that hold lab reports to another limit or to other types.
import { lets, refuses, sent } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const operation = "createLabReportParsingJob";

export const reportFaults: readonly WrongServer[] = [
  violates(
    operation,
    "report-limit-accepted",
    "refuses a file of 9 MB",
    refuses((call) => Number(Reflect.get(Object(sent(call, "file")), "size")) > 9_000_000),
  ),
  violates(
    operation,
    "report-limit-accepted",
    "refuses a PNG",
    refuses((call) => Reflect.get(Object(sent(call, "file")), "type") === "image/png"),
  ),
  violates(
    operation,
    "report-limit-enforced",
    "takes a file of any size",
    lets(({ keyword }) => keyword === "size"),
  ),
  violates(
    operation,
    "report-limit-enforced",
    "takes a file of any type",
    lets(({ keyword }) => keyword === "contentType"),
  ),
  differs("getLabReportParsingJob", "unknown-id", "takes an unknown job for a failed one", {
    answer: (answer) => (answer.status === 404 ? { ...answer, status: 200, body: { status: "failed" } } : answer),
  }),
];
