// Decides which names that the contract does not have may be written: those that no person's data would be.

/** Stands for every name that is not written. */
export const hiddenName = "(key)";

/** Names that mean something to the language are never names of fields. */
const reserved = new Set(["constructor", "prototype"]);

/** The words of a field's name: in small letters, joined by underscores, or by capitals. */
const fieldName = /^[a-z]{1,20}\d{0,2}(?:_?[A-Z][a-z]{1,20}\d{0,2}|_[a-z]{1,20}\d{0,2}|_\d{1,2})*$/;

/** Whether this is the name of a field, and nothing else that was used as a key: a name, an id, a date, a token. */
export function isFieldName(name: string): boolean {
  return name.length <= 40 && fieldName.test(name) && name.replace(/\D/g, "").length <= 2 && !reserved.has(name);
}

/** The same for the name of a header, in small letters. */
export function isHeaderName(name: string): boolean {
  return isFieldName(name.replaceAll("-", "_"));
}

/** Whether an unknown value of an open enum is a word of the service. */
export function isPlainWord(text: string): boolean {
  return text.length <= 40 && /^[a-z]+(?:[._-][a-z]+)*$/.test(text);
}
