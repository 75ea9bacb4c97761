// Every server of `learn`'s tests: the sandbox with one departure, or with all that can be seen side by side.
import type { Departure } from "./departure.ts";
import { fields } from "./fields.ts";
import { statuses } from "./statuses.ts";

export type { Departure } from "./departure.ts";

/** Those of statuses come last: the others look for the sandbox's statuses. */
export const departures: readonly Departure[] = [...fields, ...statuses];

/** The same departures as one: each changes what the one before it has left. */
export function together(all: readonly Departure[]): Departure {
  return {
    name: `departs in ${all.length} ways`,
    answer: (answer, call) =>
      all.reduce(
        (changed, { on, answer: change }) =>
          change === undefined || (on !== undefined && !on.includes(call.id)) ? changed : change(changed, call),
        answer,
      ),
    shows: all.flatMap(({ shows }) => shows),
  };
}
