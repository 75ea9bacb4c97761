// Section 2.13 (appointments) and the appointment rows of 4.16.
import {
  array,
  assumed,
  assumption,
  at,
  date,
  type Expectation,
  type Fact,
  fields,
  mentions,
  notShown,
  openObject,
  operation,
  optional,
  parameters,
  related,
  requestBody,
  response,
  string,
  uuid,
} from "./fact.ts";

const BOOK = "bookPhlebotomyAppointment";
const REQUEST = "requestPhlebotomyAppointment";
const RESCHEDULE = "reschedulePhlebotomyAppointment";
const BOOK_PSC = "bookPscAppointment";
const PHLEBOTOMY_SLOTS = "getPhlebotomyAppointmentAvailability";
const PSC_SLOTS = "getPscAppointmentAvailability";

const notes = (): Expectation =>
  optional(
    string({
      mentions: /set at booking, request and reschedule/,
      assumed: /^A string \(leaves open: type\)$/,
      notShown: /largest length/,
    }),
  );
const body = (): Expectation =>
  openObject(/all other fields/i, { assumed: /body is always sent \(leaves open: presence\)/ });
const orderId = uuid({ assumed: /^A UUID \(leaves open: format\)$/ });

export const appointments: readonly Fact[] = [
  ...[BOOK, REQUEST, RESCHEDULE].flatMap((id) => [
    ...parameters("4.16 phlebotomy appointment", id, { "path order_id": orderId }),
    ...fields("4.16 phlebotomy appointment", requestBody(id), { "": body(), appointment_notes: notes() }),
    mentions(
      "2.13 appointment_notes",
      operation(id),
      "instructions for this appointment",
      /instructions for this one appointment/,
    ),
  ]),
  ...[BOOK, REQUEST, RESCHEDULE, BOOK_PSC].flatMap((id) =>
    fields("2.13", response(id), { "": openObject(/all other fields/i), appointment_notes: notes() }),
  ),
  ...[BOOK, RESCHEDULE].map((id) =>
    mentions(
      "2.13 access_notes",
      operation(id),
      "access notes are forwarded to the phlebotomy provider",
      /`access_notes` are forwarded to the phlebotomy provider/,
    ),
  ),
  notShown(
    "4.16",
    operation(BOOK),
    "which orders are booked, which requested; a slot that is taken",
    /for which orders/i,
    /no longer free/,
  ),
  notShown(
    "4.16",
    operation(REQUEST),
    "which orders are booked, which requested; how a request is confirmed",
    /for which orders/i,
    /confirmed or refused/,
  ),
  notShown(
    "4.16",
    operation(RESCHEDULE),
    "until when; without an appointment",
    /until when/i,
    /without an appointment/,
  ),

  ...[PHLEBOTOMY_SLOTS, PSC_SLOTS].flatMap((id) => [
    ...parameters("4.16 appointment availability", id, {
      "query start_date": optional(
        date({
          mentions: /14 days/,
          assumed: /date without a time.*leaves open: format, meaning/,
          notShown: /when the parameter is left out/,
        }),
      ),
    }),
    ...fields("4.16 appointment availability", requestBody(id), {
      "": openObject(/all fields/i, { assumed: /optional JSON object \(leaves open: presence, type, place\)/ }),
    }),
    ...fields("4.16 appointment availability", response(id), {
      "": openObject(/shape of the answer/, {
        mentions: /always holds 14 days/,
        assumed: /field of the name `slots` \(leaves open: fields, type\)/,
      }),
      slots: assumed(
        array(openObject(/slots of the day/), {
          minItems: 14,
          maxItems: 14,
          mentions: /14 days/,
          assumed: /^One entry for each day \(leaves open: type, count\)$/,
        }),
      ),
      "slots[]": assumed(
        openObject([/slots of the day/, /time zone/], { assumed: /required `date` \(leaves open: fields, type\)/ }),
      ),
      "slots[].date": assumed(date()),
    }),
    mentions(
      "4.16 appointment availability",
      operation(id),
      "the response always holds 14 days of slots",
      /always holds 14 days/,
    ),
    assumption(operation(id), "method and path were chosen", /^This method and path.*leaves open: path/),
    notShown("4.16 appointment availability", operation(id), "method and path", /method and the path/),
  ]),
  assumption(
    operation(PSC_SLOTS),
    "`start_date` and the 14 days hold for service centers too",
    /`start_date` and the 14 days hold here, too \(leaves open: path, count\)/,
  ),
  notShown(
    "4.16 appointment availability",
    operation(PHLEBOTOMY_SLOTS),
    "an area without phlebotomy",
    /without phlebotomy/,
  ),

  mentions(
    "4.16 PSC appointment scheduling",
    operation(PSC_SLOTS),
    "opt-in; from a cache refreshed every minute",
    /opt-in/,
    /cache that is refreshed every minute/,
  ),
  notShown("4.16 PSC appointment scheduling", operation(PSC_SLOTS), "how to opt in", /opt in/),
  ...parameters("4.16 PSC appointment scheduling", BOOK_PSC, {
    "path order_id": orderId,
    "header Idempotency-Key": assumed(
      optional(
        string({
          mentions: /until the service has confirmed it, do not repeat a call/,
          assumed: /optional header of this name \(leaves open: presence, name, place\)/,
          notShown: [/format and the largest length/, /how long a key is remembered/i, /what a repeated key/i],
        }),
      ),
    ),
  }),
  ...fields("4.16 PSC appointment scheduling", requestBody(BOOK_PSC), {
    "": body(),
    appointment_notes: assumed(notes()),
  }),
  assumption(
    at(requestBody(BOOK_PSC), "appointment_notes"),
    "notes are taken here too",
    /taken here, too \(leaves open: meaning\)/,
  ),
  mentions(
    "4.16 PSC appointment scheduling",
    operation(BOOK_PSC),
    "opt-in; idempotency key on booking; confirmed asynchronously",
    /opt-in/,
    /idempotency key/,
    /asynchronous/,
  ),
  related("4.16 opt-in", operation(PSC_SLOTS), "x-preconditions", "opt-in"),
  related("4.16 opt-in", operation(BOOK_PSC), "x-preconditions", "opt-in"),
  assumption(operation(BOOK_PSC), "method and path were chosen", /^This method and path.*leaves open: path/),
  notShown(
    "4.16 PSC appointment scheduling",
    operation(BOOK_PSC),
    "method and path, opting in, how the confirmation arrives",
    /method and the path/,
    /opt in/,
    /confirmation arrives/,
    /no longer free/,
  ),
];
