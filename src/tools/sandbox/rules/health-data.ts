// Health data as it arrives: kept by day, shown by the summaries, and reported by the data events.

import type { Summary } from "../../../../generated/schemas.ts";
import type { Result } from "../public/control-calls.ts";
import { day as dayMs, dayOf, msOf } from "../world/clock.ts";
import { dataId, dataOwner, type StoredConnection, type StoredData, type StoredUser } from "../world/records/kinds.ts";
import type { EventData, World } from "../world/world.ts";
import { sourceContextOf } from "./sources.ts";

/** The resources that are read as summaries, each by its own operation. */
export const summaryResources = ["activity", "body", "meal", "profile", "sleep", "workouts"] as const;

export type SummaryResource = (typeof summaryResources)[number];

/** Fields of shown data that are not part of the data itself. */
export const ownFields: readonly string[] = ["day", "created_on", "updated_on", "source"];

/** Data of one resource on one day. */
export interface NewData {
  readonly resource: string;
  /** A date. */
  readonly day: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly appId?: string | undefined;
}

/** Stores the data of a day and sends its event; data outside of the bounds of ingestion is dropped. Choice: data-created-then-updated */
export async function dataArrives(
  world: World,
  user: StoredUser,
  connection: StoredConnection,
  arriving: NewData,
): Promise<Result<"simulateDataArrived">> {
  const { day, resource } = arriving;
  const reason = outOfBounds(user, day);
  if (reason !== undefined) return { outcome: "dropped", day, reason };
  const { stored, isNew } = await keepData(world, user, connection, arriving);
  const outcome = isNew ? "created" : "updated";
  const event_type = `daily.data.${resource}.${outcome}` as const;
  await world.emit(event_type, user, shownData(world, stored));
  return { outcome, day, event_type };
}

/** Stores the data of the days before today, then sends one event. Choice: historical-payload */
export async function historyArrives(
  world: World,
  user: StoredUser,
  connection: StoredConnection,
  { resource, days }: { readonly resource: string; readonly days: number },
): Promise<Result<"simulateHistoricalPullCompleted">> {
  const history = daysBefore(todayOf(world, user), days);
  const inBounds = history.filter((day) => outOfBounds(user, day) === undefined);
  const kept: StoredData[] = [];
  for (const day of inBounds) {
    const known = await world.records.data.get(dataId({ ...connection, resource, day }));
    // Data that arrived since the connection was made is newer than the pull, and stays
    kept.push(known ?? (await keepData(world, user, connection, { resource, day, data: {} })).stored);
  }
  const event_type = `historical.data.${resource}.created` as const;
  const payload: EventData<"historical.data.{resource}.created"> = {
    source: sourceContextOf(world, connection.provider),
    first_day: inBounds.at(0) ?? null,
    last_day: inBounds.at(-1) ?? null,
    // Stated of sleep cycles only: their event carries the summaries with the hypnograms
    ...(resource === "sleep_cycle" ? { sleep_cycles: kept.map((stored) => shownData(world, stored)) } : {}),
    ...(world.settings.source_form !== "new" ? { is_final: true } : {}),
  };
  await world.emit(event_type, user, payload);
  return { event_type, kept: kept.length, dropped: history.length - kept.length };
}

/** So many days before a day, the first one first. */
export function daysBefore(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(msOf(day) - (count - index) * dayMs));
}

/** The deprecated events of hypnograms. Choice: hypnogram-on-request */
export const hypnogramEvents = [
  "daily.timeseries.hypnogram.created",
  "daily.timeseries.hypnogram.updated",
  "historical.timeseries.hypnogram.created",
] as const;

/** Sends a deprecated hypnogram event. Nothing is kept: the hypnogram of a night belongs to its sleep cycle. */
export async function sendHypnogram(
  world: World,
  user: StoredUser,
  { provider }: StoredConnection,
  event: (typeof hypnogramEvents)[number],
  day: string,
): Promise<void> {
  await world.emit(event, user, { day, hypnogram: hypnogramOf(day), source: sourceContextOf(world, provider) });
}

/** Data as a summary or an event shows it. Choice: data-fields */
function shownData(world: World, { data, day, created_on, updated_on, provider, app_id }: StoredData): Summary {
  return { ...data, day, created_on, updated_on, source: sourceContextOf(world, provider, app_id) };
}

/** The summaries of a user, by day. */
export async function summariesOf(world: World, userId: string, resource: SummaryResource): Promise<Summary[]> {
  return (await world.records.data.ofOwner(dataOwner(userId, resource)))
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map((stored) => shownData(world, stored));
}

/** Today where the user is. Choice: data-day */
export function todayOf({ clock }: Pick<World, "clock">, { fallback_time_zone }: StoredUser): string {
  return dayIn(fallback_time_zone.id).format(clock.nowMs);
}

/** The last one: making one takes longer than all else that is done with a day of data, and most users are of one time zone. */
let lastDayIn: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

function dayIn(timeZone: string): Intl.DateTimeFormat {
  if (lastDayIn?.timeZone !== timeZone) lastDayIn = { timeZone, format: newDayIn(timeZone) };
  return lastDayIn.format;
}

function newDayIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  } catch (error) {
    // A user of an older file may have an unknown time zone
    if (error instanceof RangeError && timeZone !== "UTC") return newDayIn("UTC");
    throw error;
  }
}

/** Why data of a day is dropped; undefined when it is kept. Choice: data-out-of-bounds */
function outOfBounds({ ingestion_start, ingestion_end }: StoredUser, day: string): string | undefined {
  if (ingestion_start !== null && day < ingestion_start) return `${day} is before ingestion_start, ${ingestion_start}.`;
  if (ingestion_end !== null && day > ingestion_end) return `${day} is after ingestion_end, ${ingestion_end}.`;
  return undefined;
}

async function keepData(
  world: World,
  user: StoredUser,
  { provider }: StoredConnection,
  { resource, day, data, appId }: NewData,
): Promise<{ readonly stored: StoredData; readonly isNew: boolean }> {
  const id = dataId({ user_id: user.user_id, provider, resource, day });
  const known = await world.records.data.get(id);
  const app_id = appId ?? known?.app_id;
  const stored: StoredData = {
    user_id: user.user_id,
    provider,
    resource,
    day,
    ...(app_id === undefined ? {} : { app_id }),
    data: { ...(resource === "sleep_cycle" ? { hypnogram: hypnogramOf(day) } : {}), ...known?.data, ...data },
    created_on: known?.created_on ?? world.clock.now,
    updated_on: world.clock.now,
  };
  await world.records.data.put(id, stored);
  return { stored, isNew: known === undefined };
}

/** The phases of a night. Choice: hypnogram-form */
function hypnogramOf(day: string): readonly { readonly starts_at: string; readonly stage: string }[] {
  const phases = [
    ["00:10", "light"],
    ["01:00", "deep"],
    ["02:10", "rem"],
    ["02:40", "light"],
    ["04:00", "deep"],
    ["05:10", "rem"],
    ["06:20", "awake"],
  ] as const;
  return phases.map(([time, stage]) => ({ starts_at: `${day}T${time}:00.000Z`, stage }));
}
