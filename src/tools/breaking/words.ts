// The texts of a change: its subject, its consequence, and the remedy.

import type { Path } from "../contract/index.ts";
import type { Difference, Scope } from "./difference.ts";
import type { Level } from "./direction.ts";

/** Describes the field at a path: "field `user.name`", "items of field `tags`"; empty for the schema itself. */
export function fieldAt(path: Path, rootLength: number): string {
  let field = "";
  const tokens = path.slice(rootLength);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    const next = tokens[index + 1];
    if (token === "properties" && next !== undefined) {
      field += `${field === "" ? "" : "."}${next}`;
      index++;
    } else if (token === "patternProperties" && next !== undefined) {
      field += `[/${next}/]`;
      index++;
    } else if (token === "items" || token === "contains" || token === "unevaluatedItems") field += "[]";
    else if (token === "prefixItems") {
      field += `[${next ?? ""}]`;
      index++;
    } else if (token === "additionalProperties" || token === "unevaluatedProperties") field += "[*]";
    else if (["allOf", "anyOf", "oneOf", "dependentSchemas"].includes(token)) index++;
  }
  return field === "" ? "" : `field \`${field}\``;
}

/** Writes the message: operation, subject, change and consequence. */
export function formatMessage(difference: Difference, level: Level, others: number): string {
  const where = difference.scope === undefined ? "" : `${formatScope(difference.scope)}: `;
  const more = others < 1 ? "" : ` (and in ${others} more ${others === 1 ? "operation" : "operations"})`;
  return `${where}${formatDetail(difference, level, more)}`;
}

/** Writes the name of an operation or event, with its id. */
export function formatScope({ id, operation }: Scope): string {
  return `${id ? `${id}, ` : ""}${operation}`;
}

/** Writes subject, change and consequence, for a reader who knows the operation or the schema. */
export function formatDetail(difference: Difference, level: Level, more = ""): string {
  const { subject, text, effect, announced } = difference;
  // A predicate follows the subject; a clause follows a colon
  const joint = /^(`|(the|only|any|other|an?|no|null) )/.test(text) ? ": " : " ";
  const sunset = effect === "retired" ? ", and its sunset has passed" : "";
  const notice = announced ? ` It was announced: the base marks it as deprecated${sunset}.` : "";
  return `${subject}${joint}${text}${more}.${notice} ${consequenceOf(difference, level)}`.trim();
}

function consequenceOf({ direction, effect, rule, scope }: Difference, level: Level): string {
  if (rule === "code/type") return "What travels is still valid; the type in generated code changes.";
  if (rule.startsWith("code/")) return "Nothing changes on the wire; the name in generated code changes.";
  if (level === "compatible") return "";
  const isGone = effect === "removed" || effect === "retired";
  const isOfEvent = scope?.isEvent === true;
  if (rule === "relation/event" || (rule === "relation/precondition" && isOfEvent))
    return "An event that consumers wait for may no longer come.";
  if (direction === "request") {
    const sender = isOfEvent ? "An answer" : "A request";
    if (effect === "meaning") return "A request without it may now mean something else.";
    if (isGone) return `${sender} that relies on it no longer works.`;
    return `${sender} that was accepted may now be rejected.`;
  }
  const message = isOfEvent ? "An event" : "A response";
  if (isGone) return `${message} no longer contains what consumers rely on.`;
  if (effect === "known-value-removed") return `${message} no longer contains a value that consumers may wait for.`;
  return `${message} may now contain what consumers do not expect.`;
}

/** Writes what to do about a change. */
export function formatRemedy({ direction, effect, rule, announced }: Difference, level: Level): string {
  if (rule === "code/type") return "Keep the type, or note in the changelog that generated code changes.";
  if (rule.startsWith("code/")) return "Keep the name, or note in the changelog that generated code changes.";
  if (level === "compatible") return "Nothing to do.";
  if (effect === "retired") return "Note it in the changelog.";
  if (rule.startsWith("relation/")) return "Keep it as it was, or note it in the changelog.";
  if (level === "warning") return `${advice(direction, effect, announced)}; otherwise note it in the changelog.`;
  return `${advice(direction, effect, announced)}; to break it on purpose, add a waiver and release a major version.`;
}

function advice(direction: Difference["direction"], effect: Difference["effect"], announced = false): string {
  if (effect === "removed")
    return announced ? "Keep it until the next major version" : "Keep it, and mark it as deprecated first";
  if (effect === "meaning") return "Keep what a request without it means";
  if (direction === "request") return "Keep accepting what was accepted, or add the new form beside the old one";
  return "Keep the promise, or add the new form beside the old one";
}
