// Health data: it arrives by day, is shown by the summaries, and is reported by the data events.
import type { SourceContext, Summary } from "../../../generated/schemas.ts";
import { findProvider } from "../catalogue/providers.ts";
import { type EventData, emit } from "../events/outbox.ts";
import { listDays } from "../world/clock.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import { dataId, dataOwner, type StoredConnection, type StoredData, type StoredUser } from "../world/records.ts";
import { refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { assertGives, type ConnectionNames, getConnection } from "./connections.ts";
import type { HappeningTable, Operations } from "./topic.ts";
import { getUser } from "./users.ts";

/** The resources that are read as summaries, each by its own operation. */
export const summaryResources = ["activity", "body", "meal", "profile", "sleep", "workouts"] as const;

type SummaryResource = (typeof summaryResources)[number];

/** Fields of shown data that are not part of the data itself. */
const ownFields = ["day", "created_on", "updated_on", "source"];

/** Data of one resource on one day. */
interface NewData {
  readonly resource: string;
  /** A date. */
  readonly day: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly app_id?: string | undefined;
}

export const operations = {
  listActivitySummaries: (call) => ({ activity: listSummaries(call, "activity") }),
  listBodySummaries: (call) => ({ body: listSummaries(call, "body") }),
  listMealSummaries: (call) => ({ meal: listSummaries(call, "meal") }),
  listProfileSummaries: (call) => ({ profile: listSummaries(call, "profile") }),
  listSleepSummaries: (call) => ({ sleep: listSummaries(call, "sleep") }),
  listWorkoutSummaries: (call) => ({ workouts: listSummaries(call, "workouts") }),
} satisfies Partial<Operations>;

export const happenings = {
  dataArrived(world, input) {
    const { user, connection } = getSource(world, input);
    const { resource, data = {}, day = findToday(world, user), app_id } = input;
    const own = ownFields.find((field) => Object.hasOwn(data, field));
    refuseUnless(own === undefined, `Expected data without "${own}": the sandbox writes that field itself.`);
    return storeData(world, user, connection, { resource, day, data, app_id });
  },

  *backfillArrived(world, input) {
    const { user, connection } = getSource(world, input);
    const { resource, days = longestBackfill } = input;
    const { kept, dropped } = yield* keepDays(world, user, days, (day) => {
      storeData(world, user, connection, { resource, day, data: {} });
    });
    return { events: kept.length, dropped };
  },

  /** Stores the data of the days before today, then sends one event. Choice: historical-payload */
  *historicalPullCompleted(world, input) {
    const { user, connection } = getSource(world, input);
    const { resource, days = 30 } = input;
    refuseUnless(
      !connection.pulled.includes(resource),
      `The historical pull of ${resource} is already complete for this connection. There is one for each resource and connection.`,
      "conflict",
    );
    world.records.connections.put({ ...connection, pulled: [...connection.pulled, resource] });
    const history: StoredData[] = [];
    const { kept, dropped } = yield* keepDays(world, user, days, (day) => {
      // Data that arrived since the connection was made is newer than the pull, and stays
      const known = world.records.data.get(dataId({ ...connection, resource, day }));
      history.push(known ?? keepData(world, connection, { resource, day, data: {} }).stored);
    });
    const event_type = `historical.${findFamily(resource)}.${resource}.created` as const;
    const payload: EventData<"historical.data.{resource}.created"> = {
      source: showSource(world, connection.provider),
      first_day: kept.at(0) ?? null,
      last_day: kept.at(-1) ?? null,
      // Stated of sleep cycles only: their event carries the summaries with the hypnograms
      ...(resource === "sleep_cycle" ? { sleep_cycles: history.map((stored) => showData(world, stored)) } : {}),
      ...(world.settings.source_form !== "new" ? { is_final: true } : {}),
    };
    emit(world, event_type, user, payload);
    return { event_type, kept: kept.length, dropped };
  },
} satisfies Partial<HappeningTable>;

/** As many events as a backfill of ten resources over three years has. Choice: backfill-daily */
const longestBackfill = 10_000;

/** How many of them are stored in one slice, in a few milliseconds. */
const daysAtOnce = 100;

/** Keeps the data of so many days before today, in slices; data outside of the bounds of ingestion is dropped. */
function* keepDays(world: World, user: StoredUser, count: number, keep: (day: string) => void) {
  const wanted = listDays(findToday(world, user), -count, count);
  const kept = wanted.filter((day) => describeOutOfBounds(user, day) === undefined);
  for (const [index, day] of kept.entries()) {
    if (index % daysAtOnce === 0) yield;
    keep(day);
  }
  return { kept, dropped: wanted.length - kept.length };
}

/** Stores the data of a day and sends its event; data outside of the bounds of ingestion is dropped. Choice: data-created-then-updated */
export function storeData(world: World, user: StoredUser, connection: StoredConnection, arriving: NewData) {
  const { day, resource } = arriving;
  const reason = describeOutOfBounds(user, day);
  if (reason !== undefined) return { outcome: "dropped", day, reason } as const;
  const { stored, outcome } = keepData(world, connection, arriving);
  const event_type = `daily.${findFamily(resource)}.${resource}.${outcome}` as const;
  emit(world, event_type, user, showData(world, stored));
  return { outcome, day, event_type } as const;
}

/** Today where the user is. Choice: data-day */
export function findToday({ clock }: World, { fallback_time_zone }: StoredUser): string {
  return dayFormat(fallback_time_zone.id).format(clock.nowMs);
}

/** All that is kept. Choice: summaries-whole */
function listSummaries(
  { path, world }: { readonly path: { readonly user_id: string }; readonly world: World },
  resource: SummaryResource,
) {
  const { user_id } = getUser(world, path.user_id);
  const kept = world.records.data.ofOwner(dataOwner(user_id, resource));
  return kept.sort((one, other) => one.day.localeCompare(other.day)).map((stored) => showData(world, stored));
}

/** The connection that data comes through, which must work and give the resource. */
function getSource(world: World, input: ConnectionNames & { readonly resource: string }) {
  const { resource } = input;
  const { user, provider, connection } = getConnection(world, input);
  refuseUnless(
    connection.status === "connected",
    `The connection to ${provider.slug} is broken. Make it again first.`,
    "conflict",
  );
  if (resource !== "hypnogram") assertGives(world, provider, resource);
  refuseUnless(
    connection.resource_availability[resource]?.status !== "unavailable",
    `The user denied a scope that ${resource} needs at ${provider.slug}.`,
    "conflict",
  );
  return { user, connection };
}

/** Only the deprecated events are named otherwise. Choice: hypnogram-on-request */
function findFamily(resource: string) {
  return resource === "hypnogram" ? "timeseries" : "data";
}

/** Why data of a day is dropped; undefined when it is kept. Choice: data-out-of-bounds */
function describeOutOfBounds({ ingestion_start, ingestion_end }: StoredUser, day: string): string | undefined {
  if (ingestion_start !== null && day < ingestion_start) return `${day} is before ingestion_start, ${ingestion_start}.`;
  if (ingestion_end !== null && day > ingestion_end) return `${day} is after ingestion_end, ${ingestion_end}.`;
  return undefined;
}

/** Adds to the data of a day. */
export function keepData(
  { clock, records }: World,
  { user_id, provider }: ConnectionNames,
  { resource, day, data, app_id: app }: NewData,
) {
  const known = records.data.get(dataId({ user_id, provider, resource, day }));
  const made = withHypnogram.includes(resource) ? { hypnogram: makeHypnogram(day) } : {};
  const stored: StoredData = omitUndefined({
    user_id,
    provider,
    resource,
    day,
    app_id: app ?? known?.app_id,
    data: { ...made, ...known?.data, ...data },
    created_on: known?.created_on ?? clock.now,
    updated_on: clock.now,
  });
  records.data.put(stored);
  return { stored, outcome: known === undefined ? "created" : "updated" } as const;
}

/** The resources whose data has the phases of a night. */
const withHypnogram = ["sleep_cycle", "hypnogram"];

/** Data as a summary or an event shows it. Choice: data-fields */
function showData(world: World, { data, day, created_on, updated_on, provider, app_id }: StoredData): Summary {
  return { ...data, day, created_on, updated_on, source: showSource(world, provider, app_id) };
}

/**
 * The source of a provider's data, in the form that the deprecation cycle has come to. It is made when it is shown, so that kept data follows
 * the setting `source_form`.
 *
 * @param appId The app that the data comes from, where it is not the provider's usual one.
 */
function showSource(world: World, slug: string, appId?: string): SourceContext {
  const provider = findProvider(slug);
  const current: SourceContext = omitUndefined({
    provider: slug,
    type: provider?.contextType ?? "device",
    app_id: appId ?? provider?.appId,
  });
  const { source_form } = world.settings;
  if (source_form === "new" || provider === undefined) return current;
  const deprecated: SourceContext = { name: provider.listed.name, logo: provider.logo, slug };
  return source_form === "old" ? deprecated : { ...current, ...deprecated };
}

/** The last one: making one takes longer than all else that is done with a day of data, and most users are of one time zone. */
let lastFormat: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  if (lastFormat?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    lastFormat = { timeZone, format };
  }
  return lastFormat.format;
}

/** The phases of a night, an hour each. Choice: hypnogram-form */
function makeHypnogram(day: string): readonly { readonly starts_at: string; readonly stage: string }[] {
  const stages = ["light", "deep", "rem", "light", "deep", "rem", "awake"];
  return stages.map((stage, hour) => ({ starts_at: `${day}T0${hour}:10:00.000Z`, stage }));
}
