// What is sent beside valid input: rows of keyword, values inside and values outside; and what no schema states.
import { randomUUID } from "node:crypto";
import {
  type Contract,
  type ContractOperation,
  excuse,
  marksOn,
  type OpenWord,
  type Schema,
} from "../../contract/index.ts";
import { shortJson } from "../../findings/index.ts";
import type { Credential } from "../sending/keys.ts";
import { bodySchema, FilePart, type Input } from "../sending/request.ts";
import { absence, anyShape, bodyPointer, operationPointer, responsePointer, shape } from "../sites.ts";
import type { Demand, Outcome } from "../verdicts/judge.ts";
import { choosePlainValue, type InputPlace, listPlaces, stating } from "./places.ts";

/** A change of valid input, and what the changed input is to be answered with. */
export interface Probe {
  readonly demand: Demand;
  /** The field that gets another value, when it is one. */
  readonly field?: string;
  readonly credential?: Credential;
  apply(input: Input): Input;
}

/** A value, what is said of it, such as "101 is above 100", and by another check than the row's perhaps. */
type Value = readonly [value: unknown, said: string, check?: string];

/** Values of one keyword: those that the contract allows, and those that it does not. */
interface Values {
  readonly inside?: readonly Value[];
  readonly outside?: readonly Value[];
}

/** What is sent because of one keyword, and the check that a refusal is held to. */
interface KeywordRow {
  readonly keyword: keyof Schema;
  readonly check: string;
  readonly values: (limit: never, place: InputPlace) => Values;
}

function row<K extends keyof Schema>(
  keyword: K,
  check: string,
  values: (limit: NonNullable<Schema[K]>, place: InputPlace) => Values,
): KeywordRow {
  return { keyword, check, values };
}

const chooseStep = ({ types }: InputPlace) => (types.includes("integer") ? 1 : 0.5);
const ofLength = (length: number, how: string): Value => ["a".repeat(length), `A text of ${length} characters${how}`];

const keywords: readonly KeywordRow[] = [
  row("type", "type-enforced", (_, place) => {
    const [plain = ""] = place.types.filter((one) => one !== "null");
    const isJson = place.kind === "json";
    // As text everything is a string; a list takes any number of texts
    if (stating(place.nodes, "format")?.value === "binary" || (!isJson && /^(string|array|object)$/.test(plain)))
      return {};
    const nulls = isJson && !place.types.includes("null") ? [null] : [];
    const outside = [...(otherValues[plain] ?? []), ...nulls];
    return { outside: outside.map((value) => [value, `${shortJson(value, 60)} is not of type ${plain}`]) };
  }),
  row("enum", "enum-enforced", (allowed, place) => {
    // A list of such values is asked for with one of them
    const listed = (value: unknown) => (stating(place.nodes, "enum") === undefined ? [value] : value);
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
    inside: [ofLength(fewest, ", the fewest allowed,")],
    outside: fewest > 0 ? [ofLength(fewest - 1, " is too short")] : [],
  })),
  row("maxLength", "limit-enforced", (most) => ({
    // Characters are counted, not bytes
    inside: [ofLength(most, ", the most allowed,"), ["é".repeat(most), `A text of ${most} characters beyond ASCII`]],
    outside: [ofLength(most + 1, " is too long")],
  })),
  row("maxItems", "limit-enforced", (most, { kind }) => ({
    outside: kind === "json" ? [[new Array(most + 1).fill("verify"), `A list of ${most + 1} is too long`]] : [],
  })),
  row("pattern", "pattern-enforced", (source, { nodes }) => {
    if (stating(nodes, "maxLength") !== undefined) return {};
    const matches = new RegExp(source, "u");
    const limits = fillers.flatMap((filler) => textsAtLimits(matches, filler));
    const [inside, outside] = [true, false].map((is) => limits.filter((text) => matches.test(text) === is));
    const said = (text: string) => `A text of ${text.length} characters`;
    return {
      inside: inside?.map((text) => [text, `${said(text)}, at the limit of the pattern,`]) ?? [],
      outside: [
        ...(outside?.map((text): Value => [text, `${said(text)} breaks the pattern ${source}`, "limit-enforced"]) ??
          []),
        ...breakingTexts(matches).map((text): Value => [text, `${JSON.stringify(text)} breaks the pattern ${source}`]),
      ],
    };
  }),
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
function textsAtLimits(matches: RegExp, filler: string): string[] {
  const isLimit = (length: number) => matches.test(filler.repeat(length - 1)) !== matches.test(filler.repeat(length));
  const limits = lengths.filter(isLimit).flatMap((length) => [length - 1, length]);
  return limits.map((length) => filler.repeat(length)).filter((text) => text !== "");
}

