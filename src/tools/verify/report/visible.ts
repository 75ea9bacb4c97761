// Makes control characters visible: whatever a server sends must neither move the cursor of a terminal nor break a file.

/** Control and format characters, line separators, and code units that stand for nothing; line breaks are left. */
const unseen = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\u2028\u2029\ufffe\uffff]/gu;

/** The text with each such character written as JSON writes it, `\u001b`: in a JSON string it stays the same text. */
export function visible(text: string): string {
  return text.replaceAll(unseen, (character) =>
    Array.from({ length: character.length }, (_, index) => unit(character.charCodeAt(index))).join(""),
  );
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
