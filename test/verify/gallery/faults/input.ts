// Servers that take what the contract refuses, or refuse what it takes: limits, enums, patterns, formats, types, what is required.
import { randomUUID } from "node:crypto";
import type { Call } from "../call.ts";
import { isGiven, isObject, isText, refusesAt, sent, succeeds, takes, takesAs } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const radii: readonly unknown[] = [undefined, 10, 25, 50, 100];

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
  differs("listMarkers", "limit-enforced", "takes a size of 101", takesAs("query size", 101, 100)),
  differs("listLabTestMarkers", "limit-enforced", "takes a size of 0", takesAs("query size", 0, 1)),
  differs("listMarkers", "limit-enforced", "takes a page of 0", takesAs("query page", 0, 1)),
  differs(
    "listLabTestMarkers",
    "limit-enforced",
    "takes any size",
    takesAs("query size", (size) => Number(size) > 100, 100),
  ),
  differs("refreshUserData", "limit-enforced", "takes a time-out of 60.5", takesAs("query timeout", 60.5, 60)),
  differs("refreshUserData", "limit-enforced", "takes a time-out of 4.5", takesAs("query timeout", 4.5, 5)),
  differs(
    "getPscInfo",
    "limit-enforced",
    "takes a zip code of six digits",
    takesAs("query zip_code", /^\d{6}$/, "85001"),
  ),
  differs(
    "getAreaInfo",
    "pattern-enforced",
    "takes a zip code of five letters",
    takesAs("query zip_code", /^[a-z]{5}$/, "85001"),
  ),
  differs(
    "getPscInfo",
    "pattern-enforced",
    "takes a zip code with its four finer digits",
    takesAs("query zip_code", /^\d{5}-\d{4}$/, "85001"),
  ),
  differs(
    "getPscInfo",
    "limit-enforced",
    "takes a zip code of four digits",
    takesAs("query zip_code", /^\d{4}$/, "85001"),
  ),
  differs(
    "placeOrder",
    "limit-enforced",
    "cuts off long comments",
    takesAs(
      "body clinical_comments",
      (text) => String(text).length > 1000,
      (text: unknown) => String(text).slice(0, 1000),
    ),
  ),
  violates("listLabTestMarkers", "limit-accepted", "refuses a size of 100", refusesAt("query size", 100)),
  violates("listLabTestMarkers", "limit-accepted", "refuses a size of 1", refusesAt("query size", 1)),
  violates("refreshUserData", "limit-accepted", "refuses a time-out of 60", refusesAt("query timeout", 60)),
  violates("refreshUserData", "limit-accepted", "refuses a time-out of 5", refusesAt("query timeout", 5)),
  violates("getAreaInfo", "limit-accepted", "refuses a radius of 100", refusesAt("query radius", 100)),
  differs(
    "createOrder",
    "limit-accepted",
    "refuses comments of 1000 characters",
    refusesAt("body clinical_comments", /^.{1000}$/s),
  ),
];

const values: readonly WrongServer[] = [
  differs(
    "getPscInfo",
    "enum-enforced",
    "takes any radius",
    takesAs("query radius", (radius) => !radii.includes(radius), undefined),
  ),
  differs("getAreaInfo", "enum-enforced", "takes a radius of 101", takesAs("query radius", 101, 100)),
  violates(
    "createUser",
    "format-enforced",
    "takes the 30th of February as a birth date",
    takesAs("body fallback_birth_date", "2026-02-30", "2026-03-02"),
  ),
  violates("createUser", "format-enforced", "takes any text as a start", takesAs("body ingestion_start", isText, null)),
  violates(
    "listLabTestMarkers",
    "format-enforced",
    "ignores a lab account id that is no UUID",
    takesAs("query lab_account_id", isGiven, undefined),
  ),
  differs(
    "getPscAppointmentAvailability",
    "format-enforced",
    "starts today when the start is no date",
    takesAs("query start_date", isGiven, undefined),
  ),
  violates(
    "createUser",
    "type-enforced",
    "takes a number as a time zone",
    takesAs("body fallback_time_zone", (zone) => typeof zone === "number", "UTC"),
  ),
  violates(
    "getPscInfo",
    "type-enforced",
    "cuts a lab id off at the point",
    takesAs(
      "query lab_id",
      (id) => Number(id) % 1 > 0,
      (id: unknown) => Math.trunc(Number(id)),
    ),
  ),
  violates(
    "listLabTestMarkers",
    "type-enforced",
    "takes the first page when the page is no number",
    takesAs("query page", isText, 1),
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
    takesAs(
      "body client_user_id",
      (id) => id === undefined,
      () => randomUUID(),
    ),
  ),
  violates(
    "createPortalUrl",
    "required-enforced",
    "launches without a context",
    takesAs("body context", (context) => context === undefined, "launch"),
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
