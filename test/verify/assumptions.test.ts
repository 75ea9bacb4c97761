// Which departures of a server `verify` excuses, and that it decides by what an assumption leaves open, not by its words.
import { describe, expect, test } from "vitest";
import type { OperationId } from "../../src/sandbox/domain/topic.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { reworded, rewritten, split } from "../reworded.ts";
import { oneOfEach } from "../run/depth.ts";
import type { Answer } from "./gallery/call.ts";
import { allFindings, verifyFault } from "./gallery/faults/run.ts";
import {
  answers,
  answersWith,
  changes,
  ignores,
  isGiven,
  misreads,
  refuses,
  refusesAt,
  sets,
  takesAs,
} from "./gallery/faults/stages.ts";
import type { Stages } from "./gallery/faults/wrong-server.ts";
import { contract } from "./gallery/routes.ts";

/** The contract with nothing but an x for every word of its assumptions: whatever is found here is found without them. */
const wordless = await readContract(reworded(contract.document, () => "x"));

/** The same, with nothing left open. */
const settled = await readContract(
  rewritten(wordless.document, "x-assumption", (mark) => ({ ...Object(mark), leaves_open: [] })),
);

/** Verifies one operation of a server that departs in one thing, and gives what was found: verdict and check. */
async function found(operation: OperationId, stages: Stages, against = wordless): Promise<string[]> {
  const fault = { ...stages, name: "departs", on: [operation] };
  const { report, crashes } = await verifyFault(fault, { contract: against, only: [operation] });
  expect(crashes).toEqual([]);
  const findings = allFindings(report);
  // A difference says which assumption it departs from
  for (const { verdict, assumption } of findings) {
    expect(assumption).toBe(verdict === "difference" ? "x, because x; it could be x." : undefined);
  }
  return [...new Set(findings.map(({ verdict, check }) => `${verdict} ${check}`))].sort();
}

/** Refused credentials with another answer. */
function refusal(change: (answer: Answer) => Answer): Stages {
  return { answer: (answer) => (answer.status === 401 ? change(answer) : answer) };
}

/** Takes whatever is refused of this parameter for no parameter. */
const unchecked = (name: string) => takesAs(`query ${name}`, isGiven, undefined);

/** Takes a number beyond its limits for the nearest one within them. */
function clamped(name: string, least: number, most: number): Stages {
  const isBeyond = (value: unknown) => typeof value === "number" && (value < least || value > most);
  return takesAs(`query ${name}`, isBeyond, (value: unknown) => Math.min(Math.max(Number(value), least), most));
}

const difference = (...checks: string[]) => checks.map((check) => `difference ${check}`);
const violation = (...checks: string[]) => checks.map((check) => `violation ${check}`);
const unexpected = (...checks: string[]) => checks.map((check) => `unexpected ${check}`);

type Departure = readonly [what: string, operation: OperationId, stages: Stages, found: readonly string[]];

