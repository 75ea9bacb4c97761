// Receives the events that a server sends while it is verified, and checks their signatures where the secret is known.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { Failure, listenOnLoopback } from "../../terminal/index.ts";

/** An event as it came. */
export interface ReceivedEvent {
  /** The id of its delivery, which a repeated one has again; undefined when there is none. */
  readonly id: string | undefined;
  /** Its `event_type`; undefined when it has none. */
  readonly type: string | undefined;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  readonly body: unknown;
}

/** Where events are received, and how long they are waited for once everything has been called. */
export interface EventOptions {
  readonly inbox: EventInbox;
  readonly waitMs: number;
}

type EventHeaders = Readonly<Record<string, string>>;

export class EventInbox {
  readonly #secret: Webhook | undefined;
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
    try {
      this.#secret = secret === undefined ? undefined : new Webhook(secret);
    } catch (error) {
      throw new Failure(
        "--events-secret is not a secret of Standard Webhooks.",
        "Pass it as the service shows it: whsec_ and base64.",
        { cause: error },
      );
    }
  }

  /** The events so far, in the order of their arrival; one that is delivered again is there once. */
  get events(): readonly ReceivedEvent[] {
    return this.#events;
  }

  /** Takes an event in, and says whether its signature is right. */
  take(text: string, headers: EventHeaders): boolean {
    if (!this.#isSigned(text, headers)) {
      this.refused += 1;
      return false;
    }
    const id = headers["webhook-id"];
    if (id === undefined || !this.#seen.has(id)) this.#events.push(read(text, id));
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

  #isSigned(text: string, headers: EventHeaders): boolean {
    if (this.#secret === undefined) return true;
    try {
      this.#secret.verify(text, { ...headers });
      return true;
    } catch {
      return false;
    }
  }
}

function read(text: string, id: string | undefined): ReceivedEvent {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The check of its form reports it
  }
  const type: unknown = Reflect.get(Object(body), "event_type");
  return { id, text, body, type: typeof type === "string" ? type : undefined };
}

/**
 * Starts a receiver of events on this machine.
 *
 * @param port 0 picks a free one.
 * @throws {Failure} when the port cannot be had.
 */
export async function listenForEvents(inbox: EventInbox, port: number) {
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const body = await text(request).catch(() => undefined);
    // Who went away in the middle sends it again
    if (body === undefined) return;
    response.writeHead(inbox.take(body, Object.fromEntries(headers)) ? 204 : 401).end();
  });
  const url = await listenOnLoopback(server, port, "the receiver of events", "Choose another with --events-port N.");
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
