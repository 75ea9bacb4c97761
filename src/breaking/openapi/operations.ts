// Compares operations, events and callbacks: whether they still exist, and each part of them.
import { type Located, listEntries, listStrings, own, type Path, type Source } from "../../shared/contract/index.ts";
import { judgeRemoval } from "../marks.ts";
import type { Message, Scope } from "../model.ts";
import { type CompareNodes, type Comparison, nodesUnder, toField, under } from "./comparison.ts";
import { compareBodies, compareParameters } from "./parameters.ts";
import { compareResponses } from "./responses.ts";
import { compareFlows, compareSecurity } from "./security.ts";
import { compareServers } from "./servers.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** What a path item belongs to: who calls whom, and how it is named in messages. */
interface Kind {
  readonly noun: "operation" | "event" | "callback";
  readonly nameCall: (method: string, name: string) => string;
}

const operations: Kind = { noun: "operation", nameCall: (method, path) => `${method.toUpperCase()} ${path}` };
const events: Kind = { noun: "event", nameCall: (_, name) => `webhook ${name}` };

/** A path item on one side, with the name that it has there. */
interface Named {
  readonly name: string;
  readonly item: Located;
}

/** Path items by what they are known by; two paths may have one template, each with methods of its own. */
type Items = ReadonlyMap<string, readonly Named[]>;

/** Compares two documents. */
export function compareDocuments(comparison: Comparison): void {
  const { base, revision } = comparison;
  const [was, is] = [locateRoot(base), locateRoot(revision)];
  const compare = (kind: Kind, key: string, identify: (name: string) => string) => {
    const itemsIn = (source: Source, root: Located): Items => {
      const items = [...nodesUnder(source, root, key)].map(([name, item]) => ({ name, item }));
      return Map.groupBy(items, ({ name }) => identify(name));
    };
    compareItems(comparison, kind, itemsIn(base, was), itemsIn(revision, is), { base: [key], revision: [key] });
  };
  // Parameters of a path have no name on the wire
  compare(operations, "paths", (path) => path.replace(/\{[^}]*\}/g, "{}"));
  compare(events, "webhooks", (name) => name);
  const message: Message = { scope: undefined, direction: "request", isEvent: false };
  compareFlows(comparison, message);
  // `info.version` is not compared: it follows from the changes
  comparison.noteWords(message, was, is, "document");
  const [info, infoNow] = [under(base, was, "info"), under(revision, is, "info")];
  if (info && infoNow) comparison.noteWords(message, info, infoNow, "document");
}

function locateRoot({ root }: Source): Located {
  return { value: root, path: [] };
}

/** The item that has this method, by preference under the same name; else the nearest one there is. */
function findCounterpart(
  source: Source,
  items: readonly Named[] = [],
  name: string,
  method: string,
): Named | undefined {
  const byName = [...items].sort((a, b) => Number(b.name === name) - Number(a.name === name));
  return byName.find(({ item }) => under(source, item, method) !== undefined) ?? byName[0];
}

function compareItems(
  comparison: Comparison,
  kind: Kind,
  was: Items,
  is: Items,
  around: { readonly base: Path; readonly revision: Path },
): void {
  const { base, revision } = comparison;
  for (const { key, named, method, operation } of listCalls(base, was)) {
    const after = findCounterpart(revision, is.get(key), named.name, method);
    const other = after && under(revision, after.item, method);
    const paths = { base: operation.path, revision: other?.path ?? after?.item.path ?? around.revision };
    const id = (other && readId(other)) ?? readId(operation);
    const scope = { operation: kind.nameCall(method, named.name), id, isEvent: kind !== operations, ...paths };
    if (after && other) {
      compareOperation(comparison, kind, scope, [named, operation], [after, other]);
      continue;
    }
    const removal = { rule: `${kind.noun}/removed` as const, ...judgeRemoval([operation.value]), ...paths };
    comparison.note(makeMessage(kind, scope), kind.noun, removal);
  }
  for (const { key, named, method, operation } of listCalls(revision, is)) {
    const before = findCounterpart(base, was.get(key), named.name, method);
    if (before && under(base, before.item, method)) continue;
    const paths = { base: before?.item.path ?? around.base, revision: operation.path };
    const name = kind.nameCall(method, named.name);
    const scope = { operation: name, id: readId(operation), isEvent: kind !== operations, ...paths };
    const message = makeMessage(kind, scope);
    comparison.note(message, kind.noun, { rule: `${kind.noun}/added`, effect: "added", ...paths });
    const family = kind === events ? findFamily(base, was, named.name, method) : undefined;
    // What a family promised of its events holds for one that leaves it, too
    if (family !== undefined) compareBodies(comparison, message, family, operation);
  }
}

/** The event of the base, such as `order.{event}`, that stood for a name which has its own event now. */
function findFamily(source: Source, items: Items, name: string, method: string): Located | undefined {
  const families = [...items.values()].flat().filter((one) => isFamilyOf(one.name, name));
  return families.map(({ item }) => under(source, item, method)).find((operation) => operation !== undefined);
}

function isFamilyOf(family: string, name: string): boolean {
  const parts = family.split(/\{[^}]*\}/);
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return parts.length > 1 && new RegExp(`^${escaped.join(".+")}$`).test(name);
}

