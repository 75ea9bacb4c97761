// Compares where an operation can be reached, and the credentials that it needs.
import { canonical, listEntries, own } from "../shared/contract/index.ts";
import type { Bundle } from "./bundle.ts";
import type { Comparison } from "./comparison.ts";
import type { Message } from "./model.ts";
import { child, type Part } from "./part.ts";

interface Server {
  readonly url: string;
  /** The path of its URL, where all servers of the operation have the same. */
  readonly prefix: string;
  readonly part: Part;
  /** The rest of its URL, and its variables. */
  readonly identity: string;
}

/** The servers that hold for an operation: its own, else those of its path, else those of the document. */
export function listServers(bundle: Bundle, item: Part, operation: Part): Server[] {
  for (const owner of [operation, item, bundle.root]) {
    const list = child(owner, "servers");
    if (!Array.isArray(list.node) || list.node.length === 0) continue;
    const parts = list.node.map((_, index) => child(list, `${index}`));
    const prefixes = new Set(parts.map((part) => findPrefix(readUrl(part))));
    const [prefix = ""] = prefixes.size === 1 ? prefixes : [];
    return parts.map((part) => readServer(part, prefix));
  }
  return [readServer({ ...child(bundle.root, "servers"), node: { url: "/" } }, "")];
}

function readUrl({ node }: Part): string {
  return String(own(node, "url") ?? "/").replace(/(?<=.)\/$/, "");
}

/** The path of a URL without variables. */
function findPrefix(url: string): string {
  return /^[a-z]+:\/\/[^/{}]+(\/[^{}]*)$/i.exec(url)?.[1] ?? "";
}

function readServer(part: Part, prefix: string): Server {
  const url = readUrl(part);
  const { description: _, url: __, variables, ...others } = Object(part.node) as Record<string, unknown>;
  const used = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => {
    const { description: ___, ...variable } = Object(own(variables, name)) as Record<string, unknown>;
    return variable;
  });
  // The names of variables never travel
  const template = url.slice(0, url.length - prefix.length).replace(/\{[^}]*\}/g, "{}");
  return { url, prefix, part, identity: canonical([template, used, others]) };
}

interface Called {
  readonly item: Part;
  readonly operation: Part;
}

export function compareServers(comparison: Comparison, message: Message, before: Called, after: Called): void {
  const was = listServers(comparison.base, before.item, before.operation);
  const is = listServers(comparison.revision, after.item, after.operation);
  const isAmong = (servers: readonly Server[], { identity }: Server) =>
    servers.some((other) => other.identity === identity);
  const findList = ([server]: readonly Server[], part: Part) => server?.part.up ?? part;
  for (const { part, ...server } of was.filter((one) => !isAmong(is, one))) {
    const at = { base: part, revision: findList(is, comparison.revision.root) };
    comparison.note(message, `server ${server.url}`, { rule: "server/removed", effect: "removed", ...at });
  }
  for (const { part, ...server } of is.filter((one) => !isAmong(was, one))) {
    const at = { base: findList(was, comparison.base.root), revision: part };
    comparison.note(message, `server ${server.url}`, { rule: "server/added", effect: "added", ...at });
  }
}

/** Schemes that open an operation together; none of them means that it is open. */
interface Alternative {
  readonly part: Part;
  /** The names of the schemes. */
  readonly names: readonly string[];
  /** Each name, with what it requires on the wire: equal for what is one scheme. */
  readonly needs: readonly string[];
}

/** Compares which credentials open an operation: those that were enough still are when no more is needed. */
export function compareSecurity(comparison: Comparison, message: Message, base: Part, revision: Part): void {
  // The security of the document is for calls of the service, and not for its events
  if (message.scope?.isEvent && [base, revision].every(({ node }) => own(node, "security") === undefined)) return;
  const [was, is] = [listAlternatives(comparison.base, base), listAlternatives(comparison.revision, revision)];
  const isRequest = message.direction === "request";
  const [inner, outer] = isRequest ? [was, is] : [is, was];
  const note = (
    alternative: Alternative,
    near: readonly Alternative[],
    effect: "narrower" | "wider",
    says?: string,
  ) => {
    const part = near[0]?.part.up ?? alternative.part;
    const [before, after] =
      inner.includes(alternative) === isRequest ? [alternative.part, part] : [part, alternative.part];
    const said = {
      credential: alternative.names.map((name) => `\`${name}\``).join(" with ") || "no credential at all",
    };
    const found = { rule: "security/alternative", effect, says, said, base: before, revision: after } as const;
    comparison.note(message, "security", found);
  };
  const opens = (credentials: Alternative, door: Alternative) =>
    door.needs.every((need) => credentials.needs.includes(need));
  for (const one of inner) {
    if (outer.some((door) => opens(one, door))) continue;
    note(one, outer, isRequest ? "narrower" : "wider", isRequest ? undefined : "sent");
  }
  for (const one of outer) {
    if (inner.some((other) => opens(other, one) && opens(one, other))) continue;
    note(one, inner, isRequest ? "wider" : "narrower", isRequest ? undefined : "unsent");
  }
}

function listAlternatives(bundle: Bundle, operation: Part): Alternative[] {
  const ofOperation = child(operation, "security");
  const list = ofOperation.node === undefined ? child(bundle.root, "security") : ofOperation;
  const found = Array.isArray(list.node) && list.node.length > 0 ? list.node : [{}];
  return found.map((requirement: unknown, index) => ({
    part: { ...child(list, `${index}`), node: requirement },
    names: listEntries(requirement).map(([name]) => name),
    needs: listEntries(requirement).map(([name, scopes]) => canonical([name, scopes, readScheme(bundle, name)])),
  }));
}

/** A scheme without its words. Two that look alike, such as two bearer tokens, are two. */
function readScheme(bundle: Bundle, name: string): unknown {
  const { node } = bundle.resolve(child(bundle.root, "components", "securitySchemes", name));
  const { name: header, scheme, description: _, bearerFormat: __, ...others } = Object(node) as Record<string, unknown>;
  const said = Object.entries(others).filter(([keyword]) => !keyword.startsWith("x-"));
  const written = own(node, "in") === "header" ? String(header).toLowerCase() : header;
  return [written, String(scheme).toLowerCase(), Object.fromEntries(said)];
}
