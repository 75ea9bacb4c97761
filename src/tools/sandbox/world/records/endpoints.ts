// What is remembered of the endpoints that events are sent to.

/** Where events are sent to. */
export interface StoredEndpoint {
  readonly id: string;
  readonly url: string;
  /** What the signatures are made with, as Standard Webhooks writes it: `whsec_…`. */
  readonly secret: string;
  readonly created_at: string;
}
