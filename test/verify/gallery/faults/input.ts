// Servers that take what the contract refuses, or refuse what it takes: limits, enums, patterns, formats, types, what is required.
import { isAt, isGiven, isMissing, isText, refusesAt, succeeds, takes, takesAs } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

const mediaType = "headers content-type";
const zipCode = "query zip_code";
const radii: readonly unknown[] = [undefined, 10, 25, 50, 100];
const emptyBody = () => ({ body: {} });

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
      "listLabTestMarkers refuses a size of 100": refusesAt("query size", 100),
      "listLabTestMarkers refuses a size of 1": refusesAt("query size", 1),
      "refreshUserData refuses a time-out of 60": refusesAt("query timeout", 60),
      "refreshUserData refuses a time-out of 5": refusesAt("query timeout", 5),
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
  }),
  ...differences({
    "media-type-enforced": {
      // That it is a form is assumed
      "createLabReportParsingJob takes JSON without a file": succeeds(isAt(mediaType, "application/json"), {}),
    },
    "limit-enforced": {
      "listMarkers takes a size of 101": takesAs("query size", 101, 100),
      "listLabTestMarkers takes a size of 0": takesAs("query size", 0, 1),
      "listMarkers takes a page of 0": takesAs("query page", 0, 1),
      "listLabTestMarkers takes any size": takesAs("query size", (size) => Number(size) > 100, 100),
      "refreshUserData takes a time-out of 60.5": takesAs("query timeout", 60.5, 60),
      "refreshUserData takes a time-out of 4.5": takesAs("query timeout", 4.5, 5),
      "getPscInfo takes a zip code of six digits": takesAs(zipCode, /^\d{6}$/, "85001"),
      "getPscInfo takes a zip code of four digits": takesAs(zipCode, /^\d{4}$/, "85001"),
      "placeOrder cuts off long comments": takesAs("body clinical_comments", /^.{1001}/s, (text: string) =>
        text.slice(0, 1000),
      ),
    },
    "limit-accepted": {
      "createOrder refuses comments of 1000 characters": refusesAt("body clinical_comments", /^.{1000}$/s),
    },
    "pattern-enforced": {
      "getAreaInfo takes a zip code of five letters": takesAs(zipCode, /^[a-z]{5}$/, "85001"),
      "getPscInfo takes a zip code with its four finer digits": takesAs(zipCode, /^\d{5}-\d{4}$/, "85001"),
    },
    "enum-enforced": {
      "getPscInfo takes any radius": takesAs("query radius", (radius) => !radii.includes(radius)),
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
  }),
];