describe("a server departs", () => {
  const html = (answer: Answer) => ({
    ...answer,
    headers: { "content-type": "text/html" },
    body: Buffer.from("<p>Who are you?</p>"),
  });

  const departures: readonly Departure[] = [
    ["403 for a refused credential", "listLabs", answersWith(403, 401), difference("documented-status")],
    ["400 for invalid input", "listMarkers", answersWith(400, 422), difference("documented-status")],
    ["410 for an unknown id", "resolveUser", answersWith(410, 404), difference("documented-status")],
    ["201 for a success", "createUser", answersWith(201, 200), difference("documented-status")],
    [
      "201 for a success, in HTML",
      "createUser",
      { answer: (answer) => (answer.status === 200 ? { ...html(answer), status: 201 } : answer) },
      [...difference("documented-status"), ...violation("content-type")],
    ],
    [
      "with the existing user of a conflict elsewhere in the body",
      "createUser",
      { answer: (answer) => (answer.status === 400 ? { ...answer, body: { detail: answer.body } } : answer) },
      difference("body-schema"),
    ],
    ["409 for the conflict, whose 400 is stated", "createUser", answersWith(409, 400), violation("documented-status")],
    ["an error body in HTML, while JSON is stated", "listLabs", refusal(html), violation("content-type")],
    ["an error body that is a list", "listLabs", refusal((a) => ({ ...a, body: [] })), difference("body-schema")],
    ["no error body", "listLabs", refusal((a) => ({ ...a, headers: {}, body: undefined })), difference("content-type")],
    [
      "a success in HTML",
      "listLabs",
      { answer: (answer) => (answer.status === 200 ? html(answer) : answer) },
      violation("content-type"),
    ],

    [
      "without a list that is required by assumption",
      "listUserConnections",
      sets("providers", undefined),
      difference("body-schema"),
    ],
    [
      "without `success`, which is required by assumption",
      "refreshUserData",
      sets("success", undefined),
      difference("body-schema"),
    ],
    [
      "without `failed_sources`, which is stated",
      "refreshUserData",
      sets("failed_sources", undefined),
      violation("body-schema"),
    ],
    [
      "with another type of `success`, which is stated",
      "refreshUserData",
      sets("success", "yes"),
      violation("body-schema"),
    ],
    ["without a team's `name`", "listOrganizationTeams", sets("teams/0/name", undefined), difference("body-schema")],
    ["without `teams`, which is stated", "listOrganizationTeams", sets("teams", undefined), violation("body-schema")],
    [
      "without `connected_sources` of a user, which is stated",
      "resolveUser",
      sets("connected_sources", undefined),
      violation("body-schema"),
    ],
    [
      "without `user_id` of a user, which is stated",
      "resolveUser",
      sets("user_id", undefined),
      violation("body-schema", "resolved-user-is-asked-one"),
    ],
    [
      "with null for a time zone that is stated not to be",
      "resolveUser",
      sets("fallback_time_zone", null),
      violation("body-schema"),
    ],
    [
      "without a field of that time zone",
      "resolveUser",
      sets("fallback_time_zone/id", undefined),
      difference("body-schema"),
    ],
    [
      "without the `name` of a connection, which could be left out",
      "listUserConnections",
      sets("providers/0/name", undefined),
      difference("body-schema"),
    ],
    [
      "without `error_details`, which could be left out",
      "listUserConnections",
      sets("providers/0/error_details", undefined),
      difference("body-schema"),
    ],
    [
      "with a text for `error_details`",
      "listUserConnections",
      sets("providers/0/error_details", "broken"),
      violation("body-schema"),
    ],
    [
      "without `hours`, which are shown and could be left out",
      "getPscInfo",
      sets("patient_service_centers/0/metadata/hours", undefined),
      difference("body-schema"),
    ],
    [
      "with a list for `hours`, of which only null is shown",
      "getPscInfo",
      sets("patient_service_centers/0/metadata/hours", []),
      difference("body-schema"),
    ],
    [
      "without `second_line`, which could be left out",
      "getPscInfo",
      sets("patient_service_centers/0/metadata/second_line", undefined),
      difference("body-schema"),
    ],

    [
      "with an `exchange_url` without the code",
      "createLinkCode",
      sets("exchange_url", "demo-app://link"),
      [...difference("exchange-url-carries-code"), ...violation("body-schema")],
    ],
    [
      "with an order that is only an id",
      "createOrder",
      answers((order) => ({ id: Reflect.get(Object(order), "id") })),
      difference("body-schema", "values-come-back"),
    ],
    ["with an object for a list that is stated", "listLabs", answers(() => ({})), violation("body-schema")],
    [
      "with summaries that are the whole answer",
      "listSleepSummaries",
      answers((body) => Reflect.get(Object(body), "sleep")),
      difference("body-schema"),
    ],
    [
      "with a source that has nothing but an app",
      "listSleepSummaries",
      sets("sleep/0/source", { app_id: "a" }),
      difference("body-schema"),
    ],
    ["with a source that is empty", "listSleepSummaries", sets("sleep/0/source", {}), difference("body-schema")],
    [
      "13 days of slots at service centers",
      "getPscAppointmentAvailability",
      answers(shorter),
      difference("body-schema", "slots-from-start-date"),
    ],
    [
      "13 days of slots at home",
      "getPhlebotomyAppointmentAvailability",
      answers(shorter),
      [...difference("body-schema"), ...violation("slots-from-start-date")],
    ],
    ...(
      [
        ["one flat list of slots", (days) => days.flatMap(twoSlots)],
        ["one flat list of slots in `slots`", (days) => ({ slots: days.flatMap(twoSlots) })],
        ["slots that name no day", (days) => ({ slots: days.flatMap(() => [{ at: "08:00" }, { at: "09:00" }]) })],
        ["slots that are texts", (days) => ({ slots: days.flatMap(() => ["08:00", "09:00"]) })],
        ["a map of days", (days) => ({ slots: Object.fromEntries(days.map((day) => [String(dateOf(day)), []])) })],
      ] satisfies [string, (days: readonly unknown[]) => unknown][]
    ).map(
      ([what, change]): Departure => [
        `with ${what}, where only the 14 days are stated`,
        "getPhlebotomyAppointmentAvailability",
        answers((body) => change(daysOf(body))),
        difference("body-schema"),
      ],
    ),

    [
      "taking any text for an id that is a UUID by assumption",
      "listLabAccounts",
      unchecked("lab_account_id"),
      difference("format-enforced", "hostile-input-refused"),
    ],
    [
      "taking any text for `start_date`, which could be a date-time",
      "getPhlebotomyAppointmentAvailability",
      unchecked("start_date"),
      difference("format-enforced", "hostile-input-refused"),
    ],
    [
      "with results of a lab report that are texts, while objects are stated",
      "getLabReportParsingJob",
      sets("results/0", "low"),
      violation("body-schema"),
    ],
    [
      "taking any region: its values are stated, that others are refused is not",
      "listOrganizationTeams",
      unchecked("region"),
      difference("enum-enforced"),
    ],
    [
      "taking any radius: its values are stated, that others are refused is not, nor their type",
      "getPscInfo",
      unchecked("radius"),
      difference("enum-enforced", "hostile-input-refused", "type-enforced"),
    ],
    [
      "clamping a size",
      "listLabTestMarkers",
      clamped("size", 1, 100),
      difference("hostile-input-refused", "limit-enforced"),
    ],
    ["clamping a page", "listLabTestMarkers", clamped("page", 1, Infinity), difference("limit-enforced")],
    [
      "clamping a time-out",
      "refreshUserData",
      clamped("timeout", 5, 60),
      difference("hostile-input-refused", "limit-enforced"),
    ],
    [
      "refusing a size that is allowed",
      "listLabTestMarkers",
      refusesAt("query size", 100),
      violation("limit-accepted"),
    ],
    [
      "reading only the body of an undo",
      "undoUserDeletion",
      refuses(({ query }) => Object.keys(query).length > 0),
      difference("undo-restores-user"),
    ],
    [
      "reading only the query of an undo",
      "undoUserDeletion",
      refuses(({ bytes }) => bytes.length > 0),
      difference("undo-takes-body"),
    ],
    [
      "taking no notice of the query of an undo",
      "undoUserDeletion",
      changes(() => ({ query: {} })),
      difference("documented-status", "undo-restores-user"),
    ],
    [
      "taking no notice of the body of an undo",
      "undoUserDeletion",
      changes(({ bytes }) => (bytes.length > 0 ? { body: {} } : {})),
      difference("documented-status", "undo-takes-body"),
    ],
    [
      "refusing an undo by the query and by the body",
      "undoUserDeletion",
      refuses(() => true),
      [...difference("undo-restores-user", "undo-takes-body"), ...violation("valid-input")],
    ],
    [
      "with a bare list of the markers of all labs, of which nothing but the filter is stated",
      "listMarkers",
      answers((page) => Reflect.get(Object(page), "markers")),
      difference("body-schema"),
    ],
    [
      "with the markers of all labs under another name",
      "listMarkers",
      answers((page) => ({ data: Reflect.get(Object(page), "markers") })),
      difference("body-schema"),
    ],
    [
      "ignoring all but the filter when it lists the markers of all labs",
      "listMarkers",
      changes(({ query }) => ({ query: query["lab_slug"] === undefined ? {} : { lab_slug: query["lab_slug"] } })),
      difference(
        "format-enforced",
        "hostile-input-refused",
        "lab-slug-filter",
        "limit-enforced",
        "pages-hold-the-list",
        "type-enforced",
      ),
    ],
    [
      "ignoring the page and the size of the markers of a lab test",
      "listLabTestMarkers",
      ignores("page", "size"),
      [...difference("pages-hold-the-list"), ...unexpected("pages-hold-the-list")],
    ],
    [
      "refusing an order without the address: which fields are required is not shown",
      "createOrder",
      refuses(({ body }) => !Object.hasOwn(Object(body), "patient_address")),
      [],
    ],
    [
      "with an order for each call, whatever its idempotency key",
      "createOrder",
      misreads(({ request }) => ({
        request: { ...request, headers: { ...request.headers, "idempotency-key": undefined } },
      })),
      difference("order-not-duplicated"),
    ],
    [
      "with 409 for an operation whose path is assumed",
      "listMarkers",
      answersWith(409, 200),
      difference("valid-input"),
    ],
    ["with 409 for an operation whose path is stated", "listLabs", answersWith(409, 200), violation("valid-input")],

    [
      "with a field that is not in the contract",
      "listLabs",
      answers((labs) => (Array.isArray(labs) ? labs.map((lab) => ({ ...lab, further: [] })) : labs)),
      [],
    ],
    ["with a value that is not among the known ones", "listUserConnections", sets("providers/0/status", "resting"), []],
  ];

  // Of those that only the schema of a body shows one of each operation: they differ in the field, not in what decides
  const isOfSchema = ([, , , wanted]: Departure) => wanted.length === 1 && wanted[0]?.endsWith(" body-schema");
  const ofSchema = oneOfEach(departures.filter(isOfSchema), ([, operation]) => operation);
  const others = departures.filter((departure) => !isOfSchema(departure));

  test.each([...ofSchema, ...others])("%s", async (_, operation, stages, wanted) => {
    expect(await found(operation, stages)).toEqual(wanted);
  });

  // Where an assumption comes near something stated
  const subtle: readonly Departure[] = [
    [
      "without `fallback_time_zone` of a user, which is stated",
      "resolveUser",
      sets("fallback_time_zone", undefined),
      violation("body-schema"),
    ],
    [
      "with null for `second_line`, whose type is stated",
      "getPscInfo",
      sets("patient_service_centers/0/metadata/second_line", null),
      violation("body-schema"),
    ],
    [
      "with a text for `total`, whose type is stated",
      "listLabTestMarkers",
      sets("total", "many"),
      violation("body-schema"),
    ],
    [
      "without `last_event`, which could be left out",
      "createOrder",
      sets("last_event", undefined),
      difference("body-schema"),
    ],
  ];

  test.each(oneOfEach(subtle, ([, , , wanted]) => wanted.join()))("%s", async (_, operation, stages, wanted) => {
    expect(await found(operation, stages)).toEqual(wanted);
  });
});

