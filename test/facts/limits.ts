// Section 8: every limit, one by one, where a caller reads it.

import type { Json } from "./contract.ts";
import {
  at,
  type Fact,
  fact,
  mentions,
  notShown,
  operation,
  type Place,
  parameter,
  requestBody,
  response,
  same,
} from "./fact.ts";

const narrowed = (row: string, place: Place, limits: Readonly<Record<string, Json>>): Fact =>
  fact(`8 ${row}`, `${place.name}: ${JSON.stringify(limits)}`, (contract) => {
    const shape = place.look(contract);
    for (const [keyword, limit] of Object.entries(limits)) same(keyword, limit, shape.value(keyword));
  });

const RADIUS = { enum: [10, 20, 25, 50, 100], default: 25 };
const FIVE_DIGITS = { pattern: "^\\d{5}$" };
const portalContext = at(requestBody("createPortalUrl"), "context");
const centers = at(response("getPscInfo"), "patient_service_centers");

export const limits: readonly Fact[] = [
  narrowed("refresh timeout", parameter("refreshUserData", "query timeout"), { minimum: 5, maximum: 60, default: 10 }),
  notShown("8 refresh timeout", parameter("refreshUserData", "query timeout"), "its unit", /unit/),
  fact("8 refresh timeout", "no unit is written", (contract) =>
    same("seconds", false, /second|minute/i.test(parameter("refreshUserData", "query timeout").look(contract).text())),
  ),
  mentions(
    "8 link code expiry",
    parameter("createLinkCode", "query expires_at"),
    "server time plus 1 hour",
    /plus 1 hour/,
  ),
  mentions(
    "8 portal URL, launch",
    at(response("createPortalUrl"), "expires_in"),
    "lives minutes",
    /`launch` URL lives minutes/,
  ),
  mentions("8 portal URL, launch", portalContext, "lives minutes", /`launch` gives a URL that lives for minutes/),
  mentions(
    "8 portal URL, communications",
    at(response("createPortalUrl"), "expires_in"),
    "lives weeks",
    /`communications` URL weeks/,
  ),
  mentions("8 portal URL, communications", portalContext, "lives weeks", /lives for weeks/),
  mentions("8 deletion grace period", operation("undoUserDeletion"), "7 days", /\b7 days\b/),
  ...["listLabTestMarkers", "listMarkers"].flatMap((id) => [
    narrowed("marker page", parameter(id, "query page"), { minimum: 1, default: 1 }),
    narrowed("marker size", parameter(id, "query size"), { minimum: 1, maximum: 100, default: 50 }),
  ]),
  narrowed("PSC results", centers, { maxItems: 30 }),
  mentions("8 PSC results", centers, "at most 30, in words too", /at most 30/),
  narrowed("radius", parameter("getPscInfo", "query radius"), RADIUS),
  narrowed("radius", parameter("getAreaInfo", "query radius"), RADIUS),
  narrowed("zip_code query", parameter("getPscInfo", "query zip_code"), FIVE_DIGITS),
  narrowed("zip_code query", parameter("getAreaInfo", "query zip_code"), FIVE_DIGITS),
  mentions(
    "8 team search_query",
    parameter("listOrganizationTeams", "query search_query"),
    "0 to 80 characters",
    /at most 80 characters/,
  ),
  fact(
    "8 team search_query",
    "accepts 80 characters of the allowed set and none, refuses 81 and others",
    (contract) => {
      const pattern = parameter("listOrganizationTeams", "query search_query").look(contract).value("pattern");
      const allows = (text: string): boolean => new RegExp(String(pattern), "u").test(text);
      const allowed = ["", "a".repeat(80), "ÀÖØöøÿ", "(),/:'|&_- ’9Z"];
      const refused = ["a".repeat(81), "a.b", "×", "÷", `${"ß".repeat(80)}a`, "<", "日"];
      same(
        "refused of the allowed",
        [],
        allowed.filter((text) => !allows(text)),
      );
      same("allowed of the refused", [], refused.filter(allows));
    },
  ),
  ...["getPhlebotomyAppointmentAvailability", "getPscAppointmentAvailability"].flatMap((id) => [
    mentions("8 appointment availability", operation(id), "14 days of slots per response", /14 days/),
    narrowed("appointment availability", at(response(id), "slots"), { minItems: 14, maxItems: 14 }),
  ]),
  ...["createOrder", "placeOrder"].map((id) =>
    narrowed("order clinical comments", at(requestBody(id), "clinical_comments"), { maxLength: 1000 }),
  ),
  mentions(
    "8 lab report file",
    operation("createLabReportParsingJob"),
    "PDF, JPEG or PNG, up to 10 MB",
    /PDF, JPEG or PNG/,
    /10 MB/,
  ),
];
