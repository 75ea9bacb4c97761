// Judges the changes between two documents by one principle.

import { type Path, type Place, pointerOf, Source } from "../contract/index.ts";
import type { Difference, Message, Scope } from "./difference.ts";
import { type Direction, type Level, levelOf } from "./direction.ts";
import { isUnsettled } from "./marks.ts";
import { type Part, partOf, partOfScope } from "./part.ts";
import { checkBoth } from "./structure.ts";
import { Comparison } from "./wire/comparison.ts";
import { compareComponentNames } from "./wire/components.ts";
import { compareDocumentWords } from "./wire/document.ts";
import { compareFlows } from "./wire/flows.ts";
import { compareOperations } from "./wire/operations.ts";
import { formatDetail, formatMessage, formatRemedy, isUnasked } from "./words.ts";

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
  /** Every place of the documents that it concerns, such as each use of a shared schema. */
  readonly pointers: readonly string[];
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
  return merged(comparison).sort(byGravity);
}

/** Compares two bundled documents in memory. */
export function judgeDocuments(base: unknown, revision: unknown): JudgedChange[] {
  const [before, after] = [Source.ofDocument(base, "base.yaml"), Source.ofDocument(revision, "revision.yaml")];
  checkBoth(before, after);
  return judge(before, after);
}

const wholeDocument: Message = { scope: undefined, direction: "request", unasked: false };

const gravity: readonly Level[] = ["breaking", "warning", "compatible"];

function byGravity(a: Change, b: Change): number {
  return gravity.indexOf(a.level) - gravity.indexOf(b.level);
}

interface Judged {
  readonly difference: Difference;
  readonly level: Level;
  readonly path: Path;
  readonly place: Place;
}

/** Reports what is written once only once, at its highest level, however many operations use it. */
function merged({ base, revision, differences }: Comparison): JudgedChange[] {
  const groups = new Map<string, Judged[]>();
  for (const difference of differences) {
    const effective = difference.level ?? levelOf(difference.effect, difference.direction);
    const level = effective === "breaking" && isUnsettled(base, difference) ? "warning" : effective;
    const isGone = isRemoval(revision, difference);
    const path = isGone ? difference.base : difference.revision;
    const place = (isGone ? base : revision).place(path);
    const key = JSON.stringify([place, difference.rule, difference.text, path.at(-1)]);
    const group = groups.get(key);
    const judged = { difference, level, path, place };
    if (group) group.push(judged);
    else groups.set(key, [judged]);
  }
  return [...groups.values()].map((group) => changeOf(base, revision, group));
}

/** Whether what changed is to be looked for in the base. */
function isRemoval(revision: Source, { base, revision: path }: Difference): boolean {
  return base.length > path.length && !(base.at(-1) === path.at(-1) && revision.at(path) !== undefined);
}

function changeOf(base: Source, revision: Source, group: readonly Judged[]): JudgedChange {
  const [first] = [...group].sort((a, b) => gravity.indexOf(a.level) - gravity.indexOf(b.level));
  if (first === undefined) throw new Error("A change needs at least one difference.");
  const { difference, level, path, place } = first;
  const messages = messagesOf(group.filter((one) => one.level === level));
  const operations = new Set(messages.map(({ scope }) => scope.operation));
  const was = partOf(difference.base, base.writtenIn(difference.base), difference.scope);
  const is = partOf(difference.revision, revision.writtenIn(difference.revision), difference.scope);
  // Where an operation alone refers to another schema now, neither schema has changed
  const isOther = was.name !== is.name && operations.size === 1 && difference.scope !== undefined;
  const part = isOther ? partOfScope(difference.scope) : isRemoval(revision, difference) ? was : is;
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
    pointers: [...new Set(group.flatMap(({ difference }) => [difference.base, difference.revision]).map(pointerOf))],
  };
}

/** What changed, for who knows the part. What came or went as a whole is known by where it is used. */
function subjectIn({ field }: Part, { text, subject }: Difference): string {
  return field === "" ? (/^was (added|removed)/.test(text) ? subject : "the value") : (field ?? subject);
}

/** The messages that a change is about: each once, by its path and method, since an id may be repeated by mistake. */
function messagesOf(group: readonly Judged[]): { readonly scope: Scope; readonly direction: Affected["direction"] }[] {
  const messages = new Map<string, { readonly scope: Scope; readonly direction: Affected["direction"] }>();
  for (const { scope, direction } of group.flatMap(({ difference }) => [difference, ...(difference.also ?? [])])) {
    if (scope === undefined) continue;
    const way = isUnasked(scope) ? ("event" as const) : direction;
    messages.set(`${way} ${scope.operation}`, { scope, direction: way });
  }
  return [...messages.values()];
}

function nameOf(scope: Scope | undefined): string {
  return scope?.id ?? scope?.operation ?? "";
}
