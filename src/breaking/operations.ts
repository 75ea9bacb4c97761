// Compares operations and events: whether they still exist, and each part of them.
import { findRow, listStrings, own, vocabulary } from "../shared/contract/index.ts";
import { compareSecurity, compareServers, listServers } from "./access.ts";
import { type Both, child, childOfBoth, listKeys, type Part, resolve, resolveBoth } from "./bundle.ts";
import { type Comparison, compareForm, compareText, note } from "./comparison.ts";
import { judgeRemoval } from "./marks.ts";
import { compareBodies, compareParameters, compareResponses } from "./messages.ts";
import type { Call } from "./model.ts";

/** The keywords of a path that are operations. */
const methods = Object.entries(vocabulary.PathItem).flatMap(([name, { holds }]) =>
  holds?.[0] === "Operation" ? [name] : [],
);

/** Compares two documents. */
export function compareDocuments(comparison: Comparison): void {
  const { root, unchanged } = comparison;
  if (isReadable(root.base) && isReadable(root.revision)) {
    compareForm(comparison, "Root", root);
    compareForm(comparison, "Info", childOfBoth(root, "info"));
    compareCalls(comparison, "paths");
    compareCalls(comparison, "webhooks");
  } else if (!unchanged.isSame(root)) {
    const at = childOfBoth(root, "openapi");
    note(comparison, { rule: "document/not-compared", effect: "different", says: "version", ...at });
  }
}

/** Tells a document of OpenAPI 3.1, whose vocabulary is known. */
function isReadable({ node }: Part): boolean {
  return findRow("Root", "openapi", own(node, "openapi")) !== undefined;
}

function compareCalls(comparison: Comparison, key: "paths" | "webhooks"): void {
  const isEvent = key === "webhooks";
  const noun = isEvent ? "event" : "operation";
  const items = childOfBoth(comparison.root, key);
  for (const name of listKeys(items)) {
    compareForm({ ...comparison, subject: `path ${name}` }, "PathItem", resolveBoth(childOfBoth(items, name)));
  }
  const [before, after] = [listCalls(items.base), listCalls(items.revision)];
  const about = (call: Call, id = readId(call)): Comparison => ({
    ...comparison,
    scope: { operation: isEvent ? `webhook ${call.name}` : `${call.method.toUpperCase()} ${call.name}`, id, isEvent },
    direction: isEvent ? "response" : "request",
    subject: noun,
  });
  for (const [wire, call] of before) {
    const other = after.get(wire);
    if (other === undefined) {
      const at = { base: call.operation, revision: findItem(after, call) ?? items.revision };
      note(about(call), { rule: `${noun}/removed`, ...judgeRemoval([call.operation.node]), ...at });
    } else compareCall(about(call, readId(other) ?? readId(call)), call, other);
  }
  for (const [wire, call] of after) {
    if (before.has(wire)) continue;
    const added = about(call);
    const at = { base: findItem(before, call) ?? items.base, revision: call.operation };
    note(added, { rule: `${noun}/added`, effect: "added", ...at });
    const family = isEvent ? [...before.values()].find((one) => isFamilyOf(one.name, call.name)) : undefined;
    if (family === undefined) continue;
    const left = { base: family.operation, revision: call.operation };
    note(added, { rule: "event/leaves-family", effect: "notable", said: { name: family.name }, ...left });
    // The promise of a family holds for an event that leaves it, too
    compareBodies(added, left);
  }
}

/** Each method of each path, and each event, by what it is on the wire. */
function listCalls(items: Part): Map<string, Call> {
  const isPaths = items.at[0] === "paths";
  const calls = Object.keys(Object(items.node) as object).flatMap((name) => {
    const item = resolve(child(items, name));
    // The names of parameters never travel
    const template = isPaths ? name.replace(/\{[^}]*\}/g, "{}") : name;
    return methods.flatMap((method): [string, Call][] => {
      const operation = resolve(child(item, method));
      if (operation.node === undefined) return [];
      const call = { template, name, method, item, operation };
      // A part of the path may stand in the URL of the server
      const prefix = isPaths ? listServers(call)[0]?.prefix : "";
      return [[`${method} ${prefix}${template}`, call]];
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
  const pattern = family.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]*\}/g, ".+");
  return family.includes("{") && new RegExp(`^${pattern}$`).test(name);
}

function readId({ operation }: Call): string | undefined {
  const id = own(operation.node, "operationId");
  return typeof id === "string" ? id : undefined;
}

function compareCall(comparison: Comparison, before: Call, after: Call): void {
  const isEvent = comparison.scope?.isEvent;
  const at = { base: before.operation, revision: after.operation };
  if (isEvent) {
    // Nobody calls an event: what stands there all the same is compared as text
    for (const keyword of ["security", "servers"]) compareText(comparison, keyword, at);
  } else {
    compareSecurity(comparison, at);
    compareServers(comparison, before, after);
  }
  const { unchanged } = comparison;
  const isSameItem = before.name === after.name && unchanged.isSame({ base: before.item, revision: after.item });
  if (isSameItem && unchanged.isSame(at)) return;
  compareId(comparison, childOfBoth(at, "operationId"));
  compareForm(comparison, "Operation", at);
  compareRelations(comparison, at);
  compareParameters(comparison, before, after);
  compareBodies(comparison, at);
  compareResponses({ ...comparison, direction: isEvent ? "request" : "response" }, childOfBoth(at, "responses"));
}

/** Compares a name that only generated code sees. */
function compareId(comparison: Comparison, at: Both): void {
  const [from, to] = [at.base.node, at.revision.node];
  if (from === to || from === undefined) return;
  const more = to === undefined ? { says: "removed" } : { said: { now: String(to) } };
  const subject = `operationId \`${String(from)}\``;
  note(comparison, { rule: "code/operation-id", effect: "notable", subject, ...more, ...at });
}

/** Compares which events an operation brings about, and what has to be so before a call or an event. */
function compareRelations(comparison: Comparison, operation: Both): void {
  for (const [keyword, rule] of [
    ["x-events", "relation/event"],
    ["x-preconditions", "relation/precondition"],
  ] as const) {
    const at = childOfBoth(operation, keyword);
    const was = new Set(listStrings(at.base.node));
    for (const name of was.symmetricDifference(new Set(listStrings(at.revision.node)))) {
      const isLost = was.has(name) === (keyword === "x-events");
      note(comparison, { rule, effect: isLost ? "notable" : "harmless", said: { name }, ...at });
    }
  }
}
