// The error of a body that is no event.

/**
 * The body is no event. Says where, and never quotes the body: it is health data.
 *
 * @example
 * try {
 *   parseEvent('{"data": {}}');
 * } catch (error) {
 *   if (error instanceof EventError) console.log(error.pointer); // "/event_type"
 * }
 */
export class EventError extends Error {
  override readonly name = "EventError";
  /** JSON pointer to what is malformed; empty for the body as a whole. */
  declare readonly pointer: string;

  constructor(expected: string, pointer: string) {
    super(`event${pointer} is not ${expected}`);
    this.pointer = pointer;
  }
}
