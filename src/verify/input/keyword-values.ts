// Values that each keyword of a schema allows, and values that it does not allow.
import type { Schema } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import type { InputPlace } from "./input-places.ts";

/** Values that a keyword allows and values that it does not, each with what is said of it, such as "101 is above 100". */
export interface Values {
  readonly inside?: readonly (readonly [value: unknown, said: string])[];
  /** By default the check is that of limits. */
  readonly outside?: readonly (readonly [value: unknown, said: string, check?: string])[];
}

const chooseStep = ({ schemas }: InputPlace) => (schemas.types.includes("integer") ? 1 : 0.5);

const atBound = (limit: number, step: number, most: string, beyond: string): Values => ({
  inside: [[limit, `${limit}, the ${most} allowed,`]],
  outside: [[limit + step, `${limit + step} is ${beyond} ${limit}`]],
});

const ofLength = (length: number, said: string, filler = "a") =>
  [filler.repeat(length), `A text of ${length} characters${said}`] as const;

export const keywordValues: {
  readonly [K in keyof Schema]?: (stated: NonNullable<Schema[K]>, place: InputPlace) => Values;
} = {
  type(_, { schemas, kind }) {
    const { types } = schemas;
    const [plain = ""] = types.filter((one) => one !== "null");
    const isJson = kind === "json";
    // As text everything is a string; a list takes any number of texts
    if (schemas.find("format")?.value === "binary" || (!isJson && /^(string|array|object)$/.test(plain))) return {};
    const outside = [...(otherValues[plain] ?? []), ...(isJson && !types.includes("null") ? [null] : [])];
    return {
      outside: outside.map((value) => [value, `${shortJson(value, 60)} is not of type ${plain}`, "type-enforced"]),
    };
  },
  enum(allowed) {
    const numbers = allowed.filter((value) => typeof value === "number");
    const stranger = numbers.length > 0 ? Math.max(...numbers) + 1 : "verify-unknown";
    return {
      inside: allowed.map((value) => [value, shortJson(value, 60)]),
      outside: [[stranger, `${shortJson(stranger, 60)} is none of ${allowed.join(", ")}`, "enum-enforced"]],
    };
  },
  minimum: (least, place) => atBound(least, -chooseStep(place), "least", "below"),
  maximum: (most, place) => atBound(most, chooseStep(place), "most", "above"),
  minLength: (fewest) => ({
    inside: [ofLength(fewest, ", the fewest allowed,")],
    outside: fewest > 0 ? [ofLength(fewest - 1, " is too short")] : [],
  }),
  maxLength: (most) => ({
    // Characters are counted, not bytes
    inside: [
      ofLength(most, ", the most allowed,"),
      ...["é", "😀"].map((one) => ofLength(most, ` such as ${one}`, one)),
    ],
    outside: [ofLength(most + 1, " is too long")],
  }),
  maxItems: (most, { kind }) => ({
    outside: kind === "json" ? [[new Array(most + 1).fill("verify"), `A list of ${most + 1} is too long`]] : [],
  }),
  pattern(source) {
    const matches = new RegExp(source, "u");
    const isAllowed = (text: string) => matches.test(text);
    const { limits, breaking } = listTextsAround(isAllowed);
    const say = (how: string) => (text: string) => [text, `A text of ${text.length} characters${how}`] as const;
    return {
      inside: limits.filter(isAllowed).map(say(", at the limit of the pattern,")),
      outside: [
        ...limits.filter((text) => !isAllowed(text)).map(say(` breaks the pattern ${source}`)),
        ...breaking.map(
          (text) => [text, `${JSON.stringify(text)} breaks the pattern ${source}`, "pattern-enforced"] as const,
        ),
      ],
    };
  },
  format: (format) => ({
    outside: (otherTexts[format] ?? []).map((text) => [text, `"${text}" is not a valid ${format}`, "format-enforced"]),
  }),
};

/** Values that are of none of these types, as they travel in JSON. */
const otherValues: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, { verify: true }],
  integer: ["seven", 1.5],
  number: ["seven"],
  boolean: ["perhaps"],
  array: [{ verify: true }],
  object: ["text", [7]],
};

/** Texts that are of no such format by any reading. */
const otherTexts: Readonly<Record<string, readonly string[]>> = {
  uuid: ["not-a-uuid", "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a1"],
  date: ["tomorrow", "2026-02-30"],
  "date-time": ["tomorrow", "2026-13-45T99:00:00Z"],
  uri: ["no uri"],
};

/**
 * Texts around what a pattern allows: on both sides of each length at which it changes its mind, and an odd one and an allowed one with one
 * or only wrong characters, or with more behind it. An empty parameter is as good as none.
 */
function listTextsAround(isAllowed: (text: string) => boolean) {
  const series = ["8", "a"].map((filler) => Array.from({ length: 201 }, (_, length) => filler.repeat(length)));
  const limits = series.flatMap((texts) =>
    texts.flatMap((text, length) => {
      const shorter = texts[length - 1];
      return shorter === undefined || isAllowed(shorter) === isAllowed(text) ? [] : [shorter, text];
    }),
  );
  const valid = series.flat().find((text) => text !== "" && isAllowed(text));
  const variants =
    valid === undefined ? [] : [`${valid.slice(0, -1)}x`, "x".repeat(valid.length), `${valid}-1234`, `${valid}\n`];
  return {
    limits: limits.filter((text) => text !== ""),
    breaking: [...new Set(["#", ...variants])].filter((text) => !isAllowed(text)),
  };
}
