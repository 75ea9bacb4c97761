// Probes beside valid input: credentials, values inside and outside of what each keyword allows, and input of which no schema says anything.
import { randomUUID } from "node:crypto";
import { type ApplicableSchemas, type ContractOperation, excuse, type OpenWord } from "../../shared/contract/index.ts";
import { findDataName } from "../operations.ts";
import type { Credential } from "../sending/keys.ts";
import { FilePart, type Input } from "../sending/request.ts";
import type { Expectation } from "../verdicts/deviation.ts";
import type { Demand, Outcome } from "../verdicts/judge.ts";
import { absence, anyShape, shape } from "../verdicts/open-words.ts";
import { choosePlainValue, type InputPlace } from "./input-places.ts";
import { keywordValues } from "./keyword-values.ts";

/** A change of valid input, and what the changed input is to be answered with. */
export interface Probe {
  readonly demand: Demand;
  readonly credential?: Credential;
  apply(input: Input): Input;
}

type Apply = Probe["apply"];

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

/** Every probe of an operation: of its credential, of each place of its input, and of its body as a whole. */
export function* listProbes(
  operation: ContractOperation,
  places: readonly InputPlace[],
  body: ApplicableSchemas,
): Generator<Probe> {
  const pointer = `${operation.pointer}/security`;
  for (const [check, credential, text] of operation.security.length === 0 ? [] : credentials) {
    yield { ...makeProbe(check, "401", { text, pointer }, (input) => input), credential };
  }
  for (const place of places) {
    yield* listIdProbes(operation, place);
    yield* listKeywordProbes(operation, place);
    yield* listOddProbes(operation, place);
  }
  yield* listBodyProbes(operation, places, body);
  const withUnknown: Apply = (input) => ({ ...input, query: { ...input.query, verify_unknown: "1" } });
  yield makeTolerated(operation, "an unknown query parameter", withUnknown);
}

function makeProbe(check: string, outcome: Outcome, expected: Expectation, apply: Apply): Probe {
  return { demand: { check, outcome, expected }, apply };
}