test("a server that departs from an assumption that leaves nothing open breaks the contract", async () => {
  expect(await found("listLabs", answersWith(403, 401), settled)).toEqual(violation("documented-status"));
  expect(await found("createUser", answersWith(201, 200), settled)).toEqual(violation("documented-status"));
});

/** Fields that are required by assumption only, though a check of stated behaviour reads them where they are. */
const required: readonly (readonly [operation: OperationId, name: string])[] = [
  ["createUser", "user_id"],
  ["undoUserDeletion", "success"],
  ["refreshUserData", "user_id"],
  ["createLinkCode", "code"],
  ["createLinkCode", "exchange_url"],
  ["createLinkCode", "expires_at"],
  ["getPscInfo", "lab_id"],
  ["getPscInfo", "capabilities"],
  ["getAreaInfo", "zip_code"],
  ["getAreaInfo", "radius"],
];
test.each(oneOfEach(required, ([operation]) => operation))(
  "a server whose %s leaves out `%s` only differs",
  async (operation, name) => {
    expect(
      await found(
        operation,
        answers((body) => withoutAny(name, body)),
      ),
    ).toEqual(difference("body-schema"));
  },
);

/** A JSON value without the fields of this name. */
function withoutAny(name: string, value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => (key === name ? undefined : inner));
}

