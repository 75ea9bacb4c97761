// Probes beside valid input: rows of keyword, values inside and values outside; and input of which no schema says anything.
import { randomUUID } from "node:crypto";
import { type ContractOperation, excuse, type OpenWord, type Schema } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { findDataName } from "../operations.ts";
import {
  absence,
  anyShape,
  bodyPointer,
  choosePlainValue,
  type InputPlace,
  operationPointer,
  responsePointer,
  shape,
} from "../places.ts";
import type { Credential } from "../sending/keys.ts";
import { FilePart, type Input } from "../sending/request.ts";
import type { Expectation } from "../verdicts/deviation.ts";
import type { Demand, Outcome } from "../verdicts/judge.ts";

/** A change of valid input, and what the changed input is to be answered with. */
export interface Probe {
  readonly demand: Demand;
  readonly credential?: Credential;
  apply(input: Input): Input;
}

type Apply = Probe["apply"];

/** Values, each with what is said of it, such as "101 is above 100". */
type Values = readonly (readonly [value: unknown, said: string])[];

/** The probes of one keyword: values that it allows and values that it does not, and the check that a refusal is held to. */
interface KeywordRow {
  readonly keyword: keyof Schema;
  readonly check: string;
  readonly values: (limit: never, place: InputPlace) => { readonly inside?: Values; readonly outside?: Values };
}

function row<K extends keyof Schema>(
  keyword: K,
  check: string,
  values: (limit: NonNullable<Schema[K]>, place: InputPlace) => ReturnType<KeywordRow["values"]>,
): KeywordRow {
  return { keyword, check, values };
}

const chooseStep = ({ schemas }: InputPlace) => (schemas.types.includes("integer") ? 1 : 0.5);
const ofLength = (length: number, how: string) =>
  [["a".repeat(length), `A text of ${length} characters${how}`]] as const;

const keywords: readonly KeywordRow[] = [
  row("type", "type-enforced", (_, { schemas, kind }) => {
    const { types } = schemas;
    const [plain = ""] = types.filter((one) => one !== "null");
    const isJson = kind === "json";
    // As text everything is a string; a list takes any number of texts
    if (schemas.find("format")?.value === "binary" || (!isJson && /^(string|array|object)$/.test(plain))) return {};
    const outside = [...(otherValues[plain] ?? []), ...(isJson && !types.includes("null") ? [null] : [])];
    return { outside: outside.map((value) => [value, `${shortJson(value, 60)} is not of type ${plain}`]) };
  }),
  row("enum", "enum-enforced", (allowed, { schemas }) => {
    // A list of such values is asked for with one of them
    const listed = (value: unknown) => (schemas.find("enum") === undefined ? [value] : value);
    const numbers = allowed.filter((value) => typeof value === "number");
    const stranger = numbers.length > 0 ? Math.max(...numbers) + 1 : "verify-unknown";
    return {
      inside: allowed.map((value) => [listed(value), shortJson(value, 60)]),
      outside: [[listed(stranger), `${shortJson(stranger, 60)} is none of ${allowed.join(", ")}`]],
    };
  }),
  row("minimum", "limit-enforced", (least, place) => ({
    inside: [[least, `${least}, the least allowed,`]],
    outside: [[least - chooseStep(place), `${least - chooseStep(place)} is below ${least}`]],
  })),
  row("maximum", "limit-enforced", (most, place) => ({
    inside: [[most, `${most}, the most allowed,`]],
    outside: [[most + chooseStep(place), `${most + chooseStep(place)} is above ${most}`]],
  })),
  row("minLength", "limit-enforced", (fewest) => ({
    inside: ofLength(fewest, ", the fewest allowed,"),
    outside: fewest > 0 ? ofLength(fewest - 1, " is too short") : [],
  })),
  row("maxLength", "limit-enforced", (most) => ({
    // Characters are counted, not bytes
    inside: [
      ...ofLength(most, ", the most allowed,"),
      ...["é", "😀"].map((one) => [one.repeat(most), `A text of ${most} characters such as ${one}`] as const),
    ],
    outside: ofLength(most + 1, " is too long"),
  })),
  row("maxItems", "limit-enforced", (most, { kind }) => ({
    outside: kind === "json" ? [[new Array(most + 1).fill("verify"), `A list of ${most + 1} is too long`]] : [],
  })),
  row("pattern", "limit-enforced", (source) => {
    const matches = new RegExp(source, "u");
    const limits = fillers.flatMap((filler) => listTextsAtLimits(matches, filler));
    const said = (how: string) => (text: string) => [text, `A text of ${text.length} characters${how}`] as const;
    return {
      inside: limits.filter((text) => matches.test(text)).map(said(", at the limit of the pattern,")),
      outside: limits.filter((text) => !matches.test(text)).map(said(` breaks the pattern ${source}`)),
    };
  }),
  row("pattern", "pattern-enforced", (source) => ({
    outside: listBreakingTexts(new RegExp(source, "u")).map((text) => [
      text,
      `${JSON.stringify(text)} breaks the pattern ${source}`,
    ]),
  })),
  row("format", "format-enforced", (format) => ({
    outside: (otherTexts[format] ?? []).map((text) => [text, `"${text}" is not a valid ${format}`]),
  })),
];

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

