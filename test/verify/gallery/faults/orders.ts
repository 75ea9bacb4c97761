// Wrong servers that `verify` has to find: they confuse orders or appointments, make them twice, or hold lab reports to another limit.
import type { Order } from "../../../../generated/schemas.ts";
import {
  answers,
  doesNothing,
  ignores,
  isGiven,
  isMissing,
  readsAs,
  refuses,
  refusesAt,
  relists,
  rewrites,
  sets,
  succeeds,
  when,
} from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

/** One more event, which `last_event` does not know of. */
const addsEvent = sets("events", (events: Order["events"]) => [
  ...events,
  { ...events[0], status_detail: "on its way" },
]);

const ignoresKey = readsAs("headers idempotency-key", isGiven);

export const orderFaults = [
  ...violations({
    "slots-from-start-date": {
      "getPhlebotomyAppointmentAvailability has the same day twice": relists("slots", (days) => [
        ...days.slice(0, 13),
        days[12],
      ]),
      "getPhlebotomyAppointmentAvailability refuses a call without a start date": refusesAt(
        "query start_date",
        isMissing,
      ),
    },
    "last-event-is-last": {
      "createOrder shows an earlier event as the last": addsEvent,
    },
    "lab-account-optional": {
      "placeOrder refuses an order without a lab account": refusesAt("body lab_account_id", isMissing),
    },
    "pending-account-imports": {
      "importOrder refuses a lab account that is pending": refusesAt(
        "body lab_account_id",
        "c5e90bd3-6f48-41a2-97d4-eaf30517c9db",
      ),
    },
    "report-limit-accepted": {
      "createLabReportParsingJob refuses a PNG": refuses(({ bytes }) => bytes.subarray(0, 1000).includes("image/png")),
      "createLabReportParsingJob refuses a file of 9 MB": refuses(({ bytes }) => bytes.length > 9_000_000),
      "createLabReportParsingJob refuses a file name beyond ASCII": refuses(({ bytes }) =>
        /filename="[^"]*[^\0-\x7f]/.test(bytes.subarray(0, 1000).toString()),
      ),
    },
  }),
  ...differences({
    "order-is-known-by-id": {
      "createOrder answers with an id that its appointments do not know": rewrites("id", (id) =>
        id.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      ),
    },
    "order-not-duplicated": {
      "placeOrder ignores the idempotency key": ignoresKey,
    },
    "booking-not-duplicated": {
      "bookPscAppointment ignores the idempotency key": ignoresKey,
    },
    "slots-from-start-date": {
      "getPscAppointmentAvailability begins today, whatever is asked for": ignores("start_date"),
    },
    "unknown-id": {
      "bookPhlebotomyAppointment books for an unknown order": when(404, { status: 200, body: {} }),
      "getLabReportParsingJob takes an unknown job for a failed one": when(404, {
        status: 200,
        body: { id: "found", status: "failed" },
      }),
    },
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
  }),
];
