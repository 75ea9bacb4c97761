// Compares where an operation can be reached.
import { canonical, type Located, own, type Path } from "../../shared/contract/index.ts";
import type { Message } from "../model.ts";
import type { Comparison } from "./comparison.ts";
import type { Side } from "./parameters.ts";

interface Server {
  readonly url: string;
  readonly path: Path;
  /** What it is known by: its address, and what its variables may be, as text. */
  readonly identity: string;
}

export function compareServers(
  comparison: Comparison,
  message: Message,
  base: Side & { readonly root: Located },
  revision: Side & { readonly root: Located },
): void {
  const [was, is] = [listServers(base), listServers(revision)];
  const findList = (servers: readonly Server[]) => servers[0]?.path.slice(0, -1) ?? [];
  const isAmong = (servers: readonly Server[], { identity }: Server) =>
    servers.some((other) => other.identity === identity);
  for (const before of was) {
    if (isAmong(is, before)) continue;
    const paths = { base: before.path, revision: findList(is) };
    comparison.note(message, `server ${before.url}`, { rule: "server/removed", effect: "removed", ...paths });
  }
  for (const after of is) {
    if (isAmong(was, after)) continue;
    const paths = { base: findList(was), revision: after.path };
    comparison.note(message, `server ${after.url}`, { rule: "server/added", effect: "added", ...paths });
  }
}

/** The servers that hold for an operation: its own, else those of its path, else those of the document. */
function listServers({ operation, item, root }: Side & { readonly root: Located }): Server[] {
  for (const owner of [operation, item, root]) {
    const list = own(owner.value, "servers");
    if (!Array.isArray(list) || list.length === 0) continue;
    return list.map((server, index) => readServer(server, [...owner.path, "servers", String(index)]));
  }
  return [readServer({ url: "/" }, root.path)];
}

function readServer(server: unknown, path: Path): Server {
  const url = String(own(server, "url") ?? "/");
  const variables = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => {
    const variable = own(own(server, "variables"), name);
    return [own(variable, "default"), own(variable, "enum")].map((said) => said ?? null);
  });
  // The names of variables never travel
  const template = url.replace(/\{[^}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
  return { url, path, identity: canonical([template, variables]) };
}
