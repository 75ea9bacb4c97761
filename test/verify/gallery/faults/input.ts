// Wrong servers that `verify` has to find: they take what they should refuse, refuse what they should take, or fail for what is odd.
import type { Call } from "../call.ts";
import { readLimit } from "../routes.ts";
import { managementKey, teamKey } from "../server.ts";
import {
  failsAt,
  failsWhen,
  isAt,
  isGiven,
  isMissing,
  isText,
  letsIn,
  refuses,
  refusesAt,
  sent,
  succeeds,
  takes,
  takesAs,
  when,
} from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

const mediaType = "headers content-type";
const zipCode = "query zip_code";
const emptyBody = () => ({ body: {} });

/** Are both sent? */
const meet = (one: string, other: string) => (call: Call) => isAt(one, isGiven)(call) && isAt(other, isGiven)(call);

/** Fails for a call that it takes: refused input is refused before it can do harm. */
const failsTaking = (fails: (call: Call) => boolean) => failsWhen((call, status) => status < 300 && fails(call));

/** Fails when the same call was a success before. */
const failsTwice = failsWhen(({ path, query, body, memory }, status) => {
  const key = JSON.stringify([path, query, body]);
  const isAgain = memory.has(key);
  if (status === 200) memory.set(key, true);
  return isAgain;
});

/** Is it a number that no 32 bits hold? */
const isLarge = (value: unknown) => /^\d+$/.test(String(value)) && Number(value) > 2 ** 31;
const nul = /\0/;
const untilNull = (text: unknown) => String(text).split("\0")[0];
const teamHeader = "headers x-service-api-key";
const managementHeader = "headers x-management-key";

const largestSize = readLimit("listMarkers", "size", "maximum");
const longest = readLimit("refreshUserData", "timeout", "maximum");
const mostComments = readLimit("placeOrder", "clinical_comments", "maxLength");

