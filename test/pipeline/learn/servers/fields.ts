// Servers whose answers have other names, places, types and fields than the contract assumes.
import { body, type Departure, everywhere, inside, items, leaveOut, rename } from "./departure.ts";

const orders = ["createOrder", "placeOrder", "importOrder"] as const;
const markers = ["listMarkers", "listLabTestMarkers"] as const;

/** Every success, with this change of its body. */
const success = (change: Parameters<typeof body>[1]) => body(200, change);

const names: readonly Departure[] = [
  {
    name: "names the list of sleep summaries `sleep_summaries`",
    on: ["listSleepSummaries"],
    answer: success((list) => rename(list, "sleep", "sleep_summaries")),
    shows: ["new #/components/schemas/SleepSummaryList The field `sleep_summaries` is there in n of n: an array."],
  },
  {
    name: "names the events of an order `history`",
    on: orders,
    answer: success((order) => rename(order, "events", "history")),
    shows: [
      "contradicted #/components/schemas/Order/properties/events `events` is left out in n of n.",
      "new #/components/schemas/Order The field `history` is there in n of n: an array.",
    ],
  },
  {
    name: "names the clinical comments of an order `clinical_notes`",
    on: orders,
    answer: success((order) => rename(order, "clinical_comments", "clinical_notes")),
    shows: ["new #/components/schemas/Order The field `clinical_notes` is there in n of n: a string."],
  },
  {
    name: "names the status of a parsing job `state`",
    on: ["createLabReportParsingJob", "getLabReportParsingJob"],
    answer: success((job) => rename(job, "status", "state")),
    shows: ["new #/components/schemas/LabReportParsingJob The field `state` is there in n of n: a string."],
  },
  {
    name: "names the results of a parsing job `extracted_results`",
    // What stands in a field of an unknown name is not looked at by the contract
    isHidden: true,
    on: ["createLabReportParsingJob", "getLabReportParsingJob"],
    answer: success((job) => rename(job, "results", "extracted_results")),
    shows: ["new #/components/schemas/LabReportParsingJob The field `extracted_results` is there in n of n: an array."],
  },
];

const places: readonly Departure[] = [
  {
    name: "puts the user of a conflict into `existing_user`",
    on: ["createUser"],
    answer: body(400, ({ user_id, created_on, ...rest }) => ({ ...rest, existing_user: { user_id, created_on } })),
    shows: [
      "contradicted #/components/schemas/ClientUserIdConflict/properties/user_id `user_id` is left out in n of n.",
      "contradicted #/components/schemas/ClientUserIdConflict/properties/created_on `created_on` is left out in n of n.",
      "new #/components/schemas/ClientUserIdConflict The field `existing_user` is there in n of n: an object.",
    ],
  },
  {
    name: "puts the workout summaries into `data`",
    on: ["listWorkoutSummaries"],
    answer: success(({ workouts, ...rest }) => ({ ...rest, data: { workouts } })),
    shows: ["new #/components/schemas/WorkoutSummaryList The field `data` is there in n of n: an object."],
  },
];

const presence: readonly Departure[] = [
  {
    name: "leaves out the logo of a connected source",
    on: ["resolveUser"],
    answer: success((user) => ({
      ...user,
      connected_sources: items(user, "connected_sources").map((one) => ({
        ...one,
        source: leaveOut(inside(one, "source"), "logo"),
      })),
    })),
    shows: ["contradicted #/components/schemas/ConnectedSource/properties/source `logo` is left out in n of n."],
  },
  {
    name: "leaves out the logo of a connection",
    on: ["listUserConnections"],
    answer: success((list) => ({ ...list, providers: items(list, "providers").map((one) => leaveOut(one, "logo")) })),
    shows: ["contradicted #/components/schemas/UserConnection/properties/logo `logo` is left out in n of n."],
  },
  {
    name: "leaves out the user of a refresh",
    on: ["refreshUserData"],
    answer: success((result) => leaveOut(result, "user_id")),
    shows: ["contradicted #/components/schemas/RefreshResult/properties/user_id `user_id` is left out in n of n."],
  },
  {
    name: "leaves out an empty second line of an address",
    on: ["getPscInfo"],
    answer: success((lookup) =>
      everywhere(lookup, (one) => (one["second_line"] === "" ? leaveOut(one, "second_line") : one)),
    ),
    shows: [
      "contradicted #/components/schemas/PscMetadata/properties/second_line `second_line` is left out in n of n.",
    ],
  },
  {
    name: "leaves out the slug of a LOINC code",
    on: markers,
    answer: success((page) =>
      everywhere(page, (one) => ("loinc" in one ? { ...one, loinc: leaveOut(inside(one, "loinc"), "slug") } : one)),
    ),
    shows: ["contradicted #/components/schemas/Loinc `slug` is left out in n of n."],
  },
  {
    name: "leaves out the denied scopes of a resource, where there are none",
    on: ["listUserConnections"],
    answer: success((list) =>
      everywhere(list, (one) =>
        items(inside(one, "user_denied"), "required").length === 0 ? leaveOut(one, "user_denied") : one,
      ),
    ),
    shows: [
      "violation #/components/schemas/ScopeRequirements/properties/user_denied `user_denied` is left out in n of n.",
    ],
  },
];

