// The policy and the prose: which rule a difference falls under, what it means in each direction, and the sentences.
import type { OpenWord } from "../contract/index.ts";
import type { Difference, Finding } from "./model.ts";

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
  readonly open?: readonly OpenWord[] | "presence";
  /** It is about an input of an operation as a whole: a parameter, or the body. */
  readonly isInput?: true;
  /** It came or went as a whole: it is known by where it is used. */
  readonly isWhole?: true;
  /** The sentence, or one for each case; the case is the effect unless a finding names another. */
  readonly says: string | Readonly<Record<string, string>>;
  /** What follows and what to do, where that does not follow from the effect. */
  readonly follows?: string;
  readonly followsForEvent?: string;
  readonly remedy?: string;
}

/** Under an open name, or in an open place, there may be nothing, or something else. */
const elsewhere: readonly OpenWord[] = ["name", "place"];
const another: readonly OpenWord[] = ["type", ...elsewhere];
const values: readonly OpenWord[] = ["values", ...another];
const count: readonly OpenWord[] = ["count", ...values];
const form: readonly OpenWord[] = ["format", ...another];
const encoding: readonly OpenWord[] = ["encoding"];

const keyword = (name: string, open = values) => ({ keyword: name, open, says: "{subject}: {change}" });
const required = { narrower: "{subject} became required", wider: "{subject} is no longer required" };
const added = {
  isWhole: true,
  says: { added: "{subject} was added", narrower: "{subject} was added as required" },
} as const;
const removed = { isWhole: true, says: "{subject} was removed" } as const;
const limit = (end: string) => `{subject}: the ${end} value went from {from} to {to}`;
const switched = "{subject}: `{keyword}` went from {from} to {to}";
const inCode = {
  follows: "Nothing changes on the wire; the name in generated code changes.",
  remedy: "Keep the name, or note in the changelog that generated code changes.",
};
const asItWas = { remedy: "Keep it as it was, or note it in the changelog." };
const noEvent = "An event that consumers wait for may no longer come.";

