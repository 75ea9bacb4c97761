// Servers whose answers have other names, places, types and fields than the contract assumes.
import {
  body,
  type Departure,
  everywhere,
  inside,
  items,
  leaveOut,
  rename,
  responseAt,
  schemaAt,
} from "./departure.ts";

const orders = ["createOrder", "placeOrder", "importOrder"] as const;
const markers = ["listMarkers", "listLabTestMarkers"] as const;

/** Every success, with this change of its body. */
const success = (change: Parameters<typeof body>[1]) => body(200, change);

const names: readonly Departure[] = [
  {
    name: "names the list of sleep summaries `sleep_summaries`",
    on: ["listSleepSummaries"],
    answer: success((list) => rename(list, "sleep", "sleep_summaries")),
    proposals: [{ kind: "rename", pointer: schemaAt("SleepSummaryList", "sleep"), name: "sleep_summaries" }],
  },
  {
    name: "names the events of an order `history`",
    on: orders,
    answer: success((order) => rename(order, "events", "history")),
    proposals: [{ kind: "rename", pointer: schemaAt("Order", "events"), name: "history" }],
  },
  {
    name: "names the clinical comments of an order `clinical_notes`",
    on: orders,
    answer: success((order) => rename(order, "clinical_comments", "clinical_notes")),
    proposals: [{ kind: "rename", pointer: schemaAt("Order", "clinical_comments"), name: "clinical_notes" }],
  },
  {
    name: "names the status of a parsing job `state`",
    on: ["createLabReportParsingJob", "getLabReportParsingJob"],
    answer: success((job) => rename(job, "status", "state")),
    proposals: [{ kind: "rename", pointer: schemaAt("LabReportParsingJob", "status"), name: "state" }],
  },
  {
    name: "names the results of a parsing job `extracted_results`",
    // What stands in a field of an unknown name is not looked at by the contract
    isHidden: true,
    on: ["createLabReportParsingJob", "getLabReportParsingJob"],
    answer: success((job) => rename(job, "results", "extracted_results")),
    proposals: [{ kind: "rename", pointer: schemaAt("LabReportParsingJob", "results"), name: "extracted_results" }],
  },
];

const places: readonly Departure[] = [
  {
    name: "puts the user of a conflict into `existing_user`",
    on: ["createUser"],
    answer: body(400, ({ user_id, created_on, ...rest }) => ({ ...rest, existing_user: { user_id, created_on } })),
    proposals: ["user_id", "created_on"].map((name) => ({
      kind: "move",
      pointer: schemaAt("ClientUserIdConflict", name),
      to: ["existing_user", name],
    })),
  },
  {
    name: "puts the workout summaries into `data`",
    on: ["listWorkoutSummaries"],
    answer: success(({ workouts, ...rest }) => ({ ...rest, data: { workouts } })),
    proposals: [{ kind: "move", pointer: schemaAt("WorkoutSummaryList", "workouts"), to: ["data", "workouts"] }],
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
    proposals: [{ kind: "require", pointer: schemaAt("ConnectedSource", "source", "logo"), required: false }],
  },
  {
    name: "leaves out the logo of a connection",
    on: ["listUserConnections"],
    answer: success((list) => ({ ...list, providers: items(list, "providers").map((one) => leaveOut(one, "logo")) })),
    proposals: [{ kind: "require", pointer: schemaAt("UserConnection", "logo"), required: false }],
  },
  {
    name: "leaves out the user of a refresh",
    on: ["refreshUserData"],
    answer: success((result) => leaveOut(result, "user_id")),
    proposals: [{ kind: "require", pointer: schemaAt("RefreshResult", "user_id"), required: false }],
  },
  {
    name: "leaves out an empty second line of an address",
    on: ["getPscInfo"],
    answer: success((lookup) =>
      everywhere(lookup, (one) => (one["second_line"] === "" ? leaveOut(one, "second_line") : one)),
    ),
    proposals: [{ kind: "require", pointer: schemaAt("PscMetadata", "second_line"), required: false }],
  },
  {
    name: "leaves out the slug of a LOINC code",
    on: markers,
    answer: success((page) =>
      everywhere(page, (one) => ("loinc" in one ? { ...one, loinc: leaveOut(inside(one, "loinc"), "slug") } : one)),
    ),
    proposals: [{ kind: "require", pointer: schemaAt("Loinc", "slug"), required: false }],
  },
  {
    name: "leaves out the denied scopes of a resource, where there are none",
    on: ["listUserConnections"],
    answer: success((list) =>
      everywhere(list, (one) =>
        items(inside(one, "user_denied"), "required").length === 0 ? leaveOut(one, "user_denied") : one,
      ),
    ),
    proposals: [{ kind: "require", pointer: schemaAt("ScopeRequirements", "user_denied"), required: false }],
  },
];

