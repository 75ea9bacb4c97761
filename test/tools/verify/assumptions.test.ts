// What `verify` reads out of each assumption of the contract, and which departures of a server it excuses by it.
import { describe, expect, test } from "vitest";
import type { OperationId, Schema } from "../../../src/tools/contract/index.ts";
import {
  excusesBody,
  excusesCount,
  excusesEmptyBody,
  excusesLeavingOut,
  excusesMissing,
  excusesNoBody,
  excusesPlace,
  excusesShape,
  excusesShapeOf,
} from "../../../src/tools/verify/judging/assumptions.ts";
import { effects } from "./assumption-effects.ts";
import type { Answer } from "./gallery/call.ts";
import { allFindings, verifyFault } from "./gallery/faults/run.ts";
import { misreads, takes } from "./gallery/faults/stages.ts";
import type { Stages } from "./gallery/faults/wrong-server.ts";
import { contract } from "./gallery/routes.ts";

/** An assumption of the contract. */
interface Assumption {
  /** Where it stands, without the words that say nothing: `User.ingestion_start`, `createUser 200`. */
  readonly place: string;
  readonly text: string;
  readonly kind: "operation" | "response" | "other";
  readonly node: Schema;
}

function assumptions(): Assumption[] {
  const ids = new Map(contract.operations.map(({ id, path, method }) => [`paths ${path} ${method}`, id]));
  const found: Assumption[] = [];
  const walk = (node: unknown, path: readonly string[]) => {
    if (typeof node !== "object" || node === null) return;
    const text: unknown = Reflect.get(node, "x-assumption");
    if (typeof text === "string") {
      const id = ids.get(path.slice(0, 3).join(" "));
      const below = id === undefined ? path.slice(2) : [id, ...path.slice(3)];
      const name: unknown = path.at(-2) === "parameters" && id !== undefined ? Reflect.get(node, "name") : undefined;
      if (typeof name === "string") below.splice(-2, 2, name);
      const words = below.filter((word) => !["properties", "responses", "allOf"].includes(word));
      const separator = id === undefined ? "." : " ";
      const kind =
        id !== undefined && path.length === 3 ? "operation" : path.at(-2) === "responses" ? "response" : "other";
      found.push({ place: words.join(separator), text, kind, node });
    }
    for (const [name, value] of Object.entries(node)) walk(value, [...path, name]);
  };
  walk(contract.document, []);
  return found;
}

/** What an assumption excuses, by the predicates that are asked of its kind; with the fields that it is about. */
function readingOf({ text, kind, node }: Assumption): { effect: string; fields: readonly string[] }[] {
  const properties = Object.keys(node.properties ?? {});
  // A parameter has a flag of this name
  const required = Array.isArray(node.required) ? node.required : [];
  const readings: Record<Assumption["kind"], Record<string, boolean | readonly string[]>> = {
    operation: { "another place": excusesPlace(text), "another number": excusesCount(text) },
    response: { "another body": excusesBody(text) },
    other: {
      "another shape": excusesShape(text, properties),
      "another shape of fields": properties.filter((name) => excusesShapeOf(text, name)),
      "missing fields": required.filter((name) => excusesMissing(text, name)),
      "its own absence": excusesLeavingOut(text),
      "an empty body": excusesEmptyBody(text),
      "a request without a body": excusesNoBody(text),
    },
  };
  return Object.entries(readings[kind]).flatMap(([effect, is]) => {
    if (typeof is === "boolean") return is ? [{ effect, fields: [] }] : [];
    const all = effect === "missing fields" && is.length === required.length;
    return is.length === 0 ? [] : [{ effect, fields: all ? ["any"] : is }];
  });
}

describe("each assumption of the contract", () => {
  test("excuses what is listed here, and nothing else", () => {
    const found: Record<string, string[]> = {};
    for (const one of assumptions()) {
      for (const { effect, fields } of readingOf(one)) {
        found[effect] ??= [];
        found[effect].push(fields.length === 0 ? one.place : `${one.place}: ${fields.join(", ")}`);
      }
    }
    expect(found).toEqual(effects);
  });

  test("that says no more of a response is about its status", () => {
    for (const one of assumptions()) {
      if (one.kind === "response" && readingOf(one).length === 0)
        expect(one.text).toMatch(/^Status \d{3} was chosen\b/);
    }
  });
});

