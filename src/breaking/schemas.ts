// Compares two schemas in their normal form: type by type, alternative by alternative, keyword by keyword.
import { canonical, isObject, own } from "../shared/contract/index.ts";
import type { Bundle, Unchanged } from "./bundle.ts";
import { isUnstable, judgeRemoval } from "./marks.ts";
import type { Difference } from "./model.ts";
import {
  allows,
  findField,
  findLimit,
  findOthers,
  findOutside,
  gather,
  includes,
  isClosed,
  type JsonType,
  jsonTypes,
  listTexts,
  listWholeNumbers,
  normalize,
  nothing,
  type Scalar,
  type SchemaPart,
  type Shape,
} from "./normal-form.ts";
import { compareNotes } from "./notes.ts";
import { child, type Part, writePlace } from "./part.ts";
import { chooseLevel, type Direction, type Effect, type RuleId } from "./rules.ts";
import { describeChange } from "./sentences.ts";

/** How many pairs of schemas and of alternatives are compared for one message, before it is said that there are too many. */
const mostPairs = 20_000;

/** How many pairs may hold one another in a trial. */
const deepest = 100;

/** The pairs around one of which it is only tried if one fits the other; undefined where what is found is reported. */
type Trial = readonly string[] | undefined;

/** Schemas that hold together, and those that hold together in their place. */
interface Pair {
  readonly was: readonly Part[];
  readonly is: readonly Part[];
}

interface Sides {
  readonly base: Bundle;
  readonly revision: Bundle;
  readonly unchanged: Unchanged;
}

/** Compares the schemas of a body or a parameter. */
export function compareSchemas(sides: Sides, direction: Direction, base: Part, revision: Part): Difference[] {
  try {
    return new SchemaComparison(sides, direction).run(base, revision);
  } catch (error) {
    if (!(error instanceof TooManyPairs)) throw error;
    return [{ rule: "schema/not-compared", effect: "different", says: "ways", base, revision }];
  }
}

class TooManyPairs extends Error {}

class SchemaComparison {
  readonly #sides: Sides;
  readonly #direction: Direction;
  /** The pairs to report, each once, however often schemas refer to it. */
  readonly #queue: Pair[] = [];
  /** The pairs in the queue, without and with the marks around them: with others the same difference may be judged otherwise. */
  readonly #pairs = new Set<string>();
  readonly #marked = new Set<string>();
  #count = 0;

  constructor(sides: Sides, direction: Direction) {
    this.#sides = sides;
    this.#direction = direction;
  }