/** Texts that a pattern refuses: an odd one, and an allowed one with one or only wrong characters, or with more behind it. */
function breakingTexts(matches: RegExp): string[] {
  const all = fillers.flatMap((filler) => lengths.map((length) => filler.repeat(length)));
  const allowed = all.find((text) => matches.test(text));
  const variants = (text: string) => [`${text.slice(0, -1)}x`, "x".repeat(text.length), `${text}-1234`, `${text}\n`];
  return [...new Set(["#", ...(allowed === undefined ? [] : variants(allowed))])].filter((text) => !matches.test(text));
}

/**
 * Every probe of an operation's constraints.
 *
 * @param isKnown Does a field of this name have to be something that the server knows? Then no other value is accepted.
 */
export function constraintProbes(
  contract: Contract,
  operation: ContractOperation,
  isKnown: (field: string) => boolean,
): Probe[] {
  const ofPlaces = listPlaces(contract, operation).flatMap((place) => [
    ...(place.required ? [absenceProbe(operation, place)] : []),
    ...keywords.flatMap((one) => keywordProbes(operation, place, one)),
  ]);
  const isTried = ({ demand, field }: Probe) => demand.outcome !== "accepted" || field === undefined || !isKnown(field);
  return [...ofPlaces.filter(isTried), ...bodyProbes(contract, operation)];
}

function absenceProbe(operation: ContractOperation, place: InputPlace): Probe {
  const text = "A request without it is refused, since it is required.";
  return {
    demand: demandAt(operation, place, "required-enforced", "422", place.pointer, text, absence),
    apply: place.remove,
  };
}

function keywordProbes(
  operation: ContractOperation,
  place: InputPlace,
  { keyword, check, values }: KeywordRow,
): Probe[] {
  const isListed = keyword === "enum" && stating(place.nodes, keyword) === undefined;
  const stated = stating(isListed ? place.items : place.nodes, keyword);
  if (stated === undefined) return [];
  const around = isListed ? { ...place, marks: [...place.marks, ...marksOn(place.items)] } : place;
  // That a value has its type and its format is stated; that one beyond a limit is refused may be assumed
  const isOfType = keyword === "type" || keyword === "format";
  const open: readonly OpenWord[] = isOfType ? shape(keyword) : [...shape(keyword), "refusal"];
  const probe = (value: unknown, demand: Demand): Probe => ({
    demand,
    field: place.name,
    apply: (input) => place.set(input, value),
  });
  const { inside = [], outside = [] } = values(stated.value as never, place);
  return [
    ...inside.map(([value, said]) =>
      probe(
        value,
        demandAt(operation, place, "limit-accepted", "accepted", stated.pointer, `${said} is accepted.`, anyShape),
      ),
    ),
    ...outside.map(([value, said, own = check]) =>
      probe(value, demandAt(operation, around, own, "422", stated.pointer, `${said}, and is refused.`, open)),
    ),
  ];
}

/** What is demanded at a place of the input; the excuse is what is open there, or where the whole input may stand elsewhere. */
function demandAt(
  { operation }: ContractOperation,
  { label, marks }: InputPlace,
  check: string,
  outcome: Outcome,
  pointer: string,
  text: string,
  open: readonly OpenWord[],
): Demand {
  // A server that reads its ids in one place only does not look at them in the other
  const assumption = excuse(marks, ...open) ?? excuse(operation["x-assumption"], "place");
  return { check, outcome, expected: { text: `${label}: ${text}`, pointer }, assumption };
}

/** What is wrong with a body as a whole: it is missing, is no object, or has fields together that exclude each other. */
function bodyProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const schema = bodySchema(contract, operation);
  const pointer = bodyPointer(operation);
  if (schema === undefined) return [];
  const mark = schema["x-assumption"];
  const refused = (check: string, text: string, at: string, assumption: string | undefined, apply: Probe["apply"]) => ({
    demand: { check, outcome: "422" as const, expected: { text, pointer: at }, assumption },
    apply,
  });
  const probes: Probe[] = [];
  if (operation.requestBody?.required) {
    const at = `${operationPointer(operation)}/requestBody/required`;
    const text = "A request without a body is refused, since it is required.";
    const open = excuse(mark, "presence");
    probes.push(refused("required-enforced", text, at, open, (input) => ({ ...input, body: undefined })));
  }
  const isJson = operation.requestBody?.bodies[0]?.mediaType === "application/json";
  for (const rawBody of isJson ? ["[7]", '{"verify": '] : []) {
    const text = "A body that is not a JSON object is refused.";
    probes.push(refused("type-enforced", text, `${pointer}/type`, undefined, (input) => ({ ...input, rawBody })));
  }
  const together = schema.not?.required ?? [];
  if (together.length === 0) return probes;
  const text = `${together.join(" and ")} together are refused, since they exclude each other.`;
  const isUuid = (name: string) =>
    listPlaces(contract, operation).some((place) => place.bodyPath[0] === name && stating(place.nodes, "format"));
  const values = Object.fromEntries(
    together.map((name) => [name, isUuid(name) ? "00000000-0000-4000-8000-000000000000" : "verify-both"]),
  );
  const open = excuse(mark, "refusal");
  const setBoth: Probe["apply"] = (input) => ({ ...input, body: { ...Object(input.body), ...values } });
  return [...probes, refused("exclusive-enforced", text, `${pointer}/not`, open, setBoth)];
}

