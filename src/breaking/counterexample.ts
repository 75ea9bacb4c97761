// Shows for a breaking change of values one that tells: accepted before and refused now, or new where it was ruled out.
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { addFormats, escapeToken, isObject } from "../shared/contract/index.ts";
import type { Bundle } from "./bundle.ts";
import type { Counterexample } from "./counterexample-text.ts";
import type { MessageDifference } from "./model.ts";
import { listSteps, type NodePath, wayTo } from "./node-path.ts";
import { findLimit, listUnder, normalize } from "./normal-form.ts";
import { rules } from "./rules.ts";
import { leftOut, ValueMaker } from "./values.ts";

/** How many values are tried for one change, and for all, before the rest of a large report goes without. */
const most = { valuesOfOne: 300, values: 10_000 };

/** Finds counterexamples; each is confirmed by Ajv against both documents. */
export class Counterexamples {
  readonly #base: Validator;
  readonly #revision: Validator;
  #values = 0;

  constructor(base: Bundle, revision: Bundle) {
    this.#base = new Validator(base);
    this.#revision = new Validator(revision);
  }

  /** A value for a difference; undefined when it is not about values, or none was found. */
  find({ scope, direction, carrier, schemas, rule, keyword, base, revision }: MessageDifference) {
    if (scope === undefined || carrier === undefined) return undefined;
    const isRequest = direction === "request";
    const place = carrier.in === "body" && !isRequest && scope.isEvent ? "event" : carrier.in;
    const show = (value: { readonly value?: unknown }): Counterexample => ({
      ...{ in: place, operation: scope.operation, ...value },
      accepted_by: isRequest ? "base" : "revision",
    });
    if (rules[rule].isPresence) return show(carrier.name === undefined ? {} : { value: {} });
    if (schemas === undefined) return undefined;
    const before = { validator: this.#base, part: base, schema: schemas.base };
    const after = { validator: this.#revision, part: revision, schema: schemas.revision };
    const [accepting, refusing] = isRequest ? [before, after] : [after, before];
    const accepts = accepting.validator.compile(accepting.schema);
    const refuses = refusing.validator.compile(refusing.schema);
    if (accepts === undefined || refuses === undefined) return undefined;
    const maker = new ValueMaker(accepting.validator.bundle);
    const candidates = [refusing, accepting].flatMap(({ validator, part }) => [
      ...listCandidates(validator.bundle, part),
    ]);
    // The longer way has the name of what is only in one document
    const ways = [before, after]
      .map(({ part, schema }) => listSteps(wayTo(part).slice(wayTo(schema).length)))
      .sort((a, b) => b.length - a.length);
    const values = ways.flatMap((way) => [
      ...maker.makeAround([accepting.schema], way, [...candidates, ...others]).take(most.valuesOfOne),
    ]);
    for (const value of values.slice(0, most.values - this.#values)) {
      this.#values++;
      const whole: unknown = JSON.parse(JSON.stringify(value) ?? "null");
      // A parameter is text, which each side reads by the type that it expects
      const readings = carrier.name === undefined ? [whole] : listReadings(whole);
      const sent = readings.find((reading) => accepts(reading).length === 0);
      if (sent === undefined) continue;
      const refusals = readings.map(refuses);
      // Refused for what changed, and not for something else in it
      if (!refusals.every(({ length }) => length > 0) || !refusals.flat().some((by) => isRefusedBy(keyword, by)))
        continue;
      return show({ value: carrier.name === undefined ? sent : { [carrier.name]: sent } });
    }
    return undefined;
  }
}

/** Keywords of Ajv by the one under which a change is printed, where they are called differently. */
const alike: Readonly<Record<string, readonly string[]>> = {
  enum: ["const"],
  type: ["enum", "const", "not", "additionalProperties", "false schema"],
  properties: ["additionalProperties", "false schema"],
};

function isRefusedBy(keyword: string | undefined, by: string): boolean {
  return keyword === undefined || keyword === by || alike[keyword]?.includes(by) === true;
}

/** The schemas of one document as validators. */
class Validator {
  readonly bundle: Bundle;
  readonly #ajv = new Ajv2020({
    ...{ strict: false, logger: false, meta: false, validateSchema: false, inlineRefs: false, allErrors: true },
  });

  constructor(bundle: Bundle) {
    this.bundle = bundle;
    addFormats(this.#ajv);
    this.#ajv.addFormat("binary", true);
    this.#ajv.addSchema(bundle.root.node as object, "bundle");
  }

  /** Says by which keywords a schema refuses a value, by none when it is accepted; undefined where Ajv cannot decide. */
  compile({ at }: NodePath): ((value: unknown) => readonly string[]) | undefined {
    try {
      const pointer = at.map((token) => `/${encodeURIComponent(escapeToken(token))}`).join("");
      const validate = this.#ajv.compile({ $ref: `bundle#${pointer}` });
      return (value) => (validate(value) ? [] : (validate.errors ?? []).map(({ keyword }: ErrorObject) => keyword));
    } catch {
      // A keyword that is invalid, or a pattern that is none here
      return undefined;
    }
  }
}

/** Values at the limits of the schema that changed, and others that it allows. */
function* listCandidates(bundle: Bundle, part: NodePath): Generator<unknown> {
  // A keyword is in a schema
  let holder = part;
  while (!isObject(holder.node) && typeof holder.node !== "boolean" && holder.up !== undefined) holder = holder.up;
  const maker = new ValueMaker(bundle);
  for (const alternative of normalize(bundle, [holder]) ?? []) {
    const [item = "x"] = [...maker.make(listUnder(alternative.parts, "items")).take(1)];
    for (const [keyword, limit] of Object.entries(alternative.limits))
      yield* findLimit(keyword)?.edges(limit as never, item) ?? [];
    if (alternative.values) yield* alternative.values;
  }
  yield* maker.make([holder]).take(30);
}

/** Values of each type, for what is not allowed any more. */
const others = [leftOut, "another value", 7, 0.5, true, null, {}, [], { another_field: 1 }];

/** The values that a server may read in the text of a parameter, whatever its type. */
function listReadings(value: unknown): unknown[] {
  const items = [value].flat();
  const isAmbiguous = (item: unknown) => typeof item === "string" && (item === "" || !Number.isNaN(Number(item)));
  if (items.some(isAmbiguous)) return [];
  const texts = items.map((item) => (isObject(item) ? item : String(item)));
  const readings = [items, texts].flatMap((list) => [list, ...(list.length === 1 ? list : [])]);
  return Array.isArray(value) ? readings : [value, ...readings];
}
