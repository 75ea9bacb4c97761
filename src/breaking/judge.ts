// Judges the changes between two documents by one principle.
import { type Path, type Place, parsePointer, Source, toPointer } from "../shared/contract/index.ts";
import { findExcuse } from "./marks.ts";
import type { MessageDifference, Scope } from "./model.ts";
import { Comparison } from "./openapi/comparison.ts";
import { compareDocuments } from "./openapi/operations.ts";
import { describePart, formatScope, partOfScope } from "./part.ts";
import { chooseLevel, type Direction, type Level, type RuleId, rules } from "./rules.ts";
import { formatDetail, formatRemedy, formatSentence } from "./sentences.ts";
import { checkBoth } from "./structure.ts";

/** One change of a contract, judged. */
export interface Change {
  readonly level: Level;
  /** Name of the rule, such as `schema/max-length`. */
  readonly rule: RuleId;
  /** The operationId; without one `POST /users` or `webhook order.created`; empty for the document itself. */
  readonly operation: string;
  /** JSON pointer from the document's root, through references, to what changed: in the base when it was removed. */
  readonly pointer: string;
  /** `file:line:column` where that is written. */
  readonly location: string;
  /** The operation or the shared part in which it is written: "createUser, POST /users", "schema `User`". */
  readonly part: string;
  /** Who notices it at this level; empty for the document itself. */
  readonly affected: readonly Affected[];
  /** The change and its consequence for who knows the part: "field `name`: `maxLength` went from 10 to 5. …". */
  readonly detail: string;
  /** The change and its consequence in full, with its first operation. */
  readonly message: string;
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
  readonly place: Place;
  /** What was found: the first at this level. */
  readonly difference: MessageDifference;
  /** Whether a pointer leads to what changed, on whatever way: a shared schema can be reached on many. */
  readonly concerns: (pointer: string) => boolean;
}

/**
 * Compares two documents.
 *
 * @returns The changes, most severe first; none for a rewrite of the same contract.
 */
export function judge(base: Source, revision: Source): JudgedChange[] {
  const comparison = new Comparison(base, revision);
  compareDocuments(comparison);
  const judged = comparison.differences.map((difference) => judgeDifference(comparison, difference));
  return [...Map.groupBy(judged, ({ key }) => key).values()]
    .map((group) => makeChange(comparison, group.sort(bySeverity)))
    .sort(bySeverity);
}

/** Compares two bundled documents in memory. */
export function judgeDocuments(base: unknown, revision: unknown): JudgedChange[] {
  const [before, after] = [Source.ofDocument(base, "base.yaml"), Source.ofDocument(revision, "revision.yaml")];
  checkBoth(before, after);
  return judge(before, after);
}

const severity: readonly Level[] = ["breaking", "warning", "compatible"];

function bySeverity(a: { readonly level: Level }, b: { readonly level: Level }): number {
  return severity.indexOf(a.level) - severity.indexOf(b.level);
}

interface Judged {
  readonly difference: MessageDifference;
  readonly level: Level;
  /** Why a break is a warning only. */
  readonly excuse: string | undefined;
  /** Where it is written, and in which document. */
  readonly source: Source;
  readonly path: Path;
  /** What is written once is reported once, at its highest level, however many operations use it. */
  readonly key: string;
}

function judgeDifference({ base, revision }: Comparison, difference: MessageDifference): Judged {
  const own = chooseLevel(difference, difference.direction);
  const excuse = own === "breaking" ? findExcuse(base, difference) : undefined;
  const level = excuse === undefined ? own : "warning";
  const { base: was, revision: is, rule } = difference;
  const isGone = was.length > is.length && !(was.at(-1) === is.at(-1) && revision.at(is) !== undefined);
  const [source, path] = isGone ? [base, was] : [revision, is];
  const key = JSON.stringify([isGone, source.written(path), rule, formatSentence(difference, ""), path.at(-1)]);
  return { difference, level, excuse, source, path, key };
}

function makeChange({ base, revision }: Comparison, group: readonly Judged[]): JudgedChange {
  const [first] = group;
  if (first === undefined) throw new Error("A change needs at least one difference.");
  const { difference, level, excuse, path } = first;
  const reason = excuse === undefined ? "" : ` It is a warning only, since ${excuse}.`;
  const { scope, subject, rule } = difference;
  const place = first.source.place(path);
  const messages = listMessages(group.filter((one) => one.level === level));
  const operations = new Set(messages.map(([, { operation }]) => operation)).size;
  const was = describePart(difference.base, base.writtenIn(difference.base), scope);
  const is = describePart(difference.revision, revision.writtenIn(difference.revision), scope);
  // Where an operation alone refers to another schema now, neither schema has changed
  const isOther = was.name !== is.name && operations === 1 && scope !== undefined;
  const part = isOther ? partOfScope(scope) : first.source === base ? was : is;
  // What came or went as a whole is known by where it is used
  const known = part.field === "" ? (rules[rule].isWhole ? subject : "the value") : (part.field ?? subject);
  const more =
    operations < 2 ? "" : ` (and in ${operations - 1} more ${operations === 2 ? "operation" : "operations"})`;
  const where = scope === undefined ? "" : `${formatScope(scope)}: `;
  return {
    ...{ level, rule, operation: writeName(scope), pointer: toPointer(path) },
    location: `${place.file}:${place.line}:${place.column}`,
    part: part.name,
    affected: messages.map(([direction, of]) => ({ operation: writeName(of), direction })),
    detail: `${formatDetail(difference, known, level)}${reason}`,
    message: `${where}${formatDetail(difference, subject, level, more)}${reason}`,
    remedy: formatRemedy(difference, level),
    ...{ place, difference },
    concerns: (pointer) =>
      group.some(
        (one) => leadsTo(base, one.difference.base, pointer) || leadsTo(revision, one.difference.revision, pointer),
      ),
  };
}

/** The messages that a change is about: each once, by its path and method, since an id may be repeated by mistake. */
function listMessages(group: readonly Judged[]): (readonly [direction: Affected["direction"], scope: Scope])[] {
  const messages = group.flatMap(({ difference }) => [difference, ...(difference.also ?? [])]);
  const named = messages.flatMap(({ scope, direction }) => {
    const way: Affected["direction"] = scope?.isEvent ? "event" : direction;
    return scope === undefined ? [] : [[`${way} ${scope.operation}`, [way, scope] as const] as const];
  });
  return [...new Map(named).values()];
}

function writeName(scope: Scope | undefined): string {
  return scope?.id ?? scope?.operation ?? "";
}

/** Whether a pointer is that of what changed, or leads to the same thing that is written. */
function leadsTo(source: Source, changed: Path, pointer: string): boolean {
  if (toPointer(changed) === pointer) return true;
  const path = parsePointer(pointer);
  return source.at(path) !== undefined && source.written(path) === source.written(changed);
}
