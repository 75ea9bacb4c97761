// The values of fields that say more than their schema can.
import fc from "fast-check";

/**
 * Values of fields whose meaning says more than their schema: a birth day is in the past, a time zone is one of IANA's.
 * Each is stated in the contract's words.
 */
export const meaningfulValues: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
  fallback_time_zone: () => fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", null),
  fallback_birth_date: () => fc.oneof(days("1930-01-01", "2010-12-31"), fc.constantFrom("2000-02-29", null)),
  // A start that is after the end is not said to be allowed
  ingestion_start: () => fc.oneof(days("2020-01-01", "2022-12-31"), fc.constant(null)),
  ingestion_end: () => fc.oneof(days("2023-01-01", "2025-12-31"), fc.constant(null)),
  // Any text may be a key; each call gets one of its own
  "Idempotency-Key": () => fc.uuid(),
  // What a page beyond the last is answered with is not shown
  page: () => fc.constant(1),
  start_date: () =>
    fc.integer({ min: 0, max: 60 }).map((ahead) => new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10)),
  expires_at: () =>
    fc.integer({ min: 45, max: 75 }).map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString()),
};

const dayMs = 86_400_000;

function days(from: string, to: string): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
}
