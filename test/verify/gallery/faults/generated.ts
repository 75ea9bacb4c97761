// Servers that fail or refuse by mistake for input that is odd or rare: some of it is found only where input is generated.
import type { Call } from "../call.ts";
import { failsAt, failsWhen, isAt, isGiven, refuses, refusesAt, sent, when } from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

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

export const generatedFaults = [
  ...violations(
    {
      "no-server-error": {
        "createUser fails for a birth date before 1970": failsAt(
          "body fallback_birth_date",
          (date) => Date.parse(String(date)) < 0,
        ),
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
    { "valid-input": { "getPscInfo refuses more than one capability": refusesAt("query capabilities", /,/) } },
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
      "getAreaInfo fails for a zip code given twice": failsWhen(({ url }) => url.split("zip_code=").length > 2),
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
    },
  }),
  ...violations({
    "valid-input": {
      "createUser refuses every user": refuses(() => true),
      "getAreaInfo refuses the lab": refusesAt("query lab"),
    },
  }),
  ...differences({
    "valid-input": {
      "listWorkoutSummaries is at another path": when(() => true, {
        status: 404,
        body: { detail: "Nothing is here." },
      }),
    },
    "limit-accepted": {
      "placeOrder counts code units of comments": refusesAt(
        "body clinical_comments",
        (text) => String(text ?? "").length > 1000,
      ),
    },
  }),
];
