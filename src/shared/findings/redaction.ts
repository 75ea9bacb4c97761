// Keeps secrets out of what is shown: a server or a receiver may send back what it was given.

/** A shorter one would match in almost every text. */
const shortestSecret = 6;

/**
 * Makes what replaces secrets in a text, in whichever of the usual ways they are written there.
 *
 * @param secrets Each with what is shown in its place; one that is shorter than six characters is left in the text.
 */
export function redaction(
  secrets: readonly (readonly [secret: string | undefined, shown: string])[],
): (text: string) => string {
  const all = secrets
    .flatMap(([secret = "", shown]) => writings(secret).map((written) => ({ written, shown })))
    // One may be a part of another
    .sort((one, other) => other.written.length - one.written.length);
  return (text) => all.reduce((redacted, { written, shown }) => redacted.replaceAll(written, () => shown), text);
}

function writings(secret: string): string[] {
  // The key that signs is the Base64 behind the prefix of Standard Webhooks
  const all = [secret, secret.replace(/^whsec_/, "")].filter(({ length }) => length >= shortestSecret);
  const written = all.flatMap((one) => {
    const inJson = JSON.stringify(one).slice(1, -1);
    const inBase64 = Buffer.from(one).toString("base64").replace(/=+$/, "");
    return [one, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(one), inBase64];
  });
  return [...new Set(written)];
}
