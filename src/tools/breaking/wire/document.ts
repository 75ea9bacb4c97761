// Compares what the document says of itself: its title, its tags, its servers and its security schemes, in words.

import { isObject, own, type Source } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { type Comparison, nodesUnder, under } from "./comparison.ts";

/** `info.version` is not compared: it follows from the changes. */
export function compareDocumentWords(comparison: Comparison, message: Message): void {
  const { base, revision } = comparison;
  const [was, is] = [rootOf(base), rootOf(revision)];
  // The tags of the document are compared one by one
  comparison.noteWords(message, withoutTags(was), withoutTags(is), "document");
  const [info, infoNow] = [under(base, was, "info"), under(revision, is, "info")];
  if (info && infoNow) comparison.noteWords(message, info, infoNow, "document");
  compareNamed(comparison, message, listUnder(was, "tags", "name"), listUnder(is, "tags", "name"), "tag");
  compareNamed(comparison, message, listUnder(was, "servers", "url"), listUnder(is, "servers", "url"), "server");
  compareNamed(comparison, message, schemesIn(base, was), schemesIn(revision, is), "security scheme");
}

function rootOf({ root }: Source): Spot {
  return { value: root, path: [] };
}

function withoutTags({ value, path }: Spot): Spot {
  const { tags: _, ...rest } = isObject(value) ? value : {};
  return { value: rest, path };
}

function compareNamed(
  comparison: Comparison,
  message: Message,
  was: ReadonlyMap<string, Spot>,
  is: ReadonlyMap<string, Spot>,
  noun: string,
): void {
  for (const [name, before] of was) {
    const after = is.get(name);
    if (after) comparison.noteWords(message, before, after, `${noun} \`${name}\``);
  }
}

function listUnder({ value }: Spot, key: string, nameKey: string): Map<string, Spot> {
  const list = own(value, key);
  const items = Array.isArray(list) ? list : [];
  return new Map(items.map((item, index) => [String(own(item, nameKey)), { value: item, path: [key, String(index)] }]));
}

function schemesIn(source: Source, root: Spot): Map<string, Spot> {
  const components = under(source, root, "components");
  return components ? nodesUnder(source, components, "securitySchemes") : new Map<string, Spot>();
}
