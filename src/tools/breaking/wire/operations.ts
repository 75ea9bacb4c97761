// Compares operations, events and calls back: whether they are still there, and each part of them.

import { own, type Path, type Source, stringsOf } from "../../contract/index.ts";
import type { Message, Scope, Spot } from "../difference.ts";
import { removalOf } from "../marks.ts";
import { compareBodies } from "./body.ts";
import { type Comparison, nodesUnder, under } from "./comparison.ts";
import { compareParameters } from "./parameters.ts";
import { compareResponses } from "./responses.ts";
import { compareSecurity } from "./security.ts";
import { compareServers } from "./servers.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** What a path item belongs to: who calls whom, and how it is named in messages. */
interface Kind {
  readonly rule: "operation" | "event" | "callback";
  readonly noun: string;
  readonly label: (method: string, name: string) => string;
}

const operations: Kind = {
  rule: "operation",
  noun: "operation",
  label: (method, path) => `${method.toUpperCase()} ${path}`,
};

const events: Kind = { rule: "event", noun: "event", label: (_, name) => `webhook ${name}` };

/** A path item on one side, with the name that it has there. */
interface Named {
  readonly name: string;
  readonly item: Spot;
}

/** Compares everything that is called, and everything that calls. */
export function compareOperations(comparison: Comparison): void {
  const { base, revision } = comparison;
  const [was, is] = [rootOf(base), rootOf(revision)];
  compareItems(
    comparison,
    operations,
    itemsBy(templateOf, nodesUnder(base, was, "paths")),
    itemsBy(templateOf, nodesUnder(revision, is, "paths")),
    { base: ["paths"], revision: ["paths"] },
  );
  compareItems(
    comparison,
    events,
    itemsBy((name) => name, nodesUnder(base, was, "webhooks")),
    itemsBy((name) => name, nodesUnder(revision, is, "webhooks")),
    { base: ["webhooks"], revision: ["webhooks"] },
  );
}

function rootOf({ root }: Source): Spot {
  return { value: root, path: [] };
}

/** Parameters of a path have no name on the wire. */
function templateOf(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}");
}

/** Two paths may have one template, each with methods of its own. */
type Items = ReadonlyMap<string, readonly Named[]>;

function itemsBy(key: (name: string) => string, items: ReadonlyMap<string, Spot>): Items {
  return Map.groupBy(
    [...items].map(([name, item]) => ({ name, item })),
    ({ name }) => key(name),
  );
}

/** The item that has this method, by preference under the same name; else the nearest one there is. */
function counterpart(source: Source, items: readonly Named[] | undefined, name: string, method: string) {
  const byName = [...(items ?? [])].sort((a, b) => Number(b.name === name) - Number(a.name === name));
  return byName.find(({ item }) => under(source, item, method) !== undefined) ?? byName[0];
}

function compareItems(
  comparison: Comparison,
  kind: Kind,
  was: Items,
  is: Items,
  around: { readonly base: Path; readonly revision: Path },
): void {
  const flat = (items: Items) => [...items].flatMap(([key, list]) => list.map((named) => [key, named] as const));
  for (const [key, before] of flat(was)) {
    for (const [method, operation] of methodsOf(comparison.base, before.item)) {
      const after = counterpart(comparison.revision, is.get(key), before.name, method);
      const other = after && under(comparison.revision, after.item, method);
      const scope = scopeOf(kind, method, before.name, operation, other, after?.item.path ?? around.revision);
      if (after && other) {
        compareOperation(comparison, kind, scope, before, after, operation, other);
        continue;
      }
      const { effect, announced } = removalOf([operation.value]);
      const paths = { base: operation.path, revision: scope.revision };
      comparison.note(
        messageOf(kind, scope),
        effect,
        `${kind.rule}/removed`,
        paths,
        kind.noun,
        "was removed",
        announced,
      );
    }
  }
  for (const [key, after] of flat(is)) {
    for (const [method, operation] of methodsOf(comparison.revision, after.item)) {
      const before = counterpart(comparison.base, was.get(key), after.name, method);
      if (before && under(comparison.base, before.item, method)) continue;
      const scope = {
        ...{ operation: kind.label(method, after.name), id: idOf(operation), isEvent: kind.rule !== "operation" },
        ...{ base: before?.item.path ?? around.base, revision: operation.path },
      };
      const paths = { base: scope.base, revision: operation.path };
      comparison.note(messageOf(kind, scope), "added", `${kind.rule}/added`, paths, kind.noun, "was added");
    }
  }
}

function methodsOf(source: Source, item: Spot): [method: string, operation: Spot][] {
  return methods.flatMap((method) => {
    const operation = under(source, item, method);
    return operation === undefined ? [] : [[method, operation] as [string, Spot]];
  });
}

function scopeOf(
  kind: Kind,
  method: string,
  name: string,
  before: Spot,
  after: Spot | undefined,
  otherwise: Path,
): Scope {
  const id = (after && idOf(after)) ?? idOf(before);
  const paths = { base: before.path, revision: after?.path ?? otherwise };
  return { operation: kind.label(method, name), id, isEvent: kind.rule !== "operation", ...paths };
}

function idOf({ value }: Spot): string | undefined {
  const id = own(value, "operationId");
  return typeof id === "string" ? id : undefined;
}

/** The message that begins the exchange: the consumer's request, or an event of the service. */
function messageOf({ rule }: Kind, scope: Scope): Message {
  const isRequest = rule === "operation";
  return { scope, direction: isRequest ? "request" : "response", isEvent: !isRequest };
}

