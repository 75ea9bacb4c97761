// Servers that fail on input that no one thinks of: found by generated and by odd input.
import { failsAt, failsWhen, isGiven, refuses, refusesAt } from "./stages.ts";
import { differs, surprises, violates, type WrongServer } from "./wrong-server.ts";

/** Both are given, and neither is given twice. */
function meet(query: Readonly<Record<string, unknown>>, ...names: readonly string[]): boolean {
  return names.every((name) => query[name] !== undefined);
}

/** Refused input is refused before it can do harm. */
const isWell = (status: number) => status < 300;

/** Found by generated input only. */
const unthoughtOf: readonly WrongServer[] = [
  violates(
    "createUser",
    "no-server-error",
    "fails for a birth date before 1970",
    failsAt("body fallback_birth_date", (date) => Date.parse(String(date)) < 0),
  ),
  violates(
    "createUser",
    "no-server-error",
    "fails for a birth date on a leap day",
    failsAt("body fallback_birth_date", /-02-29$/),
  ),
  violates(
    "getAreaInfo",
    "no-server-error",
    "fails when a radius and labs meet",
    failsWhen(({ query }, status) => isWell(status) && meet(query, "radius", "labs")),
  ),
  violates(
    "getPscInfo",
    "no-server-error",
    "fails for a capability given twice",
    failsAt("query capabilities", (given) => Array.isArray(given) && new Set(given).size < given.length),
  ),
  violates("createUser", "valid-input", "refuses null for no time zone", refusesAt("body fallback_time_zone", null)),
  violates(
    "refreshUserData",
    "valid-input",
    "refuses a time-out that is no whole number",
    refusesAt("query timeout", /\./),
  ),
  violates(
    "listLabTestMarkers",
    "valid-input",
    "refuses a lab account together with a page",
    refuses(({ query }) => meet(query, "lab_account_id", "page")),
  ),
  differs("getPscInfo", "valid-input", "refuses more than one capability", refusesAt("query capabilities", /,/)),
].map((wrong) => ({ ...wrong, depth: 20 }));

export const generatedFaults: readonly WrongServer[] = [
  surprises(
    "createUser",
    "no-server-error",
    "fails for a client id with a character beyond U+FFFF",
    failsAt("body client_user_id", /[\u{10000}-\u{10ffff}]/u),
  ),
  surprises(
    "listMarkers",
    "no-server-error",
    "fails for a page given twice",
    failsWhen(({ request }) => (request.url.match(/\bpage=/g) ?? []).length > 1),
  ),
  surprises(
    "getLinkProvider",
    "no-server-error",
    "fails for an unknown provider",
    failsWhen((_, status) => status === 422),
  ),
  surprises(
    "listMarkers",
    "no-server-error",
    "fails beyond the hundredth page",
    failsWhen(({ query }, status) => isWell(status) && Number(query["page"]) > 100),
  ),
  surprises(
    "listProfileSummaries",
    "no-server-error",
    "fails for an unknown user",
    failsWhen((_, status) => status === 404),
  ),
  surprises(
    "listLabs",
    "no-server-error",
    "fails for an unknown query parameter",
    failsWhen(({ request }) => request.url.includes("?")),
  ),
  surprises(
    "getPscInfo",
    "no-server-error",
    "fails for a capability that it does not know",
    failsAt("query capabilities", /unknown/),
  ),
  surprises(
    "getAreaInfo",
    "no-server-error",
    "fails for a zip code given twice",
    failsWhen(({ request }) => request.url.split("zip_code=").length > 2),
  ),
  surprises(
    "placeOrder",
    "no-server-error",
    "fails for a body that is not JSON",
    failsWhen((call, status) => status === 422 && call.body === undefined && call.bytes.length > 0),
  ),
  surprises(
    "createPortalUrl",
    "no-server-error",
    "fails for another media type",
    failsWhen(({ request }) => request.headers["content-type"] === "text/plain"),
  ),
  surprises(
    "importOrder",
    "no-server-error",
    "fails for a field that it does not know",
    failsAt("body verify_unknown", isGiven),
  ),
  surprises(
    "listLabAccounts",
    "no-server-error",
    "fails for a status that it does not know",
    failsAt("query status", /unknown/),
  ),
  violates(
    "createUser",
    "valid-input",
    "refuses every user",
    refuses(() => true),
  ),
  differs("listWorkoutSummaries", "valid-input", "is at another path", {
    answer: (answer) => ({ ...answer, status: 404, body: { detail: "Nothing is here." } }),
  }),
  ...unthoughtOf,
];