export const inputFaults = [
  ...violations({
    "media-type-enforced": {
      "createUser takes JSON by any other name": takesAs(
        mediaType,
        (type) => type !== "application/json",
        "application/json",
      ),
      "createPortalUrl takes JSON that is called a form, as curl sends it": takesAs(
        mediaType,
        "application/x-www-form-urlencoded",
        "application/json",
      ),
    },
    "limit-accepted": {
      "listLabTestMarkers refuses the largest size": refusesAt("query size", largestSize),
      "listLabTestMarkers refuses a size of 1": refusesAt("query size", 1),
      "getAreaInfo refuses a radius of 100": refusesAt("query radius", 100),
    },
    "format-enforced": {
      "createUser takes the 30th of February as a birth date": takesAs(
        "body fallback_birth_date",
        "2026-02-30",
        "2026-03-02",
      ),
      "createUser takes any text as a start": takesAs("body ingestion_start", isText, null),
      "listLabTestMarkers ignores a lab account id that is no UUID": takesAs("query lab_account_id", isGiven),
    },
    "type-enforced": {
      "createUser takes a number as a time zone": takesAs("body fallback_time_zone", Number.isFinite, "UTC"),
      "getPscInfo cuts a lab id off at the point": takesAs(
        "query lab_id",
        (id) => Number(id) % 1 > 0,
        (id: unknown) => Math.trunc(Number(id)),
      ),
      "listLabTestMarkers takes the first page when the page is no number": takesAs("query page", isText, 1),
      "placeOrder takes a list as a body": takes(({ body }) => Array.isArray(body), emptyBody),
      "importOrder takes a body that is not JSON for an empty one": takes(
        ({ body, bytes }) => body === undefined && bytes.length > 0,
        emptyBody,
      ),
    },
    "required-enforced": {
      "getPscInfo looks nowhere without a zip code": succeeds(isAt(zipCode, isMissing), {
        lab_id: 1,
        slug: "demo_lab_north",
        patient_service_centers: [],
      }),
      "createUser chooses a client id itself when none is given": takesAs("body client_user_id", isMissing, () =>
        crypto.randomUUID(),
      ),
      "createPortalUrl launches without a context": takesAs("body context", isMissing, "launch"),
    },
    "valid-input": {
      "createUser refuses every user": refuses(() => true),
      "getAreaInfo refuses the lab": refusesAt("query lab"),
    },
    "credential-required": {
      "disconnectProvider forgets to ask for a key": letsIn(teamHeader, () => true),
      "listUserConnections lets in whoever shows no key": letsIn(teamHeader, isMissing),
      "listLabs takes an empty key": letsIn(teamHeader, ""),
    },
    "credential-enforced": {
      "listLabAccounts takes any key": letsIn(teamHeader),
      "createOrder takes any key of the right form": letsIn(teamHeader, /^sk_demo_\w+$/),
    },
    "credential-of-other-host-refused": {
      "listOrganizationTeams takes the real key of a team, and no made-up one": letsIn(teamHeader, teamKey),
      "listOrganizationTeams takes the real key of a team in the header of its own": letsIn(managementHeader, teamKey),
      "listLabs takes the real key of an organization in the header of a team's": letsIn(teamHeader, managementKey),
    },
  }),
  ...differences({
    "media-type-enforced": {
      // That it is a form is assumed
      "createLabReportParsingJob takes JSON without a file": succeeds(isAt(mediaType, "application/json"), {}),
    },
    "limit-enforced": {
      "listMarkers takes a size beyond the largest": takesAs("query size", largestSize + 1, largestSize),
      "listLabTestMarkers takes a size of 0": takesAs("query size", 0, 1),
      "refreshUserData takes a time-out beyond the longest": takesAs("query timeout", longest + 0.5, longest),
      "placeOrder cuts off long comments": takesAs(
        "body clinical_comments",
        (text) => String(text).length > mostComments,
        (text: string) => text.slice(0, mostComments),
      ),
    },
    "limit-accepted": {
      "createOrder refuses the longest comments": refusesAt(
        "body clinical_comments",
        (text) => String(text).length === mostComments,
      ),
      "placeOrder counts code units of comments": refusesAt(
        "body clinical_comments",
        (text) => String(text ?? "").length > mostComments,
      ),
    },
    "pattern-enforced": {
      "getPscInfo takes a zip code of six digits": takesAs(zipCode, /^\d{6}$/, "85001"),
      "getAreaInfo takes a zip code of five letters": takesAs(zipCode, /^[a-z]{5}$/, "85001"),
      "getPscInfo takes a zip code with its four finer digits": takesAs(zipCode, /^\d{5}-\d{4}$/, "85001"),
    },
    "enum-enforced": {
      "getAreaInfo takes a radius of 101": takesAs("query radius", 101, 100),
    },
    "format-enforced": {
      "getPscAppointmentAvailability starts today when the start is no date": takesAs("query start_date", isGiven),
    },
    "required-enforced": {
      "createLabReportParsingJob parses without a file": succeeds(
        (call) => isAt(mediaType, /^multipart\/form-data/)(call) && !call.bytes.includes('name="file"'),
        {},
      ),
      "requestPhlebotomyAppointment takes a call without a body": takes(({ bytes }) => bytes.length === 0, emptyBody),
    },
    "exclusive-enforced": {
      "undoUserDeletion lets one of two ids in the body win": succeeds(
        (call) => ["body user_id", "body client_user_id"].every((id) => isAt(id)(call)),
        { success: true },
      ),
    },
    "valid-input": {
      "listWorkoutSummaries is at another path": when(() => true, {
        status: 404,
        body: { detail: "Nothing is here." },
      }),
    },
    "hostile-input-refused": {
      "listLabTestMarkers reads the lower 32 bits of a size": takesAs("query size", isLarge, (size: unknown) =>
        Number(BigInt(String(size)) % 2n ** 32n),
      ),
    },
  }),
  ...violations(
    {
      "no-server-error": {
        "createUser fails for a birth date on a leap day": failsAt("body fallback_birth_date", /-02-29$/),
        "getAreaInfo fails when a radius and labs meet": failsTaking(meet("query radius", "query labs")),
        "getPscInfo fails for a capability given twice": failsAt(
          "query capabilities",
          (given) => Array.isArray(given) && new Set(given).size < given.length,
        ),
      },
      "valid-input": {
        "createUser refuses null for no time zone": refusesAt("body fallback_time_zone", null),
        "refreshUserData refuses a time-out that is no whole number": refusesAt("query timeout", /\./),
        "listLabTestMarkers refuses a lab account together with a page": refuses(
          meet("query lab_account_id", "query page"),
        ),
      },
    },
    { depth: 20 },
  ),
  ...differences(
    {
      "valid-input": {
        "getPscInfo refuses more than one capability": refusesAt("query capabilities", /,/),
      },
    },
    { depth: 20 },
  ),
  ...surprises({
    "no-server-error": {
      "createUser fails for a client id with a character beyond U+FFFF": failsAt(
        "body client_user_id",
        /[\u{10000}-\u{10ffff}]/u,
      ),
      "listMarkers fails for a page given twice": failsWhen(({ url }) => url.split("page=").length > 2),
      "getLinkProvider fails for an unknown provider": when(422, { status: 500 }),
      "listMarkers fails beyond the hundredth page": failsTaking(isAt("query page", (page) => Number(page) > 100)),
      "listProfileSummaries fails for an unknown user": when(404, { status: 500 }),
      "listLabs fails for an unknown query parameter": failsWhen(({ url }) => url.includes("?")),
      "getPscInfo fails for a capability that it does not know": failsAt("query capabilities", /unknown/),
      "placeOrder fails for a body that is not JSON": failsWhen(
        ({ body, bytes }, status) => status === 422 && body === undefined && bytes.length > 0,
      ),
      "createPortalUrl fails for another media type": failsAt("headers content-type", "text/plain"),
      "importOrder fails for a field that it does not know": failsAt("body verify_unknown"),
      "listLabAccounts fails for a status that it does not know": failsAt("query status", /unknown/),
      "undoUserDeletion fails when it was undone before": failsTwice,
      "disconnectProvider fails when it was disconnected before": failsTwice,
      "createUser fails for an end before a start": failsTaking((call) => {
        const [start, end] = [sent(call, "body ingestion_start"), sent(call, "body ingestion_end")];
        return typeof start === "string" && typeof end === "string" && end < start;
      }),
      "resolveUser fails for a null byte in the path": failsAt("path client_user_id", nul),
      "createUser fails for a null byte in the client id": failsAt("body client_user_id", nul),
      "listMarkers fails for a null byte in a lab's slug": failsAt("query lab_slug", nul),
      "listSleepSummaries fails for a user id of hundreds of characters": failsAt("path user_id", /^.{256}/s),
      "getPscInfo fails for a lab id beyond 32 bits": failsAt("query lab_id", isLarge),
      "listLabTestMarkers fails for an offset beyond 64 bits": failsAt("query page", (page) => Number(page) > 2 ** 63),
      "createUser fails for a client id of more than 255 characters": failsAt("body client_user_id", /^.{601}/s),
      "createUser fails for a day before the first of its database": failsAt("body ingestion_start", /^0001/),
      "createLinkCode fails for an expiry that is after the last year in UTC": failsAt("query expires_at", /^9999/),
      "createOrder fails for a body of many levels": failsWhen(({ bytes }) => bytes.includes("[".repeat(500))),
    },
    "hostile-input-refused": {
      "listActivitySummaries reads a user id up to a null byte": takesAs("path user_id", nul, untilNull),
      "listUserConnections reads 36 characters of a user id": takesAs("path user_id", /^.{37}/s, (id: unknown) =>
        String(id).slice(0, 36),
      ),
    },
  }),
];
