// Splits a schema into what it allows: one branch per alternative, without references and `allOf`.
import {
  isObject,
  type JsonObject,
  type Located,
  listStrings,
  own,
  type Path,
  type Source,
} from "../../shared/contract/index.ts";

/** One schema object among those that all have to hold. */
export interface Part {
  readonly value: JsonObject;
  readonly path: Path;
  /** The schemas that this one was reached through, outermost first. */
  readonly within: readonly JsonObject[];
}

/** A branch of `oneOf` that was chosen, and its siblings. */
export interface Exclusion {
  readonly holder: JsonObject;
  readonly siblings: readonly Located[];
  /** Whether a discriminator decides: then they exclude one another, whatever they allow. */
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

/** The parts of a branch, and where it is. */
export type Placed = Pick<Branch, "parts" | "at">;

/** More alternatives than can be compared in reasonable time. */
export class TooManyBranches extends Error {}

/** A schema within that many others is not looked into: so deep, a call within a call has no end. */
const most = { branches: 300, parts: 10_000, within: 150 };

/** What a reference without anything beside it leads to; else the schema itself. */
export function dereference(source: Source, schema: unknown): unknown {
  return isObject(schema) && Object.keys(schema).join() === "$ref" ? source.resolve(schema) : schema;
}

/** The schemas without repetition: what is said twice holds once, and a schema that contains itself is reached again. */
export function withoutRepetition(source: Source, roots: readonly Located[]): readonly Located[] {
  if (roots.length < 2) return roots;
  const byTarget = new Map(roots.toReversed().map((root) => [dereference(source, root.value), root]));
  return [...byTarget.values()].reverse();
}

/**
 * Lists the alternatives of schemas that all have to hold; none when nothing is allowed.
 *
 * @throws {TooManyBranches}
 */
export function listBranches(source: Source, roots: readonly Located[]): Branch[] {
  const budget = { left: most.parts };
  const visited = new Set<JsonObject>();
  const expanded = roots.map((root) => expand(source, root, [], visited, budget));
  return expanded.reduce(combine, [emptyBranch(roots[0]?.path ?? [])]);
}

function emptyBranch(at: Path): Branch {
  return { parts: [], name: "", at, exclusions: [], discriminated: false };
}

/** The parts that hold whatever alternative is chosen: the schema, what it refers to, and its `allOf`. */
export function commonParts(source: Source, roots: readonly Located[]): Part[] {
  const parts: Part[] = [];
  const seen = new Set<JsonObject>();
  const visit = ({ value: schema, path: at }: Located, within: readonly JsonObject[]): void => {
    if (!isObject(schema) || seen.has(schema) || within.length > most.within) return;
    seen.add(schema);
    parts.push({ value: schema, path: at, within });
    for (const member of held(source, schema, at)) visit(member, [...within, schema]);
  };
  for (const root of roots) visit(root, []);
  return parts;
}

/** What holds with a schema: what it refers to, its `allOf`, and of alternatives a single one. */
function held(source: Source, schema: JsonObject, at: Path): Located[] {
  const target = typeof own(schema, "$ref") === "string" ? [{ value: source.target(schema), path: at }] : [];
  const single = alternativesIn(schema, at).flatMap(([, members]) => (members.length === 1 ? members : []));
  return [...target, ...listMembers(schema, "allOf", at), ...single];
}

function alternativesIn(schema: JsonObject, at: Path) {
  return (["anyOf", "oneOf"] as const).map((keyword) => [keyword, listMembers(schema, keyword, at)] as const);
}

/** @param visited The schemas that hold anyway: what is reached on a second way adds nothing. */
function expand(
  source: Source,
  { value: schema, path: at }: Located,
  within: readonly JsonObject[],
  visited: Set<JsonObject>,
  budget: { left: number },
): Branch[] {
  if (--budget.left < 0 || within.length > most.within) throw new TooManyBranches();
  if (refusesAll(schema)) return [];
  if (!isObject(schema) || visited.has(schema)) return [emptyBranch(at)];
  visited.add(schema);
  const inside = [...within, schema];
  let branches: Branch[] = [{ ...emptyBranch(at), parts: [{ value: schema, path: at, within }] }];
  for (const member of held(source, schema, at)) {
    branches = combine(branches, expand(source, member, inside, visited, budget));
  }
  const isDiscriminated = isObject(own(schema, "discriminator"));
  for (const [keyword, members] of alternativesIn(schema, at)) {
    if (members.length < 2) continue;
    const chosen = members.flatMap((member, index) => {
      const siblings = members.filter((other) => other !== member);
      const exclusions = keyword === "oneOf" ? [{ holder: schema, siblings, discriminated: isDiscriminated }] : [];
      return expand(source, member, inside, new Set(visited), budget).map((branch) => ({
        ...branch,
        at: member.path,
        discriminated: branch.discriminated || isDiscriminated,
        name: `${writeName(member.value, index)}${branch.name && `/${branch.name}`}`,
        exclusions: [...branch.exclusions, ...exclusions],
      }));
    });
    branches = combine(branches, chosen);
  }
  return branches;
}

/** `false`, `not: {}` and `not: true` allow nothing. */
export function refusesAll(schema: unknown): boolean {
  const not = own(schema, "not");
  return schema === false || not === true || (isObject(not) && Object.keys(not).length === 0);
}

/** The schemas in a list such as `allOf`. */
export function listMembers(schema: JsonObject, keyword: string, at: Path): Located[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list.map((item, index) => ({ value: item, path: [...at, keyword, String(index)] })) : [];
}

/** The last part of a reference or a path, without the ending of a file: `schemas/User.yaml` is `User`. */
export function baseName(reference: string): string {
  return (reference.split(/[/\\]/).at(-1) ?? reference).replace(/\.(ya?ml|json)$/, "");
}

function writeName(schema: unknown, index: number): string {
  const [reference, title] = [own(schema, "$ref"), own(schema, "title")];
  if (typeof reference === "string") return baseName(reference);
  return typeof title === "string" ? title : `${index}:${listStrings([own(schema, "type")].flat()).join()}`;
}

function combine(left: readonly Branch[], right: readonly Branch[]): Branch[] {
  if (left.length * right.length > most.branches) throw new TooManyBranches();
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

/** The schemas, or the one that allows anything where none is written. */
export function orAnything(schemas: readonly Located[], at: Path): readonly Located[] {
  return schemas.length > 0 ? schemas : [{ value: true, path: at }];
}

/** What each part writes for a keyword, and where. */
export function writtenFor(parts: readonly Part[], keyword: string): { readonly value: unknown; readonly at: Path }[] {
  return parts.flatMap(({ value: schema, path: at }) =>
    Object.hasOwn(schema, keyword) ? [{ value: schema[keyword], at: [...at, keyword] }] : [],
  );
}

/** Where one of the parts writes one of the keywords; else where the branch is. */
export function findPlace({ parts, at }: Placed, ...keywords: readonly string[]): Path {
  return keywords.flatMap((keyword) => writtenFor(parts, keyword))[0]?.at ?? at;
}

/** Whether schemas say nothing about the values: `true`, `{}`, or only words for people. */
export function allowsAnything(source: Source, located: readonly Located[]): boolean {
  return (
    located.every(({ value: schema }) => schema === true || isObject(schema)) &&
    commonParts(source, located).every(({ value: schema }) =>
      Object.keys(schema).every((keyword) => saysNothing.has(keyword) || keyword.startsWith("x-")),
    )
  );
}

/** Keywords that refuse no value. */
const saysNothing: ReadonlySet<string> = new Set([
  ...["title", "description", "examples", "example", "default", "deprecated", "readOnly", "writeOnly"],
  ...["externalDocs", "xml", "$comment", "$ref", "$anchor", "$dynamicAnchor", "$id", "$schema", "$defs"],
]);
