// Receives the events that a server sends while it is verified, and checks their signatures where the secret is known.
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { readText } from "../../shared/http/index.ts";
import { counted, Failure, listenOn } from "../../shared/terminal/index.ts";
import { type ReceivedEvent, readEvent } from "./judge-event.ts";

/** Where events are received, and how long they are waited for once everything has been called. */
export interface EventOptions {
  readonly inbox: EventInbox;
  readonly waitMs: number;
}

type EventHeaders = Readonly<Record<string, string>>;

export class EventInbox {
  readonly #webhook: Webhook | undefined;
  /** The events so far, in the order of their arrival; one that is delivered again is there once. */
  readonly events: ReceivedEvent[] = [];
  readonly #seen = new Set<string>();
  /** How many were refused because of their signature. */
  refused = 0;

  /**
   * @param secret What signatures are checked with, after Standard Webhooks; without it none is checked.
   * @throws {Failure} when the secret is none.
   */
  constructor(secret?: string) {
    this.#webhook = secret === undefined ? undefined : makeWebhook(secret);
  }

  /** Why nothing can be said of the events: all that came were refused. Undefined otherwise. */
  get refusal(): string | undefined {
    if (this.refused === 0 || this.events.length > 0) return undefined;
    return `${counted(this.refused, "delivery has", "deliveries have")} a signature that --events-secret does not match`;
  }

  /** Takes an event in, and says whether its signature is right. */
  take(body: string, headers: EventHeaders): boolean {
    if (!this.#isSigned(body, headers)) {
      this.refused += 1;
      return false;
    }
    const id = headers["webhook-id"];
    if (id === undefined || !this.#seen.has(id)) this.events.push(readEvent(body));
    if (id !== undefined) this.#seen.add(id);
    return true;
  }

  #isSigned(body: string, headers: EventHeaders): boolean {
    try {
      this.#webhook?.verify(body, { ...headers });
      return true;
    } catch (error) {
      // A signature that fits is found before the body turns out not to be JSON, which is for another check
      return !(error instanceof WebhookVerificationError);
    }
  }

  /** Waits until something is so, and says whether it is in time. */
  async until(isSo: () => boolean, waitMs: number): Promise<boolean> {
    const deadline = Date.now() + waitMs;
    while (!isSo() && Date.now() < deadline) await setTimeout(lookEveryMs);
    return isSo();
  }
}

const lookEveryMs = 20;

function makeWebhook(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch (error) {
    throw new Failure(
      "--events-secret is not a secret of Standard Webhooks.",
      "Pass it as the service shows it: whsec_ and base64.",
      { cause: error },
    );
  }
}

/**
 * Starts a receiver of events on this machine.
 *
 * @param port 0 picks a free one.
 * @throws {Failure} when the port cannot be had.
 */
export async function listenForEvents(inbox: EventInbox, port: number) {
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    // A sender that went away in the middle sends the event again
    const text = await readText({ body: request }, mostBytes).catch(() => null);
    if (text === undefined) response.writeHead(413, { connection: "close" }).end();
    else if (text !== null) response.writeHead(inbox.take(text, headers) ? 204 : 401).end();
  });
  const remedy = "Choose another with --events-port N.";
  const url = await listenOn(server, port, "the receiver of events", remedy);
  return {
    url,
    async close() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Far above the size of any event, so that no sender can fill the memory. */
const mostBytes = 16 * 1024 * 1024;
