// Probes beside valid input: rows of keyword, values inside and values outside; and input of which no schema says anything.
import { randomUUID } from "node:crypto";
import {
  type ApplicableSchemas,
  type ContractOperation,
  excuse,
  type OpenWord,
  type Schema,
} from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { findDataName } from "../operations.ts";
import type { Credential } from "../sending/keys.ts";
import { FilePart, type Input } from "../sending/request.ts";
import type { Expectation } from "../verdicts/deviation.ts";
import type { Demand, Outcome } from "../verdicts/judge.ts";
import { absence, anyShape, shape } from "../verdicts/open-words.ts";
import { choosePlainValue, type InputPlace } from "./input-places.ts";

/** A change of valid input, and what the changed input is to be answered with. */
export interface Probe {
  readonly demand: Demand;
  readonly credential?: Credential;
  apply(input: Input): Input;
}

type Apply = Probe["apply"];

/** Values that a keyword allows and values that it does not, each with what is said of it, such as "101 is above 100". */
interface Values {
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

const keywords: {
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

/** Only an id can be unknown: any other name in a path may be one of few. */
const isId = ({ name, kind }: InputPlace) => kind === "path" && name.endsWith("_id");

/** A whole number as it is written: of this size it has no other exact form. */
const added = (to: string, power: bigint) => String((/^\d+$/.test(to) ? BigInt(to) : 1n) + 2n ** power);

/**
 * Values that are hostile, by the kind of place, each made of a plain one: a server that cuts the hostile part off reads the valid half. And
 * whether the contract leaves a server no way to take one: by default where it states which values there are.
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

/** The kinds of hostile values that are sent at a place: none where a list, an object or a file is. */
function listKinds({ kind, schemas }: InputPlace): unknown[] {
  const { types } = schemas;
  const isNumber = types.includes("integer") || types.includes("number");
  if (kind === "form" || types.includes("array") || types.includes("object")) return [];
  if (isNumber) return ["number"];
  return types.includes("string") ? ["text", schemas.find("format")?.value] : [];
}

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
  body: ApplicableSchemas,
): Probe[] {
  const pointer = `${operation.pointer}/security`;
  const isOpen = operation.security.length === 0;
  return [
    ...credentials.flatMap(([check, credential, text]) =>
      isOpen ? [] : { ...makeProbe(check, "401", { text, pointer }, (input) => input), credential },
    ),
    ...places.flatMap((place) => [
      ...unknownIdProbes(operation, place),
      ...keywordProbes(operation, place),
      ...oddProbes(operation, place),
    ]),
    ...bodyProbes(operation, places, body),
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
function tolerated({ pointer }: ContractOperation, what: string, apply: Apply): Probe {
  const text = `Nothing is stated of ${what}: anything but an error of the server will do.`;
  return makeProbe("no-server-error", "tolerated", { text, pointer }, apply);
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

/** An id in the path that nothing has. */
function unknownIdProbes({ responses }: ContractOperation, place: InputPlace): Probe[] {
  const notFound = responses.find(({ status }) => status === "404");
  if (notFound === undefined || !isId(place)) return [];
  const { pointer, response } = notFound;
  const isUuid = place.schemas.find("format")?.value === "uuid";
  const id = isUuid ? randomUUID() : `verify-unknown-${randomUUID()}`;
  const text = `An unknown \`${place.name}\` is not found.`;
  const expected = { text, pointer, assumption: excuse(response["x-assumption"], "status"), isUnstated: true };
  return [makeProbe("unknown-id", "404", expected, (input) => place.set(input, id))];
}

/** The input without what is required, and with the values of each keyword. */
function keywordProbes(operation: ContractOperation, place: InputPlace): Probe[] {
  const { kind, name, schemas, items, required } = place;
  // Where only what the server knows is valid, no other value is accepted
  const isKnown = findDataName(operation, name) !== undefined;
  const missing = expectAt(operation, place, "A request without it is refused, since it is required.", absence);
  const isNeeded = required && kind !== "path";
  return [
    ...(isNeeded ? [makeProbe("required-enforced", "422", missing, (input) => place.set(input, undefined))] : []),
    ...Object.entries(keywords).flatMap(([name, listValues]) => {
      const keyword = name as keyof typeof keywords;
      // A list of such values is asked for with one of them
      const isListed = keyword === "enum" && schemas.find(keyword) === undefined;
      const stated = (isListed ? items : schemas).find(keyword);
      if (stated === undefined) return [];
      const at = {
        ...place,
        pointer: stated.pointer,
        marks: isListed ? [...place.marks, ...items.marks] : place.marks,
      };
      const make = (check: string, outcome: Outcome, value: unknown, said: string, open: readonly OpenWord[]) =>
        makeProbe(check, outcome, expectAt(operation, at, said, open), (input) =>
          place.set(input, isListed ? [value] : value),
        );
      const { inside = [], outside = [] } = listValues(stated.value as never, place);
      // A listed value is stated, and in a query it is the same text whatever its type
      const accepted = keyword === "enum" && kind === "query" ? [] : anyShape;
      // That a value has its type and its format is stated; that one beyond a limit is refused may be assumed
      const refusal = /^(type|format)$/.test(keyword) ? shape(keyword) : [...shape(keyword), "refusal" as const];
      return [
        ...(isKnown ? [] : inside).map(([value, said]) =>
          make("limit-accepted", "accepted", value, `${said} is accepted.`, accepted),
        ),
        ...outside.map(([value, said, check = "limit-enforced"]) =>
          make(check, "422", value, `${said}, and is refused.`, refusal),
        ),
      ];
    }),
  ];
}

/** Hostile values: refused where the contract allows no such value, and nowhere answered with a 5xx; unknown values; a parameter twice. */
function oddProbes(operation: ContractOperation, place: InputPlace): Probe[] {
  const { label, kind, name, schemas, items } = place;
  const [isQuery, isList] = [kind === "query", items.nodes.length > 0];
  const known =
    kind === "path" ? undefined : (schemas.find("x-extensible-enum") ?? items.find("x-extensible-enum"))?.value;
  const unknown = typeof known?.[0] === "number" ? 2_147_483_647 : "verify_unknown_value";
  const odd = [
    ...(isQuery && name === "page" ? [1_000_000] : []),
    ...(known === undefined ? [] : [isQuery && isList ? [unknown] : unknown]),
    ...(kind === "path" && !isId(place) ? ["verify-unknown ✓"] : []),
  ];
  const kinds = listKinds(place);
  const stated = kinds.includes("number") ? (["maximum", "enum"] as const) : (["format", "pattern", "enum"] as const);
  const isLimited = isId(place) || stated.some((keyword) => schemas.find(keyword) !== undefined);
  const change = (make: (plain: string) => unknown) => (input: Input) =>
    place.set(input, make(choosePlainValue(place, input)));
  return [
    ...hostile
      .filter(([what, of]) => kinds.includes(of) && (what !== "a null byte" || kind !== "header"))
      .map(([what, , make, isForbidden = isLimited]) => {
        if (!isForbidden) return tolerated(operation, `${what} in ${label}`, change(make));
        const expected = expectAt(operation, place, `${what} is refused.`, [...anyShape, "refusal"]);
        return makeProbe("hostile-input-refused", "refused", { ...expected, isUnstated: true }, change(make));
      }),
    ...odd.map((value) => tolerated(operation, `${label} = ${value}`, (input) => place.set(input, value))),
    ...(isQuery && !isList ? [(plain: string) => [plain, plain]] : []).map((twice) =>
      tolerated(operation, `${label} twice`, change(twice)),
    ),
  ];
}

const levels = 1000;
const deep = `{"verify_unknown": ${"[".repeat(levels)}${"]".repeat(levels)}}`;

/** Probes of a body as a whole: it is missing, is not an object, is called something else, has fields that exclude each other. */
function bodyProbes(operation: ContractOperation, places: readonly InputPlace[], body: ApplicableSchemas): Probe[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  const { bodies, pointer, required } = requestBody;
  const documented = bodies.map(({ mediaType }) => mediaType);
  const isJson = documented[0] === "application/json";
  const refused = (check: string, text: string, at: string | undefined, open: readonly OpenWord[], apply: Apply) =>
    makeProbe(check, "422", { text, pointer: at ?? pointer, assumption: excuse(body.marks, ...open) }, apply);
  const missing = "A request without a body is refused, since it is required.";
  const exclusive = body.find("not");
  const together = exclusive?.value.required ?? [];
  const excluding = places.filter(({ path }) => path.length === 2 && together.includes(path[1] ?? ""));
  // A body as JSON, a file by its name
  const write = (value: unknown) =>
    JSON.stringify(value ?? {}, (_, part: unknown) => (part instanceof FilePart ? part.name : part));
  return [
    ...(required ? [(input: Input) => ({ ...input, body: undefined })] : []).map((apply) =>
      refused("required-enforced", missing, `${pointer}/required`, ["presence"], apply),
    ),
    ...(excluding.length > 0 ? [exclusive?.pointer] : []).map((at) =>
      refused(
        "exclusive-enforced",
        `${together.join(" and ")} together are refused, since they exclude each other.`,
        at,
        ["refusal"],
        (given) => excluding.reduce((input, place) => place.set(input, choosePlainValue(place)), given),
      ),
    ),
    ...otherMediaTypes
      .filter((mediaType) => !documented.includes(mediaType))
      .map((mediaType) => {
        const text = `A body of ${mediaType} is refused: the operation takes ${documented.join(" or ")}.`;
        // Valid but for its media type: a server that does not look at it takes the body. That an upload is a form is assumed
        const apply: Apply = (input) => ({ ...input, mediaType, rawBody: write(input.body) });
        return refused("media-type-enforced", text, `${pointer}/content`, ["encoding"], apply);
      }),
    ...(isJson
      ? [
          ...["[7]", '{"verify": '].map((rawBody) =>
            refused(
              "type-enforced",
              "A body that is not a JSON object is refused.",
              body.find("type")?.pointer,
              [],
              (input) => ({ ...input, rawBody }),
            ),
          ),
          tolerated(operation, `a body of ${levels} levels`, (input) => ({ ...input, rawBody: deep })),
          tolerated(operation, "an unknown body field", (input) => ({
            ...input,
            body: { ...Object(input.body), verify_unknown: { deep: [null, "✓"] } },
          })),
        ]
      : []),
  ];
}
