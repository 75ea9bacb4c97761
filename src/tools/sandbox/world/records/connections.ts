// What is remembered of the connections between users and providers.
import type { ResourceAvailability } from "../../../../../generated/schemas.ts";

/** A connection. It goes with everything that was prepared, pulled or is under way through it. */
export interface StoredConnection {
  readonly user_id: string;
  /** Slug. A user has at most one connection to a provider. Choice: one-connection-per-provider */
  readonly provider: string;
  /** How the SDK of an on-device provider connects; of other providers it is always `automatic`. */
  readonly connect_mode: ConnectMode;
  /** `connected`, or how it broke. Choice: broken-connection-status */
  readonly status: string;
  readonly created_on: string;
  readonly resource_availability: Readonly<Record<string, ResourceAvailability>>;
  readonly error_details: Readonly<Record<string, unknown>> | null;
  /** How the provider will answer refreshes. */
  readonly prepared: readonly PreparedRefresh[];
  /** Resources whose refresh takes longer than its call waited. */
  readonly in_progress: readonly RefreshInProgress[];
  /** Resources whose historical pull is complete. */
  readonly pulled: readonly string[];
}

export type ConnectMode = "automatic" | "explicit";

/** What becomes of a refresh: it succeeds, it fails, or it takes so many seconds and succeeds. */
export interface PreparedRefresh {
  /** Without one it applies to all resources without their own. */
  readonly resource?: string;
  readonly becomes: "refreshed" | "failed" | { readonly takes_seconds: number };
}

export interface RefreshInProgress {
  readonly resource: string;
  readonly due_at: string;
}

/** The id of a connection. */
export function connectionId(userId: string, provider: string): string {
  return `${userId}/${provider}`;
}
