// Servers that lose what an order or an appointment was given, or make it twice.
import type { AppointmentAvailability, Order } from "../../../../generated/schemas.ts";
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import { answers, finds, ignores, misreads, refuses, rewrites, sent, sets } from "./stages.ts";
import { differs, type Stages, violates, type WrongServer } from "./wrong-server.ts";

/** One more event, which `last_event` does not know of. */
const addsEvent = sets("events", (events: Order["events"]) => [
  ...events,
  { ...events[0], status_detail: "on its way" },
]);

/** Days from the next one on. */
const beginsADayLate = rewrites("slots/*/date", (date) =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10),
);

/** Takes every call for one without a key. */
const ignoresKey: Stages = misreads(({ request }) => ({
  request: { ...request, headers: { ...request.headers, "idempotency-key": undefined } },
}));

const appointments: readonly OperationId[] = [
  "bookPhlebotomyAppointment",
  "requestPhlebotomyAppointment",
  "reschedulePhlebotomyAppointment",
  "bookPscAppointment",
];

/** The last day is the one before. */
const repeatsADay = answers<AppointmentAvailability>(({ slots }) => ({
  slots: slots.map((day, index) => (index === 13 ? { ...day, date: slots[12]?.date } : day)),
}));

const phlebotomy = "getPhlebotomyAppointmentAvailability";

export const orderFaults: readonly WrongServer[] = [
  violates(phlebotomy, "slots-from-start-date", "has the same day twice", repeatsADay),
  differs(
    "createOrder",
    "order-is-known-by-id",
    "answers with an id that its appointments do not know",
    rewrites("id", (id) => id.replace(/.$/, (last) => (last === "0" ? "1" : "0"))),
  ),
  violates("createOrder", "last-event-is-last", "shows an earlier event as the last", addsEvent),
  violates("importOrder", "last-event-is-last", "shows an earlier event as the last", addsEvent),
  differs("createOrder", "values-come-back", "loses the access notes", sets("patient_address", {})),
  violates(
    "placeOrder",
    "values-come-back",
    "keeps the beginning of the access notes",
    rewrites("patient_address/access_notes", (notes) => notes.slice(0, 10)),
  ),
  differs("placeOrder", "order-not-duplicated", "ignores the idempotency key", ignoresKey),
  differs("bookPscAppointment", "booking-not-duplicated", "ignores the idempotency key", ignoresKey),
  violates(
    phlebotomy,
    "slots-from-start-date",
    "refuses a call without a start date",
    refuses(({ query }) => query["start_date"] === undefined),
  ),
  violates(
    "placeOrder",
    "lab-account-optional",
    "refuses an order without a lab account",
    refuses((call) => sent(call, "lab_account_id") === undefined),
  ),
  violates(
    "importOrder",
    "pending-account-imports",
    "refuses a lab account that is pending",
    refuses((call) => sent(call, "lab_account_id") === "c5e90bd3-6f48-41a2-97d4-eaf30517c9db"),
  ),
  differs(phlebotomy, "slots-from-start-date", "begins a day late", beginsADayLate),
  differs(
    "getPscAppointmentAvailability",
    "slots-from-start-date",
    "begins today, whatever is asked for",
    ignores("start_date"),
  ),
  ...appointments.map((id) => violates(id, "values-come-back", "loses the notes", sets("appointment_notes", ""))),
  differs("bookPhlebotomyAppointment", "unknown-id", "books for an unknown order", finds({})),
];