/** The days of availability. */
function daysOf(availability: unknown): readonly unknown[] {
  const slots: unknown = Reflect.get(Object(availability), "slots");
  return Array.isArray(slots) ? slots : [];
}

/** Availability without its last day. */
function shorter(availability: unknown): unknown {
  return { ...Object(availability), slots: daysOf(availability).slice(0, -1) };
}

function dateOf(day: unknown): unknown {
  return Reflect.get(Object(day), "date");
}

/** Two slots of a day. */
function twoSlots(day: unknown): unknown[] {
  const date = dateOf(day);
  return [
    { date, at: "08:00" },
    { date, at: "09:00" },
  ];
}

test.each<Departure>([
  ["another status", "placeOrder", answersWith(202, 200), difference("documented-status")],
  ["another body", "placeOrder", answers(() => []), difference("body-schema")],
  [
    "an error body that is a list",
    "listLabs",
    refusal((answer) => ({ ...answer, body: [] })),
    difference("body-schema"),
  ],
])(
  "several assumptions on one node excuse what one does that leaves as much open: %s",
  async (_, operation, stages, checks) => {
    const several = await readContract(split(wordless.document));
    expect(await found(operation, stages, several)).toEqual(await found(operation, stages));
    expect(await found(operation, stages, several)).toEqual(expect.arrayContaining([...checks]));
  },
);