/** Characters of which texts of every length are made, to find the lengths at which a pattern changes its mind. */
const fillers = ["8", "a"];
const lengths = Array.from({ length: 200 }, (_, index) => index + 1);

/** The texts on both sides of each length at which a pattern changes its mind. An empty parameter is as good as none. */
function listTextsAtLimits(matches: RegExp, filler: string): string[] {
  const isLimit = (length: number) => matches.test(filler.repeat(length - 1)) !== matches.test(filler.repeat(length));
  const limits = lengths.filter(isLimit).flatMap((length) => [length - 1, length]);
  return limits.map((length) => filler.repeat(length)).filter((text) => text !== "");
}

/** Texts that a pattern refuses: an odd one, and an allowed one with one or only wrong characters, or with more behind it. */
function listBreakingTexts(matches: RegExp): string[] {
  const all = fillers.flatMap((filler) => lengths.map((length) => filler.repeat(length)));
  const allowed = all.find((text) => matches.test(text));
  const variants = (text: string) => [`${text.slice(0, -1)}x`, "x".repeat(text.length), `${text}-1234`, `${text}\n`];
  return [...new Set(["#", ...(allowed === undefined ? [] : variants(allowed))])].filter((text) => !matches.test(text));
}

/** A whole number as it is written: of this size it has no other exact form. */
const added = (to: string, power: bigint) => String((/^\d+$/.test(to) ? BigInt(to) : 1n) + 2n ** power);

/**
 * Values that are hostile, made of a plain one, by the kind of place; and whether the contract leaves a server no way to take one:
 * by default where it states which values there are.
 */
const hostile: readonly (readonly [
  what: string,
  of: "number" | "text" | "date" | "date-time",
  make: (plain: string) => string,
  isForbidden?: boolean,
])[] = [
  ["a number beyond 32 bits", "number", (plain) => added(plain, 32n)],
  ["a number beyond 64 bits", "number", (plain) => added(plain, 64n)],
  ["a number of 400 digits", "number", () => "9".repeat(400)],
  ["NaN", "number", () => "NaN", true],
  ["a null byte", "text", (plain) => `${plain}\u0000`],
  ["a text of hundreds of characters", "text", (plain) => plain + "a".repeat(600)],
  ["0001-01-01", "date", () => "0001-01-01", false],
  ["9999-12-31", "date", () => "9999-12-31", false],
  ["the first instant of the calendar", "date-time", () => "0001-01-01T00:00:00+14:00", false],
  ["the last instant of the calendar", "date-time", () => "9999-12-31T23:59:59-12:00", false],
];

/** Credentials that are to be refused, and the check that each is held to. */
const credentials: readonly (readonly [check: string, credential: Credential, text: string])[] = [
  ["credential-required", "none", "A request without a credential is refused."],
  ["credential-required", "empty", "A request with an empty credential is refused."],
  ["credential-enforced", "fabricated", "A request with a fabricated credential is refused."],
  // Its real key: a made-up one is refused by a server that takes both as well
  ["credential-of-other-host-refused", "of the other host", "The other host's key is refused."],
  [
    "credential-of-other-host-refused",
    "of the other host in its own header",
    "The other host's key is refused, also in the header of this one.",
  ],
];

/** Media types that clients send by mistake, and what a parser may take for JSON. */
const otherMediaTypes = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

/** Every probe of an operation: of its credential, of each place of its input, and of its body as a whole. */
export function listProbes(
  operation: ContractOperation,
  places: readonly InputPlace[],
  bodySchema: Schema | undefined,
): Probe[] {
  const pointer = `${operationPointer(operation)}/security`;
  const isOpen = operation.security.length === 0;
  return [
    ...credentials.flatMap(([check, credential, text]) =>
      isOpen ? [] : { ...makeProbe(check, "401", { text, pointer }, (input) => input), credential },
    ),
    ...places.flatMap((place) => [
      ...unknownIdProbes(operation, place),
      ...keywordProbes(operation, place),
      ...hostileProbes(operation, place),
      ...toleranceProbes(operation, place),
    ]),
    ...bodyProbes(operation, places, bodySchema),
    tolerated(operation, "an unknown query parameter", (input) => ({
      ...input,
      query: { ...input.query, verify_unknown: "1" },
    })),
  ];
}

