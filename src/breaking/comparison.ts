// A comparison under way: both bundles, what in them is compared just now, and the differences found so far.
import { type Form, findRow, type JsonObject, own } from "../shared/contract/index.ts";
import { Bundle, Unchanged } from "./bundle.ts";
import type { Difference, Message, MessageDifference, NodePaths } from "./model.ts";
import { child, listReferring, type NodePath, wayTo } from "./node-path.ts";
import { compareNotes } from "./notes.ts";
import { fieldAt } from "./part-name.ts";
import { listSchemaDifferences } from "./schemas.ts";

/** The bundles, and the message that is compared. */
export interface Comparison extends Message {
  readonly base: Bundle;
  readonly revision: Bundle;
  readonly unchanged: Unchanged;
  readonly differences: MessageDifference[];
}

export function startComparison(base: JsonObject, revision: JsonObject): Comparison {
  const bundles = { base: new Bundle(base), revision: new Bundle(revision) };
  const unchanged = new Unchanged(bundles.base, bundles.revision);
  return { ...bundles, unchanged, differences: [], scope: undefined, direction: "request", subject: "the document" };
}

/** Notes a difference in what is compared. */
export function note(comparison: Comparison, difference: Difference, schemas?: NodePaths): void {
  const { scope, direction, carrier, subject, differences } = comparison;
  differences.push({ ...difference, scope, direction, carrier, subject, schemas });
}

/** Tells two parts that say the same, in all that they refer to. */
export function isSame({ unchanged }: Comparison, base: NodePath, revision: NodePath): boolean {
  return unchanged.isSame(base.node, revision.node);
}

/** Compares a keyword as text: a change of it is a break. */
export function compareText(comparison: Comparison, keyword: string, base: NodePath, revision: NodePath): void {
  const at = { base: child(base, keyword), revision: child(revision, keyword) };
  if (isSame(comparison, at.base, at.revision)) return;
  note(comparison, { rule: "document/not-compared", effect: "different", said: { keyword }, ...at });
}

/** Compares the words and marks of an object, and as text what of it is not in the vocabulary. */
export function compareForm(comparison: Comparison, form: Form, base: NodePath, revision: NodePath): void {
  for (const keyword of Object.keys({ ...Object(base.node), ...Object(revision.node) } as object)) {
    const isKnown = [base, revision].every(({ node }) => hasComparison(form, keyword, own(node, keyword)));
    if (keyword !== "$ref" && !isKnown) compareText(comparison, keyword, base, revision);
  }
  const before = { bundle: comparison.base, parts: listReferring(base) };
  const after = { bundle: comparison.revision, parts: listReferring(revision) };
  for (const found of compareNotes(form, before, after)) note(comparison, found);
}

/** Compares the schemas of a parameter or of a body. */
export function compareSchemas(comparison: Comparison, base: NodePath, revision: NodePath): void {
  const length = wayTo(base).length;
  for (const difference of listSchemaDifferences(comparison, base, revision)) {
    const [was, is] = [wayTo(difference.base), wayTo(difference.revision)];
    const field = fieldAt((was.length >= is.length ? was : is).slice(length));
    const subject = field ? `${field} of the ${comparison.subject}` : comparison.subject;
    note({ ...comparison, subject }, difference, { base, revision });
  }
}

function hasComparison(form: Form, keyword: string, value: unknown): boolean {
  return value === undefined || ![undefined, "text"].includes(findRow(form, keyword, value)?.compare as string);
}
