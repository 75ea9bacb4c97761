// Checks the signature of an event by Standard Webhooks. How the service signs its events is not published.
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { Failure } from "../terminal/index.ts";

/** What is wrong with a signature: it is another one, or there is none, or it is of another time than now. */
export type SignatureProblem = "wrong" | "missing" | "stale";

/** Says what is wrong with the signature of a body; undefined when it is right. */
export type SignatureCheck = (body: string, headers: Readonly<Record<string, string>>) => SignatureProblem | undefined;

/**
 * Makes the check of a secret.
 *
 * @param option Where the secret is passed, for the message.
 * @throws {Failure} when it is not a secret of Standard Webhooks.
 */
export function signatureCheckOf(secret: string, option: string): SignatureCheck {
  const webhook = webhookOf(secret, option);
  return (body, headers) => {
    try {
      webhook.verify(body, { ...headers });
      return undefined;
    } catch (error) {
      // A signature that fits is found before the body turns out not to be JSON, which is for another check
      if (!(error instanceof WebhookVerificationError)) return undefined;
      if (/timestamp too/.test(error.message)) return "stale";
      return /Missing required/.test(error.message) ? "missing" : "wrong";
    }
  };
}

function webhookOf(secret: string, option: string): Webhook {
  try {
    return new Webhook(secret);
  } catch (error) {
    throw new Failure(
      `${option} is not a secret of Standard Webhooks.`,
      "Pass it as the service shows it: whsec_ and base64.",
      { cause: error },
    );
  }
}
