// The state of a comparison: both bundles, the parts that are the same in them, and the differences found so far.
import { type Form, findRow, type JsonObject, own } from "../shared/contract/index.ts";
import { Bundle, Unchanged } from "./bundle.ts";
import type { Difference, Message, MessageDifference, Parts } from "./model.ts";
import { compareNotes } from "./notes.ts";
import { child, listReferring, type Part, wayTo } from "./part.ts";
import { fieldAt } from "./part-name.ts";
import { compareSchemas } from "./schemas.ts";

/** A comparison under way. */
export class Comparison {
  readonly base: Bundle;
  readonly revision: Bundle;
  readonly unchanged: Unchanged;
  readonly differences: MessageDifference[] = [];

  constructor(base: JsonObject, revision: JsonObject) {
    this.base = new Bundle(base);
    this.revision = new Bundle(revision);
    this.unchanged = new Unchanged(this.base, this.revision);
  }

  /** Notes what happened to a part. */
  note(message: Message, subject: string, difference: Difference, schemas?: Parts): void {
    this.differences.push({ ...difference, ...message, subject, schemas });
  }

  /** Tells two parts that say the same, in all that they refer to. */
  isSame(base: Part, revision: Part): boolean {
    return this.unchanged.isSame(base.node, revision.node);
  }

  /** Compares a keyword as text: a change of it is a break. */
  compareText(message: Message, keyword: string, base: Part, revision: Part, subject: string): void {
    const at = { base: child(base, keyword), revision: child(revision, keyword) };
    if (this.isSame(at.base, at.revision)) return;
    this.note(message, subject, { rule: "document/not-compared", effect: "different", said: { keyword }, ...at });
  }

  /** Compares the words and marks of an object, and as text what of it is not in the vocabulary. */
  compareForm(message: Message, form: Form, base: Part, revision: Part, subject: string): void {
    for (const keyword of Object.keys({ ...Object(base.node), ...Object(revision.node) } as object)) {
      const isKnown = [base, revision].every(({ node }) => hasComparison(form, keyword, own(node, keyword)));
      if (keyword !== "$ref" && !isKnown) this.compareText(message, keyword, base, revision, subject);
    }
    const before = { bundle: this.base, parts: listReferring(base) };
    const after = { bundle: this.revision, parts: listReferring(revision) };
    for (const note of compareNotes(form, before, after)) this.note(message, subject, note);
  }

  /** Compares the schemas of a part of a message, such as a parameter or a body. */
  compareSchemas(message: Message, base: Part, revision: Part, subject: string): void {
    const length = wayTo(base).length;
    for (const difference of compareSchemas(this, message.direction, base, revision)) {
      const [was, is] = [wayTo(difference.base), wayTo(difference.revision)];
      const field = fieldAt((was.length >= is.length ? was : is).slice(length));
      this.note(message, field ? `${field} of the ${subject}` : subject, difference, { base, revision });
    }
  }
}

function hasComparison(form: Form, keyword: string, value: unknown): boolean {
  return value === undefined || ![undefined, "text"].includes(findRow(form, keyword, value)?.compare as string);
}
