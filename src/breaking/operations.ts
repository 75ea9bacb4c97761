// Compares operations and events: whether they still exist, and each part of them.
import { findRow, listStrings, own, vocabulary } from "../shared/contract/index.ts";
import { compareSecurity, compareServers, listServers } from "./access.ts";
import type { Bundle } from "./bundle.ts";
import { type Comparison, compareForm, compareText, isSame, note } from "./comparison.ts";
import { judgeRemoval } from "./marks.ts";
import { compareBodies, compareParameters, compareResponses } from "./messages.ts";
import type { Call } from "./model.ts";
import { child, type NodePath } from "./node-path.ts";

/** The keywords of a path that are operations. */
const methods = Object.entries(vocabulary.PathItem).flatMap(([name, { holds }]) =>
  holds?.[0] === "Operation" ? [name] : [],
);

/** Compares two documents. */
export function compareDocuments(comparison: Comparison): void {
  const [before, after] = [comparison.base.root, comparison.revision.root];
  if (!isReadable(before) || !isReadable(after)) {
    const at = { base: child(before, "openapi"), revision: child(after, "openapi") };
    const found = { rule: "document/not-compared", effect: "different", says: "version", ...at } as const;
    if (!isSame(comparison, before, after)) note(comparison, found);
    return;
  }
  compareForm(comparison, "Root", before, after);
  compareForm(comparison, "Info", child(before, "info"), child(after, "info"));
  compareCalls(comparison, "paths");
  compareCalls(comparison, "webhooks");
}

/** Tells a document of OpenAPI 3.1, whose vocabulary is known. */
function isReadable({ node }: NodePath): boolean {
  return findRow("Root", "openapi", own(node, "openapi")) !== undefined;
}

function compareCalls(comparison: Comparison, key: "paths" | "webhooks"): void {
  const isEvent = key === "webhooks";
  const noun = isEvent ? "event" : "operation";
  const direction = isEvent ? "response" : "request";
  const { base, revision } = comparison;
  const [items, itemsNow] = [child(base.root, key), child(revision.root, key)];
  for (const name of Object.keys({ ...Object(items.node), ...Object(itemsNow.node) } as object)) {
    const [item, itemNow] = [base.resolve(child(items, name)), revision.resolve(child(itemsNow, name))];
    compareForm({ ...comparison, subject: `path ${name}` }, "PathItem", item, itemNow);
  }
  const [before, after] = [listCalls(base, key), listCalls(revision, key)];
  const about = (call: Call, id = readId(call)): Comparison => {
    const operation = isEvent ? `webhook ${call.name}` : `${call.method.toUpperCase()} ${call.name}`;
    return { ...comparison, scope: { operation, id, isEvent }, direction, subject: noun };
  };
  for (const [name, call] of before) {
    const other = after.get(name);
    if (other === undefined) {
      const removal = { rule: `${noun}/removed` as const, ...judgeRemoval([call.operation.node]) };
      const at = { base: call.operation, revision: findItem(after, call) ?? itemsNow };
      note(about(call), { ...removal, ...at });
    } else compareCall(about(call, readId(other) ?? readId(call)), call, other);
  }
  for (const [name, call] of after) {
    if (before.has(name)) continue;
    const added = about(call);
    const at = { base: findItem(before, call) ?? items, revision: call.operation };
    note(added, { rule: `${noun}/added`, effect: "added", ...at });
    const family = isEvent ? [...before.values()].find((one) => isFamilyOf(one.name, call.name)) : undefined;
    if (family === undefined) continue;
    const left = { base: family.operation, revision: call.operation, said: { name: family.name } };
    note(added, { rule: "event/leaves-family", effect: "notable", ...left });
    // The promise of a family holds for an event that leaves it, too
    compareBodies(added, family.operation, call.operation);
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
function findItem(calls: ReadonlyMap<string, Call>, { template }: Call): NodePath | undefined {
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

function compareCall(comparison: Comparison, before: Call, after: Call): void {
  const { isEvent = false } = comparison.scope ?? {};
  const [base, revision] = [before.operation, after.operation];
  if (isEvent) {
    // Nobody calls an event: what stands there all the same is compared as text
    for (const keyword of ["security", "servers"]) compareText(comparison, keyword, base, revision);
  } else {
    compareSecurity(comparison, base, revision);
    compareServers(comparison, before, after);
  }
  const isSameItem = before.name === after.name && isSame(comparison, before.item, after.item);
  if (isSameItem && isSame(comparison, base, revision)) return;
  compareId(comparison, base, revision);
  compareForm(comparison, "Operation", base, revision);
  compareRelations(comparison, base, revision);
  compareParameters(comparison, before, after);
  compareBodies(comparison, base, revision);
  const direction = isEvent ? "request" : "response";
  compareResponses({ ...comparison, direction }, child(base, "responses"), child(revision, "responses"));
}

/** Compares a name that only generated code sees. */
function compareId(comparison: Comparison, base: NodePath, revision: NodePath): void {
  const [from, to] = [child(base, "operationId"), child(revision, "operationId")];
  if (from.node === to.node || from.node === undefined) return;
  const more = to.node === undefined ? { says: "removed" } : { said: { now: String(to.node) } };
  const found = { rule: "code/operation-id", effect: "notable", ...more, base: from, revision: to } as const;
  note({ ...comparison, subject: `operationId \`${String(from.node)}\`` }, found);
}

/** Compares which events an operation brings about, and what has to be so before a call or an event. */
function compareRelations(comparison: Comparison, base: NodePath, revision: NodePath): void {
  for (const [keyword, rule] of [
    ["x-events", "relation/event"],
    ["x-preconditions", "relation/precondition"],
  ] as const) {
    const at = { base: child(base, keyword), revision: child(revision, keyword) };
    const [was, is] = [new Set(listStrings(at.base.node)), new Set(listStrings(at.revision.node))];
    for (const name of was.symmetricDifference(is)) {
      const isLost = was.has(name) === (keyword === "x-events");
      note(comparison, { rule, effect: isLost ? "notable" : "harmless", said: { name }, ...at });
    }
  }
}
