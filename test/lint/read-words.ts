// Walks a document by the vocabulary: what has a row, and what has none.
import { findRow, isForm, isObject, type JsonObject, own, parseReference } from "../../src/shared/contract/index.ts";

/** The words of a document, by form and keyword: `Schema maxLength`; and those outside of the vocabulary. */
export function readWords(document: unknown): { readonly words: Set<string>; readonly outside: Set<string> } {
  const [words, outside] = [new Set<string>(), new Set<string>()];
  const seen = new Set<unknown>();
  const visit = (node: unknown, form: string): void => {
    if (!isForm(form) || !isObject(node) || seen.has(node)) return;
    seen.add(node);
    const reference = own(node, "$ref");
    if (typeof reference === "string") {
      const target = reference.startsWith("#/") ? parseReference(reference).reduce<unknown>(own, document) : undefined;
      if (target === undefined) outside.add(`${form} $ref`);
      visit(target, form);
    }
    for (const [keyword, value] of Object.entries(node)) {
      if (keyword === "$ref") continue;
      const row = findRow(form, keyword, value);
      (row === undefined ? outside : words).add(`${form} ${keyword}`);
      const [inner, as] = row?.holds ?? [];
      if (inner === undefined) continue;
      for (const one of as === "one" ? [value] : Object.values(value as JsonObject)) visit(one, inner);
    }
  };
  visit(document, "Root");
  return { words, outside };
}
