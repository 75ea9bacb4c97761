// Validators of the known events, made by Ajv. Written by `npm run generate`; edit openapi/ instead.

/** One thing that is wrong with an event. */
export interface EventProblem {
  /** JSON pointer to the place in the event; empty for the event itself. */
  readonly instancePath: string;
  /** What was expected there. */
  readonly message: string;
}

/** Is the value such an event? `errors` of the last call say what is wrong. */
export interface EventValidator {
  (value: unknown): boolean;
  readonly errors?: readonly EventProblem[] | null;
}

/** The validator of the events of this type: its own, else that of its family; none when the type is unknown. */
export declare function eventValidatorOf(type: string): EventValidator | undefined;
