// Makes control characters visible, so that a server's text cannot control a terminal or break a file.

/** Control and format characters, line separators, and unpaired code units, but not line breaks. */
const unseen = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\u2028\u2029\ufffe\uffff]/gu;

/** Escapes such characters as in JSON, `\u001b`, so that the text in a JSON string stays the same. */
export function visible(text: string): string {
  return text.replaceAll(unseen, (character) =>
    Array.from({ length: character.length }, (_, index) => unit(character.charCodeAt(index))).join(""),
  );
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
