// Servers that take what the contract refuses, or refuse what it takes: limits, enums, patterns, formats, types, what is required.
import { randomUUID } from "node:crypto";
import type { Call } from "../call.ts";
import { reading, readingBody, refuses, sent, succeeds, takes } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const radii: readonly unknown[] = [undefined, 10, 25, 50, 100];

/** Was JSON sent that is an object? */
function isObject({ body }: Call): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

/** Was a form sent, as an upload is? */
function isForm(headers: Call["request"]["headers"]): boolean {
  return headers["content-type"]?.startsWith("multipart/form-data") === true;
}

/** Was the body sent as this media type? */
function isSentAs({ request }: Call, mediaType: string): boolean {
  return request.headers["content-type"] === mediaType;
}

/** The same body as JSON. */
function asJson({ request }: Call): Partial<Call> {
  return { request: { ...request, headers: { ...request.headers, "content-type": "application/json" } } };
}

const mediaTypes: readonly WrongServer[] = [
  violates(
    "createUser",
    "media-type-enforced",
    "takes JSON by any other name",
    takes((call) => isObject(call) && !isSentAs(call, "application/json"), asJson),
  ),
  violates(
    "createPortalUrl",
    "media-type-enforced",
    "takes JSON that is called a form, as curl sends it",
    takes((call) => isObject(call) && isSentAs(call, "application/x-www-form-urlencoded"), asJson),
  ),
  // That it is a form is assumed
  differs(
    "createLabReportParsingJob",
    "media-type-enforced",
    "takes JSON without a file",
    succeeds((call) => isSentAs(call, "application/json"), {}),
  ),
];

const limits: readonly WrongServer[] = [
  differs(
    "listMarkers",
    "limit-enforced",
    "takes a size of 101",
    takes(({ query }) => query["size"] === 101, reading("size", 100)),
  ),
  differs(
    "listLabTestMarkers",
    "limit-enforced",
    "takes a size of 0",
    takes(({ query }) => query["size"] === 0, reading("size", 1)),
  ),
  differs(
    "listMarkers",
    "limit-enforced",
    "takes a page of 0",
    takes(({ query }) => query["page"] === 0, reading("page", 1)),
  ),
  differs(
    "listLabTestMarkers",
    "limit-enforced",
    "takes any size",
    takes(({ query }) => Number(query["size"]) > 100, reading("size", 100)),
  ),
  differs(
    "refreshUserData",
    "limit-enforced",
    "takes a time-out of 60.5",
    takes(({ query }) => query["timeout"] === 60.5, reading("timeout", 60)),
  ),
  differs(
    "refreshUserData",
    "limit-enforced",
    "takes a time-out of 4.5",
    takes(({ query }) => query["timeout"] === 4.5, reading("timeout", 5)),
  ),
  differs(
    "getPscInfo",
    "limit-enforced",
    "takes a zip code of six digits",
    takes(({ query }) => /^\d{6}$/.test(String(query["zip_code"])), reading("zip_code", "85001")),
  ),
  differs(
    "getAreaInfo",
    "pattern-enforced",
    "takes a zip code of five letters",
    takes(({ query }) => /^[a-z]{5}$/.test(String(query["zip_code"])), reading("zip_code", "85001")),
  ),
  differs(
    "getPscInfo",
    "pattern-enforced",
    "takes a zip code with its four finer digits",
    takes(({ query }) => /^\d{5}-\d{4}$/.test(String(query["zip_code"])), reading("zip_code", "85001")),
  ),
  differs(
    "getPscInfo",
    "limit-enforced",
    "takes a zip code of four digits",
    takes(({ query }) => /^\d{4}$/.test(String(query["zip_code"])), reading("zip_code", "85001")),
  ),
  differs(
    "placeOrder",
    "limit-enforced",
    "cuts off long comments",
    takes(
      (call) => String(sent(call, "clinical_comments")).length > 1000,
      (call) => readingBody({ clinical_comments: String(sent(call, "clinical_comments")).slice(0, 1000) })(call),
    ),
  ),
  violates(
    "listLabTestMarkers",
    "limit-accepted",
    "refuses a size of 100",
    refuses(({ query }) => query["size"] === 100),
  ),
  violates(
    "listLabTestMarkers",
    "limit-accepted",
    "refuses a size of 1",
    refuses(({ query }) => query["size"] === 1),
  ),
  violates(
    "refreshUserData",
    "limit-accepted",
    "refuses a time-out of 60",
    refuses(({ query }) => query["timeout"] === 60),
  ),
  violates(
    "refreshUserData",
    "limit-accepted",
    "refuses a time-out of 5",
    refuses(({ query }) => query["timeout"] === 5),
  ),
  violates(
    "getAreaInfo",
    "limit-accepted",
    "refuses a radius of 100",
    refuses(({ query }) => query["radius"] === 100),
  ),
  differs(
    "createOrder",
    "limit-accepted",
    "refuses comments of 1000 characters",
    refuses((call) => String(sent(call, "clinical_comments")).length === 1000),
  ),
];

