// A comparison under way: both bundles, what in them is compared just now, and the differences found so far.
import { type Form, findRow, type JsonObject } from "../shared/contract/index.ts";
import { type Both, Bundle, childOfBoth, listKeys, listReferring, Unchanged, wayTo } from "./bundle.ts";
import type { Difference, Message, MessageDifference } from "./model.ts";
import { compareNotes } from "./notes.ts";
import { fieldAt } from "./part-name.ts";
import { listSchemaDifferences } from "./schemas.ts";

/** The documents, and the message that is compared. */
export interface Comparison extends Message {
  readonly root: Both;
  readonly unchanged: Unchanged;
  readonly differences: MessageDifference[];
}

export function startComparison(base: JsonObject, revision: JsonObject): Comparison {
  const root = { base: new Bundle(base).root, revision: new Bundle(revision).root };
  const message = { scope: undefined, direction: "request", subject: "the document" } as const;
  return { root, unchanged: new Unchanged(), differences: [], ...message };
}

/** Notes a difference in what is compared. */
export function note(
  { scope, direction, carrier, subject, differences }: Comparison,
  difference: Difference & Partial<MessageDifference>,
): void {
  differences.push({ scope, direction, carrier, subject, ...difference });
}

/** Compares a keyword as text: a change of it is a break. */
export function compareText(comparison: Comparison, keyword: string, around: Both): void {
  const at = childOfBoth(around, keyword);
  if (comparison.unchanged.isSame(at)) return;
  note(comparison, { rule: "document/not-compared", effect: "different", said: { keyword }, ...at });
}

/** Compares the words and marks of an object, and as text what of it is not in the vocabulary. */
export function compareForm(comparison: Comparison, form: Form, at: Both): void {
  for (const keyword of listKeys(at))
    if (keyword !== "$ref" && !isKnown(form, keyword, childOfBoth(at, keyword))) compareText(comparison, keyword, at);
  const [before, after] = [listReferring(at.base), listReferring(at.revision)];
  for (const found of compareNotes(form, at, before, after)) note(comparison, found);
}

/** Compares the schemas of a parameter or of a body. */
export function compareSchemas(comparison: Comparison, schemas: Both): void {
  const length = wayTo(schemas.base).length;
  for (const found of listSchemaDifferences(comparison, schemas)) {
    const [was, is] = [wayTo(found.base), wayTo(found.revision)];
    const field = fieldAt((was.length >= is.length ? was : is).slice(length));
    const subject = field ? `${field} of the ${comparison.subject}` : comparison.subject;
    note(comparison, { ...found, subject, schemas });
  }
}

/** Tells a keyword whose values in both documents are in the vocabulary, and not compared as text. */
export function isKnown(form: Form, keyword: string, { base, revision }: Both): boolean {
  return [base, revision].every(({ node }) => {
    const compare = findRow(form, keyword, node)?.compare;
    return node === undefined || (compare !== undefined && compare !== "text");
  });
}
