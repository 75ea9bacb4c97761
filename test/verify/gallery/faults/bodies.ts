// Servers whose bodies break the schema: a field is missing, of another type or format, null, or a list too long.
import { answers, relists, replies, rewrites, sets, when, writes } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

/** A time that is none of RFC 3339, though most programs read it; the tests of `shared/contract` hold each other form. */
const writesTime = (path: string, from: RegExp, to: string) =>
  rewrites(path, (text) => new Date(text).toISOString().replace(from, to));

/** A conflict whose `created_on` is another. */
const dates = (change: (created: string) => string | undefined) =>
  replies(400, (body: { readonly created_on: string }) => ({ ...body, created_on: change(body.created_on) }));

export const bodyFaults = [
  ...violations({
    "body-schema": {
      "resolveUser leaves out `team_id`": sets("team_id", undefined),
      "listOrganizationTeams leaves out `next_cursor` on the last page": sets(
        "next_cursor",
        (cursor: unknown) => cursor ?? undefined,
      ),
      "listActivitySummaries leaves out the source of a summary": when(200, { body: { activity: [{ steps: 1 }] } }),

      "listLabs writes ids as texts": sets("0/id", String),
      "listLabs wraps the list": answers((labs) => ({ labs })),
      "createPortalUrl writes the lifetime as a text": sets("expires_in", String),
      "getAreaInfo writes the radius as a number": sets("central_labs/*/patient_service_centers/radius", Number),
      "disconnectProvider writes `success` as a text": sets("success", String),

      "resolveUser writes a time in another format": sets("created_on", "12/04/2026 09:30"),
      "resolveUser writes a space between day and time": writesTime("created_on", /T/, " "),
      "resolveUser writes a birth date with the time of midnight": writesTime(
        "fallback_birth_date/value",
        /T.*/,
        "T00:00:00Z",
      ),
      "createLinkCode gives no URI": sets("exchange_url", "not a uri"),
      "createLinkCode gives a code in capitals": rewrites("code", (code) => code.toUpperCase()),
      "listOrganizationTeams writes regions in capitals": rewrites("teams/*/region", (region) => region.toUpperCase()),
      "getPhlebotomyAppointmentAvailability writes a day with a time": writesTime("slots/0/date", /T.*/, "T00:00:00Z"),
      "refreshUserData names providers only": rewrites("refreshed_sources/*", (source) => source.split("/")[0] ?? ""),
      "refreshUserData joins by another character on failure": sets("failed_sources", ["demo_ring:sleep"]),

      "listProviders gives null for no resources": sets("0/supported_resources", null),
      "listLabTestMarkers gives null for the list of a page beyond the end": relists("markers", (markers) =>
        markers.length === 0 ? null : markers,
      ),
      "listLabTestMarkers gives a marker without a price as null": sets("markers/0/price", null),
      "listBodySummaries gives null for a summary": when(200, { body: { body: [null] } }),

      "getPscInfo answers with 31 centers when there are more": relists("patient_service_centers", (centers) =>
        centers.length === 30 ? [...centers, centers[0]] : centers,
      ),
    },
    "conflict-names-existing-user": {
      "createUser leaves `created_on` out of a conflict": dates(() => undefined),
      "createUser dates a conflict without an offset": dates((created) => created.replace(/Z$/, "")),
      "createUser dates the existing user by the conflict": dates(() => "2036-01-01T00:00:00Z"),
      "createUser dates the existing user a millisecond later": dates((created) =>
        new Date(Date.parse(created) + 1).toISOString(),
      ),
    },
  }),
  ...differences({
    "body-schema": {
      "listUserConnections leaves out the status of a connection": sets("providers/0/status", undefined),
      "importOrder leaves out `last_event`": sets("last_event", undefined),
      "listWorkoutSummaries gives an object for the list": sets("workouts", {}),
      "listMealSummaries calls the list `meals`": answers(({ meal, ...others }: { readonly meal: unknown }) => ({
        ...others,
        meals: meal,
      })),
      "refreshUserData refuses an unknown user with a text": when(404, writes('"Not found"')),
      "getPscAppointmentAvailability answers with 15 days": relists("slots", (days) => [...days, days.at(-1)]),
    },
  }),
];
