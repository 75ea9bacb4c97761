// Splits a schema into what it allows: one branch per alternative, without references and `allOf`.
import { isObject, type JsonObject, own, type Path, type Source, stringsOf } from "../../contract/index.ts";
import { baseName } from "../reference.ts";

/** A schema, and the path to it from where the comparison began. */
export interface Located {
  readonly schema: unknown;
  readonly at: Path;
}

/** One schema object among those that all have to hold. */
export interface Part {
  readonly schema: JsonObject;
  readonly at: Path;
  /** The schemas that this one was reached through, outermost first: what `unevaluated…` in them can see. */
  readonly within: readonly JsonObject[];
}

/** A branch of `oneOf` that was chosen, and its siblings. */
export interface Exclusion {
  readonly holder: JsonObject;
  readonly siblings: readonly Located[];
  /** Whether a discriminator distinguishes the branches. */
  readonly discriminated: boolean;
}

/** One alternative: all of its parts have to hold. */
export interface Branch {
  readonly parts: readonly Part[];
  /** What distinguishes this alternative from the others of the same schema: names of references, titles, positions. */
  readonly name: string;
  readonly at: Path;
  readonly exclusions: readonly Exclusion[];
  /** A discriminator distinguishes this alternative from the others, by its name. */
  readonly discriminated: boolean;
}

/** More alternatives than can be compared in reasonable time. */
export class TooManyBranches extends Error {}

const mostBranches = 300;

/** More schemas than that are never combined in one by intention. */
const mostParts = 10_000;

/** A schema within that many others is not looked into: so deep, a call within a call has no end. */
const mostWithin = 150;

/** What a reference without anything beside it leads to; else the schema itself. */
export function meantBy(source: Source, schema: unknown): unknown {
  return isObject(schema) && Object.keys(schema).join() === "$ref" ? source.resolve(schema) : schema;
}

/** The schemas without repetition: what is said twice holds once, and a schema that contains itself is reached again. */
export function withoutRepetition(source: Source, roots: readonly Located[]): readonly Located[] {
  if (roots.length < 2) return roots;
  const byTarget = new Map<unknown, Located>();
  for (const root of roots) {
    const target = meantBy(source, root.schema);
    if (!byTarget.has(target)) byTarget.set(target, root);
  }
  return [...byTarget.values()];
}

/**
 * Lists the alternatives of schemas that all have to hold; none when nothing is allowed.
 *
 * @throws {TooManyBranches}
 */
export function branchesOf(source: Source, roots: readonly Located[]): Branch[] {
  const at = roots[0]?.at ?? [];
  let branches: Branch[] = [{ parts: [], name: "", at, exclusions: [], discriminated: false }];
  const budget = { left: mostParts };
  const visited = new Set<JsonObject>();
  for (const root of roots) branches = combined(branches, expand(source, root, [], visited, budget));
  return branches;
}

/** The parts that hold whatever alternative is chosen: the schema, what it refers to, and its `allOf`. */
export function commonParts(source: Source, roots: readonly Located[]): Part[] {
  const parts: Part[] = [];
  const seen = new Set<JsonObject>();
  const visit = ({ schema, at }: Located, within: readonly JsonObject[]): void => {
    if (!isObject(schema) || seen.has(schema) || within.length > mostWithin) return;
    seen.add(schema);
    parts.push({ schema, at, within });
    const inside = [...within, schema];
    const target = targetOf(source, schema);
    if (target !== undefined) visit({ schema: target, at }, inside);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const list = own(schema, keyword);
      // One alternative is none
      const isHeld = keyword === "allOf" || (Array.isArray(list) && list.length === 1);
      if (isHeld) for (const member of membersOf(schema, keyword, at)) visit(member, inside);
    }
  };
  for (const root of roots) visit(root, []);
  return parts;
}