  run(base: Part, revision: Part): Difference[] {
    const found = [...this.#compare([base], [revision], undefined)];
    // The pairs inside of one are added to the queue meanwhile
    for (const { was, is } of this.#queue) found.push(...this.#comparePair(was, is, undefined));
    return found;
  }

  *#compare(was: readonly Part[], is: readonly Part[], trial: Trial): Generator<Difference> {
    const [base] = was;
    if (base === undefined || is.length === 0 || this.#isUnchanged(was, is)) return;
    const pair = `${writePlaces(this.#sides.base, was)}\r${writePlaces(this.#sides.revision, is)}`;
    if (trial === undefined) {
      const marked = `${pair}\r${listMarks(base)}`;
      if (this.#marked.has(marked)) return;
      this.#spend(0);
      this.#marked.add(marked);
      this.#pairs.add(pair);
      this.#queue.push({ was, is });
    } else if (!trial.includes(pair) && !this.#pairs.has(pair)) {
      this.#spend(trial.length);
      // A pair that holds itself fits as far as the rest of it does, and one in the queue is reported if it does not fit
      yield* this.#comparePair(was, is, [...trial, pair]);
    }
  }

  *#comparePair(was: readonly Part[], is: readonly Part[], trial: Trial): Generator<Difference> {
    const [base, revision] = [was[0], is[0]];
    if (base === undefined || revision === undefined) return;
    const before = { bundle: this.#sides.base, parts: gather(this.#sides.base, was) };
    const after = { bundle: this.#sides.revision, parts: gather(this.#sides.revision, is) };
    if (trial === undefined) yield* compareNotes("Schema", before, after);
    const [shapes, others] = [normalize(before.bundle, was), normalize(after.bundle, is)];
    if (shapes === undefined || others === undefined) {
      const keyword = findOutside([...before.parts, ...after.parts]);
      const more = keyword === undefined ? {} : { says: "keyword", said: { keyword } };
      yield { rule: "schema/not-compared", effect: "different", ...more, base, revision };
      return;
    }
    yield* this.#compareTypes(shapes, others, before.parts, after.parts, base, revision);
    for (const type of jsonTypes) {
      const [some, their] = [shapes, others].map((all) => all.filter((shape) => shape.type === type));
      if (some?.length && their?.length) yield* this.#compareAlternatives(some, their, trial);
    }
  }

  #spend(depth: number): void {
    this.#count++;
    if (this.#count > mostPairs || depth > deepest) throw new TooManyPairs();
  }

  #isUnchanged(was: readonly Part[], is: readonly Part[]): boolean {
    return (
      was.length === is.length && was.every(({ node }, index) => this.#sides.unchanged.isSame(node, is[index]?.node))
    );
  }

  *#compareTypes(
    shapes: readonly Shape[],
    others: readonly Shape[],
    before: readonly SchemaPart[],
    after: readonly SchemaPart[],
    base: Part,
    revision: Part,
  ): Generator<Difference> {
    const [was, is] = [shapes, others].map((all) => jsonTypes.filter((name) => all.some(({ type }) => type === name)));
    if (was === undefined || is === undefined) return;
    const [lost, gained] = [was.filter((type) => !is.includes(type)), is.filter((type) => !was.includes(type))];
    if (lost.length === 0 && gained.length === 0) return;
    const said = {
      ...{ was: writeTypes(was, shapes), now: writeTypes(is, others) },
      ...{ lost: writeTypes(lost, shapes), gained: writeTypes(gained, others) },
    };
    const at = { base: findWritten(before, "type") ?? base, revision: findWritten(after, "type") ?? revision };
    const found = { rule: "schema/type", keyword: "type", said, ...at } as const;
    const isAny = (types: readonly JsonType[]) => types.length === jsonTypes.length;
    if (lost.length > 0 && gained.length > 0) yield { effect: "different", ...found };
    else if (lost.length === 0)
      yield { effect: "wider", says: was.length === 0 ? "allowed" : isAny(is) ? "any" : undefined, ...found };
    else if (is.length > 0) yield { effect: "narrower", says: isAny(was) ? "only" : undefined, ...found };
    else {
      // Values that are ruled out on purpose are one thing, a schema that no value can match is another
      const isMeant = after.some(({ node }) => node === nothing);
      yield { effect: isMeant ? "narrower" : "different", says: "none", ...found };
    }
  }

  /**
   * Compares the alternatives of one type. Each alternative of the side that has to fit needs one of the other side that it fits:
   * of the base in a request, where all that was accepted still is, and of the revision in a response.
   */
  *#compareAlternatives(was: readonly Shape[], is: readonly Shape[], trial: Trial): Generator<Difference> {
    const [one, other] = [was[0], is[0]];
    if (one && other && was.length === 1 && is.length === 1) {
      yield* this.#compareShapes(one, other, trial);
      return;
    }
    const isRequest = this.#direction === "request";
    const [inner, outer] = isRequest ? [was, is] : [is, was];
    const compare = (shape: Shape, place: Shape, inside: Trial) =>
      isRequest ? this.#compareShapes(shape, place, inside) : this.#compareShapes(place, shape, inside);
    const fits = (shape: Shape, place: Shape) => {
      this.#spend(trial?.length ?? 0);
      return compare(shape, place, trial ?? []).every((found) => !this.#isBreak(found));
    };
    const paired = new Set<Shape>();
    for (const shape of inner) {
      const name = nameAlternative(shape);
      const namesakes = name === "" ? [] : outer.filter((place) => nameAlternative(place) === name);
      const place = [...namesakes, ...outer].find((one) => fits(shape, one));
      const namesake = place !== undefined && namesakes.includes(place) ? place : namesakes[0];
      const shown = namesake ?? place ?? findNameless(shape, inner, outer);
      if (shown !== undefined) paired.add(shown);
      if (shown !== undefined && (place === undefined || place === shown)) yield* compare(shape, shown, trial);
      else if (shown !== undefined) {
        // It fits another one: no value is lost or gained, but it is not what it was
        const [base, revision] = isRequest ? [shape.of, shown.of] : [shown.of, shape.of];
        yield { rule: "schema/alternative-changed", effect: "notable", said: { name }, base, revision };
      } else yield noteAlternative(isRequest, shape, outer[0]);
    }
    for (const place of outer) if (!paired.has(place)) yield noteAlternative(!isRequest, place, inner[0]);
  }

  #isBreak({ effect }: Difference): boolean {
    return chooseLevel(effect, this.#direction) === "breaking";
  }

  /** Compares two alternatives of one type. */
  *#compareShapes(base: Shape, revision: Shape, trial: Trial): Generator<Difference> {
    yield* compareValues(base, revision);
    yield* compareLimits(base, revision);
    if (base.type === "array") {
      const [items, itemsNow] = [base, revision].map((shape) => orAnything(shape.items, shape.of, "items"));
      yield* this.#compare(items ?? [], itemsNow ?? [], trial);
    }
    if (base.type === "object") yield* this.#compareFields(base, revision, trial);
    yield* this.#compareNegations(base, revision);
    const [texts, textsNow] = [listTexts(base), listTexts(revision)];
    for (const keyword of new Set([...texts.keys(), ...textsNow.keys()])) {
      const [was = [], is = []] = [texts.get(keyword), textsNow.get(keyword)];
      if (this.#isUnchanged(was, is)) continue;
      const at = { base: was[0] ?? base.of, revision: is[0] ?? revision.of };
      const effect = was.length === 0 ? "narrower" : is.length === 0 ? "wider" : "different";
      yield { rule: "schema/not-compared", effect, says: "keyword", said: { keyword }, ...at };
    }
  }

  *#compareFields(base: Shape, revision: Shape, trial: Trial): Generator<Difference> {
    const [others, othersNow] = [findOthers(base), findOthers(revision)];
    const [wasClosed, isClosedNow] = [isClosed(others), isClosed(othersNow)];
    for (const name of new Set([...base.names, ...revision.names, ...base.required, ...revision.required])) {
      const [was, is] = [findField(base, name), findField(revision, name)];
      const [isOff, isOffNow] = [was === undefined || isClosed(was), is === undefined || isClosed(is)];
      const [isRequired, isRequiredNow] = [base.required.includes(name), revision.required.includes(name)];
      const at = { base: was?.[0] ?? base.of, revision: is?.[0] ?? revision.of };
      const found = (rule: RuleId, effect: Effect, says?: string): Difference => ({
        ...{ rule, effect, says, said: { name }, keyword: "properties", ...at },
      });
      const [comes, goes] = [isOff && !isOffNow, !isOff && isOffNow];
      const isAddedAsRequired = comes && isRequiredNow && !isRequired;
      if (isRequired !== isRequiredNow && !(goes && isRequired) && !isAddedAsRequired) {
        const says = (was ?? is) ? undefined : "unnamed";
        yield isRequiredNow
          ? { ...found("schema/property-required", "narrower", says), keyword: "required" }
          : { ...found("schema/property-optional", "wider", says), keyword: "required" };
      }
      // A field that has no name any more may be described as one of a map
      const map = is === undefined ? othersNow.filter(({ node }) => says(node)) : [];
      if (!isOff && !isOffNow) {
        yield* this.#compare(was ?? [], is ?? [], trial);
        if (!isRequired && !isRequiredNow) yield* compareDefaults(this.#sides, was ?? [], is ?? []);
      } else if (goes && map.length > 0) yield* this.#compare(was ?? [], map, trial);
      else if (goes) {
        const nodes = (was ?? []).flatMap((part) => gather(this.#sides.base, [part])).map(({ node }) => node);
        const { effect, announced } = judgeRemoval(nodes);
        yield { ...found("schema/property-removed", effect), announced };
      } else if (comes) {
        if (isAddedAsRequired && this.#direction === "request")
          yield { ...found("schema/property-required", "narrower", "added"), keyword: "required" };
        else yield found("schema/property-added", wasClosed || was !== undefined ? "wider" : "added");
        // A field of a map, and one that was required, had a meaning before it had a name
        const described = wasClosed || was !== undefined ? [] : others.filter(({ node }) => says(node));
        const before = isRequired ? orAnything(described, base.of, name) : described;
        if (before.length > 0) yield* this.#compare(before, is ?? [], trial);
      } else if (was !== undefined && is === undefined && !isClosedNow) yield found("schema/property-added", "wider");
      else if (was === undefined && is !== undefined && !wasClosed) yield found("schema/property-removed", "narrower");
    }
    if (wasClosed && isClosedNow) return;
    if (wasClosed === isClosedNow) {
      const key = "additionalProperties";
      yield* this.#compare(orAnything(others, base.of, key), orAnything(othersNow, revision.of, key), trial);
      return;
    }
    const at = {
      base: findWritten(base.parts, "additionalProperties") ?? base.of,
      revision: findWritten(revision.parts, "additionalProperties") ?? revision.of,
    };
    const keyword = "additionalProperties";
    if (isClosedNow) yield { rule: "schema/type", effect: "narrower", says: "none", keyword, ...at };
    else yield { rule: "schema/type", effect: "wider", says: "any", keyword, ...at };
  }

  /** Compares what is ruled out: the more it is, the fewer values are allowed. */
  *#compareNegations(base: Shape, revision: Shape): Generator<Difference> {
    const [was, is] = [listNegations(this.#sides.base, base), listNegations(this.#sides.revision, revision)];
    const [one, other] = [was[0], is[0]];
    if (this.#isUnchanged(was, is)) return;
    const at = { rule: "schema/not", keyword: "not", base: one ?? base.of, revision: other ?? revision.of } as const;
    if (one === undefined) yield { effect: "narrower", ...at };
    else if (other === undefined) yield { effect: "wider", ...at };
    else {
      const [refused, refusedNow] = [readList(this.#sides.base, was), readList(this.#sides.revision, is)];
      const effect = refused && refusedNow ? compareLists(refusedNow, refused) : "different";
      if (effect) yield { effect, ...at };
    }
  }
}

/** The marks that hold for a part from around it: where they are others, the same difference may be judged otherwise. */
function listMarks(part: Part): string {
  const marks: unknown[] = [];
  let isBeside = true;
  for (let now: Part | undefined = part; now !== undefined; now = now.up) {
    if (isUnstable(own(now.node, "x-stability-level"))) marks.push("unstable");
    if (isBeside && now !== part) marks.push(own(now.node, "x-assumption"));
    isBeside &&= now.isReferred === true;
  }
  return canonical(marks);
}

/** Where parts are written: behind a reference that has nothing beside it, since that says nothing of its own. */
function writePlaces(bundle: Bundle, parts: readonly Part[]): string {
  const skip = (part: Part): Part => {
    const reference = own(part.node, "$ref");
    const isAlone = typeof reference === "string" && Object.keys(Object(part.node)).length === 1;
    return isAlone && !part.isReferred ? skip(bundle.follow(part, reference)) : part;
  };
  return parts.map((part) => writePlace(skip(part))).join("\t");
}

/** Where a keyword of a shape is written; undefined where it is not. */
function findWritten(parts: readonly SchemaPart[], keyword: string): Part | undefined {
  const part = parts.find(({ node }) => Object.hasOwn(node, keyword));
  return part && child(part, keyword);
}

/** Tells a schema that limits anything. */
function says(node: unknown): boolean {
  return isObject(node) && Object.keys(node).length > 0;
}

/** The schemas; any value is allowed where there are none. */
function orAnything(parts: readonly Part[], around: Part, key: string): readonly Part[] {
  return parts.length > 0 ? parts : [{ ...child(around, key), node: true }];
}

/** The one alternative without a name on the other side, where there is one on this side. */
function findNameless(shape: Shape, inner: readonly Shape[], outer: readonly Shape[]): Shape | undefined {
  const [one, other] = [inner, outer].map((shapes) => shapes.filter((some) => nameAlternative(some) === ""));
  return one?.length === 1 && one[0] === shape && other?.length === 1 ? other[0] : undefined;
}

function noteAlternative(isRemoved: boolean, shape: Shape, near: Shape | undefined): Difference {
  const name = nameAlternative(shape);
  const said = { alternative: name === "" ? `an alternative of type ${shape.type}` : `the alternative \`${name}\`` };
  const around = near?.of ?? shape.of;
  // The list of alternatives is on both sides
  return isRemoved
    ? { rule: "schema/alternative-removed", effect: "narrower", said, base: findBranch(shape), revision: around }
    : { rule: "schema/alternative-added", effect: "wider", said, base: around, revision: findBranch(shape) };
}

/** The member of `anyOf` or `oneOf` that makes an alternative. */
function findBranch({ parts, of }: Shape): Part {
  return parts.find(({ at }) => /^(anyOf|oneOf)$/.test(at.at(-2) ?? "")) ?? of;
}

/** Names an alternative by its tag, that is a required field with one value, by its title, or by its component. */
function nameAlternative({ parts, required }: Shape): string {
  for (const { node } of parts) {
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      const values = field.const === undefined ? (field.enum ?? []) : [field.const];
      if (required.includes(name) && values.length === 1) return `${name}: ${JSON.stringify(values[0])}`;
    }
  }
  const title = parts.find(({ node }) => node.title !== undefined)?.node.title;
  return (
    title ??
    parts.find(({ isReferred, up }) => isReferred && /^(anyOf|oneOf)$/.test(up?.at.at(-2) ?? ""))?.at.at(-1) ??
    ""
  );
}

function* compareValues(base: Shape, revision: Shape): Generator<Difference> {
  const keywords = ["enum", "const", "x-extensible-enum"];
  const place = (shape: Shape) =>
    keywords.map((keyword) => findWritten(shape.parts, keyword)).find((part) => part !== undefined) ?? shape.of;
  const at = { rule: "schema/enum", keyword: "enum", base: place(base), revision: place(revision) } as const;
  const about = (values: readonly Scalar[]) => ({
    values: writeValues(values),
    are: values.length === 1 ? "is" : "are",
  });
  const [was, is] = [
    base.values ?? listWholeNumbers(base, revision),
    revision.values ?? listWholeNumbers(revision, base),
  ];
  if (was && is) {
    const [lost, gained] = [was.filter((value) => !includes(is, value)), is.filter((value) => !includes(was, value))];
    if (lost.length === was.length && gained.length > 0 && was.length > 0) {
      const said = { value: was.length === 1 ? "value" : "values", was: writeValues(was), now: writeValues(is) };
      yield { effect: "different", said, ...at };
    } else {
      if (lost.length > 0) yield { effect: "narrower", said: about(lost), ...at };
      if (gained.length > 0) yield { effect: "wider", said: about(gained), ...at };
    }
  } else if (was) {
    if (revision.known) yield { effect: "opened", said: about(was), ...at };
    else {
      const isAny = Object.keys(revision.limits).length === 0;
      yield { effect: "wider", says: isAny ? "any" : "others", said: { was: writeValues(was) }, ...at };
    }
    const refused = was.filter((value) => !allows(revision, value));
    if (refused.length > 0) yield { effect: "narrower", said: about(refused), ...at };
  } else if (is) {
    if (base.known) yield { effect: "different", says: "closed", said: about(is), ...at };
    else yield { effect: "narrower", says: "only", said: about(is), ...at };
    const gained = is.filter((value) => !allows(base, value));
    if (gained.length > 0) yield { effect: "wider", said: about(gained), ...at };
  }
  if (is || !(base.known || revision.known)) return;
  const [before, after] = [base.known ?? was ?? [], revision.known ?? []];
  const [lost, gained] = [
    before.filter((value) => !includes(after, value)),
    after.filter((value) => !includes(before, value)),
  ];
  if (lost.length > 0) yield { ...at, rule: "schema/known-value-removed", effect: "unlisted", said: about(lost) };
  if (gained.length > 0) yield { ...at, rule: "schema/known-value-added", effect: "harmless", said: about(gained) };
}

/** Tells a second list that has fewer values, more, or others. */
function compareLists(was: readonly Scalar[], is: readonly Scalar[]): Effect | undefined {
  const [isLost, isGained] = [was.some((value) => !includes(is, value)), is.some((value) => !includes(was, value))];
  return isLost && isGained ? "different" : isLost ? "narrower" : isGained ? "wider" : undefined;
}

/** Compares each limit by its row. Listed values have been held against the limits, except for a format. */
function* compareLimits(base: Shape, revision: Shape): Generator<Difference> {
  const isListed = base.values !== undefined || revision.values !== undefined;
  for (const keyword of new Set([...Object.keys(base.limits), ...Object.keys(revision.limits)])) {
    const row = findLimit(keyword);
    if (row === undefined || (isListed && keyword !== "format")) continue;
    const [before, after] = [base.limits[keyword], revision.limits[keyword]];
    const effect = row.compare((before ?? row.none) as never, (after ?? row.none) as never);
    if (effect === undefined) continue;
    const from = before === undefined ? "no limit" : writeLimit(before);
    const said = {
      change: describeChange(keyword, before, after),
      from,
      to: after === undefined ? "no limit" : writeLimit(after),
    };
    const at = { base: findLimiting(base, keyword), revision: findLimiting(revision, keyword) };
    yield { rule: row.rule as RuleId, effect, keyword, said, ...at };
  }
  if (base.isWhole === revision.isWhole || isListed) return;
  const at = {
    base: findWritten(base.parts, "type") ?? base.of,
    revision: findWritten(revision.parts, "type") ?? revision.of,
  };
  const more = base.isWhole
    ? ({ effect: "wider", says: "fraction" } as const)
    : ({ effect: "narrower", says: "whole" } as const);
  yield { rule: "schema/type", keyword: "type", ...more, ...at };
}

/** Where the limit that counts is written: several parts may have one. */
function findLimiting({ parts, limits, of }: Shape, keyword: string): Part {
  const written = parts.filter(({ node }) => Object.hasOwn(node, keyword)).map((part) => child(part, keyword));
  return written.find(({ node }) => node === limits[keyword]) ?? written[0] ?? of;
}

/** Compares the defaults of what may be left out. */
export function* compareDefaults(
  { base, revision }: Pick<Sides, "base" | "revision">,
  before: readonly Part[],
  after: readonly Part[],
): Generator<Difference> {
  const [was, is] = [findWritten(gather(base, before), "default"), findWritten(gather(revision, after), "default")];
  const [from, to] = [was, is].map((part) => part && canonical(part.node));
  const at = { base: was ?? before[0], revision: is ?? after[0] };
  if (from === to || at.base === undefined || at.revision === undefined) return;
  const said = { change: describeChange("default", was?.node, is?.node) };
  yield { rule: "schema/default", effect: "meaning", said, base: at.base, revision: at.revision };
}

/** The `not` of a shape that rule out something which the rest allows. */
function listNegations(bundle: Bundle, shape: Shape): readonly Part[] {
  return shape.not.filter((part) => {
    const refused = normalize(bundle, [part])?.filter(({ type }) => type === shape.type);
    return refused === undefined || refused.some((other) => mayOverlap(shape, other));
  });
}

function mayOverlap(one: Shape, other: Shape): boolean {
  if (one.values && other.values) return one.values.some((value) => includes(other.values, value));
  const listed = one.values ? one : other;
  if (listed.values) return listed.values.some((value) => allows(listed === one ? other : one, value));
  return !["minLength maxLength", "minimum maximum", "minItems maxItems"].some((pair) => {
    const [least = "", most = ""] = pair.split(" ");
    return (
      Number(one.limits[least]) > Number(other.limits[most]) || Number(other.limits[least]) > Number(one.limits[most])
    );
  });
}

/** The values that schemas allow, where they are listed. */
function readList(bundle: Bundle, parts: readonly Part[]): readonly Scalar[] | undefined {
  const shapes = normalize(bundle, parts.slice(0, 1));
  return parts.length === 1 && shapes?.length === 1 ? shapes[0]?.values : undefined;
}

const articles: Readonly<Record<JsonType, string>> = {
  ...{ null: "null", boolean: "a boolean", number: "a number", string: "a string" },
  ...{ array: "an array", object: "an object" },
};

function writeTypes(types: readonly JsonType[], shapes: readonly Shape[]): string {
  if (types.length === jsonTypes.length) return "any value";
  const isWhole = shapes.filter(({ type }) => type === "number").every((shape) => shape.isWhole);
  return types.map((type) => (type === "number" && isWhole ? "an integer" : articles[type])).join(" or ");
}

function writeValues(values: readonly Scalar[]): string {
  return values.map((value) => `\`${canonical(value)}\``).join(", ");
}

function writeLimit(limit: unknown): string {
  return canonical(limit);
}
