// Values to try at a place of input: at the limits of its schema, beyond them, and of other kinds. The schema says which of them it allows.
import type { Schema } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import type { InputPlace } from "./input-places.ts";

/** For each keyword that states a limit: values there, and on either side. */
const limits: {
  readonly [K in keyof Schema]?: (stated: NonNullable<Schema[K]>, place: InputPlace) => readonly unknown[];
} = {
  enum: (allowed) => allowed.flatMap((value) => (typeof value === "number" ? [value, value + 1] : [value])),
  minimum: listNumbersAround,
  maximum: listNumbersAround,
  minLength: listTextsOfLength,
  // A limit counts characters, not bytes
  maxLength: (length) => [...listTextsOfLength(length), ...["é", "😀"].map((one) => one.repeat(length))],
  pattern: listTextsAround,
};

/** A text that nothing knows. */
export const unknownText = "verify-unknown ✓";

/** Values of other types and formats; of those that are allowed only the unknown text says something. */
export function listStrangers({ kind, schemas, items }: InputPlace): unknown[] {
  const format = schemas.find("format")?.value;
  if (kind === "header" || format === "binary") return [];
  const ofFormat = format === undefined ? [] : ["2026-02-30", "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a1"];
  const texts = [unknownText, ...ofFormat];
  if (kind === "json") return [...texts, 1.5, null, { verify: true }];
  // A parameter is a text in any case
  return [schemas, items].some(({ types }) => types.includes("string")) ? texts : [...texts, 1.5];
}

/** A large whole number as text: as a number it would be rounded. */
const addPower = (to: string, power: bigint) => String((/^\d+$/.test(to) ? BigInt(to) : 1n) + 2n ** power);

/** Makes a hostile value of a plain one: a server that cuts the hostile part off reads the valid half. */
type MakeHostile = (plain: string) => string;

const hostileTexts: readonly MakeHostile[] = [(plain) => plain + "a".repeat(600), (plain) => `${plain}\u0000`];

const hostileNumbers: readonly MakeHostile[] = [
  (plain) => addPower(plain, 32n),
  (plain) => addPower(plain, 64n),
  () => "9".repeat(400),
  () => "NaN",
];

/** The first and the last days and instants of the calendar, by format. */
const ends: Readonly<Record<string, readonly string[]>> = {
  date: ["0001-01-01", "9999-12-31"],
  "date-time": ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"],
};

/** The hostile values for a place; none for a list, an object or a file. */
export function listHostileValues({ kind, schemas }: InputPlace): readonly MakeHostile[] {
  const { types } = schemas;
  if (kind === "form" || types.includes("array") || types.includes("object")) return [];
  if (!types.includes("string")) return types.includes("boolean") ? [] : hostileNumbers;
  const days = (ends[schemas.find("format")?.value ?? ""] ?? []).map((day) => () => day);
  // A header has no null byte
  return [...hostileTexts.slice(0, kind === "header" ? 1 : 2), ...days];
}

/** The values at the limits that the schema of a place states. */
export function listLimits(place: InputPlace): unknown[] {
  const values = Object.entries(limits).flatMap(([keyword, list]) => {
    const stated = (place.items.nodes.length > 0 ? place.items : place.schemas).find(keyword as keyof typeof limits);
    return stated === undefined ? [] : list(stated.value as never, place);
  });
  return [...new Set(values)];
}

function listNumbersAround(limit: number, { schemas }: InputPlace): number[] {
  const step = schemas.types.includes("integer") ? 1 : 0.5;
  return [limit - step, limit, limit + step];
}

function listTextsOfLength(length: number): string[] {
  return [length - 1, length, length + 1].map((one) => "a".repeat(Math.max(one, 0)));
}

/**
 * Texts around what a pattern allows: on both sides of each length at which it changes its mind, and an allowed one with one or only wrong
 * characters, or with more behind it. An empty parameter is as good as none.
 */
function listTextsAround(pattern: string): string[] {
  const matches = new RegExp(pattern, "u");
  const isAllowed = (text: string | undefined = "") => matches.test(text);
  const series = ["8", "a"].map((filler) => Array.from({ length: 201 }, (_, length) => filler.repeat(length)));
  const turns = series.flatMap((texts) =>
    texts.flatMap((text, length) => (isAllowed(text) === isAllowed(texts[length - 1]) ? [] : [text.slice(1), text])),
  );
  const valid = series.flat().find((text) => text !== "" && isAllowed(text)) ?? "";
  const changed = [`${valid.slice(0, -1)}x`, "x".repeat(valid.length), `${valid}-1234`, `${valid}\n`];
  return ["#", ...turns, ...changed].filter((text) => text !== "");
}

/** A value in words: of a long text its length and its first character. */
export function describeValue(value: unknown): string {
  const characters = typeof value === "string" ? [...value] : [];
  if (characters.length <= 60) return shortJson(value, 80);
  return `A text of ${characters.length} characters such as ${shortJson(characters[0], 10)}`;
}
