// Servers that change what they are sent: they trim, fold, decode, escape, cut or convert it.
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import { answers, isText, keepsAs, rewrites, sent } from "./stages.ts";
import { differs, isSeenAt, type Stages, violates, type WrongServer } from "./wrong-server.ts";

type Change = (text: string) => string;

/** Creates the user with another client id, and shows the one that was sent. */
const keepsClientId = (change: Change): Stages => ({
  ...keepsAs("body client_user_id", isText, change),
  ...answers((user, call) => ({ ...Object(user), client_user_id: sent(call, "client_user_id") })),
});

const decodeOnce: Change = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const notes = (operation: OperationId, what: string, change: Change) =>
  violates(operation, "values-come-back", what, rewrites("patient_address/access_notes", change));

const user = (what: string, change: Change) => violates("createUser", "values-come-back", what, keepsClientId(change));

/** A fault of resolving is found where users are created. */
const resolving = (what: string, change: Change) =>
  isSeenAt(
    "createUser",
    violates("resolveUser", "values-come-back", what, keepsAs("path client_user_id", isText, change)),
  );

const appointment = (operation: OperationId, what: string, change: Change) =>
  violates(operation, "values-come-back", what, rewrites("appointment_notes", change));

const escapeHtml: Change = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export const valueFaults: readonly WrongServer[] = [
  differs(
    "placeOrder",
    "values-come-back",
    "cuts clinical comments off at 255 characters",
    rewrites("clinical_comments", (text) => text.slice(0, 255)),
  ),
  notes("createOrder", "trims the access notes", (text) => text.trim()),
  notes("createOrder", "writes access notes for a page of HTML", escapeHtml),
  notes("createOrder", "cuts access notes off at 255 characters", (text) => text.slice(0, 255)),
  notes("placeOrder", "reads access notes as Latin-1", (text) => Buffer.from(text).toString("latin1")),
  notes("placeOrder", "keeps access notes in composed form", (text) => text.normalize("NFKC")),
  notes("placeOrder", "makes a number of access notes in digits", (text) =>
    /^\d+$/.test(text) ? String(Number(text)) : text,
  ),
  notes("createOrder", "takes the access note `null` for none", (text) => (text === "null" ? "" : text)),
  user("trims the client id", (id) => id.trim()),
  user("keeps the client id in small letters", (id) => id.toLowerCase()),
  user("decodes a client id that was not encoded", decodeOnce),
  user("joins spaces in a client id", (id) => id.replaceAll(/ +/g, " ")),
  resolving("reads a plus sign in the path as a space", (id) => id.replaceAll("+", " ")),
  resolving("reads an encoded slash as the end of the client id", (id) => id.split("/")[0] ?? ""),
  resolving("decodes the path twice", decodeOnce),
  resolving("looks for 64 characters of a client id", (id) => id.slice(0, 64)),
  appointment("bookPhlebotomyAppointment", "trims the notes", (text) => text.trim()),
  appointment("requestPhlebotomyAppointment", "keeps notes in ASCII", (text) => text.replaceAll(/[^\0-\x7f]/g, "?")),
  appointment("reschedulePhlebotomyAppointment", "decodes the notes", (text) => text.replaceAll("+", " ")),
  appointment("bookPscAppointment", "escapes the notes", escapeHtml),
];
