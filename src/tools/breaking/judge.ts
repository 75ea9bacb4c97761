// Judges the changes between two documents by one principle.

import { type Path, type Place, pathOf, pointerOf, Source } from "../contract/index.ts";
import type { Difference, Message } from "./difference.ts";
import { type Level, levelOf } from "./direction.ts";
import { isUnsettled } from "./marks.ts";
import { checked } from "./structure.ts";
import { Comparison } from "./wire/comparison.ts";
import { compareComponentNames } from "./wire/components.ts";
import { compareDocumentWords } from "./wire/document.ts";
import { compareFlows } from "./wire/flows.ts";
import { compareOperations } from "./wire/operations.ts";
import { formatMessage, formatRemedy } from "./words.ts";

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
  readonly message: string;
  readonly remedy: string;
}

/** A change with internal details. */
export interface JudgedChange extends Change {
  readonly place: Place;
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
  return merged(comparison).sort(byGravity);
}

/** Compares two bundled documents in memory. */
export function judgeDocuments(base: unknown, revision: unknown): JudgedChange[] {
  return judge(checked(Source.ofDocument(base, "base.yaml")), checked(Source.ofDocument(revision, "revision.yaml")));
}

const wholeDocument: Message = { scope: undefined, direction: "request", unasked: false };

const gravity: readonly Level[] = ["breaking", "warning", "compatible"];

function byGravity(a: Change, b: Change): number {
  return gravity.indexOf(a.level) - gravity.indexOf(b.level);
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
  const [first] = [...group].sort((a, b) => gravity.indexOf(a.level) - gravity.indexOf(b.level));
  if (first === undefined) throw new Error("A change needs at least one difference.");
  const { difference, level, path } = first;
  const place = first.source.place(path);
  const operations = new Set(
    group
      .flatMap(({ difference: { scope, also = [] } }) => [scope, ...also.map((message) => message.scope)])
      .map((scope) => scope?.operation),
  );
  return {
    level,
    rule: difference.rule,
    operation: difference.scope?.id ?? difference.scope?.operation ?? "",
    pointer: pointerOf(path),
    location: `${place.file}:${place.line}:${place.column}`,
    message: formatMessage(difference, level, operations.size - 1),
    remedy: formatRemedy(difference, level),
    place,
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

/** Whether two paths lead to one thing that is written. */
function leadTo(source: Source, changed: Path, path: Path): boolean {
  return source.at(path) !== undefined && source.written(path) === source.written(changed);
}