function makeProbe(check: string, outcome: Outcome, expected: Expectation, apply: Apply): Probe {
  return { demand: { check, outcome, expected }, apply };
}

/** Input of which nothing is stated: only an error of the server, or no answer, is a finding. */
function tolerated(operation: ContractOperation, what: string, apply: Apply): Probe {
  const text = `Nothing is stated of ${what}: anything but an error of the server will do.`;
  return makeProbe("no-server-error", "tolerated", { text, pointer: operationPointer(operation) }, apply);
}

/** The expectation of input at a place, unless it leaves that open, or the whole input may stand elsewhere. */
function expectAt(
  { operation }: ContractOperation,
  { label, pointer, marks }: Pick<InputPlace, "label" | "pointer" | "marks">,
  said: string,
  open: readonly OpenWord[],
): Expectation {
  // A server that reads its ids in one place only does not look at them in the other
  const assumption = excuse(marks, ...open) ?? excuse(operation["x-assumption"], "place");
  return { text: `${label}: ${said}`, pointer, assumption };
}

/** Values of each keyword, and the input without what is required. */
function keywordProbes(operation: ContractOperation, place: InputPlace): Probe[] {
  const { kind, name } = place;
  const probes = keywords.flatMap(({ keyword, check, values }) => {
    const isListed = keyword === "enum" && place.schemas.find(keyword) === undefined;
    const stated = (isListed ? place.items : place.schemas).find(keyword);
    if (stated === undefined) return [];
    const marks = isListed ? [...place.marks, ...place.items.marks] : place.marks;
    // That a value has its type and its format is stated; that one beyond a limit is refused may be assumed
    const open: readonly OpenWord[] = /^(type|format)$/.test(keyword) ? shape(keyword) : [...shape(keyword), "refusal"];
    const at = { ...place, pointer: stated.pointer, marks };
    const make = (of: string, outcome: Outcome, value: unknown, said: string, words: readonly OpenWord[]) =>
      makeProbe(of, outcome, expectAt(operation, at, said, words), (input) => place.set(input, value));
    const { inside = [], outside = [] } = values(stated.value as never, place);
    // A listed value is stated, and in a query it is the same text whatever its type
    const accepted = keyword === "enum" && kind === "query" ? [] : anyShape;
    // Where only what the server knows is valid, no other value is accepted
    const isKnown = findDataName(operation, name) !== undefined;
    return [
      ...(isKnown ? [] : inside).map(([value, said]) =>
        make("limit-accepted", "accepted", value, `${said} is accepted.`, accepted),
      ),
      ...outside.map(([value, said]) => make(check, "422", value, `${said}, and is refused.`, open)),
    ];
  });
  if (!place.required || kind === "path") return probes;
  const expected = expectAt(operation, place, "A request without it is refused, since it is required.", absence);
  return [makeProbe("required-enforced", "422", expected, (input) => place.set(input, undefined)), ...probes];
}

/** Only an id can be unknown: any other name in a path may be one of few. */
const isId = ({ name, kind }: InputPlace) => kind === "path" && name.endsWith("_id");

/** An id in the path that nothing has. */
function unknownIdProbes(operation: ContractOperation, place: InputPlace): Probe[] {
  const notFound = operation.responses.find(({ status }) => status === "404");
  if (notFound === undefined || !isId(place)) return [];
  const assumption = excuse(notFound.response["x-assumption"], "status");
  const isUuid = place.schemas.find("format")?.value === "uuid";
  const id = isUuid ? randomUUID() : `verify-unknown-${randomUUID()}`;
  const text = `An unknown \`${place.name}\` is not found.`;
  const expected = { text, pointer: responsePointer(operation, "404"), assumption, isUnstated: true };
  return [makeProbe("unknown-id", "404", expected, (input) => place.set(input, id))];
}

/** Hostile values: refused where the contract allows no such value, and nowhere answered with a 5xx. */
function hostileProbes(operation: ContractOperation, place: InputPlace): Probe[] {
  const { schemas, kind, label } = place;
  const { types } = schemas;
  const isNumber = types.includes("integer") || types.includes("number");
  if (kind === "form" || !(isNumber || types.includes("string"))) return [];
  if (types.includes("array") || types.includes("object")) return [];
  const stated = isNumber ? (["maximum", "enum"] as const) : (["format", "pattern", "enum"] as const);
  const isLimited = isId(place) || stated.some((keyword) => schemas.find(keyword) !== undefined);
  const kinds = [isNumber ? "number" : "text", schemas.find("format")?.value];
  return hostile
    .filter(([what, of]) => kinds.includes(of) && (what !== "a null byte" || kind !== "header"))
    .map(([what, , make, isForbidden = isLimited]) => {
      // A hostile part is added to a valid value: a server that cuts it off reads the valid half
      const apply: Apply = (input) => place.set(input, make(choosePlainValue(place, input)));
      if (!isForbidden) return tolerated(operation, `${what} in ${label}`, apply);
      const expected = expectAt(operation, place, `${what} is refused.`, [...anyShape, "refusal"]);
      return makeProbe("hostile-input-refused", "refused", { ...expected, isUnstated: true }, apply);
    });
}