/** @param visited The schemas that hold anyway: what is reached on a second way adds nothing, unless `unevaluated…` looks at it. */
function expand(
  source: Source,
  { schema, at }: Located,
  within: readonly JsonObject[],
  visited: Set<JsonObject>,
  budget: { left: number },
): Branch[] {
  if (--budget.left < 0 || within.length > mostWithin) throw new TooManyBranches();
  if (refusesAll(schema)) return [];
  // A schema that is reached through nothing but itself adds nothing
  const isVisited = isObject(schema) && visited.has(schema) && !within.some(looksAround);
  if (!isObject(schema) || isVisited || within.includes(schema))
    return [{ parts: [], name: "", at, exclusions: [], discriminated: false }];
  visited.add(schema);
  const inside = [...within, schema];
  let branches: Branch[] = [{ parts: [{ schema, at, within }], name: "", at, exclusions: [], discriminated: false }];
  const target = targetOf(source, schema);
  if (target !== undefined)
    branches = combined(branches, expand(source, { schema: target, at }, inside, visited, budget));
  const alternatives = (["anyOf", "oneOf"] as const).map(
    (keyword) => [keyword, membersOf(schema, keyword, at)] as const,
  );
  // One alternative is none
  const single = alternatives.flatMap(([, members]) => (members.length === 1 ? members : []));
  for (const member of [...membersOf(schema, "allOf", at), ...single]) {
    branches = combined(branches, expand(source, member, inside, visited, budget));
  }
  for (const [keyword, members] of alternatives) {
    if (members.length < 2) continue;
    const discriminated = isObject(own(schema, "discriminator"));
    const chosen = members.flatMap((member, index) =>
      expand(source, member, inside, new Set(visited), budget).map((branch) => ({
        ...branch,
        at: member.at,
        discriminated: branch.discriminated || discriminated,
        name: `${nameOf(member.schema, index)}${branch.name && `/${branch.name}`}`,
        exclusions:
          keyword === "oneOf"
            ? [
                ...branch.exclusions,
                { holder: schema, siblings: members.filter((other) => other !== member), discriminated },
              ]
            : branch.exclusions,
      })),
    );
    branches = combined(branches, chosen);
  }
  return branches;
}

function looksAround(schema: JsonObject): boolean {
  return Object.hasOwn(schema, "unevaluatedProperties") || Object.hasOwn(schema, "unevaluatedItems");
}

/** `false`, `not: {}` and `not: true` allow nothing. */
export function refusesAll(schema: unknown): boolean {
  const not = own(schema, "not");
  return schema === false || not === true || (isObject(not) && Object.keys(not).length === 0);
}

function targetOf(source: Source, schema: JsonObject): unknown {
  const isReference = typeof own(schema, "$ref") === "string" || typeof own(schema, "$dynamicRef") === "string";
  return isReference ? source.target(schema) : undefined;
}

/** The schemas in a list such as `allOf`. */
export function membersOf(schema: JsonObject, keyword: string, at: Path): Located[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list.map((item, index) => ({ schema: item, at: [...at, keyword, String(index)] })) : [];
}

function nameOf(schema: unknown, index: number): string {
  const reference = own(schema, "$ref");
  if (typeof reference === "string") return baseName(reference);
  const title = own(schema, "title");
  const types = stringsOf([own(schema, "type")].flat());
  return typeof title === "string" ? title : `${index}:${types.join()}`;
}

function combined(left: readonly Branch[], right: readonly Branch[]): Branch[] {
  if (left.length * right.length > mostBranches) throw new TooManyBranches();
  return left.flatMap((a) =>
    right.map((b) => ({
      parts: [...a.parts, ...b.parts],
      name: [a.name, b.name].filter((name) => name !== "").join("+"),
      at: b.name === "" ? a.at : b.at,
      exclusions: [...a.exclusions, ...b.exclusions],
      discriminated: a.discriminated || b.discriminated,
    })),
  );
}

/** The schema that allows anything, in place of one that is not written. */
export function anything(at: Path): Located {
  return { schema: true, at };
}

/** A field of a schema that holds a schema, or the one that stands for nothing written. */
export function schemaUnder(part: { readonly schema: JsonObject; readonly at: Path }, keyword: string): Located {
  return { schema: own(part.schema, keyword) ?? true, at: [...part.at, keyword] };
}

/** Whether schemas say nothing about the values: `true`, `{}`, or only words for people. */
export function allowsAnything(source: Source, located: readonly Located[]): boolean {
  return (
    located.every(({ schema }) => schema === true || isObject(schema)) &&
    commonParts(source, located).every(({ schema }) => Object.keys(schema).every(isWordsOnly))
  );
}

function isWordsOnly(keyword: string): boolean {
  return wordsOnly.has(keyword) || keyword.startsWith("x-");
}

const wordsOnly = new Set([
  "title",
  "description",
  "examples",
  "example",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "xml",
  "$comment",
  "$ref",
  "$dynamicRef",
  "$anchor",
  "$dynamicAnchor",
  "$id",
  "$schema",
  "$defs",
]);
