// Lists the invalid and unusual requests that `verify` sends to an operation, and how each is to be answered.
import { randomUUID } from "node:crypto";
import { excuse, findProblem, type OpenWord, type Schema } from "../../shared/contract/index.ts";
import { findDataName } from "../operations.ts";
import type { Credential } from "../sending/keys.ts";
import { FilePart, type Input } from "../sending/request.ts";
import type { Expectation } from "../verdicts/deviation.ts";
import { type Demand, type Outcome, tolerance } from "../verdicts/judge.ts";
import { absence, anyShape, listShapeWords } from "../verdicts/open-words.ts";
import { describeValue, listHostileValues, listLimits, listStrangers, unknownText } from "./candidates.ts";
import { choosePlainValue, type InputPlace, type PlannedInput } from "./input-places.ts";

/** A change of valid input, and what the changed input is to be answered with. */
export interface Probe {
  readonly demand: Demand;
  readonly credential?: Credential;
  apply(input: Input): Input;
}

type Apply = Probe["apply"];

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
export function* listProbes(plan: PlannedInput): Generator<Probe> {
  const pointer = `${plan.pointer}/security`;
  for (const [check, credential, text] of plan.security.length === 0 ? [] : credentials) {
    yield { ...makeProbe(check, "401", { text, pointer }, (input) => input), credential };
  }
  for (const place of plan.places) {
    yield* listIdProbes(plan, place);
    yield* listPlaceProbes(plan, place);
  }
  yield* listBodyProbes(plan);
  yield tolerate((input) => ({ ...input, query: { ...input.query, verify_unknown: "1" } }));
}

function makeProbe(check: string, outcome: Outcome, expected: Expectation, apply: Apply): Probe {
  return { demand: { check, outcome, expected }, apply };
}

/** A probe of which nothing is stated: only a 5xx, or no answer, is a finding. */
const tolerate = (apply: Apply): Probe => ({ demand: tolerance, apply });

/** Is a place an id in the path? A name such as that of a provider is one of few known ones. */
const isId = ({ name, kind }: InputPlace) => kind === "path" && name.endsWith("_id");

/** An id in the path that nothing has. */
function* listIdProbes({ responses }: PlannedInput, place: InputPlace): Generator<Probe> {
  const notFound = responses.find(({ status }) => status === "404");
  if (notFound === undefined || !isId(place)) return;
  const { pointer, response } = notFound;
  const isUuid = place.schemas.find("format")?.value === "uuid";
  const id = isUuid ? randomUUID() : `verify-unknown-${randomUUID()}`;
  const text = `An unknown \`${place.name}\` is not found.`;
  const expected = { text, pointer, assumption: excuse(response["x-assumption"], "status"), isUnstated: true };
  yield makeProbe("unknown-id", "404", expected, (input) => place.set(input, id));
}

/** Checks that hold a server to a keyword; the others are `limit-enforced`. */
const ownChecks = ["type", "format", "enum", "pattern"];

