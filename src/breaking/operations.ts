// Compares operations and events: whether they still exist, and each part of them.
import { findRow, listStrings, own, vocabulary } from "../shared/contract/index.ts";
import { compareSecurity, compareServers, listServers } from "./access.ts";
import type { Bundle } from "./bundle.ts";
import type { Comparison } from "./comparison.ts";
import { judgeRemoval } from "./marks.ts";
import { compareBodies, compareParameters, compareResponses } from "./messages.ts";
import type { Call, Message } from "./model.ts";
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
  const { base, revision } = comparison;
  const [items, itemsNow] = [child(base.root, key), child(revision.root, key)];
  for (const name of Object.keys({ ...Object(items.node), ...Object(itemsNow.node) } as object)) {
    const [item, itemNow] = [base.resolve(child(items, name)), revision.resolve(child(itemsNow, name))];
    comparison.compareForm(document, "PathItem", item, itemNow, `path ${name}`);
  }
  const [before, after] = [listCalls(base, key), listCalls(revision, key)];
  const makeMessage = (call: Call, id = readId(call)): Message => {
    const operation = isEvent ? `webhook ${call.name}` : `${call.method.toUpperCase()} ${call.name}`;
    return { scope: { operation, id, isEvent }, direction };
  };
  for (const [name, call] of before) {
    const other = after.get(name);
    if (other === undefined) {
      const removal = { rule: `${noun}/removed` as const, ...judgeRemoval([call.operation.node]) };
      const at = { base: call.operation, revision: findItem(after, call) ?? itemsNow };
      comparison.note(makeMessage(call), noun, { ...removal, ...at });
    } else compareCall(comparison, makeMessage(call, readId(other) ?? readId(call)), call, other);
  }
  for (const [name, call] of after) {
    if (before.has(name)) continue;
    const message = makeMessage(call);
    const at = { base: findItem(before, call) ?? items, revision: call.operation };
    comparison.note(message, noun, { rule: `${noun}/added`, effect: "added", ...at });
    const family = isEvent ? [...before.values()].find((one) => isFamilyOf(one.name, call.name)) : undefined;
    if (family === undefined) continue;
    const left = { base: family.operation, revision: call.operation, said: { name: family.name } };
    comparison.note(message, noun, { rule: "event/leaves-family", effect: "notable", ...left });
    // The promise of a family holds for an event that leaves it, too
    compareBodies(comparison, message, family.operation, call.operation);
  }
}

/** Each method of each path, and each event, by what it is on the wire. */
function listCalls(bundle: Bundle, key: "paths" | "webhooks"): Map<string, Call> {
  const items = child(bundle.root, key);
  const calls = Object.keys(Object(items.node)).flatMap((name) => {
    const item = bundle.resolve(child(items, name));
    // The names of parameters never travel
    const template = key === "paths" ? name.replace(/\{[^}]*\}/g, "{}") : name;
    return methods.flatMap((method): [string, Call][] => {
      const operation = bundle.resolve(child(item, method));
      if (operation.node === undefined) return [];
      // A part of the path may stand in the URL of the server
      const [server] = key === "paths" ? listServers(bundle, item, operation) : [];
      return [[`${method} ${server?.prefix ?? ""}${template}`, { template, name, method, item, operation }]];
    });
  });
  return new Map(calls);
}

/** The path of a call in the other document. */
function findItem(calls: ReadonlyMap<string, Call>, { template }: Call): Part | undefined {
  return [...calls.values()].find((call) => call.template === template)?.item;
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
  if (isEvent) {
    // Nobody calls an event: what stands there all the same is compared as text
    for (const keyword of ["security", "servers"]) comparison.compareText(message, keyword, base, revision, noun);
  } else {
    compareSecurity(comparison, message, base, revision);
    compareServers(comparison, message, before, after);
  }
  const isSame = before.name === after.name && comparison.isSame(before.item, after.item);
  if (isSame && comparison.isSame(base, revision)) return;
  compareId(comparison, message, base, revision);
  comparison.compareForm(message, "Operation", base, revision, noun);
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
