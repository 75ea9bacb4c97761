// The policy and the prose: what a difference means in each direction, what follows, and what to do. The rules are in rules.json, one entry each: its keyword, what excuses it, and its sentences.
import type { Difference, Finding } from "./model.ts";
import table from "./rules.json" with { type: "json" };

/** Who sends: the consumer, or the service. */
export type Direction = "request" | "response";

/** The severity of a change. */
export type Level = "breaking" | "warning" | "compatible";

/** What each thing that may happen means to the consumer: a request may only accept more, a response may only promise more. */
const verdicts = {
  /** Fewer values are allowed. */
  narrower: { request: "breaking", response: "compatible" },
  /** More values are allowed. */
  wider: { request: "compatible", response: "breaking" },
  /** Neither contains the other, or that could not be proven. */
  different: { request: "breaking", response: "breaking" },
  /** Something with a name, such as a property, went. */
  removed: { request: "breaking", response: "breaking" },
  /** It went after the date that had been announced for it. */
  retired: { request: "warning", response: "warning" },
  added: { request: "compatible", response: "compatible" },
  /** The same values are allowed, but leaving one out may mean something else to the service. */
  meaning: { request: "warning", response: "compatible" },
  /** An open enum no longer lists a value. */
  unlisted: { request: "breaking", response: "warning" },
  /** A closed enum became an open one. */
  opened: { request: "compatible", response: "warning" },
  /** Consumers should look at it, though it breaks no promise. */
  notable: { request: "warning", response: "warning" },
  harmless: { request: "compatible", response: "compatible" },
} as const satisfies Readonly<Record<string, Readonly<Record<Direction, Level>>>>;

/** What happened to the set of values that a schema allows, or to something that has a name. */
export type Effect = keyof typeof verdicts;

/** The level that a difference has by itself; an event travels like a response. */
export function levelOf({ effect }: Pick<Finding, "effect">, direction: Direction): Level {
  return verdicts[effect][direction];
}

interface Rule {
  /** The keyword that it is about. */
  readonly keyword?: string;
  /** The words of an assumption's `leaves_open` that excuse a break; "presence" depends on the place. */
  readonly open?: readonly string[] | string;
  /** It is about an input of an operation as a whole: a parameter, or the body. */
  readonly isInput?: boolean;
  /** It came or went as a whole: it is known by where it is used. */
  readonly isWhole?: boolean;
  /** The sentence, or one for each case; the case is the effect unless a finding names another. */
  readonly says: string | Readonly<Record<string, string>>;
  /** What follows and what to do, where that does not follow from the effect. */
  readonly follows?: string;
  readonly followsForEvent?: string;
  readonly remedy?: string;
}

export type RuleId = keyof typeof table;

/** The rules by their ids, as rules.json lists them. */
export const rules = table as Readonly<Record<RuleId, Rule>>;

const byKeyword = new Map(
  Object.entries(rules).flatMap(([id, rule]) => (rule.keyword === undefined ? [] : [[rule.keyword, id as RuleId]])),
);

/** The rule of a keyword; what has none is compared as text. */
export function ruleFor(keyword: string): RuleId {
  return byKeyword.get(keyword) ?? "schema/not-compared";
}

/** Whether a rule is about what is written for people only. */
export function isWords(rule: string): boolean {
  return rule === "documentation/changed";
}

/** Says how a keyword changed. */
export function describeChange(keyword: string, before: unknown, after: unknown): string {
  const shown = (value: unknown) => JSON.stringify(value);
  if (before === undefined) return `\`${keyword}: ${shown(after)}\` was added`;
  if (after === undefined) return `\`${keyword}: ${shown(before)}\` was removed`;
  return `\`${keyword}\` went from ${shown(before)} to ${shown(after)}`;
}

/** Writes subject and change. */
export function formatSentence({ rule, effect, says = effect, said }: Finding, subject: string): string {
  const sentences = rules[rule].says;
  const sentence = typeof sentences === "string" ? sentences : (sentences[says] ?? "");
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => (name === "subject" ? subject : said?.[name]) ?? "");
}

/** Writes subject, change and consequence, for a reader who knows the operation or the schema. */
export function formatDetail(difference: Difference, subject: string, level: Level, more = ""): string {
  const { effect, announced } = difference;
  const sunset = effect === "retired" ? ", and its sunset has passed" : "";
  const notice = announced ? ` It was announced: the base marks it as deprecated${sunset}.` : "";
  return `${formatSentence(difference, subject)}${more}.${notice} ${formatConsequence(difference, level)}`.trim();
}

function formatConsequence({ direction, effect, rule, scope }: Difference, level: Level): string {
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
  return `${message} may now contain what consumers do not expect.`;
}

/** Writes what to do about a change. */
export function formatRemedy({ direction, effect, rule, announced }: Difference, level: Level): string {
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
