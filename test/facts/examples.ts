// The named examples: each stands where it is used, the ordinary case first, and each stated business case has one that shows it.
import { type Contract, isList, isObject, type Json, objectAt, show } from "./contract.ts";
import { type Fact, fact, same } from "./fact.ts";

const ROW = "examples (contract.md)";
const SHARED_ERRORS: readonly (readonly [status: string, name: string])[] = [
  ["401", "error-unauthorized"],
  ["404", "error-not-found"],
  ["422", "error-invalid-input"],
];

/** Where an example stands: an operation or a webhook by its id, then "request" or the status of a response. */
const USED: Readonly<Record<string, readonly string[]>> = {
  "createUser request": ["create-user-request", "create-user-request-minimal"],
  "createUser 200": ["created-user"],
  "createUser 400": ["client-user-id-conflict"],
  "resolveUser 200": ["user", "user-without-fallback-birth-date"],
  "undoUserDeletion request": ["undo-user-deletion-by-client-user-id", "undo-user-deletion-by-user-id"],
  "undoUserDeletion 200": ["user-deletion-undone"],
  "undoUserDeletion 400": [
    "undo-refused-grace-period-over",
    "undo-refused-client-user-id-taken",
    "undo-refused-not-deleted",
  ],
  "listUserConnections 200": [
    "user-connections",
    "user-connections-scope-denied",
    "user-connections-from-newer-service",
    "user-connections-none",
  ],
  "refreshUserData 200": ["refresh-result", "refresh-result-partial"],
  "disconnectProvider 200": ["provider-disconnected"],
  "listProviders 200": ["providers", "providers-from-newer-service"],
  "createLinkCode 200": ["link-code", "link-code-with-chosen-expiry"],
  "getLinkProvider 200": [
    "link-provider",
    "link-provider-minimal",
    "link-provider-with-nulls",
    "link-provider-from-newer-service",
  ],
  "createPortalUrl request": ["portal-url-request-launch", "portal-url-request-communications"],
  "createPortalUrl 200": ["portal-url-launch", "portal-url-communications"],
  // Invalid input first: the mock answers an invalid request with the first example.
  "createPortalUrl 422": ["error-invalid-input", "user-without-demographics"],
  "listActivitySummaries 200": ["activity-summaries", "activity-summaries-old-source"],
  "listBodySummaries 200": ["body-summaries"],
  "listMealSummaries 200": ["meal-summaries"],
  "listProfileSummaries 200": ["profile-summaries"],
  "listSleepSummaries 200": ["sleep-summaries", "sleep-summaries-old-source"],
  "listWorkoutSummaries 200": ["workout-summaries"],
  "listLabs 200": ["labs", "labs-unknown-values"],
  "listMarkers 200": ["lab-wide-markers", "lab-wide-markers-of-one-lab", "markers-empty-page"],
  "listLabTestMarkers 200": [
    "markers-first-page",
    "markers-last-page",
    "markers-empty-page",
    "markers-placeholder-price",
    "markers-without-totals",
  ],
  "listLabAccounts 200": ["lab-accounts", "lab-accounts-pending"],
  "getPscInfo 200": ["psc-info", "psc-info-at-cap", "psc-info-none-found", "psc-info-unknown-capability"],
  "getAreaInfo 200": ["area-info", "area-info-no-phlebotomy"],
  "createOrder request": ["order-request", "order-request-full", "order-request-minimal"],
  "createOrder 200": ["order-created", "order-created-with-comments"],
  "placeOrder request": ["order-request", "order-request-full", "order-request-minimal"],
  "placeOrder 200": ["order-created", "order-created-with-comments"],
  "importOrder request": ["order-import-request", "order-import-request-pending-account"],
  "importOrder 200": ["order-imported", "order-problem-in-transit-customer", "order-problem-in-transit-lab"],
  "getPhlebotomyAppointmentAvailability request": ["appointment-availability-request"],
  "getPhlebotomyAppointmentAvailability 200": ["phlebotomy-appointment-availability"],
  "bookPhlebotomyAppointment request": [
    "phlebotomy-appointment-booking",
    "phlebotomy-appointment-booking-without-notes",
  ],
  "bookPhlebotomyAppointment 200": ["phlebotomy-appointment-booked"],
  "requestPhlebotomyAppointment request": ["phlebotomy-appointment-request"],
  "requestPhlebotomyAppointment 200": ["phlebotomy-appointment-requested"],
  "reschedulePhlebotomyAppointment request": ["phlebotomy-appointment-reschedule"],
  "reschedulePhlebotomyAppointment 200": ["phlebotomy-appointment-rescheduled"],
  "getPscAppointmentAvailability request": ["appointment-availability-request"],
  "getPscAppointmentAvailability 200": ["psc-appointment-availability"],
  "bookPscAppointment request": ["psc-appointment-booking"],
  "bookPscAppointment 200": ["psc-appointment-booked"],
  "createLabReportParsingJob request": ["lab-report-upload", "lab-report-upload-for-human-review"],
  "createLabReportParsingJob 200": ["lab-report-parsing-job-submitted"],
  "getLabReportParsingJob 200": [
    "lab-report-parsing-job-completed",
    "lab-report-parsing-job-failed",
    "lab-report-parsing-job-pending-review",
    "lab-report-parsing-job-submitted",
    "lab-report-parsing-job-unknown-status",
  ],
  "listOrganizationTeams 200": [
    "organization-teams-first-page",
    "organization-teams-last-page",
    "organization-teams-no-match",
  ],
  "onProviderConnectionCreated request": [
    "provider-connection-created-event",
    "provider-connection-created-event-with-source",
  ],
  "onDailyDataCreated request": [
    "daily-data-created-event",
    "daily-data-created-event-old-source",
    "daily-data-created-event-both-source-forms",
    "daily-data-created-event-unknown-resource",
  ],
  "onDailyDataUpdated request": ["daily-data-updated-event", "daily-data-updated-event-old-source"],
  "onHistoricalDataCreated request": ["historical-data-created-event", "historical-data-created-event-old-form"],
  "onDailySleepCycleCreated request": ["daily-sleep-cycle-created-event"],
  "onDailySleepCycleUpdated request": ["daily-sleep-cycle-updated-event"],
  "onHistoricalSleepCycleCreated request": ["historical-sleep-cycle-created-event"],
  "onDailyHypnogramCreated request": ["daily-hypnogram-created-event"],
  "onDailyHypnogramUpdated request": ["daily-hypnogram-updated-event"],
  "onHistoricalHypnogramCreated request": ["historical-hypnogram-created-event"],
  "onLabReportParsingJobCreated request": ["lab-report-parsing-job-created-event"],
  "onLabReportParsingJobUpdated request": [
    "lab-report-parsing-job-updated-event-completed",
    "lab-report-parsing-job-updated-event-failed",
    "lab-report-parsing-job-updated-event-pending-review",
    "lab-report-parsing-job-updated-event-unknown-status",
  ],
  "onOrderEvent request": [
    "order-event",
    "order-event-status-detail",
    "order-event-problem-in-transit-customer",
    "order-event-problem-in-transit-lab",
    "order-event-unknown-status",
  ],
  "onOrderPartialResults request": ["order-partial-results-event"],
};