/** Input of which nothing is stated: only an error of the server, or no answer, is a finding. */
function makeTolerated({ pointer }: ContractOperation, what: string, apply: Apply): Probe {
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

/** Only an id can be unknown: any other name in a path may be one of few. */
const isId = ({ name, kind }: InputPlace) => kind === "path" && name.endsWith("_id");

/** An id in the path that nothing has. */
function* listIdProbes({ responses }: ContractOperation, place: InputPlace): Generator<Probe> {
  const notFound = responses.find(({ status }) => status === "404");
  if (notFound === undefined || !isId(place)) return;
  const { pointer, response } = notFound;
  const isUuid = place.schemas.find("format")?.value === "uuid";
  const id = isUuid ? randomUUID() : `verify-unknown-${randomUUID()}`;
  const text = `An unknown \`${place.name}\` is not found.`;
  const expected = { text, pointer, assumption: excuse(response["x-assumption"], "status"), isUnstated: true };
  yield makeProbe("unknown-id", "404", expected, (input) => place.set(input, id));
}

/** The input without what is required, and with the values of each keyword. */
function* listKeywordProbes(operation: ContractOperation, place: InputPlace): Generator<Probe> {
  const { kind, name, schemas, items, required } = place;
  if (required && kind !== "path") {
    const expected = expectAt(operation, place, "A request without it is refused, since it is required.", absence);
    yield makeProbe("required-enforced", "422", expected, (input) => place.set(input, undefined));
  }
  // Where only what the server knows is valid, no other value is accepted
  const isKnown = findDataName(operation, name) !== undefined;
  for (const [key, listValues] of Object.entries(keywordValues)) {
    const keyword = key as keyof typeof keywordValues;
    // A list of such values is asked for with one of them
    const isListed = keyword === "enum" && schemas.find(keyword) === undefined;
    const stated = (isListed ? items : schemas).find(keyword);
    if (stated === undefined) continue;
    const marks = isListed ? [...place.marks, ...items.marks] : place.marks;
    const at = { ...place, pointer: stated.pointer, marks };
    const set = (value: unknown) => (input: Input) => place.set(input, isListed ? [value] : value);
    const { inside = [], outside = [] } = listValues(stated.value as never, place);
    // A listed value is stated, and in a query it is the same text whatever its type
    const accepted = keyword === "enum" && kind === "query" ? [] : anyShape;
    for (const [value, said] of isKnown ? [] : inside) {
      const expected = expectAt(operation, at, `${said} is accepted.`, accepted);
      yield makeProbe("limit-accepted", "accepted", expected, set(value));
    }
    // That a value has its type and its format is stated; that one beyond a limit is refused may be assumed
    const refused = /^(type|format)$/.test(keyword) ? shape(keyword) : [...shape(keyword), "refusal" as const];
    for (const [value, said, check = "limit-enforced"] of outside) {
      yield makeProbe(check, "422", expectAt(operation, at, `${said}, and is refused.`, refused), set(value));
    }
  }
}

/** Hostile values: refused where the contract allows no such value, and nowhere answered with a 5xx; unknown values; a parameter twice. */
function* listOddProbes(operation: ContractOperation, place: InputPlace): Generator<Probe> {
  const { label, kind, name, schemas, items } = place;
  const kinds = listKinds(place);
  const stated = kinds.includes("number") ? (["maximum", "enum"] as const) : (["format", "pattern", "enum"] as const);
  const isLimited = isId(place) || stated.some((keyword) => schemas.find(keyword) !== undefined);
  for (const [what, of, make, isForbidden = isLimited] of hostile) {
    if (!kinds.includes(of) || (what === "a null byte" && kind === "header")) continue;
    const apply: Apply = (input) => place.set(input, make(choosePlainValue(place, input)));
    const expected = expectAt(operation, place, `${what} is refused.`, [...anyShape, "refusal"]);
    yield isForbidden
      ? makeProbe("hostile-input-refused", "refused", { ...expected, isUnstated: true }, apply)
      : makeTolerated(operation, `${what} in ${label}`, apply);
  }
  const odd = (value: unknown) => makeTolerated(operation, `${label} = ${value}`, (input) => place.set(input, value));
  const [isQuery, isList] = [kind === "query", items.nodes.length > 0];
  if (isQuery && name === "page") yield odd(1_000_000);
  if (kind === "path" && !isId(place)) yield odd("verify-unknown ✓");
  const known = (schemas.find("x-extensible-enum") ?? items.find("x-extensible-enum"))?.value;
  const unknown = typeof known?.[0] === "number" ? 2_147_483_647 : "verify_unknown_value";
  if (kind !== "path" && known !== undefined) yield odd(isQuery && isList ? [unknown] : unknown);
  if (isQuery && !isList) {
    yield makeTolerated(operation, `${label} twice`, (input) => {
      const value = choosePlainValue(place, input);
      return place.set(input, [value, value]);
    });
  }
}

/** Media types that clients send by mistake, and what a parser may take for JSON. */
const otherMediaTypes = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

const levels = 1000;
const deep = `{"verify_unknown": ${"[".repeat(levels)}${"]".repeat(levels)}}`;

/** Probes of a body as a whole: it is missing, is not an object, is called something else, has fields that exclude each other. */
function* listBodyProbes(
  operation: ContractOperation,
  places: readonly InputPlace[],
  body: ApplicableSchemas,
): Generator<Probe> {
  if (operation.requestBody === undefined) return;
  const { bodies, pointer, required } = operation.requestBody;
  const documented = bodies.map(({ mediaType }) => mediaType);
  const refuse = (check: string, text: string, at: string, open: readonly OpenWord[], apply: Apply) =>
    makeProbe(check, "422", { text, pointer: at, assumption: excuse(body.marks, ...open) }, apply);
  if (required) {
    const text = "A request without a body is refused, since it is required.";
    const without: Apply = (input) => ({ ...input, body: undefined });
    yield refuse("required-enforced", text, `${pointer}/required`, ["presence"], without);
  }
  const exclusive = body.find("not");
  const together = exclusive?.value.required ?? [];
  const excluding = places.filter(({ path }) => path.length === 2 && together.includes(path[1] ?? ""));
  if (exclusive !== undefined && excluding.length > 0) {
    const text = `${together.join(" and ")} together are refused, since they exclude each other.`;
    const all: Apply = (given) => excluding.reduce((input, place) => place.set(input, choosePlainValue(place)), given);
    yield refuse("exclusive-enforced", text, exclusive.pointer, ["refusal"], all);
  }
  for (const mediaType of otherMediaTypes.filter((one) => !documented.includes(one))) {
    const text = `A body of ${mediaType} is refused: the operation takes ${documented.join(" or ")}.`;
    // Valid but for its media type, a file by its name: a server that does not look at the type takes the body. That an upload is a form is assumed
    const write = (value: unknown) =>
      JSON.stringify(value ?? {}, (_, part: unknown) => (part instanceof FilePart ? part.name : part));
    const apply: Apply = (input) => ({ ...input, mediaType, rawBody: write(input.body) });
    yield refuse("media-type-enforced", text, `${pointer}/content`, ["encoding"], apply);
  }
  if (documented[0] !== "application/json") return;
  for (const rawBody of ["[7]", '{"verify": ']) {
    const text = "A body that is not a JSON object is refused.";
    yield refuse("type-enforced", text, body.find("type")?.pointer ?? pointer, [], (input) => ({ ...input, rawBody }));
  }
  yield makeTolerated(operation, `a body of ${levels} levels`, (input) => ({ ...input, rawBody: deep }));
  yield makeTolerated(operation, "an unknown body field", (input) => ({
    ...input,
    body: { ...Object(input.body), verify_unknown: { deep: [null, "✓"] } },
  }));
}
