// The words in which a change is told: what it is about, what follows from it, and what to do.

import type { Path } from "../contract/index.ts";
import type { Difference } from "./difference.ts";
import type { Level } from "./direction.ts";

/** Names the field at a path: "field `user.name`", "items of field `tags`"; empty for the schema itself. */
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

/** The whole message: which operation, what, which way it travels, and what follows. */
export function messageOf(difference: Difference, level: Level, others: number): string {
  const { scope, subject, text, announced } = difference;
  const where = scope === undefined ? "" : `${scope.id ? `${scope.id}, ` : ""}${scope.operation}: `;
  const more = others === 0 ? "" : ` (and in ${others} more ${others === 1 ? "operation" : "operations"})`;
  // A predicate follows the subject; a statement of its own stands behind a colon
  const joint = /^(`|(the|only|any|other|an?|no) )/.test(text) ? ": " : " ";
  const sentence = `${where}${subject}${joint}${text}${more}.`;
  const told = announced ? " It was announced: the base marks it as deprecated." : "";
  return `${sentence}${told} ${consequenceOf(difference, level)}`.trim();
}

function consequenceOf({ direction, effect, rule, scope }: Difference, level: Level): string {
  if (rule.startsWith("code/")) return "Nothing changes on the wire; generated code gets another name.";
  if (level === "compatible") return "";
  const isUnasked = scope !== undefined && !/^[A-Z]+ \//.test(scope.operation);
  if (direction === "request") {
    const sender = isUnasked ? "An answer" : "A request";
    if (effect === "meaning") return "The same request now means something else.";
    if (effect === "removed") return `${sender} that relies on it is no longer understood.`;
    return `${sender} that was accepted may now be refused.`;
  }
  const message = isUnasked ? "An event" : "A response";
  if (effect === "removed") return `${message} no longer brings what consumers rely on.`;
  if (effect === "known-value-removed") return `${message} no longer brings a value that consumers may wait for.`;
  return `${message} may now bring what consumers do not expect.`;
}

/** What to do about it. */
export function remedyOf({ direction, effect, rule, announced }: Difference, level: Level): string {
  if (rule.startsWith("code/")) return "Keep the name, or tell in the changelog that generated code has to be adapted.";
  if (level === "compatible") return "Nothing has to be done.";
  if (level === "warning") return `${wayOut(direction, effect, announced)}; else tell it in the changelog.`;
  return `${wayOut(direction, effect, announced)}; to break it on purpose, add a waiver and release a major version.`;
}

function wayOut(direction: Difference["direction"], effect: Difference["effect"], announced = false): string {
  if (effect === "removed")
    return announced ? "Keep it until the next major version" : "Keep it, and mark it as deprecated first";
  if (effect === "meaning") return "Keep the default";
  if (direction === "request") return "Keep accepting what was accepted, or offer the new form beside the old one";
  return "Keep the promise, or add the new form beside the old one";
}