/** What is called, or calls, each with the item that it is in. */
function listCalls(source: Source, items: Items) {
  return [...items].flatMap(([key, list]) =>
    list.flatMap((named) =>
      methods.flatMap((method) => {
        const operation = under(source, named.item, method);
        return operation === undefined ? [] : { key, named, method, operation };
      }),
    ),
  );
}

function readId({ value }: Located): string | undefined {
  const id = own(value, "operationId");
  return typeof id === "string" ? id : undefined;
}

/** The message that begins the exchange: the consumer's request, or an event of the service. */
function makeMessage(kind: Kind, scope: Scope): Message {
  return { scope, direction: kind === operations ? "request" : "response", isEvent: kind !== operations };
}

function compareOperation(
  comparison: Comparison,
  kind: Kind,
  scope: Scope,
  [before, base]: readonly [Named, Located],
  [after, revision]: readonly [Named, Located],
): void {
  const isSame = before.name === after.name && comparison.unchanged.has(before.item.value, after.item.value);
  if (isSame && hasSameFrame(comparison)) return;
  const message = makeMessage(kind, scope);
  const answer: Message = { scope, direction: kind === operations ? "response" : "request", isEvent: false };
  const sides = [
    { item: before.item, operation: base, root: locateRoot(comparison.base) },
    { item: after.item, operation: revision, root: locateRoot(comparison.revision) },
  ] as const;
  compareId(comparison, message, base, revision);
  comparison.noteWords(message, base, revision, kind.noun);
  comparison.noteWords(message, before.item, after.item, `path of the ${kind.noun}`);
  compareRelations(comparison, message, base, revision, kind.noun);
  const renamed = kind === operations ? renamedParameters(before.name, after.name) : new Map<string, string>();
  compareParameters(comparison, message, ...sides, renamed);
  compareBodies(comparison, message, base, revision);
  compareResponses(comparison, answer, base, revision);
  compareSecurity(comparison, message, base, revision);
  if (kind === operations) compareServers(comparison, message, ...sides);
  compareCallbacks(comparison, scope, base, revision);
}

/** Whether what holds for every operation is the same: servers, security and its schemes. */
function hasSameFrame({ unchanged, base, revision }: Comparison): boolean {
  const readFrame = (source: Source) => {
    const { servers, security, components } = source.root;
    return { servers, security, schemes: own(source.resolve(components), "securitySchemes") };
  };
  return unchanged.has(readFrame(base), readFrame(revision));
}

/** A name that only generated code sees. */
function compareId(comparison: Comparison, message: Message, base: Located, revision: Located): void {
  const [from, to] = [readId(base), readId(revision)];
  if (from === to || from === undefined) return;
  const paths = { base: toField(base, "operationId"), revision: toField(revision, "operationId") };
  const more = to === undefined ? { says: "removed" } : { said: { now: to } };
  const finding = { rule: "code/operation-id", effect: "notable", ...more, ...paths } as const;
  comparison.note(message, `operationId \`${from}\``, finding);
}

/** Compares which events an operation brings about, and what has to be so before a call or an event. */
const compareRelations: CompareNodes = (comparison, message, base, revision, subject) => {
  for (const [keyword, rule] of [
    ["x-events", "relation/event"],
    ["x-preconditions", "relation/precondition"],
  ] as const) {
    const named = ({ value }: Located) => new Set(listStrings(own(value, keyword)));
    const was = named(base);
    const paths = { base: toField(base, keyword), revision: toField(revision, keyword) };
    for (const name of was.symmetricDifference(named(revision))) {
      const isLost = was.has(name) === (keyword === "x-events");
      comparison.note(message, subject, { rule, effect: isLost ? "notable" : "harmless", said: { name }, ...paths });
    }
  }
};

/** The names of the base's path parameters by those of the revision, which stand at the same places. */
function renamedParameters(before: string, after: string): Map<string, string> {
  const namesIn = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const former = namesIn(before);
  return new Map(namesIn(after).map((name, index) => [name, former[index] ?? name]));
}

/** A callback is known by the expression that it goes to; the name beside it is for generated code. */
function compareCallbacks(comparison: Comparison, scope: Scope, base: Located, revision: Located): void {
  const callbacks: Kind = { noun: "callback", nameCall: (_, name) => `callback ${name} of ${scope.operation}` };
  compareItems(
    comparison,
    callbacks,
    listCallbacks(comparison.base, base),
    listCallbacks(comparison.revision, revision),
    {
      base: [...base.path, "callbacks"],
      revision: [...revision.path, "callbacks"],
    },
  );
}

/** The path items of all callbacks, by expression; two callbacks may go to the same one. */
function listCallbacks(source: Source, operation: Located): Items {
  const found = new Map<string, readonly Named[]>();
  for (const [name, callback] of nodesUnder(source, operation, "callbacks")) {
    for (const [expression] of listEntries(callback.value)) {
      const item = under(source, callback, expression);
      if (item === undefined || expression.startsWith("x-")) continue;
      found.set(found.has(expression) ? `${expression} ${name}` : expression, [{ name, item }]);
    }
  }
  return found;
}
