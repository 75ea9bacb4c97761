// Section 6: what the service pushes.

import { isObject } from "./contract.ts";
import {
  ASSUMED,
  assumed,
  assumption,
  at,
  boolean,
  deprecated,
  type Expectation,
  type Fact,
  fact,
  fields,
  inRow,
  mentions,
  notShown,
  openObject,
  operation,
  optional,
  payload,
  related,
  same,
  sameSet,
  string,
  uuid,
  webhook,
  webhookAnswer,
} from "./fact.ts";
import { jobStatus } from "./lab-reports.ts";
import { orderEvent } from "./orders.ts";
import { aSourceForm, sourceContext } from "./summaries.ts";

interface Event {
  readonly row: string;
  /** The webhook's key: the event's name, its free part in braces. */
  readonly key: string;
  readonly id: string;
  readonly deprecated?: true;
  /** What `event_type` must say beside its name. */
  readonly name?: { readonly assumed: RegExp; readonly notShown?: RegExp };
  readonly data: Expectation;
  readonly dataFields: Readonly<Record<string, Expectation>>;
}

const source = sourceContext("data.source", {});
const CONNECTION = "provider.connection.created";

const IS_OBJECT = /^A JSON object \(leaves open: type\)$/;

const provider = (): Expectation => openObject(/fields of the provider/, { assumed: IS_OBJECT });

