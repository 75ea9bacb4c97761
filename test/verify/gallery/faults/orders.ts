// Servers that confuse what an order or an appointment is, or make it twice.
import type { Order } from "../../../../generated/schemas.ts";
import { ignores, isGiven, isMissing, readsAs, refusesAt, relists, rewrites, sets, when } from "./stages.ts";
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
      "getPhlebotomyAppointmentAvailability answers with 13 days": relists("slots", (days) => days.slice(0, 13)),
      "getPhlebotomyAppointmentAvailability refuses a call without a start date": refusesAt(
        "query start_date",
        isMissing,
      ),
    },
    "last-event-is-last": {
      "createOrder shows an earlier event as the last": addsEvent,
      "importOrder shows an earlier event as the last": addsEvent,
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
      "getPhlebotomyAppointmentAvailability begins a day late": rewrites("slots/*/date", (date) =>
        new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10),
      ),
      "getPscAppointmentAvailability begins today, whatever is asked for": ignores("start_date"),
    },
    "unknown-id": {
      "bookPhlebotomyAppointment books for an unknown order": when(404, { status: 200, body: {} }),
    },
  }),
];