/**
 * Requests without the right credential. The other host's real key is among them: a made-up one is refused by a server that
 * takes both as well.
 */
export function credentialProbes(operation: ContractOperation): Probe[] {
  const rows: readonly (readonly [check: string, credential: Credential, text: string])[] = [
    ["credential-required", "none", "A request without a credential is refused."],
    ["credential-enforced", "fabricated", "A request with a fabricated credential is refused."],
    ["credential-of-other-host-refused", "of the other host", "The other host's key is refused."],
    [
      "credential-of-other-host-refused",
      "of the other host in its own header",
      "The other host's key is refused, also in the header of this one.",
    ],
  ];
  const pointer = `${operationPointer(operation)}/security`;
  return (operation.security.length === 0 ? [] : rows).map(([check, credential, text]) => ({
    demand: { check, outcome: "401", expected: { text, pointer }, assumption: undefined },
    apply: (input) => input,
    credential,
  }));
}

/** Only an id can be unknown: any other name in a path may be one of few. */
const isId = ({ name }: Pick<InputPlace, "name">) => /_id$/.test(name);

/** Ids in the path that nothing has. */
export function unknownIdProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const notFound = operation.responses.find(({ status }) => status === "404");
  if (notFound === undefined) return [];
  const assumption = excuse(notFound.response["x-assumption"], "status");
  const ids = listPlaces(contract, operation).filter((place) => place.kind === "path" && isId(place));
  return ids.map((place) => {
    const isUuid = stating(place.nodes, "format")?.value === "uuid";
    const id = isUuid ? randomUUID() : `verify-unknown-${randomUUID()}`;
    const expected = { text: `An unknown \`${place.name}\` is not found.`, pointer: responsePointer(operation, "404") };
    const demand: Demand = { check: "unknown-id", outcome: "404", expected, assumption };
    return { demand, apply: (input) => place.set(input, id) };
  });
}

/** Media types that the operation does not document: what clients send by mistake, and what a parser may take for JSON. */
const otherMediaTypes = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

/**
 * Bodies of another media type than the documented one. That bodies are JSON is stated; that an upload is a form is assumed, so
 * that a server which takes it otherwise differs.
 */
export function mediaTypeProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const documented = (operation.requestBody?.bodies ?? []).map(({ mediaType }) => mediaType);
  const others = documented.length === 0 ? [] : otherMediaTypes.filter((one) => !documented.includes(one));
  const assumption = excuse(bodySchema(contract, operation)?.["x-assumption"], "encoding");
  const pointer = `${operationPointer(operation)}/requestBody/content`;
  // A body as JSON, a file by its name
  const write = (body: unknown) =>
    JSON.stringify(body ?? {}, (_, value: unknown) => (value instanceof FilePart ? value.name : value));
  return others.map((mediaType) => {
    const text = `A body of ${mediaType} is refused: the operation takes ${documented.join(" or ")}.`;
    return {
      demand: { check: "media-type-enforced", outcome: "422", expected: { text, pointer }, assumption },
      // What is valid but for its media type: a server that does not look at it takes the body
      apply: (input) => ({ ...input, mediaType, rawBody: write(input.body) }),
    };
  });
}

/** A hostile value, made of a plain one, and whether the contract leaves a server no way to take it. */
interface Hostile {
  readonly what: string;
  readonly isForbidden: boolean;
  make(plain: string): string;
}

/** A whole number as it is written: of this size it has no other exact form. */
const added = (to: string, power: bigint) => String((/^\d+$/.test(to) ? BigInt(to) : 1n) + 2n ** power);

