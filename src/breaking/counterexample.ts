// Shows for a breaking change of values one that tells: accepted before and refused now, or new where it was ruled out.
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { addFormats, escapeToken, isObject, own, type Path, type Source } from "../shared/contract/index.ts";
import { candidatesFor, listSteps, placed, pointerAlong } from "./candidates.ts";
import type { Counterexample } from "./counterexample-text.ts";
import type { MessageDifference } from "./model.ts";
import { rules } from "./rules.ts";

/** How much is compiled, and how many values are tried, before the rest of a large report goes without. */
const most = { nodes: 20_000, values: 10_000, valuesOfOne: 400 };

/** Finds counterexamples; each is confirmed by Ajv against both documents. */
export class Counterexamples {
  readonly #sides: { readonly base: Validators; readonly revision: Validators };
  #values = 0;

  constructor(base: Source, revision: Source) {
    this.#sides = { base: new Validators(base), revision: new Validators(revision) };
  }

  /** A value for a difference; undefined when it is not about values, or none was found. */
  find({ scope, direction, rule, ...paths }: MessageDifference): Counterexample | undefined {
    const isRequest = direction === "request";
    const accepted_by = isRequest ? "base" : "revision";
    const refused_by = isRequest ? "revision" : "base";
    const [accepting, refusing] = [this.#sides[accepted_by], this.#sides[refused_by]];
    const sources = [accepting.source, refusing.source] as const;
    const [from, to] = [paths[accepted_by], paths[refused_by]];
    const [was, is] = [carrierAt(sources[0], from), carrierAt(sources[1], to)];
    if (scope === undefined || is === undefined) return undefined;
    const place = is.in === "body" && !isRequest && scope.isEvent ? "event" : is.in;
    const shown = (value: { readonly value?: unknown }): Counterexample => ({
      ...{ in: place, operation: scope.operation, ...value, accepted_by },
    });
    if (rules[rule].isPresence) {
      const isNew = is.isRequired && was?.isRequired !== true;
      return isNew ? shown(is.name === undefined ? {} : { value: {} }) : undefined;
    }
    const roots = [from.slice(0, was?.length), to.slice(0, is.length)] as const;
    if (was === undefined || roots.some((path) => path.at(-1) !== "schema")) return undefined;
    const [accepts, refuses] = [accepting.at(roots[0]), refusing.at(roots[1])];
    if (accepts === undefined || refuses === undefined) return undefined;
    const ways = [listSteps(from.slice(was.length)), listSteps(to.slice(is.length))] as const;
    const at = pointerAlong(sources[0], sources[0].at(roots[0]), ways[0]);
    const { keyword } = rules[rule];
    const isOf = ({ where, by }: Refusal) => isBy(keyword, by) && isAt(where);
    const isAt = (where: string) =>
      is.name !== undefined || `${where}/`.startsWith(`${at}/`) || (isRefusedWhole(to) && at.startsWith(where));
    const values = valuesAlong(sources, roots, ways, (from.length < to.length ? to : from).at(-1));
    for (const value of values.take(Math.min(most.valuesOfOne, most.values - this.#values))) {
      this.#values++;
      // What travels as a parameter is text, which each side reads as what it expects
      const readings = is.name === undefined ? [value] : listReadings(value);
      const sent = readings.find((reading) => accepts(reading).length === 0);
      if (sent === undefined) continue;
      const refusals = readings.map(refuses);
      // Refused for what changed, not for something else in it
      if (!refusals.every((some) => some.some(({ where }) => isAt(where))) || !refusals.flat().some(isOf)) continue;
      return shown({ value: is.name === undefined ? sent : { [is.name]: sent } });
    }
    return undefined;
  }
}

/** Where a value is refused, and by which keyword. */
interface Refusal {
  readonly where: string;
  readonly by: string;
}

/** Keywords of Ajv by the keyword under which a change is printed, where they are called differently. */
const others: Readonly<Record<string, readonly string[]>> = {
  enum: ["const"],
  minimum: ["exclusiveMinimum"],
  maximum: ["exclusiveMaximum"],
  type: ["enum", "const", "not", "false schema"],
};

/** Whether a value is refused by the keyword of the rule; a rule without one is about more than one. */
function isBy(keyword: string | undefined, by: string): boolean {
  return keyword === undefined || keyword === by || others[keyword]?.includes(by) === true;
}

/** The schemas of one document as validators, which share what they refer to. */
class Validators {
  readonly source: Source;
  readonly #ajv = new Ajv2020({
    ...{ strict: false, logger: false, meta: false, validateSchema: false, inlineRefs: false, allErrors: true },
  });
  readonly #names = new Map<unknown, string>();
  #nodes = 0;

  constructor(source: Source) {
    this.source = source;
    addFormats(this.#ajv);
  }

  /** Says where and by what the schema at a path refuses a value, nowhere when it is accepted; undefined where Ajv cannot decide. */
  at(path: Path): ((value: unknown) => readonly Refusal[]) | undefined {
    try {
      const validate = this.#ajv.getSchema(this.#name(this.source.at(path) ?? true));
      return validate && ((value) => (validate(value) ? [] : (validate.errors ?? []).map(readRefusal)));
    } catch {
      // A keyword that is invalid, a pattern that is none here, or too much of all
      return undefined;
    }
  }

  /** The name under which Ajv knows a schema, and all that it refers to. */
  #name(schema: unknown): string {
    const name = this.#names.get(schema) ?? `schema:${this.#names.size}`;
    if (!this.#names.has(schema)) {
      this.#names.set(schema, name);
      this.#ajv.addSchema(this.#copy(schema) as object, name);
    }
    return name;
  }

  #copy(value: unknown): unknown {
    if (++this.#nodes > most.nodes) throw new Error("Too much to compile.");
    if (Array.isArray(value)) return value.map((item) => this.#copy(item));
    if (!isObject(value)) return value;
    // Ajv knows `nullable` of OpenAPI 3.0 in any document
    const fields = Object.entries(value).filter(([key, held]) => key !== "nullable" || typeof held !== "boolean");
    const isReference = typeof own(value, "$ref") === "string";
    return Object.fromEntries(
      fields.map(([key, held]) => [
        key,
        key === "$ref" && isReference ? this.#name(this.source.target(value)) : this.#copy(held),
      ]),
    );
  }
}

/** What is refused is, of a missing or unknown field and of an item too many, that one. */
function readRefusal({ instancePath, keyword, params }: ErrorObject): Refusal {
  const { missingProperty, additionalProperty, unevaluatedProperty, limit } = params as Readonly<
    Record<string, unknown>
  >;
  const name =
    missingProperty ?? additionalProperty ?? unevaluatedProperty ?? (keyword === "items" ? limit : undefined);
  return {
    where: name === undefined ? instancePath : `${instancePath}/${escapeToken(String(name))}`,
    by: keyword,
  };
}

/** Whether a path leads through alternatives, which refuse a value as a whole. */
function isRefusedWhole(path: Path): boolean {
  const keywords = ["anyOf", "oneOf", "not"];
  return path.some((token) => keywords.includes(token)) || ["uniqueItems", "required"].includes(path.at(-1) ?? "");
}

/** The body, parameter or header that a path leads through, and how many keys lead to its schema, or to itself. */
function carrierAt(source: Source, path: Path) {
  const carriers = ["requestBody", "content", "parameters", "headers"];
  const index = path.findIndex((token, at) => at > 1 && carriers.includes(token) && path[at + 1] !== "content");
  const [kind, key, next] = index < 0 ? [] : path.slice(index);
  const length = index + (kind === "requestBody" ? 1 : next === "schema" ? 3 : 2);
  const holder = source.resolve(
    source.at(path.slice(0, kind === "content" ? index : next === "schema" ? length - 1 : length)),
  );
  const isRequired = own(holder, "required") === true;
  if (kind === "requestBody" || (kind === "content" && next === "schema"))
    return { in: "body", length, isRequired } as const;
  if (kind === undefined || kind === "content" || key === undefined || next === "content") return undefined;
  const place = kind === "headers" ? "header" : (own(holder, "in") as Counterexample["in"]);
  return { in: place, name: kind === "headers" ? key : String(own(holder, "name")), length, isRequired };
}

/** Whole values, in which the changed part is one candidate after the other, or is left out. */
function* valuesAlong(
  [accepting, refusing]: readonly [Source, Source],
  [root, otherRoot]: readonly [Path, Path],
  ways: readonly (readonly Path[])[],
  keyword: string | undefined,
): Generator<unknown> {
  const schema = accepting.at(root);
  const wholes = [...listExamples(accepting, root), undefined];
  for (const way of new Map([...ways, []].map((way) => [way.join(), way])).values()) {
    const refused = () => candidatesFor(refusing, refusing.at([...otherRoot, ...way.flat()]), keyword);
    const allowed = candidatesFor(accepting, accepting.at([...root, ...way.flat()]), keyword);
    for (const values of [refused().take(40), allowed, refused().drop(40)]) {
      for (const value of values) for (const whole of wholes) yield placed(accepting, schema, way, value, whole);
    }
    for (const whole of way.length === 0 ? [] : wholes) {
      yield JSON.parse(JSON.stringify(placed(accepting, schema, way, undefined, whole)) ?? "null") as unknown;
    }
  }
}

/** The examples of a body or a parameter, which stand beside its schema. */
function listExamples(source: Source, path: Path): unknown[] {
  const holder = source.resolve(source.at(path.slice(0, -1)));
  const named = Object.values(Object(own(holder, "examples")) as object);
  const values = [own(holder, "example"), ...named.map((example) => own(source.resolve(example), "value"))];
  return values.filter((value) => value !== undefined).slice(0, 2);
}

/** What a server may read in the text of a parameter, whatever its type; none where a text may be read as a number, too. */
function listReadings(value: unknown): unknown[] {
  const items = [value].flat();
  const isAmbiguous = (item: unknown) => typeof item === "string" && (item === "" || !Number.isNaN(Number(item)));
  if (items.length === 0 || items.some((item) => typeof item === "object" || isAmbiguous(item))) {
    return isObject(value) ? [value] : [];
  }
  const lists = [items, items.map(String)];
  return items.length === 1 ? [...lists, ...lists.flat()] : lists;
}
