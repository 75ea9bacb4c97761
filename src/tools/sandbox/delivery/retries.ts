// The schedule of retries for an event that its receiver did not accept.
import { hour, minute, second } from "../world/clock.ts";

/**
 * How long after each failure the next attempt follows, by the world's clock: the schedule that Standard Webhooks suggests.
 * After the last failure the event is parked. Choice: event-retries
 */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
