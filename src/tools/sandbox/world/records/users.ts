// What is remembered of users.
import type { FallbackBirthDate, FallbackTimeZone } from "../../../../../generated/schemas.ts";

/** A user, deleted or not. Connected sources follow from the connections. */
export interface StoredUser {
  readonly user_id: string;
  readonly client_user_id: string;
  readonly created_on: string;
  readonly fallback_time_zone: FallbackTimeZone;
  readonly fallback_birth_date?: FallbackBirthDate;
  readonly ingestion_start: string | null;
  readonly ingestion_end: string | null;
  /** That there are any counts. Choice: portal-demographics */
  readonly demographics?: Readonly<Record<string, unknown>>;
  /** Absent for a user who is not deleted. */
  readonly deleted_at?: string;
}