const values: readonly WrongServer[] = [
  differs(
    "getPscInfo",
    "enum-enforced",
    "takes any radius",
    takes(({ query }) => !radii.includes(query["radius"]), reading("radius", undefined)),
  ),
  differs(
    "getAreaInfo",
    "enum-enforced",
    "takes a radius of 101",
    takes(({ query }) => query["radius"] === 101, reading("radius", 100)),
  ),
  violates(
    "createUser",
    "format-enforced",
    "takes the 30th of February as a birth date",
    takes(
      (call) => sent(call, "fallback_birth_date") === "2026-02-30",
      readingBody({ fallback_birth_date: "2026-03-02" }),
    ),
  ),
  violates(
    "createUser",
    "format-enforced",
    "takes any text as a start",
    takes((call) => typeof sent(call, "ingestion_start") === "string", readingBody({ ingestion_start: null })),
  ),
  violates(
    "listLabTestMarkers",
    "format-enforced",
    "ignores a lab account id that is no UUID",
    takes(({ query }) => query["lab_account_id"] !== undefined, reading("lab_account_id", undefined)),
  ),
  differs(
    "getPscAppointmentAvailability",
    "format-enforced",
    "starts today when the start is no date",
    takes(({ query }) => query["start_date"] !== undefined, reading("start_date", undefined)),
  ),
  violates(
    "createUser",
    "type-enforced",
    "takes a number as a time zone",
    takes((call) => typeof sent(call, "fallback_time_zone") === "number", readingBody({ fallback_time_zone: "UTC" })),
  ),
  violates(
    "getPscInfo",
    "type-enforced",
    "cuts a lab id off at the point",
    takes(
      ({ query }) => Number(query["lab_id"]) % 1 > 0,
      ({ query }) => ({ query: { ...query, lab_id: Math.trunc(Number(query["lab_id"])) } }),
    ),
  ),
  violates(
    "listLabTestMarkers",
    "type-enforced",
    "takes the first page when the page is no number",
    takes(({ query }) => typeof query["page"] === "string", reading("page", 1)),
  ),
  violates(
    "placeOrder",
    "type-enforced",
    "takes a list as a body",
    takes(
      ({ body }) => Array.isArray(body),
      () => ({ body: {} }),
    ),
  ),
  violates(
    "importOrder",
    "type-enforced",
    "takes a body that is not JSON for an empty one",
    takes(
      ({ body, bytes }) => body === undefined && bytes.length > 0,
      () => ({ body: {} }),
    ),
  ),
];

const together: readonly WrongServer[] = [
  violates(
    "getPscInfo",
    "required-enforced",
    "looks nowhere without a zip code",
    succeeds(({ query }) => query["zip_code"] === undefined, {
      lab_id: 1,
      slug: "demo_lab_north",
      patient_service_centers: [],
    }),
  ),
  violates(
    "createUser",
    "required-enforced",
    "chooses a client id itself when none is given",
    takes(
      (call) => isObject(call) && sent(call, "client_user_id") === undefined,
      (call) => readingBody({ client_user_id: randomUUID() })(call),
    ),
  ),
  violates(
    "createPortalUrl",
    "required-enforced",
    "launches without a context",
    takes((call) => isObject(call) && sent(call, "context") === undefined, readingBody({ context: "launch" })),
  ),
  differs(
    "createLabReportParsingJob",
    "required-enforced",
    "parses without a file",
    succeeds(({ request, bytes }) => isForm(request.headers) && !bytes.includes('name="file"'), {}),
  ),
  differs(
    "requestPhlebotomyAppointment",
    "required-enforced",
    "takes a call without a body",
    takes(
      ({ bytes }) => bytes.length === 0,
      () => ({ body: {} }),
    ),
  ),
  differs(
    "undoUserDeletion",
    "exclusive-enforced",
    "lets one of two ids in the body win",
    succeeds((call) => Boolean(sent(call, "user_id") && sent(call, "client_user_id")), { success: true }),
  ),
];

export const inputFaults: readonly WrongServer[] = [...mediaTypes, ...limits, ...values, ...together];