const types: readonly Departure[] = [
  {
    name: "numbers expected results where the contract has a slug",
    on: markers,
    answer: success((page) => everywhere(page, (one) => ("loinc" in one ? { ...one, slug: one["id"] } : one))),
    proposals: [{ kind: "change-schema", pointer: schemaAt("ExpectedResult", "slug"), schema: { type: "integer" } }],
  },
  {
    name: "has null for an interpretation that does not apply",
    on: ["getLabReportParsingJob"],
    answer: success((job) =>
      everywhere(job, (one) => (one["interpretation"] === "not applicable" ? { ...one, interpretation: null } : one)),
    ),
    proposals: [{ kind: "nullable", pointer: schemaAt("LabReportResult", "interpretation"), nullable: true }],
  },
  {
    name: "has an object for the unit of a result",
    on: ["getLabReportParsingJob"],
    answer: success((job) =>
      everywhere(job, (one) => (typeof one["unit"] === "string" ? { ...one, unit: { symbol: one["unit"] } } : one)),
    ),
    proposals: [
      {
        kind: "change-schema",
        pointer: schemaAt("LabReportResult", "unit"),
        schema: { type: "object", nullable: true, properties: { symbol: { type: "string" } }, required: ["symbol"] },
      },
    ],
  },
  {
    name: "writes opening hours as a text",
    on: ["getPscInfo"],
    answer: success((lookup) =>
      everywhere(lookup, (one) => ("hours" in one ? { ...one, hours: "Mo-Fr 08:00-17:00" } : one)),
    ),
    proposals: [{ kind: "change-schema", pointer: schemaAt("PscHours"), schema: { type: "string" } }],
  },
  {
    name: "writes the day of an appointment as a date-time",
    on: ["getPhlebotomyAppointmentAvailability", "getPscAppointmentAvailability"],
    answer: success((availability) =>
      everywhere(availability, (one) => ("date" in one ? { ...one, date: `${String(one["date"])}T00:00:00Z` } : one)),
    ),
    proposals: [
      {
        kind: "change-schema",
        pointer: schemaAt("AppointmentDay", "date"),
        schema: { type: "string", format: "date-time" },
      },
    ],
  },
];

const news: readonly Departure[] = [
  {
    name: "says when a user was created",
    on: ["createUser"],
    answer: success((user) => ({ ...user, created_on: "2026-11-22T08:00:00Z" })),
    proposals: [
      {
        kind: "add-field",
        pointer: schemaAt("CreatedUser"),
        name: "created_on",
        schema: { type: "string", format: "date-time" },
        required: true,
      },
    ],
  },
  {
    name: "sends the number of labs in a header",
    on: ["listLabs"],
    answer: (answer) =>
      answer.status === 200 ? { ...answer, headers: { ...answer.headers, "x-total-count": "2" } } : answer,
    proposals: [
      { kind: "add-header", pointer: responseAt("listLabs", 200), name: "x-total-count", schema: { type: "string" } },
    ],
  },
  {
    name: "spells the status `pending_review` as `awaiting_review`",
    on: ["createLabReportParsingJob", "getLabReportParsingJob"],
    answer: success((job) =>
      everywhere(job, (one) => (one["status"] === "pending_review" ? { ...one, status: "awaiting_review" } : one)),
    ),
    event: (event) =>
      event.data["status"] === "pending_review"
        ? { ...event, data: { ...event.data, status: "awaiting_review" } }
        : event,
    isHidden: true,
    proposals: [{ kind: "add-value", pointer: schemaAt("LabReportParsingJobStatus"), value: "awaiting_review" }],
  },
];

/** Those that look for names of the contract come before those that rename. */
export const fields: readonly Departure[] = [...news, ...types, ...presence, ...places, ...names];
