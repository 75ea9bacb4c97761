// Receives the events that a server sends while it is verified, and checks their signatures where the secret is known.
import {
  type ReceivedEvent,
  readEvent,
  receiveEvents,
  type SignatureCheck,
  signatureCheckOf,
} from "../../events/index.ts";

/** Where events are received, and how long they are waited for once everything has been called. */
export interface EventOptions {
  readonly inbox: EventInbox;
  readonly waitMs: number;
}

type EventHeaders = Readonly<Record<string, string>>;

export class EventInbox {
  readonly #signatureProblem: SignatureCheck;
  readonly #events: ReceivedEvent[] = [];
  readonly #seen = new Set<string>();
  readonly #waiting = new Set<() => void>();
  /** How many were refused because of their signature. */
  refused = 0;

  /**
   * @param secret What signatures are checked with, after Standard Webhooks; without it none is checked.
   * @throws {Failure} when the secret is none.
   */
  constructor(secret?: string) {
    this.#signatureProblem = secret === undefined ? () => undefined : signatureCheckOf(secret, "--events-secret");
  }

  /** The events so far, in the order of their arrival; one that is delivered again is there once. */
  get events(): readonly ReceivedEvent[] {
    return this.#events;
  }

  /** Takes an event in, and says whether its signature is right. */
  take(text: string, headers: EventHeaders): boolean {
    if (this.#signatureProblem(text, headers) !== undefined) {
      this.refused += 1;
      return false;
    }
    const id = headers["webhook-id"];
    if (id === undefined || !this.#seen.has(id)) this.#events.push(readEvent(text, id));
    if (id !== undefined) this.#seen.add(id);
    for (const look of this.#waiting) look();
    return true;
  }

  /** Waits until something is so, and says whether it is in time. */
  async until(isSo: () => boolean, waitMs: number): Promise<boolean> {
    if (isSo()) return true;
    return new Promise((resolve) => {
      const done = (result: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(result);
      };
      const timer = setTimeout(() => done(isSo()), waitMs);
      const look = () => {
        if (isSo()) done(true);
      };
      this.#waiting.add(look);
    });
  }
}

/**
 * Starts a receiver of events on this machine.
 *
 * @param port 0 picks a free one.
 * @throws {Failure} when the port cannot be had.
 */
export function listenForEvents(inbox: EventInbox, port: number) {
  return receiveEvents(port, "Choose another with --events-port N.", ({ body, headers, response }) => {
    response.writeHead(inbox.take(body.toString(), headers) ? 204 : 401).end();
  });
}
