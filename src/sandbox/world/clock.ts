// The sandbox's clocks, and the only reader of the machine's: everything that expires, waits or is dated follows a clock.
import { dateTimeMs } from "../../shared/contract/index.ts";
import type { Duration } from "../control-client/index.ts";

/** A clock as it is kept: how far it is from the machine's, or where it stands still. */
export type ClockState = { readonly offsetMs: number } | { readonly frozenAtMs: number };

/** The machine's time, in milliseconds since 1970. For signatures and logs; everything else asks a clock. */
export function machineNow(): number {
  return Date.now();
}

/** Milliseconds since this process started, by a clock that nobody sets: for lengths of time. */
export function elapsedMs(): number {
  return performance.now();
}

/** A clock that runs with the machine's, or stands still. It never goes back, unless its world begins again. */
export class Clock {
  readonly state: ClockState;

  constructor(state: ClockState) {
    this.state = state;
  }

  get isFrozen(): boolean {
    return "frozenAtMs" in this.state;
  }

  /** Milliseconds since 1970. */
  get nowMs(): number {
    return "frozenAtMs" in this.state ? this.state.frozenAtMs : machineNow() + this.state.offsetMs;
  }

  /** As the contract writes a date-time: `2026-03-02T09:00:00.000Z`. */
  get now(): string {
    return toIso(this.nowMs);
  }

  /** Stopped where it is. */
  frozen(): ClockState {
    return { frozenAtMs: this.nowMs };
  }

  /** Restarted from the time at which it was stopped. */
  running(): ClockState {
    return { offsetMs: this.nowMs - machineNow() };
  }

  /** Moved forward to a time; a time that has passed leaves it where it is. */
  movedTo(ms: number): ClockState {
    const to = Math.max(ms, this.nowMs);
    return this.isFrozen ? { frozenAtMs: to } : { offsetMs: to - machineNow() };
  }
}

/** The time as the contract writes a date-time. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The day of a time in UTC, as the contract writes a date. */
export function toDay(ms: number): string {
  return toIso(ms).slice(0, 10);
}

/** So many days in a row. @param offset How many days after a day the first of them is. */
export function listDays(from: string, offset: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => toDay(toMs(from) + (offset + index) * day));
}

/** Milliseconds since 1970 of a date or date-time as the contract means them; NaN when it is neither. */
export function toMs(date: string): number {
  return date.length === 10 ? Date.parse(date) : dateTimeMs(date);
}

/** The last moment that is written with a year of four digits, as the contract has it: no clock goes further. */
export const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Can a date-time say this time, in UTC? NaN is none, and an offset may lead out of the years of four digits. */
export function isWritten(ms: number): boolean {
  return ms >= toMs("0000-01-01") && ms <= lastMs;
}

/** May a clock start at this time? The years before it in a seed must have four digits, too. */
export function isStart(ms: number): boolean {
  return ms >= Date.UTC(1000, 0, 1) && ms <= lastMs;
}

/** The milliseconds of a length of time: whole, as the store keeps them. */
export function msOfDuration({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return Math.round(days * day + hours * hour + minutes * minute + seconds * second);
}

/** The time that is so much later; no clock goes further than its end. */
export function addDuration(ms: number, duration: Duration = {}): number {
  return Math.min(ms + msOfDuration(duration), lastMs);
}

/** Lengths of time, in milliseconds. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Is it done in time, and without an error? */
export async function settlesWithin(ms: number, done: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = done.then(
    () => true,
    () => false,
  );
  return Promise.race([isDone, late]).finally(() => clearTimeout(timer));
}
