// Knows which alternative before and after is the same thing: by a shared tag, by a reference or by a title.
import { canonical, own } from "../../shared/contract/index.ts";
import { commonParts } from "./branch.ts";
import type { Alternative } from "./overlap.ts";
import { namedProperties, requiredProperties, schemasOfProperty } from "./properties.ts";
import type { TypedBranch } from "./types.ts";

/** What two alternatives are to each other; no value of one that is `different` can be one of the other. */
export type Relation = "same" | "unknown" | "different";

type Tags = ReadonlyMap<string, string>;

/** Finds how alternatives of both sides are related. */
export function relate(...sides: readonly (readonly Alternative[])[]): (a: TypedBranch, b: TypedBranch) => Relation {
  const tagged = new Map(sides.flat().map((alternative) => [alternative.branch, listTags(alternative)]));
  const telling = new Set(sides.flatMap((side) => namesThatDiffer(side.map(({ branch }) => tagged.get(branch)))));
  return (a, b) => {
    const isOfOneName = isNamed(a) && a.name === b.name;
    // By the value that a discriminator gives them, they are one or two, whatever else they say
    if (a.discriminated && b.discriminated && isOfOneName) return "same";
    const [tags, others] = [tagged.get(a), tagged.get(b)];
    const shared = [...(tags ?? [])].filter(([name]) => telling.has(name) && others?.has(name));
    const different = shared.filter(([name, value]) => others?.get(name) !== value);
    if (different.some(([name]) => [a, b].some((branch) => requiredProperties(branch).has(name)))) return "different";
    if (shared.length > 0) return different.length === 0 ? "same" : "unknown";
    return isOfOneName ? "same" : "unknown";
  };
}

/** Whether an alternative has a name; one that begins with a position was given for want of a better one. */
export function isNamed({ name }: TypedBranch): boolean {
  return name !== "" && !/(^|[+/])\d+:/.test(name);
}

/** The properties of an alternative that have a single value. */
function listTags({ source, branch }: Alternative): Tags {
  const tags = new Map<string, string>();
  for (const name of branch.type === "object" ? namedProperties(branch) : []) {
    for (const { value: schema } of commonParts(source, schemasOfProperty(branch, name))) {
      const values = Object.hasOwn(schema, "const") ? [schema["const"]] : [own(schema, "enum") ?? []].flat();
      if (values.length === 1) tags.set(name, canonical(values[0]));
    }
  }
  return tags;
}

/** The names under which not all have the same value. */
function namesThatDiffer(all: readonly (Tags | undefined)[]): string[] {
  const values = Map.groupBy(
    all.flatMap((tags) => [...(tags ?? [])]),
    ([name]) => name,
  );
  return [...values].flatMap(([name, entries]) => (new Set(entries.map(([, value]) => value)).size > 1 ? name : []));
}