const types: readonly Departure[] = [
  {
    name: "numbers expected results where the contract has a slug",
    on: markers,
    answer: success((page) => everywhere(page, (one) => ("loinc" in one ? { ...one, slug: one["id"] } : one))),
    shows: [
      "contradicted #/components/schemas/ExpectedResult/properties/slug It is as assumed in n of n, and otherwise an integer (n).",
    ],
  },
  {
    name: "has null for an interpretation that does not apply",
    on: ["getLabReportParsingJob"],
    answer: success((job) =>
      everywhere(job, (one) => (one["interpretation"] === "not applicable" ? { ...one, interpretation: null } : one)),
    ),
    shows: [
      "contradicted #/components/schemas/LabReportResult/properties/interpretation It is as assumed in n of n, and otherwise null (n).",
    ],
  },
  {
    name: "has an object for the unit of a result",
    on: ["getLabReportParsingJob"],
    answer: success((job) =>
      everywhere(job, (one) => (typeof one["unit"] === "string" ? { ...one, unit: { symbol: one["unit"] } } : one)),
    ),
    shows: [
      "contradicted #/components/schemas/LabReportResult/properties/unit It is as assumed in n of n, and otherwise an object (n).",
      "new #/components/schemas/LabReportResult/properties/unit The field `symbol` is there in n of n: a string.",
    ],
  },
  {
    name: "writes opening hours as a text",
    on: ["getPscInfo"],
    answer: success((lookup) =>
      everywhere(lookup, (one) => ("hours" in one ? { ...one, hours: "Mo-Fr 08:00-17:00" } : one)),
    ),
    shows: ["contradicted #/components/schemas/PscHours It is as assumed in n of n, and otherwise a string (n)."],
  },
  {
    name: "writes the day of an appointment as a date-time",
    on: ["getPhlebotomyAppointmentAvailability", "getPscAppointmentAvailability"],
    answer: success((availability) =>
      everywhere(availability, (one) => ("date" in one ? { ...one, date: `${String(one["date"])}T00:00:00Z` } : one)),
    ),
    shows: [
      "contradicted #/components/schemas/AppointmentDay `date`: It is as stated in n of n, and otherwise a string of the format date-time (n).",
    ],
  },
];

const news: readonly Departure[] = [
  {
    name: "says when a user was created",
    on: ["createUser"],
    answer: success((user) => ({ ...user, created_on: "2026-11-22T08:00:00Z" })),
    shows: [
      "new #/components/schemas/CreatedUser The field `created_on` is there in n of n: a string of the format date-time.",
    ],
  },
  {
    name: "sends the number of labs in a header",
    on: ["listLabs"],
    answer: (answer) =>
      answer.status === 200 ? { ...answer, headers: { ...answer.headers, "x-total-count": "2" } } : answer,
    shows: ["new #/paths/~1v3~1lab_tests~1labs/get/responses/200 The header `x-total-count` came with n of n."],
  },
  {
    name: "spells the status `pending_review` as `awaiting_review`",
    on: ["createLabReportParsingJob", "getLabReportParsingJob"],
    answer: success((job) =>
      everywhere(job, (one) => (one["status"] === "pending_review" ? { ...one, status: "awaiting_review" } : one)),
    ),
    isHidden: true,
    shows: ["new #/components/schemas/LabReportParsingJobStatus The value `awaiting_review` is not a known value."],
  },
];

/** Those that look for names of the contract come before those that rename. */
export const fields: readonly Departure[] = [...news, ...types, ...presence, ...places, ...names];
