// Keeps secrets out of what is shown: a server or a receiver may send back what it was given, in an encoding of its own.

/** A shorter one would be found in almost every text. */
const shortestSecret = 6;

/**
 * Makes a function that replaces secrets in a text: as they are, percent-encoded in full or in part, escaped for JSON or HTML, and in
 * Base64, also within a longer text such as `user:key`.
 *
 * @param secrets Each of ASCII, with what is shown in its place; one that is shorter than six characters is left in the text.
 */
export function redaction(
  secrets: readonly (readonly [secret: string | undefined, shown: string])[],
): (text: string) => string {
  const replacements = secrets
    // One secret may be a part of another
    .toSorted(([one = ""], [other = ""]) => other.length - one.length)
    .map(([secret = "", shown]) => ({ plain: matchSecret(secret), escaped: matchSecret(secret, true), shown }));
  return (text) => {
    // Most texts escape nothing, and looking for plain characters takes a tenth of the time
    const kind = /[%&\\]/.test(text) ? "escaped" : "plain";
    return replacements.reduce((redacted, one) => redacted.replaceAll(one[kind], () => one.shown), text);
  };
}

function matchSecret(secret: string, isEscaped = false): RegExp {
  const matchText = (text: string) =>
    Array.from(text, isEscaped ? matchEscaped : matchPlain).join(isEscaped ? "\\\\*" : "");
  // The key that signs is the Base64 behind the prefix of Standard Webhooks
  const texts = [secret, secret.replace(/^whsec_/, "")].filter(({ length }) => length >= shortestSecret);
  const forms = texts.flatMap((text) => [
    matchText(text),
    ...[0, 1, 2].map((offset) => {
      const { inner, before, after } = encodeBase64(text, offset);
      return before + matchText(inner) + after;
    }),
  ]);
  return new RegExp(forms.join("|") || "(?!)", "gi");
}

/** @param offset How many bytes of another text share the first group of three. */
function encodeBase64(secret: string, offset: number) {
  const [start, end] = [(8 * offset) / 6, (8 * (offset + secret.length)) / 6];
  const whole = Buffer.from(" ".repeat(offset) + secret).toString("base64");
  // The characters around may hold bits of the secret, too
  const [before, after] = [start, end].map((at) => (Number.isInteger(at) ? "" : "[\\w+/-]"));
  return { inner: whole.slice(Math.ceil(start), Math.floor(end)), before, after };
}

/** Characters that stand for each other: in the two alphabets of Base64, in a query, and where a URL has a backslash. */
const alike = ["/_", "-+ ", "\\/"];

function listAlike(character: string): string[] {
  return [...(alike.find((all) => all.includes(character)) ?? character)];
}

function writeHex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, "0");
}

function matchPlain(character: string): string {
  return `[${listAlike(character)
    .map((one) => `\\x${writeHex(one)}`)
    .join("")}]`;
}

const namesInHtml: Readonly<Record<string, string>> = {
  '"': "|quot",
  "'": "|apos",
  "&": "|amp",
  "<": "|lt",
  ">": "|gt",
};

/** A character as it is, or as JSON, a URL or HTML may write it, also one within another. */
function matchEscaped(character: string): string {
  const forms = listAlike(character).map((one) => {
    const hex = writeHex(one);
    const inHtml = `#x0*${hex}|#0*${one.charCodeAt(0)}${namesInHtml[one] ?? ""}`;
    // Of several backslashes the last one: a search from each of a long run would take very long
    return `\\\\(?:u00|x)${hex}|%(?:25)*${hex}|&(?:amp;)*(?:${inHtml});|\\x${hex}`;
  });
  return `(?:${forms.join("|")})`;
}
