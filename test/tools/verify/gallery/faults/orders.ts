// Servers that lose what an order or an appointment was given, or make it twice.
import type { Appointment, AppointmentAvailability, Order } from "../../../../../generated/schemas.ts";
import type { OperationId } from "../../../../../src/tools/sandbox/domain/topic.ts";
import { answers, ignores, misreads, refuses, sent } from "./stages.ts";
import { differs, type Stages, violates, type WrongServer } from "./wrong-server.ts";

const dayMs = 86_400_000;

/** One more event, which `last_event` does not know of. */
const addsEvent: Stages = answers<Order>((order) => ({
  ...order,
  events: [...order.events, { ...order.last_event, status_detail: "the sample is on its way" }],
}));

/** Days from the next one on. */
const beginsADayLate: Stages = answers<AppointmentAvailability>(({ slots }) => ({
  slots: slots.map((day) => ({ ...day, date: new Date(Date.parse(day.date) + dayMs).toISOString().slice(0, 10) })),
}));

const losesNotes: Stages = answers<Appointment>((appointment) => ({ ...appointment, appointment_notes: "" }));

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
const repeatsADay: Stages = answers<AppointmentAvailability>(({ slots }) => ({
  slots: slots.map((day, index) => (index === 13 ? { ...day, date: slots[12]?.date } : day)),
}));

export const orderFaults: readonly WrongServer[] = [
  violates("getPhlebotomyAppointmentAvailability", "slots-from-start-date", "has the same day twice", repeatsADay),
  violates("createOrder", "last-event-is-last", "shows an earlier event as the last", addsEvent),
  violates("importOrder", "last-event-is-last", "shows an earlier event as the last", addsEvent),
  violates(
    "createOrder",
    "access-notes-kept",
    "loses the access notes",
    answers<Order>((order) => (order.patient_address === undefined ? order : { ...order, patient_address: {} })),
  ),
  violates(
    "placeOrder",
    "access-notes-kept",
    "keeps the beginning of the access notes",
    answers<Order>((order) => ({
      ...order,
      ...(order.patient_address?.access_notes === undefined
        ? {}
        : { patient_address: { access_notes: order.patient_address.access_notes.slice(0, 10) } }),
    })),
  ),
  differs("placeOrder", "order-not-duplicated", "ignores the idempotency key", ignoresKey),
  differs("bookPscAppointment", "booking-not-duplicated", "ignores the idempotency key", ignoresKey),
  violates(
    "getPhlebotomyAppointmentAvailability",
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
  differs("getPhlebotomyAppointmentAvailability", "slots-from-start-date", "begins a day late", beginsADayLate),
  differs(
    "getPscAppointmentAvailability",
    "slots-from-start-date",
    "begins today, whatever is asked for",
    ignores("start_date"),
  ),
  ...appointments.map((id) => violates(id, "appointment-notes-kept", "loses the notes", losesNotes)),
  differs("bookPhlebotomyAppointment", "unknown-id", "books for an unknown order", {
    answer: (answer) => (answer.status === 404 ? { ...answer, status: 200, body: {} } : answer),
  }),
];