/** Unknown values, and a parameter that is given twice. */
function toleranceProbes(operation: ContractOperation, place: InputPlace): Probe[] {
  const { label, kind, name, schemas, items } = place;
  const isQuery = kind === "query";
  const isList = items.nodes.length > 0;
  const odd = (value: unknown) => tolerated(operation, `${label} = ${value}`, (input) => place.set(input, value));
  const values =
    kind === "path" ? undefined : (schemas.find("x-extensible-enum") ?? items.find("x-extensible-enum"))?.value;
  const unknown = typeof values?.[0] === "number" ? 2_147_483_647 : "verify_unknown_value";
  const twice: Apply = (input) => {
    const value = choosePlainValue(place, input);
    return place.set(input, [value, value]);
  };
  return [
    ...(isQuery && name === "page" ? [odd(1_000_000)] : []),
    ...(values === undefined ? [] : [odd(isQuery && isList ? [unknown] : unknown)]),
    ...(kind === "path" && !isId(place) ? [odd("verify-unknown ✓")] : []),
    ...(isQuery && !isList ? [tolerated(operation, `${label} twice`, twice)] : []),
  ];
}

/** Probes of a body as a whole: it is missing, is not an object, is called something else, has fields that exclude each other. */
function bodyProbes(operation: ContractOperation, places: readonly InputPlace[], schema: Schema | undefined): Probe[] {
  const { requestBody } = operation;
  if (requestBody === undefined || schema === undefined) return [];
  const mark = schema["x-assumption"];
  const at = bodyPointer(operation);
  const own = `${operationPointer(operation)}/requestBody`;
  const documented = requestBody.bodies.map(({ mediaType }) => mediaType);
  const isJson = documented[0] === "application/json";
  const refused = (check: string, text: string, pointer: string, open: readonly OpenWord[], apply: Apply) =>
    makeProbe(check, "422", { text, pointer, assumption: excuse(mark, ...open) }, apply);
  const missing = "A request without a body is refused, since it is required.";
  const notAnObject = "A body that is not a JSON object is refused.";
  const together = schema.not?.required ?? [];
  const exclusive = `${together.join(" and ")} together are refused, since they exclude each other.`;
  const excluding = places.filter(({ path }) => path.length === 2 && together.includes(path[1] ?? ""));
  const levels = 1000;
  const deep = `{"verify_unknown": ${"[".repeat(levels)}${"]".repeat(levels)}}`;
  // A body as JSON, a file by its name
  const write = (body: unknown) =>
    JSON.stringify(body ?? {}, (_, value: unknown) => (value instanceof FilePart ? value.name : value));
  return [
    ...(requestBody.required
      ? [
          refused("required-enforced", missing, `${own}/required`, ["presence"], (input) => ({
            ...input,
            body: undefined,
          })),
        ]
      : []),
    ...(isJson ? ["[7]", '{"verify": '] : []).map((rawBody) =>
      refused("type-enforced", notAnObject, `${at}/type`, [], (input) => ({ ...input, rawBody })),
    ),
    ...(excluding.length > 0
      ? [
          refused("exclusive-enforced", exclusive, `${at}/not`, ["refusal"], (given) =>
            excluding.reduce((input, place) => place.set(input, choosePlainValue(place)), given),
          ),
        ]
      : []),
    ...otherMediaTypes
      .filter((mediaType) => !documented.includes(mediaType))
      .map((mediaType) => {
        const text = `A body of ${mediaType} is refused: the operation takes ${documented.join(" or ")}.`;
        // Valid but for its media type: a server that does not look at it takes the body. That an upload is a form is assumed
        const apply: Apply = (input) => ({ ...input, mediaType, rawBody: write(input.body) });
        return refused("media-type-enforced", text, `${own}/content`, ["encoding"], apply);
      }),
    ...(isJson
      ? [
          tolerated(operation, `a body of ${levels} levels`, (input) => ({ ...input, rawBody: deep })),
          tolerated(operation, "an unknown body field", (input) => ({
            ...input,
            body: { ...Object(input.body), verify_unknown: { deep: [null, "✓"] } },
          })),
        ]
      : []),
  ];
}
