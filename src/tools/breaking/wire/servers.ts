// Compares where an operation can be reached.

import { own, stringsOf } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import type { Comparison } from "./comparison.ts";
import type { Sides } from "./parameters.ts";

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
  readonly spot: Spot;
}

export function compareServers(
  comparison: Comparison,
  message: Message,
  base: Sides & { readonly root: Spot },
  revision: Sides & { readonly root: Spot },
): void {
  const was = serversOf(base);
  const is = serversOf(revision);
  const [otherBefore, otherAfter] = [was[0]?.spot.path.slice(0, -1) ?? [], is[0]?.spot.path.slice(0, -1) ?? []];
  const left = [...is];
  let addressesAfter: ReadonlySet<string> | undefined;
  for (const before of was) {
    const index = Math.max(
      left.findIndex((after) => sameAddress(before, after)),
      left.findIndex((after) => after.template === before.template && sameDefaults(before, after)),
    );
    const found = index === -1 ? left.findIndex(({ template }) => template === before.template) : index;
    const [after] = found === -1 ? [] : left.splice(found, 1);
    const subject = `server ${before.url}`;
    if (after) {
      compareVariables(comparison, message, before, after, subject);
      continue;
    }
    const paths = { base: before.spot.path, revision: otherAfter };
    const addresses = addressesOf(before);
    addressesAfter ??= new Set(is.flatMap(addressesOf));
    if (addresses.length > 0 && addresses.every((address) => addressesAfter?.has(address))) {
      const text = "was replaced by servers with the same addresses";
      // Other values than the default of a variable may have been chosen
      if (before.variables.length > 0) comparison.warn(message, "server/variable", paths, subject, text);
    } else {
      const isListed = [before, ...is].every((server) => addressesOf(server).length > 0);
      const unlisted = `cannot be compared: no server has this URL now, and the variables of one allow more than ${mostAddresses.toLocaleString("en")} addresses`;
      const text = isListed ? "was removed" : unlisted;
      comparison.note(message, "removed", "server/removed", paths, subject, text);
    }
  }
  for (const after of left) {
    const paths = { base: otherBefore, revision: after.spot.path };
    comparison.note(message, "added", "server/added", paths, `server ${after.url}`, "was added");
  }
}

function sameAddress(a: Server, b: Server): boolean {
  return a.template === b.template && a.variables.length === 0 && b.variables.length === 0;
}

/** More addresses of a server are not listed. */
const mostAddresses = 1_000;

/** The addresses that a server is known to have: with each listed value of a variable, or with its default; none if too many. */
function addressesOf({ template, variables }: Server): string[] {
  if (variables.reduce((count, { values }) => count * (values?.length || 1), 1) > mostAddresses) return [];
  const [head = "", ...tails] = template.split("{}");
  return tails.reduce(
    (addresses, tail, index) => {
      const variable = variables[index];
      const values = variable?.values?.length ? variable.values : [variable?.byDefault ?? ""];
      return addresses.flatMap((address) => values.map((value) => `${address}${value}${tail}`));
    },
    [head],
  );
}

function sameDefaults(a: Server, b: Server): boolean {
  return a.variables.every(({ byDefault }, index) => byDefault === b.variables[index]?.byDefault);
}

function compareVariables(
  comparison: Comparison,
  message: Message,
  before: Server,
  after: Server,
  subject: string,
): void {
  for (const [index, was] of before.variables.entries()) {
    const is = after.variables[index];
    if (is === undefined) continue;
    const paths = {
      base: [...before.spot.path, "variables", was.name],
      revision: [...after.spot.path, "variables", is.name],
    };
    const variable = `variable \`${was.name}\` of the ${subject}`;
    const note = (effect: "narrower" | "wider" | "different", text: string) =>
      comparison.note(message, effect, "server/variable", paths, variable, text);
    if (was.byDefault !== is.byDefault) {
      note("different", `the default went from ${was.byDefault} to ${is.byDefault}`);
    }
    const gone = was.values?.filter((value) => is.values && !is.values.includes(value)) ?? [];
    const come = is.values?.filter((value) => was.values && !was.values.includes(value)) ?? [];
    if (gone.length > 0) note("narrower", `${gone.join(", ")} can no longer be chosen`);
    if (was.values === undefined && is.values) note("narrower", `only ${is.values.join(", ")} can be chosen now`);
    if (come.length > 0) note("wider", `${come.join(", ")} can now be chosen`);
    if (was.values && is.values === undefined) note("wider", "any value can now be chosen");
  }
}

/** The servers that hold for an operation: its own, else those of its path, else those of the document. */
function serversOf({ operation, item, root }: Sides & { readonly root: Spot }): Server[] {
  for (const owner of [operation, item, root]) {
    const list = own(owner.value, "servers");
    if (!Array.isArray(list) || list.length === 0) continue;
    return list.map((server, index) => serverOf(server, [...owner.path, "servers", String(index)]));
  }
  return [serverOf({ url: "/" }, root.path)];
}

function serverOf(value: unknown, path: readonly string[]): Server {
  const url = String(own(value, "url") ?? "/");
  const variables: Variable[] = [];
  const template = url.replace(/\{([^}]*)\}/g, (_, name: string) => {
    const variable = own(own(value, "variables"), name);
    const values = own(variable, "enum");
    const byDefault = String(own(variable, "default") ?? "");
    variables.push({ name, byDefault, values: values === undefined ? undefined : stringsOf(values) });
    return "{}";
  });
  return { template: template.replace(/(?<=.)\/$/, ""), url, variables, spot: { value, path } };
}
