// Compares where an operation can be reached, and the credentials that it needs.
import { canonical, type Form, listEntries, own, vocabulary } from "../shared/contract/index.ts";
import type { Bundle } from "./bundle.ts";
import { type Comparison, note } from "./comparison.ts";
import type { Call } from "./model.ts";
import { child, type NodePath } from "./node-path.ts";
import { compareLists } from "./rules.ts";

interface Server {
  readonly part: NodePath;
  readonly url: string;
  /** The path of its URL, where all servers of the operation have the same. */
  readonly prefix: string;
  /** The rest of its URL with the variables in it, whose names never travel. */
  readonly identity: string;
}

/** The path of a URL, without variables and without a slash at its end. */
const pathOfUrl = /^(?:[a-z]+:\/\/[^/]+|\{[^{}]*\})?(\/[^{}]*[^{}/])?\/?$/i;

/** The servers that hold for an operation: its own, else those of its path, else those of the document. */
export function listServers(bundle: Bundle, item: NodePath, operation: NodePath): Server[] {
  const lists = [operation, item, bundle.root].map((owner) => child(owner, "servers"));
  const list = lists.find(({ node }) => Array.isArray(node) && node.length > 0);
  const root = { ...child(bundle.root, "servers"), node: { url: "/" } };
  const parts = list ? Object.keys(list.node as object).map((index) => child(list, index)) : [root];
  const urls = parts.map(({ node }) => String(own(node, "url") ?? "/"));
  const prefixes = new Set(urls.map((url) => pathOfUrl.exec(url)?.[1] ?? ""));
  const [prefix = ""] = prefixes.size === 1 ? prefixes : [];
  return parts.map((part, index) => {
    const url = urls[index] ?? "";
    const { description: _, url: __, variables, ...others } = Object(part.node) as Record<string, unknown>;
    const names = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
    const used = names.map((name) => ({ ...Object(own(variables, name)), description: undefined }) as object);
    const template = url
      .replace(/\/$/, "")
      .slice(0, -prefix.length || undefined)
      .replace(/\{[^}]*\}/g, "{}");
    return { part, url, prefix, identity: canonical([template, used, others]) };
  });
}

export function compareServers(comparison: Comparison, before: Call, after: Call): void {
  const was = listServers(comparison.base, before.item, before.operation);
  const is = listServers(comparison.revision, after.item, after.operation);
  const listMissing = (servers: readonly Server[], others: readonly Server[]) =>
    servers.filter(({ identity }) => !others.some((other) => other.identity === identity));
  const findList = ([server]: readonly Server[], { root }: Bundle) => server?.part.up ?? root;
  for (const { part, url } of listMissing(was, is)) {
    const at = { base: part, revision: findList(is, comparison.revision) };
    note({ ...comparison, subject: `server ${url}` }, { rule: "server/removed", effect: "removed", ...at });
  }
  for (const { part, url } of listMissing(is, was)) {
    const at = { base: findList(was, comparison.base), revision: part };
    note({ ...comparison, subject: `server ${url}` }, { rule: "server/added", effect: "added", ...at });
  }
}

/** Schemes that open an operation together; none of them means that it is open. */
interface Requirement {
  readonly part: NodePath;
  /** The names of the schemes, for people. */
  readonly credential: string;
  /** Each name, with what it requires on the wire: equal for what is one scheme. */
  readonly needs: readonly string[];
}

/** Compares which credentials open an operation: those that were enough still are when no more is needed. */
export function compareSecurity(comparison: Comparison, base: NodePath, revision: NodePath): void {
  const [was, is] = [listRequirements(comparison.base, base), listRequirements(comparison.revision, revision)];
  const findList = ([requirement]: readonly Requirement[], part: NodePath) => requirement?.part.up ?? part;
  const rule = "security/alternative";
  for (const { part, credential, needs } of was) {
    if (is.some((one) => one.needs.every((need) => needs.includes(need)))) continue;
    const at = { base: part, revision: findList(is, revision) };
    note({ ...comparison, subject: "security" }, { rule, effect: "narrower", said: { credential }, ...at });
  }
  for (const { part, credential, needs } of is) {
    if (was.some((one) => compareLists(one.needs, needs) === undefined)) continue;
    const at = { base: findList(was, base), revision: part };
    note({ ...comparison, subject: "security" }, { rule, effect: "wider", said: { credential }, ...at });
  }
}

function listRequirements(bundle: Bundle, operation: NodePath): Requirement[] {
  const ofOperation = child(operation, "security");
  const list = ofOperation.node === undefined ? child(bundle.root, "security") : ofOperation;
  const found = Array.isArray(list.node) && list.node.length > 0 ? list.node : [{}];
  return found.map((requirement: unknown, index) => {
    const schemes = listEntries(requirement);
    return {
      part: { ...child(list, `${index}`), node: requirement },
      credential: schemes.map(([name]) => `\`${name}\``).join(" with ") || "no credential at all",
      needs: schemes.map(([name, scopes]) => canonical([name, scopes, readScheme(bundle, name)])),
    };
  });
}

/** A scheme without its words. Two that look alike, such as two bearer tokens, are two. */
function readScheme(bundle: Bundle, name: string): unknown {
  const { node } = bundle.resolve(child(bundle.root, "components", "securitySchemes", name));
  const said = listEntries(node).filter(([keyword]) => !isNote("SecurityScheme", keyword));
  // Names of headers and of schemes are not case-sensitive
  return said.map(([keyword, value]) => [keyword, typeof value === "string" ? value.toLowerCase() : value]).sort();
}

/** Tells what is said to people, or says how sure something is. */
function isNote(form: Form, keyword: string): boolean {
  const compare = vocabulary[form][keyword]?.compare;
  return compare === "words" || compare === "mark";
}