/** What an example shows: the values at a path, in which `*` stands for every entry or key. */
interface Case {
  readonly row: string;
  readonly says: string;
  /** Place and name of the example. */
  readonly use: string;
  readonly path: string;
  readonly shows: (values: readonly Json[]) => boolean;
}

const is = (expected: Json) => (values: readonly Json[]) => values.some((value) => value === expected);
const count = (expected: number) => (values: readonly Json[]) => values.length === expected;
const some = (values: readonly Json[]): boolean => values.length > 0;
const none = (values: readonly Json[]): boolean => values.length === 0;
const beyond = (known: readonly string[]) => (values: readonly Json[]) =>
  values.some((value) => typeof value === "string" && !known.includes(value));

const CASES: readonly Case[] = [
  {
    row: "7 conflict",
    says: "the existing user's id",
    use: "createUser 400 client-user-id-conflict",
    path: "user_id",
    shows: some,
  },
  {
    row: "7 conflict",
    says: "when the existing user was created",
    use: "createUser 400 client-user-id-conflict",
    path: "created_on",
    shows: some,
  },
  {
    row: "4.3",
    says: "context launch",
    use: "createPortalUrl request portal-url-request-launch",
    path: "context",
    shows: is("launch"),
  },
  {
    row: "4.3",
    says: "context communications",
    use: "createPortalUrl request portal-url-request-communications",
    path: "context",
    shows: is("communications"),
  },
  {
    row: "4.5",
    says: "client_user_id in the JSON body, as the service's example",
    use: "undoUserDeletion request undo-user-deletion-by-client-user-id",
    path: "client_user_id",
    shows: some,
  },
  {
    row: "2.7",
    says: "a failed source",
    use: "refreshUserData 200 refresh-result-partial",
    path: "failed_sources.*",
    shows: some,
  },
  {
    row: "2.7",
    says: "a source in progress",
    use: "refreshUserData 200 refresh-result-partial",
    path: "in_progress_sources.*",
    shows: some,
  },
  {
    row: "2.7",
    says: "a resource that contains a slash",
    use: "refreshUserData 200 refresh-result",
    path: "*.*",
    shows: (values) => values.some((value) => /^[^/]+\/[^/]+\//.test(String(value))),
  },
  {
    row: "2.2",
    says: "a denied scope",
    use: "listUserConnections 200 user-connections-scope-denied",
    path: "providers.*.resource_availability.*.scope_requirements.user_denied.*.*",
    shows: some,
  },
  {
    row: "2.2",
    says: "an unavailable resource",
    use: "listUserConnections 200 user-connections-scope-denied",
    path: "providers.*.resource_availability.*.status",
    shows: is("unavailable"),
  },
  {
    row: "2.2",
    says: "no error",
    use: "listUserConnections 200 user-connections",
    path: "providers.*.error_details",
    shows: is(null),
  },
  {
    row: "4.1",
    says: "no connection",
    use: "listUserConnections 200 user-connections-none",
    path: "providers.*",
    shows: none,
  },
  {
    row: "9",
    says: "an unknown connection status",
    use: "listUserConnections 200 user-connections-from-newer-service",
    path: "providers.*.status",
    shows: beyond(["connected"]),
  },
  {
    row: "9",
    says: "an unknown auth_type",
    use: "listProviders 200 providers-from-newer-service",
    path: "*.auth_type",
    shows: beyond(["oauth", "team_oauth", "sdk", "password", "email", "app"]),
  },
  {
    row: "9",
    says: "an unknown source_type",
    use: "getLinkProvider 200 link-provider-from-newer-service",
    path: "source_type",
    shows: beyond(["app", "ble", "device", "lab", "provider"]),
  },
  {
    row: "9",
    says: "an unknown collection method",
    use: "listLabs 200 labs-unknown-values",
    path: "*.collection_methods.*",
    shows: beyond(["testkit", "walk_in_test", "at_home_phlebotomy", "on_site_collection"]),
  },
  {
    row: "9",
    says: "an unknown PSC capability",
    use: "getPscInfo 200 psc-info-unknown-capability",
    path: "patient_service_centers.*.capabilities.*",
    shows: beyond(["stat", "appointment_scheduling_via_service", "appointment_scheduling_with_lab"]),
  },
  {
    row: "9",
    says: "an unknown parsing job status",
    use: "getLabReportParsingJob 200 lab-report-parsing-job-unknown-status",
    path: "status",
    shows: beyond(["completed", "failed", "pending_review"]),
  },
  {
    row: "9",
    says: "an unknown parsing job status in an event",
    use: "onLabReportParsingJobUpdated request lab-report-parsing-job-updated-event-unknown-status",
    path: "data.status",
    shows: beyond(["completed", "failed", "pending_review"]),
  },
  {
    row: "9",
    says: "an unknown order status",
    use: "onOrderEvent request order-event-unknown-status",
    path: "data.status",
    shows: beyond([
      "collecting_sample.testkit.problem_in_transit_customer",
      "collecting_sample.testkit.problem_in_transit_lab",
    ]),
  },
  {
    row: "9",
    says: "a resource of no list",
    use: "onDailyDataCreated request daily-data-created-event-unknown-resource",
    path: "event_type",
    shows: some,
  },
  ...["markers-empty-page"].flatMap((name) =>
    ["listLabTestMarkers", "listMarkers"].map((id) => ({
      row: "4.8",
      says: "an empty page",
      use: `${id} 200 ${name}`,
      path: "markers.*",
      shows: none,
    })),
  ),
  {
    row: "4.8",
    says: "a price that is a placeholder",
    use: "listLabTestMarkers 200 markers-placeholder-price",
    path: "markers.*.price",
    shows: (values) => values.some((value) => Number.isNaN(Number(value))),
  },
  {
    row: "4.8",
    says: "totals that are null",
    use: "listLabTestMarkers 200 markers-without-totals",
    path: "total",
    shows: is(null),
  },
  {
    row: "4.15",
    says: "a first page with a cursor",
    use: "listOrganizationTeams 200 organization-teams-first-page",
    path: "next_cursor",
    shows: (values) => values.some((value) => typeof value === "string"),
  },
  {
    row: "4.15",
    says: "a last page",
    use: "listOrganizationTeams 200 organization-teams-last-page",
    path: "next_cursor",
    shows: is(null),
  },
  {
    row: "4.15",
    says: "an empty list",
    use: "listOrganizationTeams 200 organization-teams-no-match",
    path: "teams.*",
    shows: none,
  },
  {
    row: "4.10",
    says: "30 service centers, the cap",
    use: "getPscInfo 200 psc-info-at-cap",
    path: "patient_service_centers.*",
    shows: count(30),
  },
  {
    row: "4.10",
    says: "no service center",
    use: "getPscInfo 200 psc-info-none-found",
    path: "patient_service_centers.*",
    shows: none,
  },
  {
    row: "2.10",
    says: "hours are null",
    use: "getPscInfo 200 psc-info",
    path: "patient_service_centers.*.metadata.hours",
    shows: is(null),
  },
  {
    row: "2.11",
    says: "an area without phlebotomy",
    use: "getAreaInfo 200 area-info-no-phlebotomy",
    path: "phlebotomy.is_served",
    shows: is(false),
  },
  {
    row: "4.16 availability",
    says: "14 days of phlebotomy slots",
    use: "getPhlebotomyAppointmentAvailability 200 phlebotomy-appointment-availability",
    path: "slots.*",
    shows: count(14),
  },
  {
    row: "4.16 availability",
    says: "14 days of PSC slots",
    use: "getPscAppointmentAvailability 200 psc-appointment-availability",
    path: "slots.*",
    shows: count(14),
  },
  {
    row: "2.13",
    says: "access notes",
    use: "createOrder request order-request-full",
    path: "patient_address.access_notes",
    shows: some,
  },
  {
    row: "2.13",
    says: "clinical comments",
    use: "createOrder 200 order-created-with-comments",
    path: "clinical_comments",
    shows: some,
  },
  {
    row: "2.13",
    says: "no lab account",
    use: "createOrder request order-request-minimal",
    path: "lab_account_id",
    shows: none,
  },
  {
    row: "2.13",
    says: "appointment notes",
    use: "bookPhlebotomyAppointment request phlebotomy-appointment-booking",
    path: "appointment_notes",
    shows: some,
  },
  {
    row: "2.13",
    says: "no appointment notes",
    use: "bookPhlebotomyAppointment request phlebotomy-appointment-booking-without-notes",
    path: "appointment_notes",
    shows: none,
  },
  {
    row: "2.13",
    says: "status_detail null",
    use: "onOrderEvent request order-event",
    path: "data.status_detail",
    shows: is(null),
  },
  {
    row: "2.13",
    says: "status_detail given",
    use: "onOrderEvent request order-event-status-detail",
    path: "data.status_detail",
    shows: (values) => values.some((value) => typeof value === "string"),
  },
  ...["customer", "lab"].flatMap((side) => [
    {
      row: "3",
      says: `a test kit with a problem in transit (${side})`,
      use: `onOrderEvent request order-event-problem-in-transit-${side}`,
      path: "data.status",
      shows: is(`collecting_sample.testkit.problem_in_transit_${side}`),
    },
    {
      row: "3",
      says: `a test kit with a problem in transit (${side})`,
      use: `importOrder 200 order-problem-in-transit-${side}`,
      path: "last_event.low_level_status",
      shows: is(`problem_in_transit_${side}`),
    },
  ]),
  ...["completed", "failed", "pending-review"].flatMap((name) => [
    {
      row: "3 parsing job",
      says: name,
      use: `getLabReportParsingJob 200 lab-report-parsing-job-${name}`,
      path: "status",
      shows: is(name.replace("-", "_")),
    },
    {
      row: "3 parsing job",
      says: name,
      use: `onLabReportParsingJobUpdated request lab-report-parsing-job-updated-event-${name}`,
      path: "data.status",
      shows: is(name.replace("-", "_")),
    },
  ]),
  {
    row: "6 source",
    says: "the new form",
    use: "onDailyDataCreated request daily-data-created-event",
    path: "data.source.provider",
    shows: some,
  },
  {
    row: "6 source",
    says: "the new form without the old fields",
    use: "onDailyDataCreated request daily-data-created-event",
    path: "data.source.slug",
    shows: none,
  },
  {
    row: "6 source",
    says: "the old form",
    use: "onDailyDataCreated request daily-data-created-event-old-source",
    path: "data.source.slug",
    shows: some,
  },
  {
    row: "6 source",
    says: "the old form without the new fields",
    use: "onDailyDataCreated request daily-data-created-event-old-source",
    path: "data.source.provider",
    shows: none,
  },
  {
    row: "6 source",
    says: "the new form in a summary",
    use: "listActivitySummaries 200 activity-summaries",
    path: "activity.*.source.provider",
    shows: some,
  },
  {
    row: "6 source",
    says: "the old form in a summary",
    use: "listActivitySummaries 200 activity-summaries-old-source",
    path: "activity.*.source.slug",
    shows: some,
  },
  {
    row: "6 provider.connection.created",
    says: "provider without source",
    use: "onProviderConnectionCreated request provider-connection-created-event",
    path: "data.source",
    shows: none,
  },
  {
    row: "6 historical data",
    says: "no is_final",
    use: "onHistoricalDataCreated request historical-data-created-event",
    path: "data.is_final",
    shows: none,
  },
  {
    row: "6 historical data",
    says: "the former is_final",
    use: "onHistoricalDataCreated request historical-data-created-event-old-form",
    path: "data.is_final",
    shows: some,
  },
];

export const examples: readonly Fact[] = [
  ...Object.entries(USED).map(([place, names]) =>
    fact(ROW, `${place} shows ${names.join(", ")}`, (contract) =>
      same("examples", names, Object.keys(examplesAt(contract, place))),
    ),
  ),
  ...SHARED_ERRORS.map(([status, name]) =>
    fact(ROW, `every ${status} of which nothing more is stated shows ${name}`, (contract) => {
      for (const { id, node } of contract.operations()) {
        const place = `${id} ${status}`;
        if (place in USED || !isObject(node["responses"]) || !(status in node["responses"])) continue;
        same(place, [name], Object.keys(examplesAt(contract, place)));
      }
    }),
  ),
  fact(ROW, "every request body, every response with a body and every webhook has an example", (contract) => {
    for (const { id, node } of [...contract.operations(), ...contract.webhooks()]) {
      const responses = isObject(node["responses"]) ? Object.keys(node["responses"]) : [];
      const places = [
        ...(node["requestBody"] === undefined ? [] : ["request"]),
        ...responses.filter((status) => status !== "2XX"),
      ];
      for (const place of places) {
        if (Object.keys(examplesAt(contract, `${id} ${place}`)).length === 0)
          throw new Error(`no example at ${id} ${place}`);
      }
    }
  }),
  ...CASES.map(({ row, says, use, path, shows }) =>
    fact(row, `example ${use}: ${says} (${path})`, (contract) => {
      const found = shownAt(contract, use, path);
      if (!shows(found)) throw new Error(`expected an example that shows ${says}, found ${show(found)} at ${path}`);
    }),
  ),
  fact("2.5", "examples of a link code: the code matches its pattern and stands in exchange_url", (contract) => {
    for (const [name, example] of Object.entries(examplesAt(contract, "createLinkCode 200"))) {
      const { code, exchange_url: url } = objectAt(
        contract.resolve(objectAt(example, name))["value"],
        `a link code in ${name}`,
      );
      same(`pattern in ${name}`, true, /^(sk|pk)(eu|us)([\da-f]{8})/.test(String(code)));
      same(`exchange_url in ${name}`, String(code), String(url).split("?code=")[1]);
    }
  }),
  fact("2.13 last_event", "examples of an order: last_event equals the last of events", (contract) => {
    for (const place of ["createOrder 200", "placeOrder 200", "importOrder 200"]) {
      for (const [name, example] of Object.entries(examplesAt(contract, place))) {
        const order = objectAt(contract.resolve(objectAt(example, name))["value"], `an order in ${name}`);
        same(
          `last_event in ${name}`,
          isList(order["events"]) ? order["events"].at(-1) : undefined,
          order["last_event"],
        );
      }
    }
  }),
  fact(ROW, "the runner is connected to every provider whose data the runner has", (contract) => {
    const connected = shownAt(contract, "listUserConnections 200 user-connections", "providers.*.slug");
    same("connected sources", connected, shownAt(contract, "resolveUser 200 user", "connected_sources.*.source.slug"));
    for (const place of Object.keys(USED).filter((place) => /^list\w+Summaries |^on(Daily|Historical)/.test(place))) {
      for (const name of USED[place] ?? []) {
        const path = place.startsWith("on") ? "data.source" : "*.*.source";
        const slugs = ["provider", "slug"].flatMap((field) =>
          shownAt(contract, `${place} ${name}`, `${path}.${field}`),
        );
        same(`no source in ${name}`, false, slugs.length === 0);
        same(
          `not connected in ${name}`,
          [],
          slugs.filter((slug) => !connected.includes(slug)),
        );
      }
    }
  }),
  fact(ROW, "the area around a zip code counts the service centers that are found there", (contract) => {
    const coverage = "central_labs.demo_lab_north.patient_service_centers";
    const centers = shownAt(contract, "getPscInfo 200 psc-info", "patient_service_centers.*");
    same("count", [centers.length], shownAt(contract, "getAreaInfo 200 area-info", `${coverage}.within_radius`));
    same(
      "capabilities",
      shownAt(contract, "getPscInfo 200 psc-info", "patient_service_centers.*.capabilities.*"),
      shownAt(contract, "getAreaInfo 200 area-info", `${coverage}.capabilities.*`),
    );
  }),
  fact("4.8", "the last page of markers is the last", (contract) => {
    const example = examplesAt(contract, "listLabTestMarkers 200")["markers-last-page"];
    const page = objectAt(contract.resolve(objectAt(example, "a last page"))["value"], "a page");
    same("page", page["pages"], page["page"]);
  }),
];

function examplesAt(contract: Contract, place: string): { readonly [name: string]: Json } {
  const [id, where] = place.split(" ");
  const found = [...contract.operations(), ...contract.webhooks()].find((operation) => operation.id === id);
  const node = objectAt(found?.node, `an operation ${id}`);
  const carrier = where === "request" ? node["requestBody"] : objectAt(node["responses"], "responses")[String(where)];
  const content = objectAt(contract.resolve(objectAt(carrier, `a ${where}`))["content"], "a content");
  return Object.assign({}, ...Object.values(content).map((media) => (isObject(media) ? media["examples"] : undefined)));
}

/** The values at a path of one example. */
function shownAt(contract: Contract, use: string, path: string): Json[] {
  const [id = "", place = "", name = ""] = use.split(" ");
  const example = objectAt(examplesAt(contract, `${id} ${place}`)[name], `an example ${use}`);
  return valuesAt(contract.resolve(example)["value"] ?? null, path.split("."));
}

function valuesAt(value: Json, path: readonly string[]): Json[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  const inner = isList(value) ? [...value] : isObject(value) ? Object.values(value) : [];
  if (step === "*") return inner.flatMap((entry) => valuesAt(entry, rest));
  const found = isObject(value) ? value[step] : undefined;
  return found === undefined ? [] : valuesAt(found, rest);
}