/** What is hostile at a place; nothing where it is no single value. */
function hostileValues(place: InputPlace): Hostile[] {
  const { types, nodes, kind } = place;
  const states = (keyword: keyof Schema) => stating(nodes, keyword) !== undefined;
  if (types.includes("integer") || types.includes("number")) {
    const isForbidden = states("maximum") || states("enum");
    return [
      { what: "a number beyond 32 bits", isForbidden, make: (plain) => added(plain, 32n) },
      { what: "a number beyond 64 bits", isForbidden, make: (plain) => added(plain, 64n) },
      { what: "a number of 400 digits", isForbidden, make: () => "9".repeat(400) },
      { what: "NaN", isForbidden: true, make: () => "NaN" },
    ];
  }
  if (!types.includes("string") || types.includes("array") || types.includes("object")) return [];
  const isForbidden = states("format") || states("pattern") || states("enum") || (kind === "path" && isId(place));
  const days: Readonly<Record<string, readonly string[]>> = {
    date: ["0001-01-01", "9999-12-31"],
    "date-time": ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"],
  };
  const ends = days[stating(nodes, "format")?.value ?? ""] ?? [];
  return [
    // No header can carry a null byte
    ...(kind === "header" ? [] : [{ what: "a null byte", isForbidden, make: (plain: string) => `${plain}\u0000` }]),
    { what: "a text of hundreds of characters", isForbidden, make: (plain) => plain + "a".repeat(600) },
    ...ends.map((day): Hostile => ({ what: day, isForbidden: false, make: () => day })),
  ];
}

/** Hostile values at each place: refused where the contract allows no such value, and nowhere answered with a 5xx. */
export function hostileProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const probes = listPlaces(contract, operation).flatMap((place) =>
    (place.kind === "form" ? [] : hostileValues(place)).map(({ what, isForbidden, make }): Probe => {
      // What is hostile is added to what is valid: half of it is not looked at by a server that cuts it off
      const apply = (input: Input) => place.set(input, make(choosePlainValue(place, input)));
      if (!isForbidden) return tolerated(operation, `${what} in ${place.label}`, apply);
      const open = [...anyShape, "refusal"] as const;
      const text = `${what} is refused.`;
      return {
        demand: demandAt(operation, place, "hostile-input-refused", "refused", place.pointer, text, open),
        apply,
      };
    }),
  );
  if (operation.requestBody?.bodies[0]?.mediaType !== "application/json") return probes;
  const levels = 1000;
  const rawBody = `{"verify_unknown": ${"[".repeat(levels)}${"]".repeat(levels)}}`;
  return [...probes, tolerated(operation, `a body of ${levels} levels`, (input) => ({ ...input, rawBody }))];
}

/** Input of which nothing is stated: only an error of the server, or no answer, is a finding. */
function tolerated(operation: ContractOperation, what: string, apply: Probe["apply"]): Probe {
  const text = `Nothing is stated of ${what}: anything but an error of the server will do.`;
  const expected = { text, pointer: operationPointer(operation) };
  return { demand: { check: "no-server-error", outcome: "tolerated", expected, assumption: undefined }, apply };
}

/** Unknown parameters, fields and values, and a parameter that is given twice. */
export function toleranceProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const unknownQuery: Probe["apply"] = (input) => ({ ...input, query: { ...input.query, verify_unknown: "1" } });
  const unknownField: Probe["apply"] = (input) => ({
    ...input,
    body: { ...Object(input.body), verify_unknown: { deep: [null, "✓"] } },
  });
  const isJson = operation.requestBody?.bodies[0]?.mediaType === "application/json";
  return [
    tolerated(operation, "an unknown query parameter", unknownQuery),
    ...listPlaces(contract, operation).flatMap((place) => {
      const { label, kind, name, nodes, items } = place;
      const odd = (value: unknown) => tolerated(operation, `${label} = ${value}`, (input) => place.set(input, value));
      const values = stating([...nodes, ...items], "x-extensible-enum")?.value;
      const unknown = typeof values?.[0] === "number" ? 2_147_483_647 : "verify_unknown_value";
      const isQuery = kind === "query";
      const twice: Probe["apply"] = (input) => {
        const [first = ""] = [input.query[name] ?? choosePlainValue(place)].flat();
        return place.set(input, [first, first]);
      };
      return [
        ...(isQuery && name === "page" ? [odd(1_000_000)] : []),
        ...(values !== undefined && kind !== "path" ? [odd(isQuery && items.length > 0 ? [unknown] : unknown)] : []),
        ...(kind === "path" && !isId(place) ? [odd("verify-unknown ✓")] : []),
        ...(isQuery && items.length === 0 ? [tolerated(operation, `${label} twice`, twice)] : []),
      ];
    }),
    ...(isJson ? [tolerated(operation, "an unknown body field", unknownField)] : []),
  ];
}
