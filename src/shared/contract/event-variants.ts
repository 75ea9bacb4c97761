// Legal variants of an event: what a newer service may send, the largest payload, and other spellings of the same JSON.

import { ApplicableSchemas } from "./applicable-schemas.ts";
import type { OpenApiDocument, Schema } from "./document.ts";
import { isObject, type JsonObject } from "./json.ts";

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

/** The payload with an unknown value, once for each open enum that its schema describes. */
export function withUnknownValues(document: OpenApiDocument, schema: Schema, payload: JsonObject): EventVariant[] {
  const variants: EventVariant[] = [];
  const visit = (value: unknown, schemas: ApplicableSchemas, pointer: string, set: (value: unknown) => JsonObject) => {
    const options = new Set(schemas.nodes.flatMap((node) => node.value["x-extensible-enum"] ?? []));
    if (options.size > 0) {
      const unknown = typeof [...options][0] === "number" ? 999_999 : `${pointer.split("/").at(-1)}_${newer}`;
      variants.push({ what: `an unknown value of \`${pointer}\``, payload: set(unknown) });
    }
    const below = (key: string | number, at: unknown, change: (value: unknown) => unknown) =>
      visit(at, schemas.below(String(key)), `${pointer}/${key}`, (to) => set(change(to)));
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        below(index, item, (to) => value.with(index, to));
      });
    } else if (isObject(value)) {
      for (const key of new Set([...schemas.names, ...Object.keys(value)])) {
        below(key, value[key], (to) => ({ ...value, [key]: to }));
      }
    }
  };
  // Only what stands below the payload is changed, so the whole stays an object
  visit(payload, new ApplicableSchemas(document, { value: schema, path: [] }), "", (value) => value as JsonObject);
  return variants;
}

/** The value with an unknown value in each open enum that its schema describes and that it has; a list of them has one more. */
export function withNewerValues(document: OpenApiDocument, schema: Schema, value: unknown): unknown {
  const isOpen = ({ nodes }: ApplicableSchemas) => nodes.some((node) => node.value["x-extensible-enum"] !== undefined);
  const change = (value: unknown, schemas: ApplicableSchemas, name: string): unknown => {
    const unknown = `${name}_${newer}`;
    if (isOpen(schemas)) return unknown;
    if (Array.isArray(value)) {
      const items = schemas.below("0");
      return isOpen(items) ? [...value, unknown] : value.map((item) => change(item, items, name));
    }
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([key, below]) => [key, change(below, schemas.below(key), key)]);
    return Object.fromEntries(fields);
  };
  return change(value, new ApplicableSchemas(document, { value: schema, path: [] }), "value");
}

/** The payload with a field that no version of the contract knows, in each of its objects. */
export function withAddedFields(payload: JsonObject): EventVariant {
  const added = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(added);
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([key, below]) => [key, added(below)]);
    return { ...Object.fromEntries(fields), [`field_${newer}`]: { values: [1, null, "new"] } };
  };
  return { what: "unknown fields in each object", payload: added(payload) as JsonObject };
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
  const pickOne = <T>(...options: readonly [T, ...T[]]): T =>
    options[Math.floor(random() * options.length)] ?? options[0];
  const space = () => pickOne("", "", " ", "\n", "\t", "\r\n", "  ");
  const list = (items: readonly string[]) =>
    items.length === 0 ? space() : items.map((item) => `${space()}${item}${space()}`).join(",");
  const escaped = (whole: string) =>
    whole
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
  const character = (whole: string) => {
    const plain = JSON.stringify(whole).slice(1, -1);
    return pickOne(plain, plain, whole === "/" ? "\\/" : plain, escaped(whole));
  };
  // By whole characters: a pair of code units is escaped together
  const text = (of: string) => `"${Array.from(of, character).join("")}"`;
  const number = (of: number) => {
    const plain = JSON.stringify(of);
    if (plain.includes("e")) return plain;
    return pickOne(
      plain,
      `${plain}e0`,
      `${plain}E+00`,
      of.toExponential(),
      `${plain}${plain.includes(".") ? "0" : ".0"}`,
    );
  };
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return number(value);
  if (Array.isArray(value)) return `[${list(value.map((item) => spell(item, random)))}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value)
    .map((field) => ({ field, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ field: [key, below] }) => `${text(key)}${space()}:${space()}${spell(below, random)}`);
  return `{${list(fields)}}`;
}
