// Wrong servers that `verify` has to find: they trim, fold, decode, escape, cut or convert what they are sent.
import type { Stages } from "../call.ts";
import { answers, isText, keepsAs, rewrites, sent, sets } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

type Change = (text: string) => string;

/** Creates the user with another client id, and shows the one that was sent. */
const keepsClientId = (change: Change): Stages => ({
  ...keepsAs("body client_user_id", isText, change),
  ...answers((user, call) => ({ ...Object(user), client_user_id: sent(call, "body client_user_id") })),
});

/** Looks for another client id, which is found where users are created. */
const looksFor = (change: Change) =>
  ({ seenAt: "createUser", ...keepsAs("path client_user_id", isText, change) }) as const;

const showsAccessNotes = (change: Change) => rewrites("patient_address/access_notes", change);
const showsNotes = (change: Change) => rewrites("appointment_notes", change);

const decodeOnce: Change = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const escapeHtml: Change = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const trim: Change = (text) => text.trim();

export const valueFaults = [
  ...differences({
    "values-come-back": {
      "placeOrder cuts clinical comments off at 255 characters": rewrites("clinical_comments", (text) =>
        text.slice(0, 255),
      ),
      "createOrder never shows the comments": sets("clinical_comments", undefined),
      "createOrder loses the access notes": sets("patient_address", {}),
    },
  }),
  ...violations({
    "values-come-back": {
      "createOrder trims the access notes": showsAccessNotes(trim),
      "createOrder writes access notes for a page of HTML": showsAccessNotes(escapeHtml),
      "createOrder cuts access notes off at 255 characters": showsAccessNotes((text) => text.slice(0, 255)),
      "placeOrder reads access notes as Latin-1": showsAccessNotes((text) => Buffer.from(text).toString("latin1")),
      "placeOrder keeps access notes in composed form": showsAccessNotes((text) => text.normalize("NFKC")),
      "placeOrder makes a number of access notes in digits": showsAccessNotes((text) =>
        /^\d+$/.test(text) ? String(Number(text)) : text,
      ),
      "createOrder takes the access note `null` for none": showsAccessNotes((text) => (text === "null" ? "" : text)),
      "bookPhlebotomyAppointment trims the notes": showsNotes(trim),
      "requestPhlebotomyAppointment keeps notes in ASCII": showsNotes((text) => text.replaceAll(/[^\0-\x7f]/g, "?")),
      "reschedulePhlebotomyAppointment decodes the notes": showsNotes((text) => text.replaceAll("+", " ")),
      "bookPscAppointment escapes the notes": showsNotes(escapeHtml),
    },
    "created-user-is-found": {
      "createUser trims the client id": keepsClientId(trim),
      "createUser keeps the client id in small letters": keepsClientId((id) => id.toLowerCase()),
      "createUser decodes a client id that was not encoded": keepsClientId(decodeOnce),
      "createUser joins spaces in a client id": keepsClientId((id) => id.replaceAll(/ +/g, " ")),
      "createUser changes the letters of the client id": rewrites("client_user_id", (id) => id.toLowerCase()),
      "resolveUser reads a plus sign in the path as a space": looksFor((id) => id.replaceAll("+", " ")),
      "resolveUser reads an encoded slash as the end of the client id": looksFor((id) => id.split("/")[0] ?? ""),
      "resolveUser decodes the path twice": looksFor(decodeOnce),
      "resolveUser looks for 64 characters of a client id": looksFor((id) => id.slice(0, 64)),
    },
  }),
];
