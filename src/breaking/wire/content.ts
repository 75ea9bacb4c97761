// Compares the content of a message: its media types, each with its schema and its encoding.

import { own } from "../../contract/index.ts";
import type { Message, Spot } from "../difference.ts";
import { type Comparison, nodesUnder } from "./comparison.ts";
import { compareEncodings } from "./encoding.ts";

/** Compares two objects that have `content`. */
export function compareContent(
  comparison: Comparison,
  message: Message,
  base: Spot,
  revision: Spot,
  subject: string,
): void {
  const was = nodesUnder(comparison.base, base, "content");
  const is = nodesUnder(comparison.revision, revision, "content");
  const inContent = (spot: Spot) => [...spot.path, "content"];
  const taken = new Set<Spot>();
  for (const [name, before] of was) {
    const covered = covering(name, is);
    if (covered === undefined) {
      const paths = { base: before.path, revision: inContent(revision) };
      const field = `media type ${name} of the ${subject}`;
      // Who has to read what comes need not read this one any longer; who asks for it misses it
      const effect = message.unasked && is.size > 0 ? "narrower" : "removed";
      comparison.note(message, effect, "media-type/removed", paths, field, "was removed");
      continue;
    }
    const [other, after] = covered;
    if (normalized(other) === normalized(name)) taken.add(after);
    compareMediaTypes(comparison, message, before, after, `${subject} (${name})`);
  }
  for (const [name, after] of is) {
    if (taken.has(after)) continue;
    const paths = { base: inContent(base), revision: after.path };
    // An answer comes in a type that was asked for; an event may come in one that nobody expects
    const effect = message.unasked && was.size > 0 ? "wider" : "added";
    comparison.note(message, effect, "media-type/added", paths, `media type ${name} of the ${subject}`, "was added");
  }
}

function compareMediaTypes(comparison: Comparison, message: Message, before: Spot, after: Spot, subject: string): void {
  const schemaOf = ({ value, path }: Spot) => ({ value: own(value, "schema"), path: [...path, "schema"] });
  comparison.compareSchemas(message, schemaOf(before), schemaOf(after), subject);
  comparison.noteWords(message, before, after, subject);
  compareEncodings(comparison, message, before, after, subject);
}

/** The node for a media type: its own, or that of a range such as `image/*` around it. */
function covering(name: string, types: ReadonlyMap<string, Spot>): [name: string, spot: Spot] | undefined {
  const wanted = normalized(name);
  const [kind = ""] = wanted.split("/");
  for (const candidate of [wanted, wanted.split(";")[0] ?? wanted, `${kind}/*`, "*/*"]) {
    for (const [other, spot] of types) if (normalized(other) === candidate) return [other, spot];
  }
  return undefined;
}

function normalized(mediaType: string): string {
  const [type = "", ...parameters] = mediaType.toLowerCase().split(";");
  return [type, ...parameters.sort()].map((part) => part.trim()).join(";");
}
