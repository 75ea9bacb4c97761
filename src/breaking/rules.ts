// The policy: what a difference means in each direction. The limits of the vocabulary are rules; rules.json has the others.
import { type Limit, limits } from "../shared/contract/index.ts";
import table from "./rules.json" with { type: "json" };

/** The sender: the consumer, or the service. */
export type Direction = "request" | "response";

/** The severity of a change. */
export type Level = "breaking" | "warning" | "compatible";

const { $comment: _, ...sentences } = table;

const severity: readonly Level[] = ["breaking", "warning", "compatible"];

/** Sorts the most severe first. */
export function bySeverity(a: { readonly level: Level }, b: { readonly level: Level }): number {
  return severity.indexOf(a.level) - severity.indexOf(b.level);
}

/** The level of each effect, for the consumer: a request may only accept more, a response may only promise more. */
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

/** The effect of a change on the set of values that a schema allows, or on something that has a name. */
export type Effect = keyof typeof verdicts;

/** The level that a difference has by itself; an event travels like a response. */
export function chooseLevel(effect: Effect, direction: Direction): Level {
  return verdicts[effect][direction];
}

/** Fewer values are allowed where some are lost, more where some are gained. */
export function chooseEffect(isLost: boolean, isGained: boolean): "narrower" | "wider" | "different" | undefined {
  return isLost && isGained ? "different" : isLost ? "narrower" : isGained ? "wider" : undefined;
}

/** The effect of a second list in place of a first one. */
export function compareLists(was: readonly unknown[], is: readonly unknown[]) {
  return chooseEffect(
    was.some((value) => !is.includes(value)),
    is.some((value) => !was.includes(value)),
  );
}

export interface Rule {
  /** The words of an assumption's `leaves_open` that excuse a break; "presence" depends on the place. */
  readonly open?: readonly string[] | string;
  /** It is about an input of an operation as a whole: a parameter, or the body. */
  readonly isInput?: boolean;
  /** It is about whether a parameter or a body is there. */
  readonly isPresence?: boolean;
  /** It is about what is written for people only. */
  readonly isWords?: boolean;
  /** It came or went as a whole: it is known by where it is used. */
  readonly isWhole?: boolean;
  /** The sentence, or one for each case; the case is the effect unless a finding names another. */
  readonly says: string | Readonly<Record<string, string>>;
  /** The consequence and the remedy, where they do not follow from the effect. */
  readonly follows?: string;
  readonly followsForEvent?: string;
  readonly remedy?: string;
}

export type RuleId = keyof typeof sentences | (typeof limits)[keyof typeof limits]["rule"];

const ofLimits = Object.values<Limit>(limits).map(({ rule, opens }) => [
  rule,
  { open: opens, says: "{subject}: {change}" },
]);

/** The rules by their ids. */
export const rules: Readonly<Record<RuleId, Rule>> = { ...sentences, ...Object.fromEntries(ofLimits) };