const table = {
  "schema/type": {
    keyword: "type",
    open: another,
    says: {
      none: "{subject}: no value is allowed",
      only: "{subject}: only {now} is allowed now, no longer any value",
      narrower: "{subject}: {lost} is no longer allowed, only {now}",
      allowed: "{subject} is now allowed",
      any: "{subject}: any value is now allowed",
      wider: "{subject} may now be {gained}",
      different: "{subject}: the type went from {was} to {now}",
      fraction: "{subject} may now have a fraction: it was an integer",
      whole: "{subject} must now be an integer: it may have had a fraction",
    },
  },
  "schema/enum": {
    keyword: "enum",
    open: values,
    says: {
      narrower: "{subject}: {values} {are} no longer allowed",
      wider: "{subject}: {values} {are} now allowed",
      different: "{subject}: the only {value} went from {was} to {now}",
      only: "{subject}: only {values} {are} allowed now",
      any: "{subject}: any value is now allowed, no longer only {was}",
      others: "{subject}: other values are now allowed, no longer only {was}",
      opened: "{subject} is now an open enum: any value may occur",
      closed: "{subject}: the open enum was closed: only {values} {are} left",
    },
  },
  "schema/known-value-removed": { open: values, says: "{subject}: {values} {are} no longer known" },
  "schema/known-value-added": { open: values, says: "{subject}: {values} may now occur: the enum is open" },
  "schema/min-length": keyword("minLength"),
  "schema/max-length": keyword("maxLength"),
  "schema/min-items": keyword("minItems", count),
  "schema/max-items": keyword("maxItems", count),
  "schema/min-properties": keyword("minProperties"),
  "schema/max-properties": keyword("maxProperties"),
  "schema/pattern": keyword("pattern"),
  "schema/multiple-of": keyword("multipleOf"),
  "schema/format": keyword("format", form),
  "schema/default": keyword("default", another),
  "schema/minimum": { keyword: "minimum", open: values, says: limit("lowest") },
  "schema/maximum": { keyword: "maximum", open: values, says: limit("highest") },
  "schema/unique-items": {
    keyword: "uniqueItems",
    open: values,
    says: {
      narrower: "{subject}: the items must now be unique",
      wider: "{subject}: the items need no longer be unique",
    },
  },
  "schema/property-required": {
    open: "presence",
    says: {
      narrower: "{subject} became required",
      unnamed: "{subject}: `{name}` became required",
      added: "{subject} was added as required",
    },
  },
  "schema/property-optional": {
    open: "presence",
    says: { wider: "{subject} is no longer required", unnamed: "{subject}: `{name}` is no longer required" },
  },
  "schema/property-removed": {
    open: "presence",
    isWhole: true,
    says: {
      removed: "{subject} was removed",
      retired: "{subject} was removed",
      hidden: "{subject} was removed: it became `{mark}`",
    },
  },
  "schema/property-added": { open: "presence", ...added },
  "schema/alternative-removed": { open: another, says: "{subject}: {alternative} was removed" },
  "schema/alternative-added": { open: another, says: "{subject}: {alternative} was added" },
  "schema/alternative-changed": {
    says: "{subject}: the alternative `{name}` may now hold what only another one did",
  },
  "schema/one-of-overlap": {
    open: another,
    says: {
      refused: "{subject} may match two alternatives of `oneOf`, which rejects it (the other is {other})",
      wider: "{subject} may now match several alternatives at once",
      narrower: "{subject} no longer matches several alternatives at once",
    },
  },
  "schema/discriminator": {
    open: another,
    says: {
      harmless: "{subject}: a discriminator was added",
      removed: "{subject}: the discriminator `{property}` was removed",
      different: "{subject}: the discriminator went from `{property}` to `{now}`",
      narrower: "{subject}: the discriminator `{property}` lost {values}",
      wider: "{subject}: the discriminator `{property}` gained {values}",
      meaning: "{subject}: the value `{value}` of the discriminator `{property}` now means `{now}`, no longer `{was}`",
    },
  },
  "schema/not": {
    keyword: "not",
    open: another,
    says: {
      narrower: "{subject}: `not` refuses more than it did",
      wider: "{subject}: `not` refuses less than it did",
      different: "{subject}: `not` refuses other values than it did",
      added: "{subject}: `not` was added",
      removed: "{subject}: `not` was removed",
    },
  },
  "schema/xml": { keyword: "xml", says: "{subject} has a different XML form" },
  "schema/keyword-added": { open: another, says: "{subject}: `{keyword}` was added" },
  "schema/keyword-removed": { open: another, says: "{subject}: `{keyword}` was removed" },
  "schema/not-compared": {
    open: another,
    says: {
      different: "{subject}: `{keyword}` changed, and is not compared: treated as a break",
      alternatives: "{subject} changed, and has too many alternatives to compare: treated as a break",
      ways: "{subject} changed, and contains itself in too many ways to compare: treated as a break",
    },
  },
  "code/type": {
    says: { notable: "{subject}: {change}", text: "{subject}: the type went from {from} to {to}" },
    follows: "What travels is still valid; the type in generated code changes.",
    remedy: "Keep the type, or note in the changelog that generated code changes.",
  },
  "code/operation-id": {
    isWhole: true,
    says: { notable: "{subject} is now `{now}`", removed: "{subject} was removed" },
    ...inCode,
  },
  "code/link": { says: { removed: "{subject} was removed", notable: "{subject} changed" }, ...inCode },
  "operation/removed": { open: ["path"], ...removed },
  "operation/added": added,
  "event/removed": removed,
  "event/added": added,
  "callback/removed": removed,
  "callback/added": added,
  "parameter/removed": { open: "presence", isInput: true, ...removed },
  "parameter/required": {
    open: "presence",
    isInput: true,
    isWhole: true,
    says: { ...required, added: added.says.narrower },
  },
  "parameter/added": { isInput: true, ...added },
  "parameter/serialization": {
    open: encoding,
    says: {
      ...{ different: switched, narrower: switched, wider: switched },
      media: "{subject} is now written as a media type (`content`)",
      plain: "{subject} is no longer written as a media type (`content`)",
    },
  },
  "header/removed": { open: "presence", ...removed },
  "header/required": { open: "presence", says: required },
  "header/added": { isWhole: true, says: "{subject} was added" },
  "header/serialization": {
    open: encoding,
    says: {
      ...{ different: switched, narrower: switched, wider: switched },
      media: "{subject} is now written as a media type (`content`)",
      plain: "{subject} is no longer written as a media type (`content`)",
    },
  },
  "body/removed": { isInput: true, ...removed },
  "body/required": { isInput: true, says: required },
  "body/added": { isInput: true, ...added },
  "response/removed": {
    open: ["status"],
    isWhole: true,
    says: { gone: "{subject} was removed", narrowed: "{subject} was narrowed to single statuses" },
  },
  "response/added": added,
  "response/success-added": { isWhole: true, says: "{subject} was added" },
  "media-type/removed": { open: encoding, ...removed },
  "media-type/added": { open: encoding, isWhole: true, says: "{subject} was added" },
  "encoding/style": { open: encoding, says: switched },
  "encoding/content-type": {
    open: encoding,
    says: {
      narrower: "{subject}: `contentType` no longer lists {types}",
      wider: "{subject}: `contentType` now lists {types}",
    },
  },
  "link/added": added,
  "security/alternative": {
    says: {
      narrower: "{subject}: {credential} no longer opens it",
      wider: "{subject}: {credential} now opens it too",
      sent: "{subject}: {credential} is now sent",
      unsent: "{subject}: {credential} is no longer sent",
    },
  },
  "security/scope": { says: "{subject} scope {scopes} is now needed of {credential}" },
  "security/flow": {
    says: {
      removed: "{subject}: {what} was removed",
      added: "{subject}: {what} was added",
      different: "{subject}: {what} went from {from} to {to}",
    },
  },
  "server/removed": removed,
  "server/added": added,
  "server/variable": {
    says: {
      different: "{subject}: the default went from {from} to {to}",
      narrower: "{subject}: {values} can no longer be chosen",
      wider: "{subject}: {values} can now be chosen",
      only: "{subject}: only {values} can be chosen now",
      any: "{subject}: any value can now be chosen",
    },
  },
  "relation/event": {
    says: {
      notable: "{subject} no longer brings about `{name}`",
      harmless: "{subject} now brings about `{name}`",
    },
    follows: noEvent,
    ...asItWas,
  },
  "relation/precondition": {
    says: { notable: "{subject} now needs `{name}`", harmless: "{subject} no longer needs `{name}`" },
    followsForEvent: noEvent,
    ...asItWas,
  },
  "mark/assumption-added": { says: "{subject} is now an assumption: it is no longer promised" },
  "mark/assumption-removed": { says: "{subject} is no longer an assumption" },
  "mark/assumption-opened": { says: "{subject} leaves more open: {words} may now differ" },
  "mark/assumption-closed": { says: "{subject} leaves less open: {words} is now promised" },
  "mark/assumption-changed": { says: "{subject} is based on a different choice" },
  "mark/beta-added": { says: "{subject} is now {level}: stability is no longer promised" },
  "mark/beta-removed": { says: "{subject} is no longer {level}" },
  "mark/deprecated": { says: "{subject} was marked as deprecated" },
  "mark/deprecation-withdrawn": { says: "{subject} is no longer deprecated" },
  "mark/read-or-write-only": {
    says: { set: "{subject} became `{keyword}`", unset: "{subject} is no longer `{keyword}`" },
  },
  "documentation/changed": { says: "{subject} has a different `{keyword}`" },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof table;

export const rules: Readonly<Record<RuleId, Rule>> = table;

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
