// What is remembered of orders, and of the keys that keep a repeated call from taking effect twice.
import type { OrderEvent, PatientAddress } from "../../../../../generated/schemas.ts";

/** An order. */
export interface StoredOrder {
  readonly id: string;
  /** The user that it is for; absent without one. */
  readonly user_id?: string;
  readonly lab_account_id: string;
  readonly created_on: string;
  readonly patient_address?: PatientAddress;
  readonly clinical_comments?: string;
  /** The fields of the creation body that the contract does not name, as they were sent. */
  readonly further: Readonly<Record<string, unknown>>;
  /** At least one; the last is the latest. */
  readonly events: readonly OrderEvent[];
  readonly results: readonly PublishedResults[];
  /** How the next booking at a service center will be answered; absent until it was prepared. */
  readonly prepared_confirmation?: "confirmed" | "refused";
}

/** Results that the lab has published. */
export interface PublishedResults {
  readonly published_at: string;
  readonly is_partial: boolean;
  /** As they were published. Choice: results-not-in-events */
  readonly results: readonly unknown[];
}

/** What was made with an idempotency key: an order, or an appointment. */
export interface StoredIdempotencyKey {
  readonly made_id: string;
}
