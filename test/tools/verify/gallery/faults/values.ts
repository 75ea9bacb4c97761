// Servers that change what they are sent: they trim, fold, decode, escape, cut or convert it.
import type { Appointment, Order } from "../../../../../generated/schemas.ts";
import type { OperationId } from "../../../../../src/tools/sandbox/domain/topic.ts";
import { answers, changes, sent } from "./stages.ts";
import { differs, type Stages, violates, type WrongServer } from "./wrong-server.ts";

type Change = (text: string) => string;

/** Creates the user with another client id, and shows the one that was sent. */
function keepsClientId(change: Change): Stages {
  return {
    ...changes((call) => {
      const id = sent(call, "client_user_id");
      return typeof id === "string" ? { body: { ...Object(call.body), client_user_id: change(id) } } : {};
    }),
    ...answers((user, call) => ({ ...Object(user), client_user_id: sent(call, "client_user_id") })),
  };
}

/** Reads the path in another way than it was written. */
const readsPath = (change: Change): Stages =>
  changes(({ path }) => ({ path: { ...path, client_user_id: change(path["client_user_id"] ?? "") } }));

const accessNotes = (change: Change): Stages =>
  answers<Order>((order) =>
    typeof order.patient_address?.access_notes === "string"
      ? {
          ...order,
          patient_address: { ...order.patient_address, access_notes: change(order.patient_address.access_notes) },
        }
      : order,
  );

const appointmentNotes = (change: Change): Stages =>
  answers<Appointment>((appointment) =>
    typeof appointment.appointment_notes === "string"
      ? { ...appointment, appointment_notes: change(appointment.appointment_notes) }
      : appointment,
  );

const toAscii: Change = (text) => text.replaceAll(/[^\0-\x7f]/g, "?");
const toLatin1: Change = (text) => Buffer.from(text).toString("latin1");
const escapeHtml: Change = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const decodeOnce: Change = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const comesBack = (operation: OperationId, what: string, stages: Stages) =>
  violates(operation, "values-come-back", what, stages);

/** What is wrong with resolving is found where users are created. */
const resolving = (what: string, stages: Stages): WrongServer => ({
  ...comesBack("createUser", what, stages),
  fault: { name: `resolveUser ${what}`, on: ["resolveUser"], ...stages },
});

export const valueFaults: readonly WrongServer[] = [
  differs(
    "placeOrder",
    "values-come-back",
    "cuts clinical comments off at 255 characters",
    answers<Order>((order) => ({ ...order, clinical_comments: order.clinical_comments?.slice(0, 255) })),
  ),
  comesBack(
    "createOrder",
    "trims the access notes",
    accessNotes((text) => text.trim()),
  ),
  comesBack("createOrder", "writes access notes for a page of HTML", accessNotes(escapeHtml)),
  comesBack(
    "createOrder",
    "cuts access notes off at 255 characters",
    accessNotes((text) => text.slice(0, 255)),
  ),
  comesBack("placeOrder", "reads access notes as Latin-1", accessNotes(toLatin1)),
  comesBack(
    "placeOrder",
    "keeps access notes in composed form",
    accessNotes((text) => text.normalize("NFKC")),
  ),
  comesBack("placeOrder", "makes a number of access notes in digits", {
    ...answers<Order>((order) => {
      const notes = order.patient_address?.access_notes ?? "";
      return /^\d+$/.test(notes) ? { ...order, patient_address: { access_notes: String(Number(notes)) } } : order;
    }),
  }),
  comesBack(
    "createOrder",
    "takes the access note `null` for none",
    accessNotes((text) => (text === "null" ? "" : text)),
  ),
  comesBack(
    "createUser",
    "trims the client id",
    keepsClientId((id) => id.trim()),
  ),
  comesBack(
    "createUser",
    "keeps the client id in small letters",
    keepsClientId((id) => id.toLowerCase()),
  ),
  comesBack("createUser", "decodes a client id that was not encoded", keepsClientId(decodeOnce)),
  comesBack(
    "createUser",
    "joins spaces in a client id",
    keepsClientId((id) => id.replaceAll(/ +/g, " ")),
  ),
  resolving(
    "reads a plus sign in the path as a space",
    readsPath((id) => id.replaceAll("+", " ")),
  ),
  resolving(
    "reads an encoded slash as the end of the client id",
    readsPath((id) => id.split("/")[0] ?? ""),
  ),
  resolving("decodes the path twice", readsPath(decodeOnce)),
  resolving(
    "looks for 64 characters of a client id",
    readsPath((id) => id.slice(0, 64)),
  ),
  violates(
    "bookPhlebotomyAppointment",
    "appointment-notes-kept",
    "trims the notes",
    appointmentNotes((text) => text.trim()),
  ),
  violates("requestPhlebotomyAppointment", "appointment-notes-kept", "keeps notes in ASCII", appointmentNotes(toAscii)),
  violates(
    "reschedulePhlebotomyAppointment",
    "appointment-notes-kept",
    "decodes the notes",
    appointmentNotes((text) => text.replaceAll("+", " ")),
  ),
  violates("bookPscAppointment", "appointment-notes-kept", "escapes the notes", appointmentNotes(escapeHtml)),
];
