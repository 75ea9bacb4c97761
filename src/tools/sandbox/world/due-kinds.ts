// The kinds of work that is due at a time of a world's clock, each with its data.
import type { EventStrike } from "./event-faults.ts";

/** How each kind is done stands in `due/`; a kind without it does not compile. */
export interface DueKinds {
  /** An event that was acknowledged is sent again, as an event fault has it. */
  readonly redelivery: { readonly place: number; readonly strike: EventStrike };
  /** A lab report is parsed. */
  readonly "parsing_job.parsed": { readonly id: string };
  /** A person has reviewed what was parsed. */
  readonly "parsing_job.reviewed": { readonly id: string };
  /** A service center confirms a booking, or refuses it. */
  readonly pscConfirmation: { readonly appointment_id: string };
  /** A source that took longer than the call of its refresh waited has its data. */
  readonly refreshCompletes: {
    readonly user_id: string;
    readonly provider: string;
    readonly resource: string;
    /** Milliseconds since 1970. */
    readonly dueAtMs: number;
  };
}
