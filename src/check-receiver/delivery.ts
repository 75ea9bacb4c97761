// Makes deliveries: signed by Standard Webhooks, or wrong in one way, and each as the curl that repeats it.
import { createHmac } from "node:crypto";
import { writeCurl } from "../shared/findings/index.ts";
import { Failure } from "../shared/terminal/index.ts";

/** One request to the receiver. */
export interface Delivery {
  /** The difference from a valid delivery, such as "without `webhook-id`". */
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Is it sent only for what follows it? Its answer is not judged then. */
  readonly isPrelude?: boolean;
}

/** The parts of a delivery; everything but the body has a default. */
export interface DeliveryParts {
  readonly body: string;
  readonly id?: string;
  /** Seconds since 1970 as text, or what stands in their place. */
  readonly timestamp?: string;
  /** Instead of the key of the secret. */
  readonly key?: Buffer;
  /** The `webhook-signature`, made from the right one. */
  readonly signature?: (right: string) => string;
  readonly contentType?: string;
}

/** Seconds since 1970, as a timestamp is written. */
export function writeTimestamp(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) + seconds);
}

/** Makes the deliveries of one run. */
export class Signer {
  readonly #key: Buffer;
  readonly #nonce: string;
  #count = 0;

  /**
   * @param secret `whsec_` and base64.
   * @param nonce Part of each id, so that no run repeats the id of another.
   * @throws {Failure} when the secret is none. The message does not show it.
   */
  constructor(secret: string, nonce: string) {
    const [, base64] = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
    if (base64 === undefined || Buffer.from(base64, "base64").length === 0) {
      throw new Failure(
        "The secret, in the command --secret or EVENTS_SECRET, is not a secret of Standard Webhooks.",
        "Pass it as the service shows it: whsec_ and base64, without a space or a line break around it.",
      );
    }
    this.#key = Buffer.from(base64, "base64");
    this.#nonce = nonce;
  }

  freshId(): string {
    this.#count += 1;
    return `evt_check_${this.#nonce}_${this.#count}`;
  }

  sign(id: string, timestamp: string, body: string, key: Buffer = this.#key): string {
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  }

  delivery(what: string, parts: DeliveryParts): Delivery {
    const { body, id = this.freshId(), timestamp = writeTimestamp(0), contentType = "application/json" } = parts;
    const right = this.sign(id, timestamp, body, parts.key);
    return {
      what,
      body,
      headers: {
        "content-type": contentType,
        "user-agent": "wearable-health-api-check-receiver",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": parts.signature?.(right) ?? right,
      },
    };
  }
}

/** Writes deliveries as commands that send them one after the other. */
export function writeCurls({ href }: URL, deliveries: readonly Delivery[]): string {
  return deliveries.map(({ headers, body }) => writeCurl({ method: "POST", url: href, headers, body })).join("; ");
}
