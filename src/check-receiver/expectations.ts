// The checks of `check-receiver`: what each expects of a receiver, and who says so.
import { Failure } from "../shared/terminal/index.ts";

/**
 * The source of an expectation. How the service signs and delivers events is not shown: what the contract does not state is
 * Standard Webhooks, a standard of HTTP or JSON, or our advice.
 */
export type Basis = "the contract" | "Standard Webhooks" | "HTTP" | "JSON" | "advice";

/** An expectation: its group in reports, who states it, and what is expected, as a sentence. */
type Row = readonly [group: "signatures" | "events" | "bodies" | "answers" | "effect", basis: Basis, text: string];

const signed = (text: string): Row => ["signatures", "Standard Webhooks", text];

const rows = {
  "signature-accepted": signed("A delivery with a valid signature is accepted: its answer is 2xx."),
  "wrong-signature-refused": signed("A signature made with another secret is refused."),
  "missing-signature-refused": signed("A delivery without its id, its timestamp or its signature is refused."),
  "malformed-signature-refused": signed("A signature that is empty, cut off, garbage or only partly right is refused."),
  "other-body-refused": signed("A signature made for another body is refused, even if it was accepted with that body."),
  "other-id-refused": signed(
    "A signature made for another `webhook-id` is refused, even if it was accepted with that id.",
  ),
  "other-timestamp-refused": signed("A signature made for another `webhook-timestamp` is refused."),
  "stale-refused": signed("A delivery that was signed an hour ago is refused."),
  "old-refused": [
    "signatures",
    "advice",
    "A delivery that was signed ten minutes ago is refused: the usual tolerance is five minutes.",
  ],
  "future-refused": signed("A delivery whose timestamp is an hour ahead is refused."),
  "malformed-timestamp-refused": signed("A timestamp that is not a number is refused, even if it is signed."),
  "any-signature-accepted": signed(
    "A delivery is accepted if one of several signatures fits, in any position: two secrets are valid while one is replaced.",
  ),
  "header-case-accepted": ["signatures", "HTTP", "The names of headers are read in any letter case."],
  "known-events-accepted": ["events", "the contract", "Every event and every family of the contract is accepted."],
  "unknown-types-accepted": [
    "events",
    "the contract",
    "An unknown name in a family of events is accepted: not all of them are shown.",
  ],
  "new-types-accepted": [
    "events",
    "advice",
    "An event type outside of every family is accepted: whether the service adds events is not shown.",
  ],
  "unknown-values-accepted": ["events", "the contract", "An unknown value of an open enum is accepted."],
  "unknown-fields-accepted": ["events", "the contract", "Unknown fields are accepted: not all fields are shown."],
  "json-spellings-accepted": [
    "bodies",
    "JSON",
    "Any spelling of the same JSON is accepted: white space, escapes, order of keys, 1.0 for 1. The bytes are signed, not their meaning.",
  ],
  "text-beyond-ascii-accepted": ["bodies", "JSON", "Text of any script is accepted in UTF-8."],
  "byte-order-mark-accepted": [
    "bodies",
    "advice",
    "A text with U+FEFF in it is accepted: it is signed like any other character.",
  ],
  "content-type-accepted": ["bodies", "HTTP", "`application/json` is accepted with a charset, and in any letter case."],
  "large-payload-accepted": ["bodies", "advice", "A payload of 256 KB is accepted, and has an effect."],
  "answered-in-time": [
    "answers",
    "advice",
    "Every delivery is answered within the deadline, which is five seconds by default.",
  ],
  "burst-accepted": ["answers", "advice", "Many deliveries at once are accepted, each within the deadline."],
  "duplicate-acknowledged": [
    "answers",
    "Standard Webhooks",
    "A delivery that arrives again is answered with 2xx: otherwise it is sent again and again.",
  ],
  "refused-with-4xx": [
    "answers",
    "advice",
    "A refusal is answered with 4xx: 5xx is a failure of the receiver, and the delivery is sent again.",
  ],
  "no-error-in-success": [
    "answers",
    "advice",
    "An answer of 2xx reports no error in its body: a sender reads the status only.",
  ],
  "delivery-has-effect": [
    "effect",
    "advice",
    "After accepted deliveries the receiver holds something for the user; otherwise no effect can be checked.",
  ],
  "duplicate-has-no-effect": [
    "effect",
    "Standard Webhooks",
    "Deliveries with the same `webhook-id` have the effect of one, even if they arrive at the same time.",
  ],
  "later-event-has-effect": [
    "effect",
    "advice",
    "A second event of one type for one user has an effect, too: it may be of another day.",
  ],
  "events-at-once-kept": [
    "effect",
    "Standard Webhooks",
    "Two events for one user that arrive at the same time both have their effect: an acknowledged event is not sent again.",
  ],
  "order-has-no-effect": [
    "effect",
    "advice",
    "The creation of data that arrives after its update leaves the same state as the right order: no order is promised.",
  ],
  "refused-has-no-effect": [
    "effect",
    "Standard Webhooks",
    "A refused delivery changes nothing, and a valid one with the same `webhook-id` still takes effect.",
  ],
} satisfies Readonly<Record<string, Row>>;

/** The name of a check. */
export type ReceiverCheck = keyof typeof rows;

/** Every check by name, in the order of the report. */
export const expectations: Readonly<Record<ReceiverCheck, Row>> = rows;

/** The checks in the order of the report. */
export const receiverChecks = Object.keys(rows) as ReceiverCheck[];

/** Returns the check that an option names. @throws {Failure} when there is none of that name. */
export function findCheck(name: string, option: string): ReceiverCheck {
  const check = receiverChecks.find((one) => one === name);
  if (check !== undefined) return check;
  throw new Failure(`${option} takes the name of a check, found "${name}".`, "`check-receiver --help` lists them.");
}
