// Compares where an operation can be reached, and the credentials that it needs.
import { canonical, type JsonObject, listEntries, own, vocabulary } from "../shared/contract/index.ts";
import { type Both, child, listChildren, type Part, resolve } from "./bundle.ts";
import { type Comparison, note } from "./comparison.ts";
import type { Call } from "./model.ts";
import { compareLists } from "./rules.ts";

const variable = /\{([^}]*)\}/g;

export function compareServers(comparison: Comparison, before: Call, after: Call): void {
  const [was, is] = [listServers(before), listServers(after)];
  const lists = { base: was.list, revision: is.list };
  for (const [identity, base] of was.servers)
    if (!is.servers.has(identity))
      note(comparison, { rule: "server/removed", effect: "removed", subject: nameServer(base), ...lists, base });
  for (const [identity, revision] of is.servers)
    if (!was.servers.has(identity))
      note(comparison, { rule: "server/added", effect: "added", subject: nameServer(revision), ...lists, revision });
}

/** The servers of an operation by what they are on the wire: its own, else those of its path, else those of the document. */
function listServers({ item, operation }: Call) {
  const { root } = operation.bundle;
  const lists = [operation, item, root].map((owner) => child(owner, "servers"));
  const list = lists.find((one) => listChildren(one).length > 0) ?? { ...child(root, "servers"), node: [{ url: "/" }] };
  return { list, servers: new Map(listChildren(list).map((part) => [identifyServer(part), part])) };
}

/** The URL of a server, with the variables in it, whose names never travel. */
function identifyServer({ node }: Part): string {
  const { description: _, url = "/", variables, ...others } = Object(node) as JsonObject;
  const used = [...String(url).matchAll(variable)].map(
    ([, name = ""]) => ({ ...Object(own(variables, name)), description: undefined }) as object,
  );
  return canonical([String(url).replace(/\/$/, "").replace(variable, "{}"), used, others]);
}

function nameServer({ node }: Part): string {
  return `server ${String(own(node, "url") ?? "/")}`;
}

/** Schemes that open an operation together; none of them means that it is open. */
interface Requirement {
  readonly part: Part;
  /** The names of the schemes, for people. */
  readonly credential: string;
  /** Each name, with what it requires on the wire: equal for what is one scheme. */
  readonly needs: readonly string[];
}

/** Compares which credentials open an operation: those that were enough still are when no more is needed. */
export function compareSecurity(comparison: Comparison, at: Both): void {
  const [was, is] = [listRequirements(at.base), listRequirements(at.revision)];
  const lists = { base: was[0]?.part.up ?? at.base, revision: is[0]?.part.up ?? at.revision };
  const found = { rule: "security/alternative", subject: "security", ...lists } as const;
  for (const { part: base, credential, needs } of was) {
    if (is.some((one) => one.needs.every((need) => needs.includes(need)))) continue;
    note(comparison, { ...found, effect: "narrower", said: { credential }, base });
  }
  for (const { part: revision, credential, needs } of is) {
    if (was.some((one) => compareLists(one.needs, needs) === undefined)) continue;
    note(comparison, { ...found, effect: "wider", said: { credential }, revision });
  }
}

function listRequirements(operation: Part): Requirement[] {
  const own = child(operation, "security");
  const list = own.node === undefined ? child(operation.bundle.root, "security") : own;
  const listed = listChildren(list);
  return (listed.length > 0 ? listed : [{ ...child(list, "0"), node: {} }]).map((part) => {
    const schemes = listEntries(part.node);
    return {
      part,
      credential: schemes.map(([name]) => `\`${name}\``).join(" with ") || "no credential at all",
      needs: schemes.map(([name, scopes]) => canonical([name, scopes, readScheme(part, name)])),
    };
  });
}

/** A scheme without its words and marks. Two that look alike, such as two bearer tokens, are two. */
function readScheme({ bundle }: Part, name: string): unknown {
  const { node } = resolve(child(bundle.root, "components", "securitySchemes", name));
  const said = listEntries(node).filter(
    ([keyword]) => !["words", "mark"].includes(vocabulary.SecurityScheme[keyword]?.compare as string),
  );
  // Names of headers and of schemes are not case-sensitive
  return said.map(([keyword, value]) => [keyword, typeof value === "string" ? value.toLowerCase() : value]).sort();
}
