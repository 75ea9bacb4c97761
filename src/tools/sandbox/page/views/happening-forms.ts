// The forms of the most important happenings, for the page of all and for the page of a record.
import {
  knownLabReportParsingJobStatuses,
  knownOrderLowLevelStatuses,
  knownOrderStatuses,
  knownProviderResources,
} from "../../../../../generated/known-values.ts";
import type { Html } from "../../../look/index.ts";
import { catalogueProviders } from "../../catalogue/providers.ts";
import { hypnogramEvents } from "../../rules/health-data.ts";
import { isFinished } from "../../rules/lab-reports.ts";
import { type FieldWriter, form, type Option } from "../parts/forms.ts";
import type { View } from "../view.ts";

/** So many things are offered where an id is asked for. */
const mostOffers = 20;

/** The user that something happens to: a known one, or one that is asked for. */
function userFields(view: View, userId: string | undefined, field: FieldWriter): Html[] {
  if (userId !== undefined) return [];
  const offers = view.world.records.users
    .latest(Number.MAX_SAFE_INTEGER, mostOffers)
    .map(({ record }): Option => [record.user_id, record.client_user_id]);
  return [
    field.input("user_id", "User", { required: true, offers, hint: "A user_id; the list shows the latest users." }),
  ];
}

function hiddenOf(name: string, id: string | undefined): { readonly hidden?: Readonly<Record<string, string>> } {
  return id === undefined ? {} : { hidden: { [name]: id } };
}

const providers: readonly Option[] = catalogueProviders.map(({ slug, listed }) => [slug, `${listed.name} (${slug})`]);

/** @param userId By default it is asked for. */
export function connectionMadeForm(view: View, userId?: string): Html {
  return form(view, {
    action: "connectionMade",
    name: "connection-made",
    ...hiddenOf("user_id", userId),
    fields: (field) => [
      ...userFields(view, userId, field),
      field.choice("provider", "Provider", providers),
      field.choice("connect_mode", "Connect mode", [
        ["", "as usual"],
        ["automatic"],
        ["explicit", "explicit (on-device providers only)"],
      ]),
    ],
    button: "Connect",
  });
}

/** @param connected The providers that are offered; by default all. */
export function dataArrivedForm(view: View, userId?: string, connected?: readonly string[]): Html {
  const offered = connected === undefined ? providers : providers.filter(([slug]) => connected.includes(slug));
  return form(view, {
    action: "dataArrived",
    name: "data-arrived",
    ...hiddenOf("user_id", userId),
    fields: (field) => [
      ...userFields(view, userId, field),
      field.choice("provider", "Provider", offered),
      field.choice(
        "resource",
        "Resource",
        [...knownProviderResources].sort().map((resource): Option => [resource]),
        { chosen: "steps" },
      ),
      field.input("day", "Day", { type: "date", hint: "By default today in the user's time zone." }),
      field.area("data", "Data", "", { hint: "A JSON object; the service does not show its fields." }),
    ],
    button: "Send data",
  });
}

/** Sends what a receiver is to ignore. */
export function hypnogramArrivedForm(view: View): Html {
  return form(view, {
    action: "hypnogramArrived",
    name: "hypnogram-arrived",
    fields: (field) => [
      ...userFields(view, undefined, field),
      field.choice("provider", "Provider", providers),
      field.choice(
        "event_type",
        "Event",
        hypnogramEvents.map((event): Option => [event]),
      ),
    ],
    button: "Send",
  });
}

/** What the service leaves to each team, and what is in the middle of a deprecation cycle, as it is now. */
export function settingsForm(view: View): Html {
  const { source_form, ...switches } = view.world.settings;
  return form(view, {
    action: "changeSettings",
    name: "settings",
    fields: (field) => [
      field.choice("psc_scheduling", "Scheduling at service centers", onOrOff("opted in", "not opted in"), {
        chosen: String(switches.psc_scheduling),
      }),
      field.choice("partial_results", "Partial results", onOrOff("sent as an event", "not sent"), {
        chosen: String(switches.partial_results),
      }),
      field.choice(
        "source_form",
        "Sources",
        [
          ["new", "new fields only"],
          ["both", "new and deprecated fields"],
          ["old", "deprecated fields only"],
        ],
        { chosen: source_form },
      ),
      field.choice("newer_values", "Open enums", onOrOff("values of a newer service", "known values"), {
        chosen: String(switches.newer_values),
      }),
    ],
    button: "Change",
  });
}

function onOrOff(on: string, off: string): readonly Option[] {
  return [
    ["true", on],
    ["false", off],
  ];
}

export function userDeletedForm(view: View, userId?: string): Html {
  return form(view, {
    action: "userDeleted",
    name: "user-deleted",
    ...hiddenOf("user_id", userId),
    fields: (field) => userFields(view, userId, field),
    button: userId === undefined ? "Delete" : "Delete this user",
    kind: "danger",
  });
}

function orderFields(view: View, orderId: string | undefined, field: FieldWriter): Html[] {
  if (orderId !== undefined) return [];
  const offers = view.world.records.orders
    .latest(Number.MAX_SAFE_INTEGER, mostOffers)
    .map(({ record }): Option => [record.id, record.events.at(-1)?.status]);
  return [
    field.input("order_id", "Order", {
      required: true,
      offers,
      hint: "An order id; the list shows the latest orders.",
    }),
  ];
}

const orderStatuses: readonly Option[] = [
  ...knownOrderStatuses.map((status): Option => [status]),
  ["completed"],
  ["cancelled"],
];

export function orderMovedForm(view: View, orderId?: string): Html {
  return form(view, {
    action: "orderMoved",
    name: "order-moved",
    ...hiddenOf("order_id", orderId),
    fields: (field) => [
      ...orderFields(view, orderId, field),
      field.input("status", "Status", {
        required: true,
        offers: orderStatuses,
        hint: "Any status: the list is open.",
      }),
      field.input("low_level_status", "Detailed status", {
        offers: knownOrderLowLevelStatuses.map((status): Option => [status]),
      }),
      field.input("status_detail", "Details of the status"),
    ],
    button: "Move",
  });
}

export function resultPublishedForm(view: View, orderId?: string): Html {
  return form(view, {
    action: "resultPublished",
    name: "result-published",
    ...hiddenOf("order_id", orderId),
    fields: (field) => [
      ...orderFields(view, orderId, field),
      field.area("results", "Results", '[{ "name": "Glucose", "value": 92 }]', {
        hint: "A JSON list; the service does not show the form of results.",
      }),
      field.check("is_partial", "Partial; more results will follow"),
    ],
    button: "Publish",
  });
}

export function parsingJobFinishedForm(view: View, jobId?: string): Html {
  return form(view, {
    action: "parsingJobFinished",
    name: "parsing-job-finished",
    ...hiddenOf("job_id", jobId),
    fields: (field) => [
      ...(jobId === undefined
        ? [
            field.input("job_id", "Parsing job", {
              required: true,
              offers: view.world.records.parsingJobs
                .latest(Number.MAX_SAFE_INTEGER, mostOffers)
                .filter(({ record }) => !isFinished(record))
                .map(({ record }): Option => [record.id, record.status]),
              hint: "A job id; the list shows unfinished jobs.",
            }),
          ]
        : []),
      field.input("status", "Status", {
        required: true,
        value: "completed",
        offers: knownLabReportParsingJobStatuses.map((status): Option => [status]),
        hint: "A completed job gets the results of the contract's example.",
      }),
    ],
    button: "Finish",
  });
}