/** Verifies one operation of a server that departs in one thing, and tells what was found: verdict and check. */
async function found(operation: OperationId, stages: Stages): Promise<string[]> {
  const fault = { ...stages, name: "departs", on: [operation] };
  const { report, crashes } = await verifyFault(fault, { only: [operation] });
  expect(crashes).toEqual([]);
  const findings = allFindings(report);
  // A difference says which assumption it departs from
  for (const { verdict, assumption } of findings) expect(assumption !== undefined).toBe(verdict === "difference");
  return [...new Set(findings.map(({ verdict, check }) => `${verdict} ${check}`))].sort();
}

/** Another status wherever there was this one. */
function status(from: number, to: number): Stages {
  return { answer: (answer) => (answer.status === from ? { ...answer, status: to } : answer) };
}

/** Refused credentials with another answer. */
function refusal(change: (answer: Answer) => Answer): Stages {
  return { answer: (answer) => (answer.status === 401 ? change(answer) : answer) };
}

/** Successes with another body. */
function success(change: (body: unknown) => unknown): Stages {
  return { answer: (answer) => (answer.status === 200 ? { ...answer, body: change(answer.body) } : answer) };
}

/** Successes with another value at a path of fields, where there is one; without it when the value is undefined. */
function field(value: unknown, ...path: readonly (string | number)[]): Stages {
  return success((body) => {
    const holder = path.slice(0, -1).reduce<unknown>((node, name) => Reflect.get(Object(node), name), body);
    const name = path.at(-1) ?? "";
    if (typeof holder === "object" && holder !== null && name in holder) {
      if (value === undefined) Reflect.deleteProperty(holder, name);
      else Reflect.set(holder, name, value);
    }
    return body;
  });
}

/** Takes whatever is refused of this parameter for no parameter. */
function unchecked(name: string): Stages {
  return takes(
    ({ query }) => query[name] !== undefined,
    ({ query }) => ({ query: { ...query, [name]: undefined } }),
  );
}

const difference = (...checks: string[]) => checks.map((check) => `difference ${check}`);
const violation = (...checks: string[]) => checks.map((check) => `violation ${check}`);

type Departure = readonly [what: string, operation: OperationId, stages: Stages, found: readonly string[]];

