// What is remembered of what leads a user to a provider or into the portal: link tokens, link codes, portal URLs.

/** A token that holds for the link flow of one user. */
export interface StoredLinkToken {
  readonly link_token: string;
  readonly user_id: string;
  readonly expires_at: string;
}

/** A code by which a mobile app shares the on-device data of a user. */
export interface StoredLinkCode {
  readonly code: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  /** When an app exchanged it; absent before. */
  readonly exchanged_at?: string;
}

/** A URL of the portal that is authorized in advance. */
export interface StoredPortalUrl {
  readonly url: string;
  readonly user_id: string;
  readonly context: "launch" | "communications";
  /** The order that it leads to. */
  readonly order_id: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}
