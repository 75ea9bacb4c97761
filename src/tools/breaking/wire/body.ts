// Compares the body that a message carries.

import { own } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { type Comparison, under } from "./comparison.ts";
import { compareContent } from "./content.ts";

/** Compares the `requestBody` of two operations; of an event it is the payload. */
export function compareBodies(comparison: Comparison, message: Message, base: Spot, revision: Spot): void {
  const subject = message.isEvent ? "payload" : "request body";
  const was = under(comparison.base, base, "requestBody");
  const is = under(comparison.revision, revision, "requestBody");
  const paths = { base: was?.path ?? base.path, revision: is?.path ?? revision.path };
  if (was === undefined && is === undefined) return;
  if (is === undefined) {
    comparison.note(message, "removed", "body/removed", paths, subject, "was removed");
    return;
  }
  if (was === undefined) {
    const mustBeSent = message.direction === "request" && isRequired(is);
    const text = mustBeSent ? "was added as required" : "was added";
    comparison.note(message, mustBeSent ? "narrower" : "added", "body/added", paths, subject, text);
    return;
  }
  if (isRequired(was) !== isRequired(is)) {
    const at = { base: [...was.path, "required"], revision: [...is.path, "required"] };
    const text = isRequired(is) ? "became required" : "is no longer required";
    comparison.note(message, isRequired(is) ? "narrower" : "wider", "body/required", at, subject, text);
  }
  comparison.noteWords(message, was, is, subject);
  compareContent(comparison, message, was, is, subject);
}

function isRequired({ value }: Spot): boolean {
  return own(value, "required") === true;
}
