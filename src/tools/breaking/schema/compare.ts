// Compares two schemas: what values the revision allows more, fewer or others than the base.

import { canonical, own, type Path, type Source } from "../../contract/index.ts";
import { type Effect, opposite } from "../direction.ts";
import { notesBetween } from "../notes.ts";
import { Unchanged } from "../unchanged.ts";
import { compareArrays } from "./arrays.ts";
import {
  branchesOf,
  commonParts,
  type Located,
  meantBy,
  type Part,
  refusesAll,
  TooManyBranches,
  withoutRepetition,
} from "./branch.ts";
import { compareBranches } from "./branches.ts";
import { compareConditions } from "./conditions.ts";
import { compareCounterparts } from "./counterparts.ts";
import { compareChildren, compareDiscriminators } from "./discriminator.ts";
import { type JsonType, jsonTypes } from "./json-type.ts";
import { type Finding, type Mode, Pair, type SchemaComparison, unproven } from "./model.ts";
import { compareNumbers } from "./numbers.ts";
import { compareObjects } from "./objects.ts";
import { Pairs, type Reached, tooManyWays } from "./pairs.ts";
import { compareStrings } from "./strings.ts";
import { byType, type TypedBranch } from "./types.ts";
import { compareValues } from "./values.ts";

/** Compares schemas of two documents; remembers what it has compared. */
export class CachedComparison implements SchemaComparison {
  readonly base: Source;
  readonly revision: Source;
  readonly unchanged: Unchanged;
  /** References of the base, each with one of the revision that stands in its place. */
  readonly renames = new Map<string, readonly [before: string, after: string]>();
  readonly #ids = new Map<unknown, number>();
  readonly #alternatives = new WeakMap<TypedBranch, number>();
  readonly #byKey = new Map<string, Pair>();
  readonly #pairs: Pairs;

  constructor(base: Source, revision: Source) {
    this.base = base;
    this.revision = revision;
    this.unchanged = new Unchanged(base, revision);
    this.#pairs = new Pairs(base, (pair) => this.#comparePair(pair));
  }

  /**
   * Compares what the base allows with what the revision allows; each is a list of schemas that all have to hold.
   * The finding stands for all that there is to find: what that is shows only when somebody asks.
   */
  compare(before: readonly Located[], after: readonly Located[], mode: Mode): Finding[] {
    const [base, revision] = [withoutRepetition(this.base, before), withoutRepetition(this.revision, after)];
    const isSame = ({ schema }: Located, index: number) => this.#isUnchanged(schema, revision[index]?.schema);
    if (base.length === revision.length && base.every(isSame)) return [];
    const key = `${this.#key(this.base, base)}:${this.#key(this.revision, revision)}:${mode.direction}:${mode.strict}`;
    const pair = this.#byKey.get(key) ?? new Pair(numbered(base), numbered(revision), mode);
    this.#byKey.set(key, pair);
    if (pair.isEmpty) return [];
    const nested = { pair, base, revision, isNegated: false };
    const at = { base: base[0]?.at ?? [], revision: revision[0]?.at ?? [] };
    return [{ effect: "harmless", rule: "", ...at, text: "", nested }];
  }

  /** Everything that was found, each with its shortest way. */
  reach(findings: readonly Finding[]): Reached[] {
    return this.#pairs.reach(findings);
  }

  /** Whether something that was found is a break. */
  breaks(findings: readonly Finding[], mode: Mode): boolean {
    return this.#pairs.breaks(findings, mode);
  }

  /** Whether the test holds for the effect of something that was found. */
  some(findings: readonly Finding[], test: (effect: Effect) => boolean): boolean {
    return this.#pairs.some(findings, test);
  }

  /** How much was found; more than `most` is not counted. */
  count(findings: readonly Finding[], most: number): number {
    let count = 0;
    this.#pairs.some(findings, () => ++count >= most);
    return count;
  }

  /** Whether a value that was fine by the base is still fine by the revision, or the other way for a response. */
  isCompatible(base: readonly Located[], revision: readonly Located[], mode: Mode): boolean {
    return !this.breaks(this.compare(base, revision, mode), mode);
  }

  /** Whether both allow the same values. */
  isSame(base: readonly Located[], revision: readonly Located[]): boolean {
    return (["request", "response"] as const).every((direction) =>
      this.isCompatible(base, revision, { direction, strict: true }),
    );
  }

  /** Compares what is negated: there, fewer is more. */
  compareNegated(base: readonly Located[], revision: readonly Located[], { direction }: Mode): Finding[] {
    return this.compare(base, revision, { direction: opposite(direction), strict: true }).map((finding) =>
      finding.nested ? { ...finding, nested: { ...finding.nested, isNegated: true } } : finding,
    );
  }

  /**
   * Whether something that is found between two alternatives is a break. The verdict is remembered for the two, whatever
   * schemas they were reached through.
   *
   * @param but A field; what is said about it is left out.
   */
  breaksTyped(base: TypedBranch, revision: TypedBranch, mode: Mode, but?: string): boolean {
    const key = this.#alternative(base) * mostIds + this.#alternative(revision);
    const respect = `${mode.direction} ${mode.strict} ${but ?? ""}`;
    const isMeant = (found: Finding) =>
      but === undefined || !(found.base.includes(but) || found.revision.includes(but));
    return this.#pairs.breaksOnce(respect, key, () => this.compareTyped(base, revision, mode).filter(isMeant), mode);
  }