const dataEvent = { data: openObject(/beyond `source`/), dataFields: source };
const sleepCycle = {
  data: openObject(/beyond `source`, the hypnogram included/, {
    mentions: [/summary of a sleep cycle/, /session's hypnogram in detail/],
  }),
  dataFields: source,
};
const hypnogram = {
  deprecated: true,
  data: openObject(/beyond `source`, the values included/),
  dataFields: sourceContext("data.source", { optional: true, assumed: /^An optional `source`.*leaves open: presence/ }),
} as const;

const EVENTS: readonly Event[] = [
  {
    row: "6 provider.connection.created",
    key: CONNECTION,
    id: "onProviderConnectionCreated",
    data: openObject(/beyond `provider` and `source`/, { assumed: /stand under `data` \(leaves open: fields\)/ }),
    dataFields: {
      "data.provider": provider(),
      "data.source": deprecated(
        optional({
          ...provider(),
          mentions: [/same object as `provider`/, /use `provider` instead/],
          assumed: [/optional `source` is kept \(leaves open: presence\)/, IS_OBJECT],
        }),
      ),
    },
  },
  {
    row: "6 daily.data.<resource>.created",
    key: "daily.data.{resource}.created",
    id: "onDailyDataCreated",
    ...dataEvent,
  },
  {
    row: "6 daily.data.<resource>.updated",
    key: "daily.data.{resource}.updated",
    id: "onDailyDataUpdated",
    ...dataEvent,
  },
  {
    row: "6 historical.data.<resource>.created",
    key: "historical.data.{resource}.created",
    id: "onHistoricalDataCreated",
    data: openObject([/beyond `source` and `is_final`/, /what `is_final` meant/i]),
    dataFields: {
      ...sourceContext("data.source", { optional: true, assumed: /^An optional `source`.*leaves open: presence/ }),
      "data.is_final": deprecated(
        optional(boolean({ mentions: /do not require it/, assumed: /place under `data`.*leaves open: type, place/ })),
      ),
    },
  },
  {
    row: "6 sleep cycle",
    key: "historical.data.sleep_cycle.created",
    id: "onHistoricalSleepCycleCreated",
    ...sleepCycle,
  },
  { row: "6 sleep cycle", key: "daily.data.sleep_cycle.created", id: "onDailySleepCycleCreated", ...sleepCycle },
  { row: "6 sleep cycle", key: "daily.data.sleep_cycle.updated", id: "onDailySleepCycleUpdated", ...sleepCycle },
  {
    row: "6 hypnogram",
    key: "historical.timeseries.hypnogram.created",
    id: "onHistoricalHypnogramCreated",
    ...hypnogram,
  },
  { row: "6 hypnogram", key: "daily.timeseries.hypnogram.created", id: "onDailyHypnogramCreated", ...hypnogram },
  { row: "6 hypnogram", key: "daily.timeseries.hypnogram.updated", id: "onDailyHypnogramUpdated", ...hypnogram },
  {
    row: "6 lab_report.parsing_job.created",
    key: "lab_report.parsing_job.created",
    id: "onLabReportParsingJobCreated",
    data: openObject(/how it names the job/),
    dataFields: {},
  },
  {
    row: "6 lab_report.parsing_job.updated",
    key: "lab_report.parsing_job.updated",
    id: "onLabReportParsingJobUpdated",
    data: openObject(/how it names the job/),
    dataFields: {
      "data.status": optional({
        ...jobStatus,
        assumed: [/spelling `pending_review`/, /optional `status` \(leaves open: presence, name\)/],
      }),
    },
  },
  {
    row: "6 order events",
    key: "order.{event}",
    id: "onOrderEvent",
    name: { assumed: /begin with `order\.` \(leaves open: values\)/, notShown: /names of order events/ },
    data: openObject([/beyond `status_detail`, and how it names the order/, /further fields of an order event/], {
      assumed: /order event is `data` itself \(leaves open: place\)/,
    }),
    dataFields: { ...orderEvent("data") },
  },
  {
    row: "6 partial results",
    key: "order.partial_results",
    id: "onOrderPartialResults",
    name: { assumed: /named `order\.partial_results`/ },
    data: openObject([/how it names the order, and the results/, /`status_detail`/]),
    dataFields: {},
  },
];

export const events: readonly Fact[] = [
  ...EVENTS.flatMap(eventFacts),
  fact("6", "there are no other events", (contract) => {
    sameSet(
      "webhooks",
      EVENTS.map(({ key }) => key),
      contract.webhooks().map(({ path }) => path),
    );
    const items = contract.document["webhooks"];
    sameSet(
      "webhook keys",
      EVENTS.map(({ key }) => key),
      isObject(items) ? Object.keys(items) : [],
    );
  }),

  mentions(
    "6 provider.connection.created",
    webhook(CONNECTION),
    "`provider` replaces an identical `source`",
    /read `provider`/i,
    /replaces `source`, an identical object/,
  ),
  ...["created", "updated"].flatMap((end) => [
    mentions("6 daily data", webhook(`daily.data.{resource}.${end}`), "for example for steps", /steps/),
    mentions(
      "6 source",
      webhook(`daily.data.{resource}.${end}`),
      "name, logo and slug are deprecated; the provider list has name and logo",
      /`name`, `logo` and `slug` are deprecated/,
      /list of providers/,
    ),
  ]),
  mentions(
    "6 historical.data.<resource>.created",
    webhook("historical.data.{resource}.created"),
    "one per resource, only after all chunks; `is_final` is removed",
    /once per resource/,
    /only after all chunks/,
    /`is_final`.* is removed/s,
    /do not require it/,
  ),
  ...["daily.data.{resource}.created", "daily.data.{resource}.updated", "historical.data.{resource}.created"].flatMap(
    (key) => [
      notShown("6", webhook(key), "the full list of resource names", /full list of resource names/),
      mentions(ASSUMED, webhook(key), "the event named in full wins over the family", /named in full wins/),
    ],
  ),
  ...EVENTS.filter(({ key }) => /sleep_cycle|partial_results/.test(key)).map(({ key }) =>
    assumption(webhook(key), "it does not belong to the family", /does not belong to the family.*leaves open: meaning/),
  ),
  ...(
    [
      ["historical.data.sleep_cycle.created", "historical.timeseries.hypnogram.created"],
      ["daily.data.sleep_cycle.created", "daily.timeseries.hypnogram.created"],
      ["daily.data.sleep_cycle.updated", "daily.timeseries.hypnogram.updated"],
    ] as const
  ).flatMap(([now, before]) => [
    mentions(
      "6 sleep cycle",
      webhook(now),
      `replaces ${before}; summary with the detailed hypnogram`,
      new RegExp(`replaces the deprecated \`${before}\``),
      /summary of the sleep cycle, with the session's hypnogram in detail/,
    ),
    mentions(
      "6 hypnogram",
      webhook(before),
      `no longer to be processed; ${now} instead`,
      new RegExp(`\`${now}\` instead`),
      /stop processing/,
    ),
    fact("6 hypnogram", `${before} is deprecated`, (contract) =>
      same("deprecated", true, contract.webhook(before).node["deprecated"]),
    ),
  ]),
  notShown(
    "6",
    webhook("historical.data.sleep_cycle.created"),
    "how one event carries a whole pull",
    /whole historical pull/,
  ),
  mentions(
    "6 emission",
    webhook("lab_report.parsing_job.created"),
    "creating a parsing job emits it",
    /submitted/,
    /`createLabReportParsingJob`/,
  ),
  mentions(
    "6 emission",
    operation("createLabReportParsingJob"),
    "creating a job and changing its status emit the two events",
    /emits `lab_report\.parsing_job\.created`/,
    /change of its status emits `lab_report\.parsing_job\.updated`/,
  ),
  mentions(
    "6 emission",
    webhook("lab_report.parsing_job.updated"),
    "a status change emits it: completed, failed, pending review",
    /changed its status: completed, failed or pending review/,
  ),
  mentions(
    "6 emission",
    webhook(CONNECTION),
    "creating a provider connection emits it",
    /user was connected to a provider/,
  ),
  mentions(
    "6 order events",
    webhook("order.{event}"),
    "each carries status_detail, which may be null",
    /every order event carries `status_detail`, which may be null/i,
  ),
  ...EVENTS.filter(({ dataFields }) => "data.source.provider" in dataFields).map(({ key }) =>
    aSourceForm(at(payload(key), "data.source")),
  ),
  notShown("6", webhook("order.{event}"), "kinds of order events", /kinds of order events/),
  mentions("6 partial results", webhook("order.partial_results"), "can be enabled per team", /enabled per team/),
  related("6 partial results enabled", webhook("order.partial_results"), "x-preconditions", "enabled-per-team"),
  related(
    "6 emission as data",
    operation("createLabReportParsingJob"),
    "x-events",
    "lab_report.parsing_job.created",
    "lab_report.parsing_job.updated",
  ),
  notShown("6", webhook("order.partial_results"), "how it is enabled and when it is sent", /enables it/),
  assumption(at(payload("order.partial_results"), "event_type"), "its name", /leaves open: values/),
];

function eventFacts(event: Event): Fact[] {
  const { row, key, id } = event;
  const whole = openObject(/fields of the envelope; only `\$\.data\.source` of data events/, {
    assumed: /`event_type` and `data` are required.*leaves open: fields/,
  });
  return [
    fact(row, `${key} is the webhook ${id}`, (contract) => {
      const found = contract.webhook(key);
      same("webhook", `POST ${id}`, `${found.method} ${found.id}`);
      same("tags", ["Events"], found.node["tags"]);
      same("deprecated", event.deprecated, found.node["deprecated"]);
      same("parameters", undefined, found.node["parameters"]);
    }),
    fact(row, `${key} always carries a body`, (contract) => {
      const body = contract.webhook(key).node["requestBody"];
      same("required", true, isObject(body) ? body["required"] : undefined);
      payload(key).look(contract);
    }),
    ...fields(row, payload(key), {
      "": event.deprecated === true ? deprecated({ ...whole, mentions: /instead/ }) : whole,
      event_type: inRow(row, string({ ...nameOf(key), ...event.name })),
      user_id: assumed(optional(uuid())),
      client_user_id: assumed(optional(string())),
      team_id: assumed(optional(uuid())),
      data: inRow(row, event.data),
      ...event.dataFields,
    }),
    fact(ASSUMED, `${key}: any 2xx receives it`, (contract) => {
      const responses = contract.webhook(key).node["responses"];
      sameSet("responses", ["2XX"], isObject(responses) ? Object.keys(responses) : []);
    }),
    assumption(
      webhookAnswer(key, "2XX"),
      "any 2xx without a body",
      /any status from 200 to 299.*leaves open: status, body/i,
    ),
    notShown(
      "6 delivery",
      webhookAnswer(key, "2XX"),
      "the expected answer, endpoint setup, signing, retries",
      /which answer is expected/i,
      /set up/,
      /signed/,
      /retried/,
    ),
  ];
}

/** An event named in full is a constant; a family is an anchored pattern of literals and `.+`. */
function nameOf(key: string): { const: string } | { pattern: string } {
  if (!key.includes("{")) return { const: key };
  return { pattern: `^${key.replaceAll(".", "\\.").replace(/\{\w+\}/, ".+")}$` };
}
