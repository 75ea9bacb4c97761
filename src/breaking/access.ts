// Compares where an operation can be reached, and the credentials that it needs.
import { canonical, type Form, listEntries, own, vocabulary } from "../shared/contract/index.ts";
import { type Both, child, listChildren, type Part, resolve } from "./bundle.ts";
import { type Comparison, note } from "./comparison.ts";
import type { Call } from "./model.ts";
import { compareLists } from "./rules.ts";

interface Server {
  readonly part: Part;
  readonly url: string;
  /** The path of its URL, where all servers of the operation have the same. */
  readonly prefix: string;
  /** The rest of its URL with the variables in it, whose names never travel. */
  readonly identity: string;
}

/** The path of a URL, without variables and without a slash at its end. */
const pathOfUrl = /^(?:[a-z]+:\/\/[^/]+|\{[^{}]*\})?(\/[^{}]*[^{}/])?\/?$/i;

const variable = /\{([^}]*)\}/g;

/** The servers that hold for an operation: its own, else those of its path, else those of the document. */
export function listServers({ item, operation }: Pick<Call, "item" | "operation">): Server[] {
  const { root } = operation.bundle;
  const [list] = [operation, item, root]
    .map((owner) => listChildren(child(owner, "servers")))
    .filter(({ length }) => length > 0);
  const parts = list ?? [{ ...child(root, "servers"), node: { url: "/" } }];
  const urls = parts.map(({ node }) => String(own(node, "url") ?? "/"));
  const prefixes = new Set(urls.map((url) => pathOfUrl.exec(url)?.[1] ?? ""));
  const [prefix = ""] = prefixes.size === 1 ? prefixes : [];
  return parts.map((part, index) => {
    const url = urls[index] ?? "";
    const { url: _, variables, ...others } = leaveOutWords("Server", part.node);
    const used = [...url.matchAll(variable)].map(([, name = ""]) =>
      leaveOutWords("ServerVariable", own(variables, name)),
    );
    const template = url
      .replace(/\/$/, "")
      .slice(0, -prefix.length || undefined)
      .replace(variable, "{}");
    return { part, url, prefix, identity: canonical([template, used, others]) };
  });
}

export function compareServers(comparison: Comparison, before: Call, after: Call): void {
  const [was, is] = [listServers(before), listServers(after)];
  const listMissing = (servers: readonly Server[], others: readonly Server[]) =>
    servers.filter(({ identity }) => !others.some((other) => other.identity === identity));
  const findList = ([server]: readonly Server[], { operation }: Call) => server?.part.up ?? operation.bundle.root;
  for (const { part: base, url } of listMissing(was, is)) {
    const at = { base, revision: findList(is, after) };
    note(comparison, { rule: "server/removed", effect: "removed", subject: `server ${url}`, ...at });
  }
  for (const { part: revision, url } of listMissing(is, was)) {
    const at = { base: findList(was, before), revision };
    note(comparison, { rule: "server/added", effect: "added", subject: `server ${url}`, ...at });
  }
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
  const found = { rule: "security/alternative", subject: "security" } as const;
  for (const { part: base, credential, needs } of was) {
    if (is.some((one) => one.needs.every((need) => needs.includes(need)))) continue;
    const revision = is[0]?.part.up ?? at.revision;
    note(comparison, { ...found, effect: "narrower", said: { credential }, base, revision });
  }
  for (const { part: revision, credential, needs } of is) {
    if (was.some((one) => compareLists(one.needs, needs) === undefined)) continue;
    const base = was[0]?.part.up ?? at.base;
    note(comparison, { ...found, effect: "wider", said: { credential }, base, revision });
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

/** A scheme as text, without its words and marks. Two that look alike, such as two bearer tokens, are two. */
function readScheme({ bundle }: Part, name: string): unknown {
  const { node } = resolve(child(bundle.root, "components", "securitySchemes", name));
  // Names of headers and of schemes are not case-sensitive
  return canonical(leaveOutWords("SecurityScheme", node)).toLowerCase();
}

/** The fields of an object that tell it from others: no words and no marks. */
function leaveOutWords(form: Form, node: unknown): Readonly<Record<string, unknown>> {
  const isOfWords = (keyword: string) => /^(words|mark)$/.test(String(vocabulary[form][keyword]?.compare));
  return Object.fromEntries(listEntries(node).filter(([keyword]) => !isOfWords(keyword)));
}
