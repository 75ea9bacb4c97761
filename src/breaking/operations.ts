// Compares operations and events: whether they still exist, and each part of them.
import { findRow, listEntries, listStrings, own, vocabulary } from "../shared/contract/index.ts";
import { compareSecurity, compareServers, listServers } from "./access.ts";
import type { Bundle } from "./bundle.ts";
import type { Comparison } from "./comparison.ts";
import { judgeRemoval } from "./marks.ts";
import { compareBodies, compareParameters, compareResponses } from "./messages.ts";
import type { Call, Message, Scope } from "./model.ts";
import { child, type Part } from "./part.ts";

/** The keywords of a path that are operations. */
const methods = Object.entries(vocabulary.PathItem).flatMap(([name, { holds }]) =>
  holds?.[0] === "Operation" ? [name] : [],
);

const document: Message = { scope: undefined, direction: "request" };

/** Compares two documents. */
export function compareDocuments(comparison: Comparison): void {
  const [before, after] = [comparison.base.root, comparison.revision.root];
  if (!isReadable(before) || !isReadable(after)) {
    const at = { base: child(before, "openapi"), revision: child(after, "openapi") };
    const found = { rule: "document/not-compared", effect: "different", says: "version", ...at } as const;
    if (!comparison.isSame(before, after)) comparison.note(document, "the document", found);
    return;
  }
  comparison.compareForm(document, "Root", before, after, "document");
  compareInfo(comparison, child(before, "info"), child(after, "info"));
  compareCalls(comparison, "paths");
  compareCalls(comparison, "webhooks");
}

/** Tells a document of OpenAPI 3.1, whose vocabulary is known. */
function isReadable({ node }: Part): boolean {
  return findRow("Root", "openapi", own(node, "openapi")) !== undefined;
}

/** `info.version` is not compared: it follows from the changes. */
function compareInfo(comparison: Comparison, base: Part, revision: Part): void {
  const keys = [base, revision].flatMap(({ node }) => Object.keys(Object(node)));
  for (const keyword of new Set(keys)) {
    const [was, is] = [child(base, keyword), child(revision, keyword)];
    if (keyword === "version" || comparison.isSame(was, is)) continue;
    const found = {
      rule: "documentation/changed",
      effect: "harmless",
      said: { keyword },
      base: was,
      revision: is,
    } as const;
    comparison.note(document, "document", found);
  }
}

function compareCalls(comparison: Comparison, key: "paths" | "webhooks"): void {
  const isEvent = key === "webhooks";
  const noun = isEvent ? "event" : "operation";
  const direction = isEvent ? "response" : "request";
  const [was, is] = [comparison.base, comparison.revision].map((bundle) => listCalls(bundle, key));
  const [before, after] = [was, is].map((calls) => new Map(calls?.map((call) => [call.key, call])));
  if (before === undefined || after === undefined) return;
  const makeScope = (call: Call, id = readId(call)): Scope => {
    const operation = isEvent ? `webhook ${call.name}` : `${call.method.toUpperCase()} ${call.name}`;
    return { operation, id, isEvent };
  };
  compareRest(comparison, key, before, after);
  for (const call of before.values()) {
    const other = after.get(call.key);
    if (other !== undefined) {
      compareCall(comparison, { scope: makeScope(call, readId(other) ?? readId(call)), direction }, call, other);
      continue;
    }
    const revision = findItem(after, call)?.item ?? child(comparison.revision.root, key);
    const removal = { rule: `${noun}/removed` as const, ...judgeRemoval([call.operation.node]) };
    comparison.note({ scope: makeScope(call), direction }, noun, { ...removal, base: call.operation, revision });
  }
  for (const call of after.values()) {
    if (before.has(call.key)) continue;
    const message: Message = { scope: makeScope(call), direction };
    const base = findItem(before, call)?.item ?? child(comparison.base.root, key);
    comparison.note(message, noun, { rule: `${noun}/added`, effect: "added", base, revision: call.operation });
    const family = isEvent ? [...before.values()].find(({ name }) => isFamilyOf(name, call.name)) : undefined;
    if (family === undefined) continue;
    const left = { base: family.operation, revision: call.operation, said: { name: family.name } };
    comparison.note(message, noun, { rule: "event/leaves-family", effect: "notable", ...left });
    // The promise of a family holds for an event that leaves it, too
    compareBodies(comparison, message, family.operation, call.operation);
  }
}

