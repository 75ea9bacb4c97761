// Secrets and health values of many kinds, the places that an exchange has for them, and the search for them.

/** What may never be found, each with the kind that it is. */
const kinds: Readonly<Record<string, (n: number) => string>> = {
  name: (n) => `Marta Quillfeather${letters(n)}`,
  email: (n) => `marta.q${n}@quillfeather.example`,
  phone: (n) => `+49 170 55${String(n).padStart(5, "0")}`,
  birth: (n) => `19${10 + (n % 89)}-0${1 + (n % 9)}-1${n % 10}T0${n % 10}:1${n % 10}:00Z`,
  address: (n) => `Quillgasse ${n}b, 80${String(n).padStart(3, "0")} Featherstadt`,
  token: (n) => `sk_live_${letters(n)}9f8e7d6c5b${n}`,
  uuid: (n) => `5e0c7ab1-0000-4000-8000-${String(n).padStart(12, "0")}`,
  diagnosis: (n) => `Diagnosis: type ${n} quillosis; see "notes" <b>&é</b>\u2028`,
  value: (n) => `${31000 + n}.4071`,
  base64: (n) => Buffer.from(`quillfeather-secret-${n}`).toString("base64"),
};

export const kindNames = Object.keys(kinds);

/** The secret of a kind with a number. */
export function secretOf(kind: string, n: number): string {
  return kinds[kind]?.(n) ?? "";
}

function letters(n: number): string {
  return [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

/** The ways in which a secret may stand in a text. */
export function writings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Where a text is part of a longer one, its base64 begins at one of three offsets
  const shifted = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "");
    return text.slice(offset === 0 ? 0 : offset + 1, -2);
  });
  const all = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ "": secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    bytes.toString("latin1"),
    ...shifted,
    [...secret].reverse().join(""),
  ];
  return [...new Set(all.flatMap((text) => [text, text.toLowerCase()]))].filter((text) => text.length >= 5);
}

/** Which of the secrets stand in a text, in any writing. */
export function found(secrets: readonly string[], text: string): string[] {
  const small = text.toLowerCase();
  const holds = (writing: string) => (writing === writing.toLowerCase() ? small : text).includes(writing);
  return secrets.filter((secret) => writings(secret).some(holds));
}
