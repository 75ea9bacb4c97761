// Servers that take what the contract refuses, or refuse what it takes: limits, enums, patterns, formats, types, what is required.
import type { Order } from "../../../../generated/schemas.ts";
import type { Answer } from "../call.ts";
import { answers, lets, reads, refuses, sent } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const anyMediaType = lets(({ keyword }) => keyword === "mediaType");

const mediaTypes: readonly WrongServer[] = [
  violates("createUser", "media-type-enforced", "takes JSON by any other name", anyMediaType),
  violates(
    "createPortalUrl",
    "media-type-enforced",
    "takes JSON that is called a form, as curl sends it",
    lets(
      ({ keyword }, { request }) =>
        keyword === "mediaType" && /urlencoded/.test(String(request.headers["content-type"])),
    ),
  ),
  // That it is a form is assumed
  differs("createLabReportParsingJob", "media-type-enforced", "takes JSON without a file", anyMediaType),
];

const limits: readonly WrongServer[] = [
  violates(
    "listMarkers",
    "limit-enforced",
    "takes a size of 101",
    lets((_, { query }) => query["size"] === 101),
  ),
  violates(
    "listLabTestMarkers",
    "limit-enforced",
    "takes a size of 0",
    lets((_, { query }) => query["size"] === 0),
  ),
  violates(
    "listMarkers",
    "limit-enforced",
    "takes a page of 0",
    lets((_, { query }) => query["page"] === 0),
  ),
  violates(
    "listLabTestMarkers",
    "limit-enforced",
    "takes any size",
    lets(({ keyword }) => keyword === "maximum"),
  ),
  violates(
    "refreshUserData",
    "limit-enforced",
    "takes a time-out of 60.5",
    lets((_, { query }) => Number(query["timeout"]) < 61),
  ),
  violates(
    "refreshUserData",
    "limit-enforced",
    "takes a time-out of 4.5",
    lets((_, { query }) => Number(query["timeout"]) > 4),
  ),
  violates(
    "getPscInfo",
    "limit-enforced",
    "takes a zip code of six digits",
    lets((_, { query }) => /^\d{6}$/.test(String(query["zip_code"]))),
  ),
  violates(
    "getAreaInfo",
    "pattern-enforced",
    "takes a zip code of five letters",
    lets((_, { query }) => /^[a-z]{5}$/.test(String(query["zip_code"]))),
  ),
  violates(
    "getPscInfo",
    "limit-enforced",
    "takes a zip code of four digits",
    lets((_, { query }) => /^\d{4}$/.test(String(query["zip_code"]))),
  ),
  differs("placeOrder", "limit-enforced", "cuts off long comments", {
    ...lets(({ name, keyword }) => name === "/clinical_comments" && keyword === "maxLength"),
    ...answers<Order>((order) => ({ ...order, clinical_comments: order.clinical_comments?.slice(0, 1000) })),
  }),
  violates(
    "listLabTestMarkers",
    "limit-accepted",
    "refuses a size of 100",
    refuses(({ query }) => query["size"] === 100),
  ),
  violates(
    "listMarkers",
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
  violates(
    "getPscInfo",
    "enum-enforced",
    "takes any radius",
    lets(({ name }) => name === "radius"),
  ),
  violates(
    "getAreaInfo",
    "enum-enforced",
    "takes a radius of 101",
    lets((_, { query }) => query["radius"] === 101),
  ),
  violates(
    "createUser",
    "format-enforced",
    "takes the 30th of February as a birth date",
    lets((_, call) => sent(call, "fallback_birth_date") === "2026-02-30"),
  ),
  violates(
    "createUser",
    "format-enforced",
    "takes any text as a start",
    lets(({ name }) => name === "/ingestion_start"),
  ),
  violates("listMarkers", "format-enforced", "ignores a lab account id that is no UUID", {
    ...lets(({ name }) => name === "lab_account_id"),
    ...reads(({ query }) => ({ query: { ...query, lab_account_id: undefined } })),
  }),
  violates("getPscAppointmentAvailability", "format-enforced", "starts today when the start is no date", {
    ...lets(({ name }) => name === "start_date"),
    ...reads(({ query }) => ({ query: Number.isNaN(Date.parse(String(query["start_date"]))) ? {} : query })),
  }),
  violates(
    "createUser",
    "type-enforced",
    "takes a number as a time zone",
    lets(({ name, keyword }) => name === "/fallback_time_zone" && keyword === "type"),
  ),
  violates("getPscInfo", "type-enforced", "cuts a lab id off at the point", {
    ...lets(({ name, keyword }) => name === "lab_id" && keyword === "type"),
    ...reads(({ query }) => ({ query: { ...query, lab_id: Number.parseInt(String(query["lab_id"]), 10) } })),
  }),
  violates("listMarkers", "type-enforced", "takes the first page when the page is no number", {
    ...lets(({ name, keyword }) => name === "page" && keyword === "type"),
    ...reads(({ query }) => (typeof query["page"] === "number" ? {} : { query: { ...query, page: 1 } })),
  }),
  violates(
    "placeOrder",
    "type-enforced",
    "takes a list as a body",
    lets(({ name, keyword }) => name === "" && keyword === "type"),
  ),
  violates("importOrder", "type-enforced", "takes a body that is no JSON for an empty one", {
    ...lets(({ keyword }) => keyword === "encoding"),
    ...reads(({ body }) => ({ body: body ?? {} })),
  }),
];

const together: readonly WrongServer[] = [
  violates(
    "getPscInfo",
    "required-enforced",
    "looks nowhere without a zip code",
    lets(({ name, keyword }) => name === "zip_code" && keyword === "required"),
  ),
  violates("createUser", "required-enforced", "chooses a client id itself when none is given", {
    ...lets(({ name, keyword }) => name === "/client_user_id" && keyword === "required"),
    ...reads((call) => ({ body: { client_user_id: `chosen-${call.memory.issued}`, ...Object(call.body) } })),
  }),
  violates("createPortalUrl", "required-enforced", "launches without a context", {
    ...lets(({ name, keyword }) => name === "/context" && keyword === "required"),
    ...reads(({ body }) => ({ body: { context: "launch", ...Object(body) } })),
  }),
  differs(
    "createLabReportParsingJob",
    "required-enforced",
    "parses without a file",
    lets(({ name, keyword }) => name === "/file" && keyword === "required"),
  ),
  differs("requestPhlebotomyAppointment", "required-enforced", "takes a call without a body", {
    ...lets(({ name, keyword }) => name === "" && keyword === "required"),
    ...reads(({ body }) => ({ body: body ?? {} })),
  }),
  violates("undoUserDeletion", "exclusive-enforced", "succeeds when both ids are given", {
    ...lets(({ keyword }) => keyword === "not"),
    handle: (next, call): Answer =>
      sent(call, "user_id") && sent(call, "client_user_id")
        ? { status: 200, headers: { "content-type": "application/json" }, body: { success: true } }
        : next(call),
  }),
];

export const inputFaults: readonly WrongServer[] = [...mediaTypes, ...limits, ...values, ...together];
