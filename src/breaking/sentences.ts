// Writes a change for people: what happened, what follows, and what to do.
import { canonical } from "../shared/contract/index.ts";
import type { Difference, MessageDifference } from "./model.ts";
import { type Direction, type Effect, type Level, rules } from "./rules.ts";

/** Says how a keyword changed. */
export function describeChange(keyword: string, before: unknown, after: unknown): string {
  if (before === undefined) return `\`${keyword}: ${canonical(after)}\` was added`;
  if (after === undefined) return `\`${keyword}: ${canonical(before)}\` was removed`;
  return `\`${keyword}\` went from ${canonical(before)} to ${canonical(after)}`;
}

/** Writes subject and change. */
export function formatSentence({ rule, effect, says = effect, said }: Difference, subject: string): string {
  const sentences = rules[rule].says;
  const sentence = typeof sentences === "string" ? sentences : (sentences[says] ?? "");
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => (name === "subject" ? subject : said?.[name]) ?? "");
}

/** Writes subject, change and consequence. */
export function formatDetail(difference: MessageDifference, subject: string, level: Level): string {
  const { effect, announced } = difference;
  const sunset = effect === "retired" ? ", and its sunset has passed" : "";
  const notice = announced ? ` It was announced: the base marks it as deprecated${sunset}.` : "";
  return `${formatSentence(difference, subject)}.${notice} ${formatConsequence(difference, level)}`.trim();
}

function formatConsequence({ direction, effect, says, rule, scope }: MessageDifference, level: Level): string {
  if (level === "compatible") return "";
  const { follows, followsForEvent } = rules[rule];
  const isOfEvent = scope?.isEvent === true;
  const special = follows ?? (isOfEvent ? followsForEvent : undefined);
  if (special !== undefined) return special;
  const isGone = effect === "removed" || effect === "retired";
  if (direction === "request") {
    const sender = isOfEvent ? "An answer" : "A request";
    if (effect === "meaning") return "A request without it may now mean something else.";
    if (isGone) return `${sender} that relies on it no longer works.`;
    return `${sender} that was accepted may now be rejected.`;
  }
  const message = isOfEvent ? "An event" : "A response";
  if (isGone) return `${message} no longer contains what consumers rely on.`;
  if (effect === "unlisted") return `${message} no longer contains a value that consumers may wait for.`;
  if (says === "closed") return "A value that is added later will break consumers.";
  return `${message} may now contain what consumers do not expect.`;
}

/** Writes what to do about a change; about a break that a mark excuses, also how to have it stopped. */
export function formatRemedy(difference: MessageDifference, level: Level, isExcused: boolean): string {
  const remedy = formatAdvice(difference, level);
  if (!isExcused) return remedy;
  return `${remedy} To stop such a change, promise it first: remove the mark, or the word in its \`leaves_open\`.`;
}

function formatAdvice({ direction, effect, rule, announced }: MessageDifference, level: Level): string {
  if (level === "compatible") return "Nothing to do.";
  const { remedy } = rules[rule];
  if (remedy !== undefined) return remedy;
  if (effect === "retired") return "Note it in the changelog.";
  const advice = adviceFor(direction, effect, announced);
  if (level === "warning") return `${advice}; otherwise note it in the changelog.`;
  return `${advice}; to break it on purpose, add a waiver.`;
}

function adviceFor(direction: Direction, effect: Effect, announced = false): string {
  if (effect === "removed") {
    return announced ? "Keep it until the next major version" : "Keep it, and mark it as deprecated first";
  }
  if (effect === "meaning") return "Keep what a request without it means";
  if (direction === "request") return "Keep accepting what was accepted, or add the new form beside the old one";
  return "Keep the promise, or add the new form beside the old one";
}