  /** Compares two alternatives for values of one type. */
  compareTyped(base: TypedBranch, revision: TypedBranch, mode: Mode): Finding[] {
    if (!this.#pairs.spend()) return [tooManyWays(base.at, revision.at)];
    this.#noteRenames(base.parts, revision.parts);
    const listed = compareValues(base, revision);
    // Where a side lists its values, and they are all that it allows, its other keywords say nothing more
    const isListedInFull = ({ values, isExact }: TypedBranch) => values !== undefined && isExact;
    if (isListedInFull(base) && (isListedInFull(revision) || revision.values === undefined)) return listed;
    if (isListedInFull(revision) && base.values === undefined) return listed;
    return [
      ...listed,
      ...this.#byType[base.type](base, revision, mode),
      ...compareConditions(this, base, revision, mode),
    ];
  }

  readonly #byType: Readonly<Record<JsonType, (base: TypedBranch, revision: TypedBranch, mode: Mode) => Finding[]>> = {
    null: () => [],
    boolean: () => [],
    number: compareNumbers,
    string: (base, revision, mode) => compareStrings(this, base, revision, mode),
    array: (base, revision, mode) => compareArrays(this, base, revision, mode),
    object: (base, revision, mode) => [
      ...compareObjects(this, base, revision, mode),
      ...compareChildren(this, base, revision, mode),
    ],
  };

  #comparePair({ base, revision, mode }: Pair): Finding[] {
    const findings = [
      ...compareDynamicReferences(this, base, revision),
      ...compareDiscriminators(this, base, revision, mode),
      ...(mode.strict ? [] : compareNotes(this, base, revision)),
    ];
    try {
      const before = branchesOf(this.base, base);
      const after = branchesOf(this.revision, revision);
      const [was, is] = [byType(before), byType(after)];
      findings.push(...this.#compareTypes(was, is, base, revision, mode));
      for (const type of jsonTypes) {
        findings.push(...compareBranches(this, was.get(type) ?? [], is.get(type) ?? [], mode));
      }
    } catch (error) {
      if (!(error instanceof TooManyBranches)) throw error;
      findings.push(...compareCounterparts(this, base, revision, mode));
    }
    return findings;
  }

