// Compares two schemas: type by type in their normal form, and within a type alternative by alternative.

import { canonical, own } from "../shared/contract/index.ts";
import { compareAlternatives, type Trial } from "./alternatives.ts";
import { type Both, findWritten, follow, type Part, type Unchanged, writePlace } from "./bundle.ts";
import { isUnstable } from "./marks.ts";
import type { Difference } from "./model.ts";
import {
  type Alternative,
  findOutside,
  gather,
  type JsonType,
  jsonTypes,
  listSplits,
  normalize,
  nothing,
  type SchemaPart,
} from "./normal-form.ts";
import { compareNotes } from "./notes.ts";
import { chooseLevel, compareLists, type Direction } from "./rules.ts";

/** How many pairs of schemas and of alternatives are compared for one message, before it is said that there are too many. */
const mostPairs = 20_000;

/** How many pairs may hold one another while it is tried if one fits the other. */
const deepest = 100;

interface Context {
  readonly direction: Direction;
  readonly unchanged: Unchanged;
}

/** In what the schemas of a body or a parameter differ. */
export function listSchemaDifferences(context: Context, at: Both): Difference[] {
  try {
    return new SchemaComparison(context).run(at);
  } catch (error) {
    if (!(error instanceof TooManyPairs)) throw error;
    return [{ rule: "schema/not-compared", effect: "different", says: "ways", ...at }];
  }
}

class TooManyPairs extends Error {}

class SchemaComparison {
  readonly #unchanged: Unchanged;
  readonly direction: Direction;
  /** The pairs to report, each once, however often schemas refer to it. */
  readonly #queue: (readonly [was: readonly Part[], is: readonly Part[]])[] = [];
  /** The pairs in the queue, without and with the marks around them: with others the same difference may be judged otherwise. */
  readonly #pairs = new Set<string>();
  readonly #marked = new Set<string>();
  #count = 0;

  constructor({ unchanged, direction }: Context) {
    this.#unchanged = unchanged;
    this.direction = direction;
  }

