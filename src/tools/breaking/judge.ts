// Judges the changes between two documents by one principle.

import { type Path, type Place, pathOf, pointerOf, Source } from "../contract/index.ts";
import type { Difference, Message, Scope } from "./difference.ts";
import { type Direction, type Level, levelOf } from "./direction.ts";
import { isUnsettled } from "./marks.ts";
import { type ChangedPart, partOf, partOfScope } from "./part.ts";
import { checkBoth } from "./structure.ts";
import { Comparison } from "./wire/comparison.ts";
import { compareComponentNames } from "./wire/components.ts";
import { compareDocumentWords } from "./wire/document.ts";
import { compareFlows } from "./wire/flows.ts";
import { compareOperations } from "./wire/operations.ts";
import { formatDetail, formatMessage, formatRemedy } from "./words.ts";

/** One change of a contract, judged. */
export interface Change {
  readonly level: Level;
  /** Name of the rule, such as `schema/max-length`. */
  readonly rule: string;
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
  readonly difference: Difference;
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
  compareOperations(comparison);
  compareFlows(comparison, wholeDocument);
  compareDocumentWords(comparison, wholeDocument);
  compareComponentNames(comparison, wholeDocument);
  return merged(comparison).sort(bySeverity);
}

/** Compares two bundled documents in memory. */
export function judgeDocuments(base: unknown, revision: unknown): JudgedChange[] {
  const [before, after] = [Source.ofDocument(base, "base.yaml"), Source.ofDocument(revision, "revision.yaml")];
  checkBoth(before, after);
  return judge(before, after);
}

const wholeDocument: Message = { scope: undefined, direction: "request", isEvent: false };

const severity: readonly Level[] = ["breaking", "warning", "compatible"];

function bySeverity(a: Change, b: Change): number {
  return severity.indexOf(a.level) - severity.indexOf(b.level);
}

interface Judged {
  readonly difference: Difference;
  readonly level: Level;
  /** Where it is written, and in which document. */
  readonly source: Source;
  readonly path: Path;
}

/** Reports what is written once only once, at its highest level, however many operations use it. */
function merged(comparison: Comparison): JudgedChange[] {
  const { base, revision, differences } = comparison;
  const groups = new Map<string, Judged[]>();
  for (const difference of differences) {
    const effective = difference.level ?? levelOf(difference.effect, difference.direction);
    const level = effective === "breaking" && isUnsettled(base, difference) ? "warning" : effective;
    const isGone = isRemoval(revision, difference);
    const path = isGone ? difference.base : difference.revision;
    const source = isGone ? base : revision;
    const key = JSON.stringify([isGone, source.written(path), difference.rule, difference.text, path.at(-1)]);
    const group = groups.get(key);
    const judged = { difference, level, source, path };
    if (group) group.push(judged);
    else groups.set(key, [judged]);
  }
  return [...groups.values()].map((group) => changeOf(comparison, group));
}

/** Whether what changed is to be looked for in the base. */
function isRemoval(revision: Source, { base, revision: path }: Difference): boolean {
  return base.length > path.length && !(base.at(-1) === path.at(-1) && revision.at(path) !== undefined);
}

function changeOf({ base, revision }: Comparison, group: readonly Judged[]): JudgedChange {
  const [first] = [...group].sort((a, b) => severity.indexOf(a.level) - severity.indexOf(b.level));
  if (first === undefined) throw new Error("A change needs at least one difference.");
  const { difference, level, path } = first;
  const place = first.source.place(path);
  const messages = messagesOf(group.filter((one) => one.level === level));
  const operations = new Set(messages.map(({ scope }) => scope.operation));
  const was = partOf(difference.base, base.writtenIn(difference.base), difference.scope);
  const is = partOf(difference.revision, revision.writtenIn(difference.revision), difference.scope);
  // Where an operation alone refers to another schema now, neither schema has changed
  const isOther = was.name !== is.name && operations.size === 1 && difference.scope !== undefined;
  const part = isOther ? partOfScope(difference.scope) : first.source === base ? was : is;
  return {
    level,
    rule: difference.rule,
    operation: nameOf(difference.scope),
    pointer: pointerOf(path),
    location: `${place.file}:${place.line}:${place.column}`,
    part: part.name,
    affected: messages.map(({ scope, direction }) => ({ operation: nameOf(scope), direction })),
    detail: formatDetail({ ...difference, subject: subjectIn(part, difference) }, level),
    message: formatMessage(difference, level, operations.size - 1),
    remedy: formatRemedy(difference, level),
    place,
    difference,
    concerns: (pointer) =>
      group.some(({ difference }) =>
        (
          [
            [base, difference.base],
            [revision, difference.revision],
          ] as const
        ).some(([source, changed]) => pointerOf(changed) === pointer || leadTo(source, changed, pathOf(pointer))),
      ),
  };
}

/** What changed, for who knows the part. What came or went as a whole is known by where it is used. */
function subjectIn({ field }: ChangedPart, { text, subject }: Difference): string {
  return field === "" ? (/^(was (added|removed)|is now `)/.test(text) ? subject : "the value") : (field ?? subject);
}

/** The messages that a change is about: each once, by its path and method, since an id may be repeated by mistake. */
function messagesOf(group: readonly Judged[]): { readonly scope: Scope; readonly direction: Affected["direction"] }[] {
  const messages = new Map<string, { readonly scope: Scope; readonly direction: Affected["direction"] }>();
  for (const { scope, direction } of group.flatMap(({ difference }) => [difference, ...(difference.also ?? [])])) {
    if (scope === undefined) continue;
    const way = scope.isEvent ? ("event" as const) : direction;
    messages.set(`${way} ${scope.operation}`, { scope, direction: way });
  }
  return [...messages.values()];
}

function nameOf(scope: Scope | undefined): string {
  return scope?.id ?? scope?.operation ?? "";
}

/** Whether two paths lead to one thing that is written. */
function leadTo(source: Source, changed: Path, path: Path): boolean {
  return source.at(path) !== undefined && source.written(path) === source.written(changed);
}