/** Probes of a place: without it, twice, and with values of which its schema says whether they are allowed. */
function* listPlaceProbes(plan: PlannedInput, place: InputPlace): Generator<Probe> {
  const { document, operation } = plan;
  const { kind, name, label, schemas, items, required } = place;
  const isList = items.nodes.length > 0;
  const wrap = (value: unknown) => (isList ? [value] : value);
  const set = (value: unknown) => (input: Input) => place.set(input, wrap(value));
  const findProblemIn = (value: unknown) => findProblem(document, schemas.nodes[0]?.value ?? {}, value);
  // A server that reads its ids in the body, for example, ignores those in the query
  const expect = (said: string, open: readonly OpenWord[], pointer = place.pointer): Expectation => ({
    text: `${label}: ${said}`,
    pointer,
    assumption: excuse([...place.marks, ...items.marks], ...open) ?? excuse(operation["x-assumption"], "place"),
  });

  if (required && kind !== "path") {
    const expected = expect("A request without it is refused, since it is required.", absence);
    yield makeProbe("required-enforced", "422", expected, (input) => place.set(input, undefined));
  }
  const limits = listLimits(place);
  for (const value of [...limits, ...listStrangers(place)]) {
    const problem = findProblemIn(wrap(value));
    if (problem !== undefined) {
      const keyword = problem.keyword as keyof Schema;
      const stated = schemas.find(keyword) ?? items.find(keyword);
      const said = `${describeValue(value)} is refused, by \`${keyword}: ${JSON.stringify(stated?.value)}\`.`;
      // Types and formats are stated; the refusal of a value beyond a limit may be an assumption
      const open = /^(type|format)$/.test(keyword) ? [] : ["refusal" as const];
      const expected = expect(said, [...listShapeWords(keyword), ...open], stated?.pointer);
      const check = ownChecks.includes(keyword) ? `${keyword}-enforced` : "limit-enforced";
      yield makeProbe(check, "422", expected, set(value));
    } else if (value === unknownText) {
      yield tolerate(set(value));
      // An id that the server has to know is accepted with no other value
    } else if (findDataName(plan, name) === undefined && limits.includes(value)) {
      // The values of an enum are stated, and in a query their type makes no difference
      const isStated = kind === "query" && (schemas.find("enum") ?? items.find("enum")) !== undefined;
      const expected = expect(`${describeValue(value)} is accepted.`, isStated ? [] : anyShape);
      yield makeProbe("limit-accepted", "accepted", expected, set(value));
    }
  }
  for (const make of listHostileValues(place)) {
    const apply: Apply = (input) => place.set(input, make(choosePlainValue(place, input)));
    const plain = make(choosePlainValue(place));
    // In JavaScript the largest numbers are infinite
    const value = schemas.types.includes("string") ? plain : Math.min(Number(plain), Number.MAX_VALUE);
    const expected = expect(`${describeValue(plain)} is refused.`, [...anyShape, "refusal"]);
    const isForbidden = isId(place) || findProblemIn(value) !== undefined;
    yield isForbidden
      ? makeProbe("hostile-input-refused", "refused", { ...expected, isUnstated: true }, apply)
      : tolerate(apply);
  }
  if (kind === "query" && !isList) {
    yield tolerate((input) => {
      const value = choosePlainValue(place, input);
      return place.set(input, [value, value]);
    });
  }
}

/** Media types that clients send by mistake. */
const otherMediaTypes = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

/** A body of a thousand levels. */
const deep = `{"verify_unknown": ${"[".repeat(1000)}${"]".repeat(1000)}}`;

/** Probes of a body as a whole: it is missing, is not an object, is called something else. */
function* listBodyProbes({ requestBody, body }: PlannedInput): Generator<Probe> {
  if (requestBody === undefined) return;
  const { bodies, pointer, required } = requestBody;
  const documented = bodies.map(({ mediaType }) => mediaType);
  const refuse = (check: string, text: string, at: string, open: readonly OpenWord[], apply: Apply) =>
    makeProbe(check, "422", { text, pointer: at, assumption: excuse(body.marks, ...open) }, apply);
  if (required) {
    const text = "A request without a body is refused, since it is required.";
    const without: Apply = (input) => ({ ...input, body: undefined });
    yield refuse("required-enforced", text, `${pointer}/required`, ["presence"], without);
  }
  for (const mediaType of otherMediaTypes.filter((one) => !documented.includes(one))) {
    const text = `A body of ${mediaType} is refused: the operation takes ${documented.join(" or ")}.`;
    // The body is valid but for its media type, so that a server that ignores the type accepts it. That an upload is a form is assumed
    const write = (value: unknown) =>
      JSON.stringify(value ?? {}, (_, part: unknown) => (part instanceof FilePart ? part.filename : part));
    const apply: Apply = (input) => ({ ...input, mediaType, rawBody: write(input.body) });
    yield refuse("media-type-enforced", text, `${pointer}/content`, ["encoding"], apply);
  }
  if (documented[0] !== "application/json") return;
  for (const rawBody of ["[7]", '{"verify": ']) {
    const text = "A body that is not a JSON object is refused.";
    yield refuse("type-enforced", text, body.find("type")?.pointer ?? pointer, [], (input) => ({ ...input, rawBody }));
  }
  yield tolerate((input) => ({ ...input, rawBody: deep }));
  yield tolerate((input) => ({
    ...input,
    body: { ...Object(input.body), verify_unknown: { deep: [null, "✓"] } },
  }));
}
