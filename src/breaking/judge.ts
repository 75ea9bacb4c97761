// Judges the changes between two documents by one principle.
import { isObject, parsePointer, toPointer } from "../shared/contract/index.ts";
import { child, type Part, resolve, wayTo } from "./bundle.ts";
import { type Comparison, startComparison } from "./comparison.ts";
import { findExcuse } from "./marks.ts";
import type { MessageDifference, Scope } from "./model.ts";
import { compareDocuments } from "./operations.ts";
import { describePart, partOfScope } from "./part-name.ts";
import { bySeverity, chooseLevel, type Direction, type Level, type RuleId, rules } from "./rules.ts";
import { formatDetail, formatRemedy, formatSentence } from "./sentences.ts";

/** One change of a contract, judged. */
export interface Change {
  readonly level: Level;
  /** Name of the rule, such as `schema/max-length`. */
  readonly rule: RuleId;
  /** The operationId; without one `POST /users` or `webhook order.created`; empty for the document itself. */
  readonly operation: string;
  /** JSON pointer in the bundle to where what changed is written: in that of the base when it was removed. */
  readonly pointer: string;
  /** The operation or the shared part in which it is written: "createUser, POST /users", "schema `User`". */
  readonly part: string;
  /** The operations and events that notice it at this level; empty for the document itself. */
  readonly affected: readonly Affected[];
  /** The change and its consequence, beside the part: "field `name`: `maxLength` went from 10 to 5. …". */
  readonly detail: string;
  readonly remedy: string;
}

/** A message of an operation, or an event. */
export interface Affected {
  /** As `operation` of a change. */
  readonly operation: string;
  readonly direction: Direction | "event";
}

/** A change with internal details. */
export interface JudgedChange extends Change {
  /** The first difference at this level. */
  readonly difference: MessageDifference;
  /** True when a pointer leads to the changed part, through references or without. */
  readonly concerns: (pointer: string) => boolean;
}

/**
 * Compares two bundles.
 *
 * @returns The changes, most severe first; none for a rewrite of the same contract.
 */
export function judge(comparison: Comparison): JudgedChange[] {
  compareDocuments(comparison);
  const judged = comparison.differences.map(judgeDifference).sort(bySeverity);
  return [...Map.groupBy(judged, ({ key }) => key).values()].flatMap((group) => {
    const worst = group.filter(({ level }) => level === group[0]?.level);
    return [...Map.groupBy(worst, ({ excuse }) => excuse).values()].map(makeChange);
  });
}

/** Compares two bundles in memory. */
export function judgeDocuments(base: unknown, revision: unknown): JudgedChange[] {
  if (!isObject(base) || !isObject(revision)) throw new TypeError("A bundle is an object.");
  return judge(startComparison(base, revision));
}

interface Judged {
  readonly difference: MessageDifference;
  readonly level: Level;
  /** Why a break is a warning only. */
  readonly excuse: string | undefined;
  /** The document in which it is written, and the part there. */
  readonly side: "base" | "revision";
  readonly part: Part;
  /** A part that is written once is reported once, at its highest level, and once for each excuse, however many operations use it. */
  readonly key: string;
}

function judgeDifference(difference: MessageDifference): Judged {
  const own = chooseLevel(difference.effect, difference.direction);
  const excuse = own === "breaking" ? findExcuse(difference) : undefined;
  const level = excuse === undefined ? own : "warning";
  const [was, is] = [wayTo(difference.base), wayTo(difference.revision)];
  const isGone = was.length > is.length && !(was.at(-1) === is.at(-1) && difference.revision.node !== undefined);
  const side = isGone || difference.revision.node === undefined ? "base" : "revision";
  const part = difference[side];
  const key = JSON.stringify([side, part.at, difference.rule, formatSentence(difference, "")]);
  return { difference, level, excuse, side, part, key };
}

function makeChange(group: readonly Judged[]): JudgedChange {
  const [first] = group;
  if (first === undefined) throw new Error("A change needs at least one difference.");
  const { difference, level, excuse, side, part } = first;
  const { base, revision, scope, subject, rule } = difference;
  const affected = listAffected(group);
  const [was, is] = [describePart(base.at, scope), describePart(revision.at, scope)];
  // Where an operation alone refers to another schema now, neither schema has changed
  const isOther = was.name !== is.name && scope !== undefined && group.every((one) => isSameScope(one, first));
  const place = isOther ? partOfScope(scope) : side === "base" ? was : is;
  // A part that was added or removed as a whole is known by where it is used
  const known = place.field === "" ? (rules[rule].isWhole ? subject : "the value") : (place.field ?? subject);
  const reason = excuse === undefined ? "" : ` It is a warning only, since ${excuse}.`;
  const written = [toPointer(base.at), toPointer(revision.at)];
  return {
    ...{ level, rule, operation: writeName(scope), pointer: toPointer(part.at), part: place.name, affected },
    detail: `${formatDetail(difference, known, level)}${reason}`,
    remedy: formatRemedy(difference, level, excuse !== undefined),
    difference,
    concerns: (pointer) =>
      [base, revision].some(({ bundle }) => {
        const { at } = parsePointer(pointer).reduce((around, key) => child(resolve(around), key), bundle.root);
        return written.includes(toPointer(at));
      }),
  };
}

/** Tells two differences of one operation: by its path and method, since an id may be repeated by mistake. */
function isSameScope({ difference: one }: Judged, { difference: other }: Judged): boolean {
  return one.scope?.operation === other.scope?.operation;
}

/** The messages that a change is about, each once. */
function listAffected(group: readonly Judged[]): Affected[] {
  const named = group.flatMap(({ difference: { scope, direction } }): [string, Affected][] => {
    const way = scope?.isEvent ? "event" : direction;
    return scope ? [[`${way} ${scope.operation}`, { operation: writeName(scope), direction: way }]] : [];
  });
  return [...new Map(named).values()];
}

function writeName(scope: Scope | undefined): string {
  return scope?.id ?? scope?.operation ?? "";
}
