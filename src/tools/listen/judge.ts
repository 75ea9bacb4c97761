// Holds each event to the contract, by what it shows itself and by the events before it.
import { createHash } from "node:crypto";
import { type Contract, deviationOf, field, shortJson } from "../contract/index.ts";
import {
  describedEvent,
  eventPointer,
  formDeviations,
  HistoricalPulls,
  jobCreated,
  jobUpdated,
  type ReceivedEvent,
  readEvent,
  type SignatureCheck,
} from "../events/index.ts";
import type { Notes } from "./notes.ts";
import { describeType } from "./shape.ts";

/** A delivery as it came: its body, and its headers by lower-case name. */
export interface SentDelivery {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** How events are judged. */
export interface JudgeOptions {
  readonly contract: Contract;
  /** Undefined without a secret. */
  readonly signatureProblem: SignatureCheck | undefined;
  readonly showValues: boolean;
}

export class EventJudge {
  readonly #options: JudgeOptions;
  readonly #notes: Notes;
  /** The digest of each body, by the id that it came with. */
  readonly #bodies = new Map<string, string>();
  readonly #pulls = new HistoricalPulls();
  readonly #changedJobs = new Set<string>();

  constructor(options: JudgeOptions, notes: Notes) {
    this.#options = options;
    this.#notes = notes;
    if (options.signatureProblem === undefined) notes.skip("signature-fits", "it needs --secret");
  }

  /**
   * Judges a delivery.
   *
   * @returns The event, and whether it is new: its signature fits, and it did not come before.
   */
  take({ body, headers }: SentDelivery): { readonly event: ReceivedEvent; readonly isNew: boolean } {
    const event = readEvent(body.toString(), headers["webhook-id"]);
    const isNew = this.#isSigned(event, headers) && this.#isFirst(event, body);
    if (isNew) this.#judge(event, headers["content-type"] ?? "");
    return { event, isNew };
  }

  #isSigned(event: ReceivedEvent, headers: SentDelivery["headers"]): boolean {
    const problem = this.#options.signatureProblem?.(event.text, headers);
    if (this.#options.signatureProblem === undefined) return true;
    const check = problem === "stale" ? "timestamp-is-now" : "signature-fits";
    if (problem === undefined) {
      this.#notes.note("signature-fits", []);
      this.#notes.note("timestamp-is-now", []);
      return true;
    }
    this.#notes.unsigned += 1;
    const expected = { text: signatureTexts[problem].expected, pointer: deliveryPointer };
    // The secret says that events are signed by it
    this.#notes.note(check, [deviationOf(check, signatureTexts[problem].found, expected, undefined)], event);
    return false;
  }

  /** Did this event not come before? One without an id is known by its body. */
  #isFirst(event: ReceivedEvent, body: Buffer): boolean {
    const digest = createHash("sha256").update(body).digest("base64");
    const key = event.id ?? digest;
    const known = this.#bodies.get(key);
    if (known === undefined) {
      this.#bodies.set(key, digest);
      const [oldest] = this.#bodies.size > keptIds ? this.#bodies.keys() : [];
      if (oldest !== undefined) this.#bodies.delete(oldest);
      this.#notes.see(event);
      return true;
    }
    if (known === digest) {
      this.#notes.repeated += 1;
      this.#notes.note("id-names-one-event", []);
      return false;
    }
    const check = "id-names-one-event";
    const expected = { text: "An id that comes again comes with the same body.", pointer: deliveryPointer };
    // With a secret the sender is known to deliver by Standard Webhooks, where the id is that of the event
    const assumption = this.#options.signatureProblem === undefined ? mechanics : undefined;
    const message = "A `webhook-id` came again with another body.";
    this.#notes.note(check, [deviationOf(check, message, expected, assumption)], event);
    return false;
  }

  #judge(event: ReceivedEvent, contentType: string): void {
    const { contract, showValues } = this.#options;
    const describeValue = showValues ? (value: unknown) => shortJson(value, 80) : describeType;
    const described = describedEvent(contract, event.type);
    if (described === undefined && event.type !== undefined) {
      const expected = { text: "An event that the contract describes.", pointer: "#/webhooks" };
      const message = "The contract describes no event of this name.";
      this.#notes.note("event-described", [deviationOf("event-described", message, expected, namedOnly)], event);
    } else {
      if (described !== undefined) this.#notes.note("event-described", []);
      const found = formDeviations(contract, event, { contentType, describeValue });
      this.#notes.note("event-as-described", found, event);
    }
    if (event.type?.startsWith("historical.data.")) {
      this.#notes.note("one-historical-event", this.#pulls.take(event), event);
    }
    this.#judgeOrder(event);
  }

  /** In which order events arrive is not published; only for a job does an event show which came first. */
  #judgeOrder(event: ReceivedEvent): void {
    const id = jobIdOf(event);
    if (id === undefined) return;
    if (event.type === jobUpdated) this.#changedJobs.add(id);
    if (event.type !== jobCreated) return;
    const check = "job-created-first";
    const expected = { text: "A job is created before it changes.", pointer: eventPointer(jobCreated) };
    const message = `\`${jobCreated}\` came after \`${jobUpdated}\` of the same job.`;
    this.#notes.note(check, this.#changedJobs.has(id) ? [deviationOf(check, message, expected, inOrder)] : [], event);
  }
}

/** The job of an event; undefined when it names none. How an event names its job is not published. */
export function jobIdOf({ type, body }: ReceivedEvent): string | undefined {
  if (type !== jobCreated && type !== jobUpdated) return undefined;
  const ids = [field(body, "data", "id"), field(body, "data", "job_id")];
  return ids.find((id) => typeof id === "string");
}

/** Older ids are forgotten, so that a long run keeps its size. */
const keptIds = 100_000;

const deliveryPointer = "#/components/responses/EventReceived";

const mechanics =
  "`webhook-id` is the id of an event, as in Standard Webhooks, because how events are delivered is not published; it could be the id of a delivery.";

const namedOnly =
  "The events that the contract describes are all that are sent, because the service names these; it could be that others are sent.";

const inOrder =
  "The events of one user arrive in the order in which they happened, because no order is published; it could be any order.";

const signatureTexts = {
  wrong: { found: "The signature does not fit.", expected: "A signature by the secret that was passed." },
  missing: { found: "There is no signature.", expected: "The headers of a signature by Standard Webhooks." },
  stale: { found: "The timestamp of the signature is not of now.", expected: "A timestamp within five minutes." },
} as const;