  #compareTypes(
    before: Types,
    after: Types,
    base: readonly Located[],
    revision: readonly Located[],
    { strict }: Mode,
  ): Finding[] {
    const [was, is] = [[...before.keys()], [...after.keys()]];
    const lost = was.filter((type) => !is.includes(type));
    const gained = is.filter((type) => !was.includes(type));
    const at = { base: placeOfType(this.base, base), revision: placeOfType(this.revision, revision) };
    const found = (effect: Finding["effect"], text: string): Finding => ({ effect, rule: "schema/type", text, ...at });
    if (lost.length === 0 && gained.length === 0) return [];
    if (gained.length === 0) {
      if (is.length === 0) {
        // Values that are ruled out on purpose are one thing, a schema that no value can match is another
        const schemas = [...revision, ...commonParts(this.revision, revision)].map(({ schema }) => schema);
        const isMeant = strict || schemas.some((schema) => refusesAll(this.revision.resolve(schema)));
        return [found(isMeant ? "narrower" : "different", "no value is allowed")];
      }
      const text =
        was.length === jsonTypes.length
          ? `only ${namesOf(is, after)} is allowed now, no longer any value`
          : `${namesOf(lost, before)} is no longer allowed, only ${namesOf(is, after)}`;
      return [found("narrower", text)];
    }
    if (lost.length === 0) {
      if (was.length === 0) return [found("wider", "is now allowed")];
      return [
        found(
          "wider",
          is.length === jsonTypes.length ? "any value is now allowed" : `may now be ${namesOf(gained, after)}`,
        ),
      ];
    }
    return [found("different", `the type went from ${namesOf(was, before)} to ${namesOf(is, after)}`)];
  }

  /** References that stand at the same place and lead to different names. */
  #noteRenames(base: readonly Part[], revision: readonly Part[]): void {
    const [was, is] = [base, revision].map((parts) =>
      parts.flatMap(({ schema }) => {
        const reference = own(schema, "$ref");
        return typeof reference === "string" ? [reference] : [];
      }),
    );
    if (was === undefined || is === undefined || was.length !== is.length) return;
    for (const [index, reference] of was.entries())
      this.renames.set(`${reference} ${is[index]}`, [reference, is[index] ?? ""]);
  }

  /** Whether both are the same, also where one of them became a reference or is one no longer. */
  #isUnchanged(before: unknown, after: unknown): boolean {
    if (this.unchanged.has(before, after)) return true;
    const [was, is] = [meantBy(this.base, before), meantBy(this.revision, after)];
    return (was === before) !== (is === after) && this.unchanged.has(was, is);
  }

  /** The same number for an alternative that is reached on another way: what only leads there is left out, unless its parts look at it. */
  #alternative(branch: TypedBranch): number {
    const known = this.#alternatives.get(branch);
    if (known !== undefined) return known;
    const looks = branch.parts.some(({ schema }) => Object.keys(schema).some((key) => looking.has(key)));
    const ids = branch.parts.flatMap(({ schema, within }) => {
      if (looks) return [[schema, ...within].map((one) => this.#idOf(one)).join("<")];
      return Object.keys(schema).every((key) => leading.has(key)) ? [] : [String(this.#idOf(schema))];
    });
    const found = this.#idOf(`${branch.type} ${ids.join("&")}`);
    this.#alternatives.set(branch, found);
    return found;
  }

  #key(source: Source, located: readonly Located[]): string {
    const schemas = located.map(({ schema }) => meantBy(source, schema));
    return schemas.map((schema) => (typeof schema === "boolean" ? String(schema) : this.#idOf(schema))).join("&");
  }

  #idOf(schema: unknown): number {
    const known = this.#ids.get(schema);
    if (known !== undefined) return known;
    this.#ids.set(schema, this.#ids.size);
    return this.#ids.size - 1;
  }
}

/** What is written for people, marks, and how a value is written as XML. */
function compareNotes(
  { base, revision }: SchemaComparison,
  before: readonly Located[],
  after: readonly Located[],
): Finding[] {
  const [was, is] = [commonParts(base, before), commonParts(revision, after)];
  const schemasOf = (parts: readonly Part[]) => parts.map(({ schema }) => schema);
  const placeOf = (parts: readonly Part[], roots: readonly Located[], keyword: string): Path => {
    const part = parts.find(({ schema }) => Object.hasOwn(schema, keyword));
    return part ? [...part.at, keyword] : (roots[0]?.at ?? []);
  };
  const placesOf = (keyword: string) => ({
    base: placeOf(was, before, keyword),
    revision: placeOf(is, after, keyword),
  });
  const notes = notesBetween({ base, revision }, schemasOf(was), schemasOf(is)).map(
    ({ keyword, level, rule, text }): Finding => ({ effect: "harmless", level, rule, text, ...placesOf(keyword) }),
  );
  const xmlIn = (parts: readonly Part[]) =>
    canonical(parts.map(({ schema }) => own(schema, "xml") ?? {}).find((xml) => canonical(xml) !== "{}") ?? {});
  if (xmlIn(was) === xmlIn(is)) return notes;
  const text = "has a different XML form";
  return [...notes, { effect: "different", rule: "schema/xml", text, ...placesOf("xml") }];
}

/** What a `$dynamicRef` leads to is known only when there is one candidate. */
function compareDynamicReferences(
  { base, revision }: SchemaComparison,
  before: readonly Located[],
  after: readonly Located[],
): Finding[] {
  const namesIn = (parts: readonly Part[]) =>
    parts.flatMap(({ schema }) => {
      const reference = own(schema, "$dynamicRef");
      return typeof reference === "string" ? [reference.split("#").at(-1) ?? ""] : [];
    });
  const names = [...namesIn(commonParts(base, before)), ...namesIn(commonParts(revision, after))];
  return [...new Set(names)].flatMap((name) => {
    const [was, is] = [base.dynamicAnchors(name), revision.dynamicAnchors(name)];
    if (was.length <= 1 && is.length <= 1) return [];
    if (canonical(was) === canonical(is)) return [];
    const why = `the schemas that \`$dynamicRef: '#${name}'\` can lead to are not the same`;
    return [unproven(before[0]?.at ?? [], after[0]?.at ?? [], why)];
  });
}

/** More schemas than that are not in a document. */
const mostIds = 2 ** 26;

/** Keywords that lead to other schemas and say nothing of their own. */
const leading: ReadonlySet<string> = new Set(["$ref", "allOf", "anyOf", "oneOf", "title", "description"]);

/** Keywords that look at what stands around them. */
const looking: ReadonlySet<string> = new Set(["unevaluatedProperties", "unevaluatedItems", "discriminator"]);

const articles: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "a boolean",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

type Types = ReadonlyMap<JsonType, readonly TypedBranch[]>;

function namesOf(types: readonly JsonType[], branches: Types): string {
  if (types.length === jsonTypes.length) return "any value";
  const isWhole = (type: JsonType) => branches.get(type)?.every(({ integer }) => integer) === true;
  return types.map((type) => (isWhole(type) ? "an integer" : articles[type])).join(" or ");
}

function placeOfType(source: Source, roots: readonly Located[]): Path {
  const parts = commonParts(source, roots);
  for (const keyword of ["type", "const", "enum", "anyOf", "oneOf"]) {
    const part = parts.find(({ schema }) => Object.hasOwn(schema, keyword));
    if (part) return [...part.at, keyword];
  }
  return roots[0]?.at ?? [];
}

/** Gives each schema a place that does not depend on where it is used, so that the answer can be remembered. */
function numbered(roots: readonly Located[]): Located[] {
  return roots.map(({ schema }, index) => ({ schema, at: [String(index)] }));
}
