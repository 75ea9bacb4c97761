// The slots of appointments: which there are, and which of them were free at a time.
import type { AppointmentDay } from "../../../../generated/schemas.ts";
import { day, dayOf, hour, isoOf, minute, msOf } from "../world/clock.ts";
import type { StoredAppointment } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";

/** How many days an answer holds, always. */
export const daysPerAnswer = 14;

/** The hours of a UTC day at which slots begin. Choice: slots-hourly */
const firstHour = 8;
const lastHour = 17;

/** How often the slots of service centers are copied into the cache that availability is read from. Choice: psc-cache */
const cacheMs = minute;

/** As the slots are, or as they were when the cache was last refreshed. */
export type SlotView = "live" | "cached";

/** The 14 days from the first one, each with the slots that are free and have not begun. */
export async function daysOfSlots(
  world: World,
  kind: StoredAppointment["kind"],
  firstDay: string,
  view: SlotView,
): Promise<AppointmentDay[]> {
  const days: AppointmentDay[] = [];
  for (let index = 0; index < daysPerAnswer; index += 1) {
    const date = dayOf(msOf(firstDay) + index * day);
    const starts = await freeStarts(world, kind, date, view);
    days.push({ date, slots: starts.map((start) => ({ start, end: isoOf(msOf(start) + hour) })) });
  }
  return days;
}

/** The first slot that is free; undefined when none is in the next 14 days. */
export async function firstFreeStart(world: World, kind: StoredAppointment["kind"]): Promise<string | undefined> {
  const { nowMs } = world.clock;
  for (let index = 0; index < daysPerAnswer; index += 1) {
    const [start] = await freeStarts(world, kind, dayOf(nowMs + index * day), "live");
    if (start !== undefined) return start;
  }
  return undefined;
}

/** Is there a slot that begins so, and is it free? */
export async function isFreeStart(world: World, kind: StoredAppointment["kind"], start: string): Promise<boolean> {
  return (await freeStarts(world, kind, dayOf(msOf(start)), "live")).includes(start);
}

async function freeStarts(
  world: World,
  kind: StoredAppointment["kind"],
  date: string,
  view: SlotView,
): Promise<string[]> {
  const { nowMs } = world.clock;
  const atMs = view === "live" ? nowMs : Math.floor(nowMs / cacheMs) * cacheMs;
  const starts = Array.from({ length: lastHour - firstHour + 1 }, (_, index) =>
    isoOf(msOf(date) + (firstHour + index) * hour),
  ).filter((start) => msOf(start) > atMs);
  if (starts.length === 0) return [];
  const held = (await world.records.slotHolds.named(`${kind} ${date}`))
    .filter(({ fromMs, untilMs }) =>
      view === "live"
        ? untilMs === undefined
        : // What happens in the moment of a refresh is seen at the next one
          fromMs < atMs && (untilMs === undefined || untilMs >= atMs),
    )
    .map(({ start }) => start);
  return starts.filter((start) => !held.includes(start));
}