describe("a server departs", () => {
  const html = (answer: Answer) => ({
    ...answer,
    headers: { "content-type": "text/html" },
    body: Buffer.from("<p>Who are you?</p>"),
  });

  const departures: readonly Departure[] = [
    ["403 for a refused credential", "listLabs", status(401, 403), difference("documented-status")],
    ["400 for invalid input", "listMarkers", status(422, 400), difference("documented-status")],
    ["410 for an unknown id", "resolveUser", status(404, 410), difference("documented-status")],
    ["201 for a success", "createUser", status(200, 201), difference("documented-status")],
    ["409 for the conflict, whose 400 is stated", "createUser", status(400, 409), violation("documented-status")],
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
      field(undefined, "providers"),
      difference("body-schema"),
    ],
    [
      "without `success`, which is required by assumption",
      "refreshUserData",
      field(undefined, "success"),
      difference("body-schema"),
    ],
    [
      "without `failed_sources`, which is stated",
      "refreshUserData",
      field(undefined, "failed_sources"),
      violation("body-schema"),
    ],
    [
      "with another type of `success`, which is stated",
      "refreshUserData",
      field("yes", "success"),
      violation("body-schema"),
    ],
    [
      "without a team's `name`",
      "listOrganizationTeams",
      field(undefined, "teams", 0, "name"),
      difference("body-schema"),
    ],
    ["without `teams`, which is stated", "listOrganizationTeams", field(undefined, "teams"), violation("body-schema")],
    [
      "without `connected_sources` of a user, which is stated",
      "resolveUser",
      field(undefined, "connected_sources"),
      violation("body-schema"),
    ],
    [
      "without `user_id` of a user, which is stated",
      "resolveUser",
      field(undefined, "user_id"),
      violation("body-schema", "resolved-user-is-asked-one"),
    ],
    [
      "with null for a time zone that is stated not to be",
      "resolveUser",
      field(null, "fallback_time_zone"),
      violation("body-schema"),
    ],
    [
      "without a field of that time zone",
      "resolveUser",
      field(undefined, "fallback_time_zone", "id"),
      difference("body-schema"),
    ],
    [
      "without `second_line`, which could be left out",
      "getPscInfo",
      field(undefined, "patient_service_centers", 0, "metadata", "second_line"),
      difference("body-schema"),
    ],

    [
      "with an order that is only an id",
      "createOrder",
      success((order) => ({ id: Reflect.get(Object(order), "id") })),
      difference("body-schema"),
    ],
    ["with an object for a list that is stated", "listLabs", success(() => ({})), violation("body-schema")],
    [
      "with summaries that are the whole answer",
      "listSleepSummaries",
      success((body) => Reflect.get(Object(body), "sleep")),
      difference("body-schema"),
    ],
    [
      "13 days of slots where 14 are assumed",
      "getPscAppointmentAvailability",
      success(shorter),
      difference("body-schema"),
    ],
    [
      "13 days of slots where 14 are stated",
      "getPhlebotomyAppointmentAvailability",
      success(shorter),
      violation("body-schema"),
    ],

    [
      "taking any text for an id that is a UUID by assumption",
      "listLabAccounts",
      unchecked("lab_account_id"),
      difference("format-enforced"),
    ],
    [
      "taking any region, whose values are stated",
      "listOrganizationTeams",
      unchecked("region"),
      violation("enum-enforced"),
    ],
    [
      "taking any radius, whose values are stated",
      "getPscInfo",
      unchecked("radius"),
      violation("enum-enforced", "type-enforced"),
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
      "with 404 for an operation whose path is assumed",
      "listMarkers",
      { answer: (answer) => ({ ...answer, status: 404 }) },
      difference("documented-status", "valid-input"),
    ],
    [
      "with 404 for an operation whose path is stated",
      "listLabs",
      { answer: (answer) => ({ ...answer, status: 404 }) },
      [...difference("documented-status"), ...violation("valid-input")],
    ],

    [
      "with a field that is not in the contract",
      "listLabs",
      success((labs) => (Array.isArray(labs) ? labs.map((lab) => ({ ...lab, further: [] })) : labs)),
      [],
    ],
    [
      "with a value that is not among the known ones",
      "listUserConnections",
      field("resting", "providers", 0, "status"),
      [],
    ],
  ];

  test.each(departures)("%s", async (_, operation, stages, wanted) => {
    expect(await found(operation, stages)).toEqual(wanted);
  });

  // Where the words of an assumption come near something stated
  const subtle: readonly Departure[] = [
    [
      "without `fallback_time_zone` of a user, which is stated",
      "resolveUser",
      field(undefined, "fallback_time_zone"),
      violation("body-schema"),
    ],
    [
      "with null for `second_line`, whose type is stated",
      "getPscInfo",
      field(null, "patient_service_centers", 0, "metadata", "second_line"),
      violation("body-schema"),
    ],
    ["with a text for `total`, whose type is stated", "listMarkers", field("many", "total"), violation("body-schema")],
    [
      "without `last_event`, which could be left out",
      "createOrder",
      field(undefined, "last_event"),
      difference("body-schema"),
    ],
  ];

  test.each(subtle)("%s", async (_, operation, stages, wanted) => {
    expect(await found(operation, stages)).toEqual(wanted);
  });
});

/** Availability without its last day. */
function shorter(availability: unknown): unknown {
  const slots: unknown = Reflect.get(Object(availability), "slots");
  return { ...Object(availability), slots: Array.isArray(slots) ? slots.slice(0, -1) : slots };
}
