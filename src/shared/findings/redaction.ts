// Keeps secrets out of what is shown: a server or a receiver may send back what it was given, in an encoding of its own.

/** A shorter one would be found in almost every text. */
const shortestSecret = 6;

/** A text to look for in a plain text, and how many characters around it hold bits of it. */
interface Form {
  readonly plain: string;
  readonly before: number;
  readonly after: number;
}

/**
 * Makes a function that replaces secrets in a text: as they are, percent-encoded in full or in part, escaped for JSON or HTML, and in
 * Base64, also within a longer text such as `user:key`.
 *
 * @param secrets Each of ASCII, with what is shown in its place; one that is shorter than six characters is left in the text.
 */
export function redaction(
  secrets: readonly (readonly [secret: string | undefined, shown: string])[],
): (text: string) => string {
  const forms = secrets.flatMap(([secret = "", shown]) => listForms(secret).map((form) => ({ ...form, shown })));
  return (text) => {
    // Most texts hold none: where their characters stand is not worked out
    const quick = unify((/[%&\\]/.test(text) ? text.replace(encoded, decodeFound) : text).toLowerCase());
    if (!forms.some(({ plain }) => quick.includes(plain))) return text;
    const { plain, starts } = decode(text);
    const found = forms.flatMap(({ shown, ...form }) =>
      findForm(plain, starts, form).map((one) => ({ ...one, shown })),
    );
    // One secret may be a part of another
    found.sort((one, other) => one.start - other.start || other.end - one.end);
    let redacted = "";
    let done = 0;
    for (const { start, end, shown } of found) {
      if (end <= done) continue;
      if (start >= done) redacted += text.slice(done, start) + shown;
      done = end;
    }
    return redacted + text.slice(done);
  };
}

function listForms(secret: string): Form[] {
  // The key that signs is the Base64 behind the prefix of Standard Webhooks, and a URL has a slash for each backslash
  const texts = new Set([secret, secret.replace(/^whsec_/, ""), secret.replaceAll("\\", "/")]);
  const forms = [...texts].flatMap((text) => [
    { plain: decode(text).plain, before: 0, after: 0 },
    ...[0, 1, 2].map((offset) => encodeBase64(text, offset)),
  ]);
  return forms.filter(({ plain }) => plain.length >= shortestSecret);
}

/** @param offset How many bytes of another text share the first group of three. */
function encodeBase64(secret: string, offset: number): Form {
  const [start, end] = [(8 * offset) / 6, (8 * (offset + secret.length)) / 6];
  const whole = Buffer.from(" ".repeat(offset) + secret)
    .toString("base64")
    .slice(Math.ceil(start), Math.floor(end));
  return { plain: decode(whole).plain, before: start % 1 ? 1 : 0, after: end % 1 ? 1 : 0 };
}

/** A character as JSON, a URL or HTML may write it, also one within another. */
const encoded =
  /(?:\\+(?:u00|x)|%(?:25)*)(?<hex>[\da-f]{2})|&(?:amp;)*(?:#x0*(?<hexInHtml>[\da-f]{2})|#0*(?<decimal>\d{2,3})|(?<name>quot|apos|amp|lt|gt));|\\+(?<escaped>["/]?)/gi;

const namedInHtml: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

function decodeCharacter({ hex, hexInHtml = hex, decimal, name = "", escaped }: Record<string, string | undefined>) {
  const code = hexInHtml === undefined ? Number(decimal) : Number.parseInt(hexInHtml, 16);
  const character = Number.isNaN(code) ? (escaped ?? namedInHtml[name.toLowerCase()] ?? "") : String.fromCharCode(code);
  return character.replace("\\", "");
}

/** The character for a match of `encoded`, as `replace` hands it on: its groups come last. */
function decodeFound(...found: readonly unknown[]): string {
  return decodeCharacter(found.at(-1) as Record<string, string | undefined>);
}

/**
 * Decodes all of a text alike, whatever it is, and leaves out backslashes. Upper and lower case, the two alphabets of Base64, and a space
 * and a plus are one.
 *
 * @returns Also where each character of the plain text starts in the other, and where that ends.
 */
function decode(text: string): { readonly plain: string; readonly starts: Uint32Array } {
  const starts = new Uint32Array(text.length + 1);
  let decoded = "";
  let read = 0;
  const copyUntil = (end: number) => {
    for (let at = read; at < end; at += 1) starts[decoded.length + at - read] = at;
    decoded += text.slice(read, end);
  };
  for (const { 0: found, index, groups = {} } of text.matchAll(encoded)) {
    copyUntil(index);
    starts[decoded.length] = index;
    decoded += decodeCharacter(groups);
    read = index + found.length;
  }
  copyUntil(text.length);
  starts[decoded.length] = text.length;
  // Of ASCII only: the small form of another letter may be longer
  return { plain: unify(decoded.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())), starts };
}

/** Makes the two alphabets of Base64 one, and a space and a plus. */
function unify(text: string): string {
  return text.replaceAll("_", "/").replaceAll(/[- ]/g, "+");
}

/** Lists where a form stands in a text, by its plain text. */
function findForm(plain: string, starts: Uint32Array, form: Form): { readonly start: number; readonly end: number }[] {
  const found = [];
  const { length } = form.plain;
  for (let at = plain.indexOf(form.plain); at !== -1; at = plain.indexOf(form.plain, at + length)) {
    const [first, next] = [Math.max(at - form.before, 0), Math.min(at + length + form.after, plain.length)];
    found.push({ start: starts[first] ?? 0, end: starts[next] ?? 0 });
  }
  return found;
}
