// Wrong servers that `verify` has to find: they depart where something assumed stands beside something stated, and the assumption decides which it is.
import type { AppointmentAvailability } from "../../../../generated/schemas.ts";
import { answers, isGiven, relists, replies, sets, takesAs, when, writes } from "./stages.ts";
import { differences, violations } from "./wrong-server.ts";

/** A success without the fields of a name, wherever they are. */
const leavesOut = (field: string) =>
  answers((body) => JSON.parse(JSON.stringify(body), (key, value: unknown) => (key === field ? undefined : value)));

/** Availability in another form. */
const days = (change: (slots: AppointmentAvailability["slots"]) => unknown) =>
  answers<AppointmentAvailability>(({ slots }) => change(slots));

const hours = ["08:00", "09:00"];

export const departures = [
  ...differences({
    "body-schema": {
      "createUser has the existing user of a conflict elsewhere in the body": replies(400, (detail) => ({ detail })),
      "listSleepSummaries has summaries that are the whole answer": answers((body: object) => Object.values(body)[0]),
      "listMarkers has a bare list": answers((page: object) => Reflect.get(page, "markers")),
      "listMarkers has the markers under another name": answers((page: object) => ({
        data: Reflect.get(page, "markers"),
      })),
      "getPhlebotomyAppointmentAvailability has one flat list": days((slots) =>
        slots.flatMap(({ date }) => hours.map((at) => ({ date, at }))),
      ),
      "getPhlebotomyAppointmentAvailability has one flat list in `slots`": days((slots) => ({
        slots: slots.flatMap(({ date }) => hours.map((at) => ({ date, at }))),
      })),
      "getPhlebotomyAppointmentAvailability has a map of days": days((slots) => ({
        slots: Object.fromEntries(slots.map(({ date }) => [date, hours])),
      })),
      "resolveUser gives null for a time zone": sets("fallback_time_zone", null),
      "getPscInfo gives null for `second_line`": sets("patient_service_centers/0/metadata/second_line", null),
      "getPscInfo gives a list for `hours`, of which only null is shown": sets(
        "patient_service_centers/0/metadata/hours",
        [],
      ),
      "listSleepSummaries gives a source that is empty": sets("sleep/0/source", {}),
      // Required by assumption only
      "listUserConnections leaves out its list": leavesOut("providers"),
      "listOrganizationTeams leaves out a team's `name`": leavesOut("name"),
      // A check of what is stated reads these where they are
      "createUser leaves out `user_id`": leavesOut("user_id"),
      "undoUserDeletion leaves out `success`": leavesOut("success"),
      "refreshUserData leaves out `success`": leavesOut("success"),
      "refreshUserData leaves out `user_id`": leavesOut("user_id"),
      "createLinkCode leaves out `code`": leavesOut("code"),
      "createLinkCode leaves out `exchange_url`": leavesOut("exchange_url"),
      "createLinkCode leaves out `expires_at`": leavesOut("expires_at"),
      "getPscInfo leaves out `lab_id`": leavesOut("lab_id"),
      "getPscInfo leaves out `capabilities`": leavesOut("capabilities"),
      "getAreaInfo leaves out `zip_code`": leavesOut("zip_code"),
      "getAreaInfo leaves out `radius`": leavesOut("radius"),
    },
    "values-come-back": {
      "createOrder answers with an id only": answers(({ id }: { readonly id: unknown }) => ({ id })),
    },
    "slots-from-start-date": {
      "getPscAppointmentAvailability answers with 13 days": relists("slots", (slots) => slots.slice(0, 13)),
    },
    "format-enforced": {
      "listLabAccounts takes any text for an id": takesAs("query lab_account_id", isGiven),
    },
  }),
  ...violations({
    "limit-accepted": {
      // An operation may not be there yet; this one answered before
      "listLabTestMarkers knows no path with a size of 1": when(
        ({ status }, { query }) => status === 200 && query["size"] === 1,
        { status: 404, ...writes("Not found", "text/plain") },
      ),
    },
    "content-type": {
      "createUser succeeds with 201, in HTML": when(200, { status: 201, ...writes("<p>Created</p>", "text/html") }),
    },
    "body-schema": {
      "resolveUser leaves out `fallback_time_zone`": leavesOut("fallback_time_zone"),
      "refreshUserData leaves out `failed_sources`": leavesOut("failed_sources"),
      "listOrganizationTeams leaves out `teams`": leavesOut("teams"),
      "listUserConnections gives a text for `error_details`": sets("providers/0/error_details", "broken"),
      "listLabTestMarkers gives a text for `total`": sets("total", "many"),
      "getLabReportParsingJob gives results that are texts": sets("results/0", "low"),
    },
  }),
];