/** Compares, as text, what of a path is not in the vocabulary, where none of its operations is in both documents. */
function compareRest(comparison: Comparison, key: "paths" | "webhooks", before: Calls, after: Calls): void {
  const items = [comparison.base, comparison.revision].map((bundle) => child(bundle.root, key));
  for (const name of new Set(items.flatMap(({ node }) => Object.keys(Object(node))))) {
    if ([...before.values()].some((call) => call.name === name && after.has(call.key))) continue;
    const [base, revision] = [comparison.base, comparison.revision].map((bundle) =>
      bundle.resolve(child(bundle.root, key, name)),
    );
    if (base && revision) comparison.compareForm(document, "PathItem", base, revision, `path ${name}`);
  }
}

/** Lists each method of each path, and each event. */
function listCalls(bundle: Bundle, key: "paths" | "webhooks"): Call[] {
  const items = child(bundle.root, key);
  return listEntries(items.node).flatMap(([name]) => {
    const item = bundle.resolve(child(items, name));
    return methods.flatMap((method): Call[] => {
      const operation = bundle.resolve(child(item, method));
      if (operation.node === undefined) return [];
      // Parameters of a path have no name on the wire, and a part of it may stand in the URL of the server
      const [server] = key === "paths" ? listServers(bundle, item, operation) : [];
      const template = key === "paths" ? `${server?.prefix ?? ""}${name.replace(/\{[^}]*\}/g, "{}")}` : name;
      return [{ key: `${method} ${template}`, name, method, item, operation }];
    });
  });
}

type Calls = ReadonlyMap<string, Call>;

/** A call of the same path. */
function findItem(calls: Calls, { key }: Call): Call | undefined {
  const template = key.replace(/^\w+ /, "");
  return [...calls.values()].find((call) => call.key.replace(/^\w+ /, "") === template);
}

/** Tells a family, such as `order.{event}`, of an event that has its own name now, such as `order.cancelled`. */
function isFamilyOf(family: string, name: string): boolean {
  const parts = family.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return parts.length > 1 && new RegExp(`^${parts.join(".+")}$`).test(name);
}

function readId({ operation }: Call): string | undefined {
  const id = own(operation.node, "operationId");
  return typeof id === "string" ? id : undefined;
}

function compareCall(comparison: Comparison, message: Message, before: Call, after: Call): void {
  const { isEvent = false } = message.scope ?? {};
  const noun = isEvent ? "event" : "operation";
  const [base, revision] = [before.operation, after.operation];
  compareSecurity(comparison, message, base, revision);
  if (!isEvent) compareServers(comparison, message, before, after);
  const isSame = before.name === after.name && comparison.isSame(before.item, after.item);
  if (isSame && comparison.isSame(base, revision)) return;
  compareId(comparison, message, base, revision);
  comparison.compareForm(message, "Operation", base, revision, noun);
  comparison.compareForm(message, "PathItem", before.item, after.item, `path of the ${noun}`);
  compareRelations(comparison, message, base, revision, noun);
  compareParameters(comparison, message, before, after);
  compareBodies(comparison, message, base, revision);
  const direction = isEvent ? "request" : "response";
  compareResponses(comparison, { ...message, direction }, child(base, "responses"), child(revision, "responses"));
}

/** Compares a name that only generated code sees. */
function compareId(comparison: Comparison, message: Message, base: Part, revision: Part): void {
  const [from, to] = [child(base, "operationId"), child(revision, "operationId")];
  if (from.node === to.node || from.node === undefined) return;
  const more = to.node === undefined ? { says: "removed" } : { said: { now: String(to.node) } };
  const found = { rule: "code/operation-id", effect: "notable", ...more, base: from, revision: to } as const;
  comparison.note(message, `operationId \`${String(from.node)}\``, found);
}

/** Compares which events an operation brings about, and what has to be so before a call or an event. */
function compareRelations(comparison: Comparison, message: Message, base: Part, revision: Part, subject: string): void {
  for (const [keyword, rule] of [
    ["x-events", "relation/event"],
    ["x-preconditions", "relation/precondition"],
  ] as const) {
    const at = { base: child(base, keyword), revision: child(revision, keyword) };
    const [was, is] = [new Set(listStrings(at.base.node)), new Set(listStrings(at.revision.node))];
    for (const name of was.symmetricDifference(is)) {
      const isLost = was.has(name) === (keyword === "x-events");
      comparison.note(message, subject, { rule, effect: isLost ? "notable" : "harmless", said: { name }, ...at });
    }
  }
}
