// Validators of the known events, made by Ajv. Written by `npm run generate`; edit openapi/ instead.

import type { KnownEvents } from "./events.ts";

/** One thing that is wrong with an event. */
export interface EventProblem {
  /** JSON pointer to the place in the event; empty for the event itself. */
  readonly instancePath: string;
  /** The expectation at that place. */
  readonly message: string;
}

/** Is the value such an event? `errors` of the last call say what is wrong. */
export interface EventValidator {
  (value: unknown): boolean;
  readonly errors?: readonly EventProblem[] | null;
}

/** The validators by the name under which an event is known; `eventNameOf` finds it. */
export declare const eventValidators: Readonly<Record<keyof KnownEvents, EventValidator>>;
