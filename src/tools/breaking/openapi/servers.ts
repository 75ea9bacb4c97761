// Compares where an operation can be reached.
import { type Located, listStrings, own } from "../../contract/index.ts";
import type { Message } from "../model.ts";
import type { Comparison } from "./comparison.ts";
import type { Side } from "./parameters.ts";

interface Variable {
  readonly name: string;
  readonly byDefault: string;
  readonly values: readonly string[] | undefined;
}

interface Server {
  /** The URL with `{}` in place of each variable. */
  readonly template: string;
  readonly url: string;
  readonly variables: readonly Variable[];
  readonly path: readonly string[];
}

export function compareServers(
  comparison: Comparison,
  message: Message,
  base: Side & { readonly root: Located },
  revision: Side & { readonly root: Located },
): void {
  const [was, is] = [listServers(base), listServers(revision)];
  const findList = (servers: readonly Server[]) => servers[0]?.path.slice(0, -1) ?? [];
  const left = new Set(is);
  for (const before of was) {
    const twins = [...left].filter(({ template }) => template === before.template);
    const after = twins.find((twin) => hasSameDefaults(before, twin)) ?? twins[0];
    const subject = `server ${before.url}`;
    if (after === undefined) {
      const paths = { base: before.path, revision: findList(is) };
      comparison.note(message, subject, { rule: "server/removed", effect: "removed", ...paths });
      continue;
    }
    left.delete(after);
    for (const [index, variable] of before.variables.entries()) {
      const other = after.variables[index];
      if (other === undefined) continue;
      const at = ({ path }: Server, { name }: Variable) => [...path, "variables", name];
      const paths = { base: at(before, variable), revision: at(after, other) };
      compareVariables(variable, other, (effect, said, says) => {
        const name = `variable \`${variable.name}\` of the ${subject}`;
        comparison.note(message, name, { rule: "server/variable", effect, said, says, ...paths });
      });
    }
  }
  for (const after of left) {
    const paths = { base: findList(was), revision: after.path };
    comparison.note(message, `server ${after.url}`, { rule: "server/added", effect: "added", ...paths });
  }
}

function hasSameDefaults(a: Server, b: Server): boolean {
  return a.variables.every(({ byDefault }, index) => byDefault === b.variables[index]?.byDefault);
}

function compareVariables(
  was: Variable,
  is: Variable,
  note: (effect: "narrower" | "wider" | "different", said: Record<string, string>, says?: string) => void,
): void {
  if (was.byDefault !== is.byDefault) note("different", { from: was.byDefault, to: is.byDefault });
  const beyond = (some: Variable, others: Variable) =>
    some.values?.filter((value) => others.values && !others.values.includes(value)).join(", ") ?? "";
  const [removed, added] = [beyond(was, is), beyond(is, was)];
  if (removed !== "") note("narrower", { values: removed });
  if (was.values === undefined && is.values) note("narrower", { values: is.values.join(", ") }, "only");
  if (added !== "") note("wider", { values: added });
  if (was.values && is.values === undefined) note("wider", {}, "any");
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

function readServer(server: unknown, path: readonly string[]): Server {
  const url = String(own(server, "url") ?? "/");
  const variables = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]): Variable => {
    const variable = own(own(server, "variables"), name);
    const values = own(variable, "enum");
    const byDefault = String(own(variable, "default") ?? "");
    return { name, byDefault, values: values === undefined ? undefined : listStrings(values) };
  });
  const template = url.replace(/\{[^}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
  return { template, url, variables, path };
}