/** The answer to it. */
function answerOf({ rule }: Kind, scope: Scope): Message {
  return { scope, direction: rule === "operation" ? "response" : "request", isEvent: false };
}

function compareOperation(
  comparison: Comparison,
  kind: Kind,
  scope: Scope,
  before: Named,
  after: Named,
  base: Spot,
  revision: Spot,
): void {
  const { unchanged } = comparison.schemas;
  if (before.name === after.name && comparison.hasSameFrame && unchanged.has(before.item.value, after.item.value))
    return;
  const message = messageOf(kind, scope);
  const sides = {
    base: { item: before.item, operation: base, root: rootOf(comparison.base) },
    revision: { item: after.item, operation: revision, root: rootOf(comparison.revision) },
  };
  const renamed = kind.rule === "operation" ? renamedParameters(before.name, after.name) : new Map<string, string>();
  noteNames(comparison, message, base, revision, renamed, { base: before.item.path, revision: after.item.path });
  comparison.noteWords(message, base, revision, kind.noun);
  comparison.noteWords(message, before.item, after.item, `path of the ${kind.noun}`);
  compareRelations(comparison, message, base, revision, kind.noun);
  compareParameters(comparison, message, sides.base, sides.revision, renamed);
  compareBodies(comparison, message, base, revision);
  compareResponses(comparison, answerOf(kind, scope), base, revision);
  compareSecurity(comparison, message, base, revision);
  if (kind.rule === "operation") compareServers(comparison, message, sides.base, sides.revision);
  compareCallbacks(comparison, scope, base, revision);
}

/** Compares which events an operation brings about, and what has to be so before a call or an event. */
function compareRelations(comparison: Comparison, message: Message, base: Spot, revision: Spot, subject: string): void {
  const compare = (keyword: string, rule: string, verb: string, isWarned: (was: boolean) => boolean) => {
    const [before, after] = [stringsOf(own(base.value, keyword)), stringsOf(own(revision.value, keyword))];
    for (const name of new Set([...before, ...after])) {
      const [was, is] = [before.includes(name), after.includes(name)];
      if (was === is) continue;
      const at = (spot: Spot) => (own(spot.value, keyword) === undefined ? spot.path : [...spot.path, keyword]);
      const paths = { base: at(base), revision: at(revision) };
      const text = `${was ? "no longer" : "now"} ${verb} \`${name}\``;
      if (isWarned(was)) comparison.warn(message, rule, paths, subject, text);
      else comparison.note(message, "harmless", rule, paths, subject, text);
    }
  };
  compare("x-events", "relation/event", "brings about", (was) => was);
  compare("x-preconditions", "relation/precondition", "needs", (was) => !was);
}

/** Names that only generated code sees. */
function noteNames(
  comparison: Comparison,
  message: Message,
  base: Spot,
  revision: Spot,
  renamed: ReadonlyMap<string, string>,
  items: { readonly base: Path; readonly revision: Path },
): void {
  const [from, to] = [idOf(base), idOf(revision)];
  if (from !== to && from !== undefined) {
    const paths = {
      base: [...base.path, "operationId"],
      revision: to === undefined ? revision.path : [...revision.path, "operationId"],
    };
    const text = to === undefined ? "was removed" : `is now \`${to}\``;
    comparison.noteName(message, "code/operation-id", paths, `operationId \`${from}\``, text);
  }
  for (const [name, former] of renamed) {
    if (name === former) continue;
    comparison.noteName(message, "code/path-parameter", items, `path parameter \`${former}\``, `is now \`${name}\``);
  }
}

/** The names of the base's path parameters by those of the revision, which stand at the same places. */
function renamedParameters(before: string, after: string): Map<string, string> {
  const namesIn = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const former = namesIn(before);
  return new Map(namesIn(after).map((name, index) => [name, former[index] ?? name]));
}

/** A callback is known by the expression that it goes to; the name beside it is for generated code. */
function compareCallbacks(comparison: Comparison, scope: Scope, base: Spot, revision: Spot): void {
  const was = callbacksOf(comparison.base, base);
  const is = callbacksOf(comparison.revision, revision);
  const kind: Kind = {
    rule: "callback",
    noun: "callback",
    label: (_, name) => `callback ${name} of ${scope.operation}`,
  };
  compareItems(comparison, kind, was, is, {
    base: [...base.path, "callbacks"],
    revision: [...revision.path, "callbacks"],
  });
  for (const [expression, [before]] of was) {
    const after = is.get(expression)?.[0];
    if (before === undefined || after === undefined || after.name === before.name) continue;
    const paths = { base: before.item.path.slice(0, -1), revision: after.item.path.slice(0, -1) };
    const message = messageOf(kind, scope);
    comparison.noteName(
      message,
      "code/callback",
      paths,
      `callback \`${before.name}\``,
      `is now called \`${after.name}\``,
    );
  }
}

/** The path items of all callbacks, by expression; two callbacks may go to the same one. */
function callbacksOf(source: Source, operation: Spot): Items {
  const found = new Map<string, readonly Named[]>();
  for (const [name, callback] of nodesUnder(source, operation, "callbacks")) {
    for (const expression of Object.keys(Object(callback.value))) {
      const item = under(source, callback, expression);
      if (item === undefined || expression.startsWith("x-")) continue;
      found.set(found.has(expression) ? `${expression} ${name}` : expression, [{ name, item }]);
    }
  }
  return found;
}
