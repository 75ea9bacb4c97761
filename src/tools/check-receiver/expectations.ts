// What a receiver of events is checked for, and who says so.

/**
 * Who states an expectation. How the service signs and delivers events is not published: what the contract does not state is
 * Standard Webhooks, a standard of HTTP or JSON, or our advice.
 */
export type Basis = "the contract" | "Standard Webhooks" | "HTTP" | "JSON" | "advice";

interface Expectation {
  readonly group: "signatures" | "events" | "bodies" | "answers" | "effect";
  readonly basis: Basis;
  /** What is expected, as a sentence. */
  readonly text: string;
}

const signatures = (text: string) => ({ group: "signatures", basis: "Standard Webhooks", text }) as const;

/** Every check by name. */
export const expectations = {
  "signature-accepted": signatures("A delivery with a valid signature is accepted: its answer is 2xx."),
  "wrong-signature-refused": signatures("A signature made with another secret is refused."),
  "missing-signature-refused": signatures("A delivery without its id, its timestamp or its signature is refused."),
  "malformed-signature-refused": signatures("A signature that is empty, cut off or garbage is refused."),
  "other-body-refused": signatures("A signature made for another body is refused."),
  "other-id-refused": signatures(
    "A signature made for another `webhook-id` is refused, also one that was accepted with that.",
  ),
  "other-timestamp-refused": signatures("A signature made for another `webhook-timestamp` is refused."),
  "stale-refused": signatures("A delivery that was signed an hour ago is refused."),
  "old-refused": {
    group: "signatures",
    basis: "advice",
    text: "A delivery that was signed ten minutes ago is refused: the usual tolerance is five minutes.",
  },
  "future-refused": signatures("A delivery whose timestamp is an hour ahead is refused."),
  "malformed-timestamp-refused": signatures("A timestamp that is not a number is refused, though it is signed."),
  "any-signature-accepted": signatures(
    "A delivery is accepted if one of several signatures fits, wherever it stands: two secrets are valid while one is replaced.",
  ),
  "header-case-accepted": {
    group: "signatures",
    basis: "HTTP",
    text: "The names of headers are read in any letter case.",
  },
  "known-events-accepted": {
    group: "events",
    basis: "the contract",
    text: "Every event and every family of the contract is accepted.",
  },
  "unknown-types-accepted": {
    group: "events",
    basis: "the contract",
    text: "An unknown name in a family of events is accepted: not all of them are published.",
  },
  "new-types-accepted": {
    group: "events",
    basis: "advice",
    text: "An event type outside of every family is accepted: whether the service adds events is not published.",
  },
  "unknown-values-accepted": {
    group: "events",
    basis: "the contract",
    text: "An unknown value of an open enum is accepted.",
  },
  "unknown-fields-accepted": {
    group: "events",
    basis: "the contract",
    text: "Unknown fields are accepted: not all fields are published.",
  },
  "json-spellings-accepted": {
    group: "bodies",
    basis: "JSON",
    text: "Any spelling of the same JSON is accepted: white space, escapes, order of keys, 1.0 for 1. The bytes are signed, not their meaning.",
  },
  "text-beyond-ascii-accepted": { group: "bodies", basis: "JSON", text: "Text in UTF-8 is accepted, of any script." },
  "byte-order-mark-accepted": {
    group: "bodies",
    basis: "advice",
    text: "A text with U+FEFF in it is accepted: it is signed as any other character.",
  },
  "content-type-accepted": {
    group: "bodies",
    basis: "HTTP",
    text: "`application/json` is accepted with a charset, and in any letter case.",
  },
  "large-payload-accepted": {
    group: "bodies",
    basis: "advice",
    text: "A payload of 256 KB is accepted, and has an effect.",
  },
  "answered-in-time": { group: "answers", basis: "advice", text: "Every delivery is answered within five seconds." },
  "burst-accepted": {
    group: "answers",
    basis: "advice",
    text: "Many deliveries at once are accepted, each within five seconds.",
  },
  "duplicate-acknowledged": {
    group: "answers",
    basis: "Standard Webhooks",
    text: "A delivery that comes again is answered with 2xx: otherwise it is sent again and again.",
  },
  "refused-with-4xx": {
    group: "answers",
    basis: "advice",
    text: "What is refused is answered with 4xx: 5xx is a failure of the receiver, and is sent again.",
  },
  "no-error-in-success": {
    group: "answers",
    basis: "advice",
    text: "An answer of 2xx reports no error in its body: a sender reads the status only.",
  },
  "delivery-has-effect": {
    group: "effect",
    basis: "advice",
    text: "After accepted deliveries the receiver holds something of the user; otherwise no effect can be judged.",
  },
  "duplicate-has-no-effect": {
    group: "effect",
    basis: "Standard Webhooks",
    text: "Deliveries with the same `webhook-id` have the effect of one, also when they come at the same time.",
  },
  "order-has-no-effect": {
    group: "effect",
    basis: "advice",
    text: "The creation of data that arrives after its update leaves the same state as the right order: no order is promised.",
  },
  "refused-has-no-effect": {
    group: "effect",
    basis: "Standard Webhooks",
    text: "A refused delivery changes nothing, and a valid one with the same `webhook-id` still takes effect.",
  },
} as const satisfies Readonly<Record<string, Expectation>>;

/** The name of a check. */
export type ReceiverCheck = keyof typeof expectations;

/** The checks in the order of the report. */
export const receiverChecks = Object.keys(expectations) as ReceiverCheck[];
