// Legal variants of an event: what a newer service may send, the largest payload, and other spellings of the same JSON.

import { ApplicableSchemas } from "./applicable-schemas.ts";
import type { OpenApiDocument, Schema } from "./document.ts";
import { isObject, type JsonObject, own, type Path, toPointer } from "./json.ts";

/** An event that the contract allows, made from another one. */
export interface EventVariant {
  /** The novelty, such as "an unknown value of `/data/status`". */
  readonly what: string;
  readonly payload: JsonObject;
}

/** The largest payload that is sent: 256 KB. No limit is published; a receiver that takes this much takes any event of a day. */
const largestPayloadBytes = 256 * 1024;

const newer = "of_a_newer_service";

/** Tells a payload with a name or a value of a newer service: the contract's examples mark theirs in the same way. */
export function isOfNewerService(payload: JsonObject): boolean {
  return JSON.stringify(payload).includes(newer);
}

/** A place of an open enum in a value. */
interface OpenPlace {
  readonly path: Path;
  readonly unknown: string | number;
  /** Has the value something there? */
  readonly isThere: boolean;
}

/** Finds the open enums that the schemas of a value describe, also where the value has none. Of a list of them it is one more. */
function* findOpenPlaces(schemas: ApplicableSchemas, value: unknown, path: Path = []): Generator<OpenPlace> {
  const known = schemas.find("x-extensible-enum")?.value[0];
  if (known !== undefined) {
    const name = path.findLast((token) => !/^\d+$/.test(token)) ?? "value";
    // A slug is an id: two that differ stay different
    const word = name === "slug" ? (value ?? name) : name;
    yield { path, unknown: typeof known === "number" ? 999_999 : `${word}_${newer}`, isThere: value !== undefined };
  } else if (Array.isArray(value)) {
    const isOpen = schemas.below("0").find("x-extensible-enum") !== undefined;
    for (const [index, item] of isOpen ? [[value.length, null] as const] : value.entries()) {
      yield* findOpenPlaces(schemas.below(`${index}`), item, [...path, `${index}`]);
    }
  } else if (isObject(value)) {
    for (const key of new Set([...schemas.names, ...Object.keys(value)])) {
      yield* findOpenPlaces(schemas.below(key), value[key], [...path, key]);
    }
  }
}

/** The value with another one at a path. */
function put(value: unknown, [key, ...path]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const below = put(own(value, key), path, to);
  return Array.isArray(value) ? value.toSpliced(Number(key), 1, below) : { ...Object(value), [key]: below };
}

/** The payload with an unknown value, once for each open enum that its schema describes. */
export function withUnknownValues(document: OpenApiDocument, schema: Schema, payload: JsonObject): EventVariant[] {
  const schemas = new ApplicableSchemas(document, { value: schema, path: [] });
  return Array.from(findOpenPlaces(schemas, payload), ({ path, unknown }) => ({
    what: `an unknown value of \`${toPointer(path).slice(1)}\``,
    payload: put(payload, path, unknown) as JsonObject,
  }));
}

/** The value with an unknown value in each open enum that its schema describes and that it has; a list of them has one more. */
export function withNewerValues(document: OpenApiDocument, schema: Schema, value: unknown): unknown {
  const places = findOpenPlaces(new ApplicableSchemas(document, { value: schema, path: [] }), value);
  return places
    .filter(({ isThere }) => isThere)
    .reduce<unknown>((changed, { path, unknown }) => put(changed, path, unknown), value);
}

/** The payload with a field that no version of the contract knows, in each of its objects. */
export function withAddedFields(payload: JsonObject): EventVariant {
  const added = { [`field_${newer}`]: { values: [1, null, "new"] } };
  const add = (_: string, value: unknown) => (isObject(value) ? { ...value, ...added } : value);
  return { what: "unknown fields in each object", payload: JSON.parse(JSON.stringify(payload), add) as JsonObject };
}

/**
 * The payload under an event type that nobody knows yet: of a family its free part, otherwise the whole name.
 *
 * @param family The name of a family, such as `order.{event}`.
 */
export function withUnknownType(payload: JsonObject, family?: string): EventVariant {
  const event_type = family?.replace(/\{(.*)\}/, `$1_${newer}`) ?? `event_type.${newer}`;
  return { what: `the unknown event type \`${event_type}\``, payload: { ...payload, event_type } };
}

/** The payload with a field of text that makes it as large as this, as `JSON.stringify` writes it. */
export function withLength(payload: JsonObject, bytes = largestPayloadBytes): EventVariant {
  const filled = (text: string): JsonObject => ({ ...payload, [`text_${newer}`]: text });
  const missing = bytes - Buffer.byteLength(JSON.stringify(filled("")));
  return { what: `a payload of ${bytes} bytes`, payload: filled("x".repeat(Math.max(0, missing))) };
}

/**
 * Writes a value in one of the many spellings of the same JSON: white space, escapes, order of keys, forms of numbers.
 *
 * @param random Numbers from 0 up to, not including, 1: they choose the spelling.
 */
export function spell(value: unknown, random: () => number): string {
  const pickOne = (...options: readonly string[]) => options[Math.floor(random() * options.length)] ?? "";
  const space = () => pickOne("", "", " ", "\n", "\t", "\r\n", "  ");
  const shuffle = (_: string, below: unknown) => {
    if (!isObject(below)) return below;
    const fields = Object.entries(below).map((entry) => ({ entry, at: random() }));
    return Object.fromEntries(fields.sort((a, b) => a.at - b.at).map(({ entry }) => entry));
  };
  const escapeAll = (whole: string) =>
    whole.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const spellToken = (token: string) => {
    if (token.startsWith('"')) {
      // By whole characters: a pair of code units is escaped together. What is escaped already stays
      return token.replaceAll(/\\.|[^"\\]/gu, (whole) =>
        whole.startsWith("\\") ? whole : pickOne(whole, whole, whole === "/" ? "\\/" : whole, escapeAll(whole)),
      );
    }
    if (!/^-?[\d.]+$/.test(token)) return token;
    const longer = `${token}${token.includes(".") ? "0" : ".0"}`;
    return pickOne(token, `${token}e0`, `${token}E+00`, Number(token).toExponential(), longer);
  };
  return JSON.stringify(value, shuffle).replaceAll(
    /"(?:[^"\\]|\\.)*"|[\w.+-]+|./g,
    (token) => `${space()}${spellToken(token)}${space()}`,
  );
}