  run({ base, revision }: Both): Difference[] {
    const found = [...this.compare([base], [revision], undefined)];
    // The pairs inside of one are added to the queue meanwhile
    for (const [was, is] of this.#queue) found.push(...this.#comparePair(was, is, undefined));
    return found;
  }

  /** Compares schemas that hold together with those that hold in their place: at once in a trial, else when their turn comes. */
  *compare(was: readonly Part[], is: readonly Part[], trial: Trial): Generator<Difference> {
    const [base] = was;
    if (base === undefined || is.length === 0 || this.isUnchanged(was, is)) return;
    const pair = `${writePlaces(was)}\r${writePlaces(is)}`;
    if (trial === undefined) {
      const marked = `${pair}\r${listMarks(base)}`;
      if (this.#marked.has(marked)) return;
      this.#spend(0);
      this.#marked.add(marked);
      this.#pairs.add(pair);
      this.#queue.push([was, is]);
    } else if (!trial.includes(pair) && !this.#pairs.has(pair)) {
      this.#spend(trial.length);
      // A pair that holds itself fits as far as the rest of it does, and one in the queue is reported if it does not fit
      yield* this.#comparePair(was, is, [...trial, pair]);
    }
  }

  /** Tells schemas that stay as they are, in all that they refer to. */
  isUnchanged(was: readonly Part[], is: readonly Part[]): boolean {
    return (
      was.length === is.length &&
      was.every((base, index) => this.#unchanged.isSame({ base, revision: is[index] ?? base }))
    );
  }

  #spend(depth: number): void {
    this.#count++;
    if (this.#count > mostPairs || depth > deepest) throw new TooManyPairs();
  }

  *#comparePair(was: readonly Part[], is: readonly Part[], trial: Trial): Generator<Difference> {
    const [base, revision] = [was[0], is[0]];
    if (base === undefined || revision === undefined) return;
    const [parts, partsNow] = [gather(was), gather(is)];
    if (trial === undefined) {
      yield* compareNotes("Schema", { base, revision }, parts, partsNow);
    }
    const [before, after] = [normalize(was), normalize(is)];
    if (before === undefined || after === undefined) {
      const keyword = findOutside([...parts, ...partsNow]);
      // A schema that leads back to itself has no keyword to name
      const more = keyword ? { said: { keyword } } : { says: "schema" };
      yield { rule: "schema/not-compared", effect: "different", ...more, base, revision };
      return;
    }
    const at = { base: findWritten(parts, "type") ?? base, revision: findWritten(partsNow, "type") ?? revision };
    yield* compareTypes(before, after, partsNow, at);
    for (const type of jsonTypes) {
      const ofType = (all: readonly Alternative[]) => all.filter((one) => one.type === type);
      yield* this.#compareWithin(ofType(before), ofType(after), trial);
    }
  }

  /**
   * Compares the alternatives of one type: how one `anyOf` fits another is decided here.
   *
   * In a request all that was accepted still has to be: each alternative of the base needs one of the revision that it fits.
   * In a response nothing new may come: each of the revision needs one of the base. It fits where comparing the two finds no break.
   * Tried first are those of its name. Where it fits none as a whole, it may in pieces. If it fits another one, or none, that is reported.
   */
  *#compareWithin(was: readonly Alternative[], is: readonly Alternative[], trial: Trial): Generator<Difference> {
    const [[base], [revision]] = [was, is];
    if (base === undefined || revision === undefined) return;
    if (was.length === 1 && is.length === 1) {
      yield* compareAlternatives(this, base, revision, trial);
      return;
    }
    const isRequest = this.direction === "request";
    const [inner, outer] = isRequest ? [was, is] : [is, was];
    const compare = (one: Alternative, place: Alternative, inside: Trial) =>
      isRequest ? compareAlternatives(this, one, place, inside) : compareAlternatives(this, place, one, inside);
    const fits = (one: Alternative, place: Alternative) => {
      this.#spend(trial?.length ?? 0);
      return compare(one, place, trial ?? []).every(({ effect }) => chooseLevel(effect, this.direction) !== "breaking");
    };
    /** Where the pieces of an alternative fit that fits nowhere as a whole. */
    const findPlaces = (one: Alternative) => {
      for (const pieces of listSplits(one)) {
        const places = pieces.map((piece) => [piece, outer.find((place) => fits(piece, place))] as const);
        if (places.every(([, place]) => place !== undefined)) return places;
      }
      return undefined;
    };
    const paired = new Set<Alternative>();
    for (const one of inner) {
      const name = nameAlternative(one);
      const namesakes = outer.filter((place) => name !== "" && nameAlternative(place) === name);
      const place = [...namesakes, ...outer].find((other) => fits(one, other));
      const split = place ? undefined : findPlaces(one);
      if (split) {
        // One that allows more than the piece is reported as added
        for (const [piece, each] of split)
          if (each && (namesakes.includes(each) || compare(piece, each, []).next().done)) paired.add(each);
        continue;
      }
      const shown = place !== undefined && namesakes.includes(place) ? place : (namesakes[0] ?? place);
      if (shown === undefined) yield noteAlternative(isRequest, one, isRequest ? revision : base);
      else if (place === undefined || place === shown) yield* compare(one, shown, trial);
      else {
        // It fits another one: no value is lost or gained, but it is not what it was
        const at = { base: base.of, revision: revision.of };
        yield { rule: "schema/alternative-changed", effect: "notable", said: { name }, ...at };
      }
      if (shown !== undefined) paired.add(shown);
    }
    for (const place of outer)
      if (!paired.has(place)) yield noteAlternative(!isRequest, place, isRequest ? base : revision);
  }
}

function* compareTypes(
  before: readonly Alternative[],
  after: readonly Alternative[],
  parts: readonly SchemaPart[],
  at: Both,
): Generator<Difference> {
  const [was, is] = [listTypes(before), listTypes(after)];
  const effect = compareLists(was, is);
  if (effect === undefined) return;
  // Values that are ruled out on purpose are one thing, a schema that no value can match is another
  const isImpossible = is.length === 0 && !parts.some(({ node }) => node === nothing);
  const said = { was: writeTypes(before), now: writeTypes(after) };
  yield { rule: "schema/type", effect: isImpossible ? "different" : effect, keyword: "type", said, ...at };
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
function writePlaces(parts: readonly Part[]): string {
  const skip = (part: Part): Part => {
    const reference = own(part.node, "$ref");
    const isAlone = typeof reference === "string" && Object.keys(Object(part.node)).length === 1;
    return isAlone && !part.isReferred ? skip(follow(part, reference)) : part;
  };
  return parts.map((part) => writePlace(skip(part))).join("\t");
}

function noteAlternative(isRemoved: boolean, one: Alternative, { of }: Alternative): Difference {
  const name = nameAlternative(one);
  const said = { alternative: name === "" ? `an alternative of type ${one.type}` : `the alternative \`${name}\`` };
  const member = one.parts.find(isMember) ?? one.of;
  // The list of alternatives is on both sides
  return isRemoved
    ? { rule: "schema/alternative-removed", effect: "narrower", said, base: member, revision: of }
    : { rule: "schema/alternative-added", effect: "wider", said, base: of, revision: member };
}

/** Tells a member of a list of alternatives. */
function isMember({ at }: Part): boolean {
  return /^(anyOf|oneOf)$/.test(at.at(-2) ?? "");
}

/** Names an alternative by its tag, that is a required field with one value, by its title, or by its component. */
function nameAlternative({ parts, required }: Alternative): string {
  for (const { node } of parts) {
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      const values = field.const === undefined ? (field.enum ?? []) : [field.const];
      if (required.includes(name) && values.length === 1) return `${name}: ${canonical(values[0])}`;
    }
  }
  const title = parts.find(({ node }) => node.title !== undefined)?.node.title;
  return title ?? parts.find(({ isReferred, up }) => isReferred && up && isMember(up))?.at.at(-1) ?? "";
}

const articles: Readonly<Record<JsonType, string>> = {
  ...{ null: "null", boolean: "a boolean", integer: "an integer", fraction: "a number", string: "a string" },
  ...{ array: "an array", object: "an object" },
};

function listTypes(alternatives: readonly Alternative[]): JsonType[] {
  return jsonTypes.filter((name) => alternatives.some(({ type }) => type === name));
}

/** Writes the types of which values are allowed: "a string or null". */
export function writeTypes(alternatives: readonly Alternative[]): string {
  const types = listTypes(alternatives);
  if (types.length === jsonTypes.length) return "any value";
  const isNumber = types.includes("fraction");
  const named = types.filter((type) => !(isNumber && type === "integer")).map((type) => articles[type]);
  return named.join(" or ") || "nothing";
}
