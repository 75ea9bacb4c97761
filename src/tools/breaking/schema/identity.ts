// Knows which alternative before and after is the same thing: by a shared tag, by a reference or by a title.
import { canonical, own, type Source } from "../../contract/index.ts";
import { commonParts } from "./branch.ts";
import { namedProperties, requiredProperties, schemasOfProperty } from "./properties.ts";
import type { TypedBranch } from "./types.ts";

/** What two alternatives are to each other; no value of one that is `different` can be one of the other. */
export type Relation = "same" | "unknown" | "different";

/** Knows of alternatives of both sides which are the same. */
export class Identities {
  readonly #tags: ReadonlyMap<TypedBranch, ReadonlyMap<string, string>>;
  readonly #distinguishing: ReadonlySet<string>;

  constructor(
    base: { readonly source: Source; readonly branches: readonly TypedBranch[] },
    revision: { readonly source: Source; readonly branches: readonly TypedBranch[] },
  ) {
    const sides = [base, revision].map(({ source, branches }) =>
      branches.map((branch) => [branch, tagsOf(source, branch)] as const),
    );
    this.#tags = new Map(sides.flat());
    this.#distinguishing = new Set(sides.flatMap((side) => namesThatDiffer(side.map(([, tags]) => tags))));
  }

  relation(a: TypedBranch, b: TypedBranch): Relation {
    // By the value that a discriminator gives them, they are one or two, whatever else they say
    if (a.discriminated && b.discriminated && isNamed(a) && isNamed(b) && a.name === b.name) return "same";
    const [tags, others] = [this.#tags.get(a), this.#tags.get(b)];
    const shared = [...(tags ?? [])].filter(([name]) => this.#distinguishing.has(name) && others?.has(name));
    const different = shared.filter(([name, value]) => others?.get(name) !== value);
    if (different.some(([name]) => [a, b].some((branch) => requiredProperties(branch).has(name)))) return "different";
    if (shared.length > 0) return different.length === 0 ? "same" : "unknown";
    return isNamed(a) && a.name === b.name ? "same" : "unknown";
  }
}

/** Whether an alternative has a name; one that begins with a position was given for want of a better one. */
export function isNamed({ name }: TypedBranch): boolean {
  return name !== "" && !/(^|[+/])\d+:/.test(name);
}

/** The properties of an alternative that have a single value. */
function tagsOf(source: Source, branch: TypedBranch): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  if (branch.type !== "object") return tags;
  for (const name of namedProperties(branch)) {
    for (const { schema } of commonParts(source, schemasOfProperty(branch, name))) {
      const listed = own(schema, "enum");
      const values = Object.hasOwn(schema, "const") ? [schema["const"]] : Array.isArray(listed) ? listed : [];
      if (values.length === 1) tags.set(name, canonical(values[0]));
    }
  }
  return tags;
}

/** The names under which not all have the same value. */
function namesThatDiffer(all: readonly ReadonlyMap<string, string>[]): string[] {
  const values = Map.groupBy(
    all.flatMap((tags) => [...tags]),
    ([name]) => name,
  );
  return [...values].flatMap(([name, entries]) => (new Set(entries.map(([, value]) => value)).size > 1 ? [name] : []));
}
