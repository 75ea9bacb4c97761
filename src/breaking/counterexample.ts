// Shows for a breaking change of values one that tells: accepted before and refused now, or new where it was ruled out.
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { addFormats, escapeToken, isObject } from "../shared/contract/index.ts";
import { type Bundle, listWritten, type Part, wayTo } from "./bundle.ts";
import type { Counterexample } from "./counterexample-text.ts";
import type { MessageDifference } from "./model.ts";
import { findLimit, normalize } from "./normal-form.ts";
import { listSteps } from "./part-name.ts";
import { rules } from "./rules.ts";
import { leftOut, makeAround, makeValues } from "./values.ts";

/** How many values are tried for one change, and for all, before the rest of a large report goes without. */
const most = { valuesOfOne: 300, values: 10_000 };

const sides = ["base", "revision"] as const;

/** Finds counterexamples; each is confirmed by Ajv against both documents. */
export class Counterexamples {
  readonly #validators = new Map<Bundle, Ajv2020>();
  #tried = 0;

  /** A value for a difference; undefined when it is not about values, or none was found. */
  find(difference: MessageDifference): Counterexample | undefined {
    try {
      return this.#search(difference);
    } catch (error) {
      // Ajv follows a schema that leads back to itself by `anyOf` or `allOf` until the stack is full
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #search(difference: MessageDifference): Counterexample | undefined {
    const { scope, direction, carrier, schemas, rule, keyword } = difference;
    if (scope === undefined || carrier === undefined) return undefined;
    const [accepting, refusing] = direction === "request" ? sides : sides.toReversed();
    const show = (value: { readonly value?: unknown }): Counterexample => ({
      in: carrier.in === "body" && direction === "response" && scope.isEvent ? "event" : carrier.in,
      ...{ operation: scope.operation, ...value, accepted_by: accepting },
    });
    if (rules[rule].isPresence) return show(carrier.name === undefined ? {} : { value: {} });
    if (schemas === undefined) return undefined;
    const [accepts, refuses] = [this.#compile(schemas[accepting]), this.#compile(schemas[refusing])];
    if (accepts === undefined || refuses === undefined) return undefined;
    const candidates = [refusing, accepting].flatMap((side) => [...listCandidates(difference[side])]);
    // The longer way has the name of what is only in one document
    const ways = sides
      .map((side) => listSteps(wayTo(difference[side]).slice(wayTo(schemas[side]).length)))
      .sort((a, b) => b.length - a.length);
    const values = ways.flatMap((way) => [
      ...makeAround([schemas[accepting]], way, [...candidates, ...others]).take(most.valuesOfOne),
    ]);
    for (const value of values.slice(0, most.values - this.#tried)) {
      this.#tried++;
      const whole: unknown = JSON.parse(JSON.stringify(value) ?? "null");
      // A parameter is text, which each side reads by the type that it expects
      const readings = carrier.name === undefined ? [whole] : listReadings(whole);
      const sent = readings.find((reading) => accepts(reading).length === 0);
      if (sent === undefined) continue;
      const refusals = readings.map(refuses);
      // Refused for what changed, and not for something else in it
      if (refusals.every(({ length }) => length > 0) && refusals.flat().some((by) => isRefusedBy(keyword, by)))
        return show({ value: carrier.name === undefined ? sent : { [carrier.name]: sent } });
    }
    return undefined;
  }

  /** Says by which keywords a schema refuses a value, by none when it is accepted; undefined where Ajv cannot decide. */
  #compile({ at, bundle }: Part): ((value: unknown) => readonly string[]) | undefined {
    const ajv = this.#validators.get(bundle) ?? makeValidator(bundle);
    this.#validators.set(bundle, ajv);
    try {
      const pointer = at.map((token) => `/${encodeURIComponent(escapeToken(token))}`).join("");
      const validate = ajv.compile({ $ref: `bundle#${pointer}` });
      return (value) => (validate(value) ? [] : (validate.errors ?? []).map(({ keyword }: ErrorObject) => keyword));
    } catch {
      // A keyword that is invalid, or a pattern that is none here
      return undefined;
    }
  }
}

function makeValidator(bundle: Bundle): Ajv2020 {
  const options = { strict: false, logger: false, meta: false, validateSchema: false, inlineRefs: false } as const;
  const ajv = new Ajv2020({ ...options, allErrors: true });
  addFormats(ajv);
  return ajv.addFormat("binary", true).addSchema(bundle.root.node as object, "bundle");
}

/** Keywords of Ajv by the one under which a change is printed, where they are called differently. */
const alike: Readonly<Record<string, readonly string[]>> = {
  enum: ["const"],
  type: ["enum", "const", "not", "additionalProperties", "false schema"],
  properties: ["additionalProperties", "false schema", "required"],
};

function isRefusedBy(keyword: string | undefined, by: string): boolean {
  return keyword === undefined || keyword === by || alike[keyword]?.includes(by) === true;
}

/** Values at the limits of the schema that changed, and others that it allows. */
function* listCandidates(part: Part): Generator<unknown> {
  // A keyword is in a schema
  let holder = part;
  while (!isObject(holder.node) && typeof holder.node !== "boolean" && holder.up !== undefined) holder = holder.up;
  for (const alternative of normalize([holder]) ?? []) {
    const [item = "x"] = [...makeValues(listWritten(alternative.parts, "items")).take(1)];
    for (const [keyword, limit] of Object.entries(alternative.limits))
      yield* findLimit(keyword)?.edges(limit, item) ?? [];
    if (alternative.values) yield* alternative.values;
  }
  yield* makeValues([holder]).take(30);
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
