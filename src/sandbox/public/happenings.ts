// What can be made to happen in a sandbox, as its callers see it: each happening with its input and what it tells.
import type {
  LabAccountStatus,
  LabReportParsingJob,
  LabReportParsingJobStatus,
  LabReportResult,
  OrderLowLevelStatus,
  OrderStatus,
  OrganizationTeam,
  UserConnection,
} from "../../../generated/schemas.ts";
import type { ConnectMode } from "../world/records/connections.ts";
import type { StoredLabAccount } from "../world/records/lab-accounts.ts";
import type { StoredLinkToken } from "../world/records/link.ts";
import type { WorldSettings } from "../world/settings.ts";

/** What names a connection. */
export interface ConnectionNames {
  readonly user_id: string;
  /** Slug of the provider. */
  readonly provider: string;
}

/** What became of data that arrived. */
export type Arrival =
  | { readonly outcome: "created" | "updated"; readonly day: string; readonly event_type: string }
  | { readonly outcome: "dropped"; readonly day: string; readonly reason: string };

/** What became of a historical pull. */
export interface HistoricalPull {
  readonly event_type: string;
  /** Days that are kept now. */
  readonly kept: number;
  /** Days outside of the user's bounds of ingestion. */
  readonly dropped: number;
}

/**
 * What happens outside of the API. Each happens in one transaction with its events.
 *
 * One that cannot happen throws `HappeningRefused`, whose message says what was expected, what was found, and what to do.
 */
export interface Happenings {
  /**
   * A user connects to a provider, which emits `provider.connection.created`. A connection that is broken is replaced; one that works is not.
   *
   * By default all resources of the provider, no scope denied, and for on-device providers the automatic connect mode.
   */
  connectionMade(
    input: ConnectionNames & {
      readonly connect_mode?: ConnectMode;
      readonly resources?: readonly string[];
      /** Names of scopes; a resource that needs one of them is unavailable. */
      readonly denied_scopes?: readonly string[];
    },
  ): UserConnection;

  /**
   * A connection breaks: its status and its error details change, and no event tells of it.
   *
   * Which statuses and details there are is not shown: by default `error`, and a message.
   */
  connectionBroken(
    input: ConnectionNames & {
      readonly status?: string;
      readonly error_details?: Readonly<Record<string, unknown>>;
    },
  ): UserConnection;

  /**
   * Says what refreshes of a source become, until it is said anew: `outcome`, or in how many seconds it succeeds, `takes_seconds`.
   * Without a resource it is said of all that have nothing of their own.
   */
  refreshPrepared(
    input: ConnectionNames & {
      readonly resource?: string;
      readonly outcome?: "refreshed" | "failed";
      readonly takes_seconds?: number;
    },
  ): void;

  /**
   * Data of a resource arrives: a summary, or the day's group of timeseries values. The first of a day is told by
   * `daily.data.<resource>.created`, what follows by `daily.data.<resource>.updated`; its fields join those that are there.
   * Data outside of the user's bounds of ingestion is dropped without an event.
   */
  dataArrived(
    input: ConnectionNames & {
      readonly resource: string;
      /** The fields of the summary, or the values; which there are is not shown. */
      readonly data?: Readonly<Record<string, unknown>>;
      /** A date; by default today where the user is. */
      readonly day?: string;
      /** The app that the data comes from. */
      readonly app_id?: string;
    },
  ): Arrival;

  /**
   * The historical pull of a resource is complete: its data of the days before today is kept, and then
   * `historical.data.<resource>.created` tells of it, once for each resource of a connection.
   */
  historicalPullCompleted(
    input: ConnectionNames & {
      readonly resource: string;
      /** How many days before today; by default 30. */
      readonly days?: number;
    },
  ): HistoricalPull;

  /** A link token is obtained for a user. How is not shown, nor how long it lives: by default an hour. */
  linkTokenMinted(input: {
    readonly user_id: string;
    /** A date-time. */
    readonly expires_at?: string;
  }): StoredLinkToken;

  /**
   * A mobile app exchanges a link code, once and before it expires: the user is connected to the phone's health store.
   * A connection that is there already goes on as it is.
   */
  linkCodeExchanged(input: { readonly code: string; readonly connect_mode?: ConnectMode }): UserConnection;

  /**
   * Opens a lab account, or changes the one of this id. What is left out stays; a new one is `ACTIVE`, and null removes the comments.
   * The limit of an order's comments is not shown to hold for an account's.
   */
  labAccountSet(input: {
    readonly lab_account_id?: string;
    readonly status?: LabAccountStatus;
    readonly default_clinical_comments?: string | null;
  }): StoredLabAccount;

  /** An order moves to a status, any one: test kits in transit trouble too. It gets a step, which is told as `order.updated`. */
  orderMoved(input: {
    readonly order_id: string;
    readonly status: OrderStatus;
    readonly low_level_status?: OrderLowLevelStatus;
    readonly status_detail?: string | null;
  }): void;

  /**
   * The lab publishes results of an order. All of them are told as a step of the order;
   * a part of them as `order.partial_results`, and only to a team that enabled it (the setting `partial_results`).
   */
  resultPublished(input: {
    readonly order_id: string;
    readonly results: readonly unknown[];
    readonly is_partial?: boolean;
  }): void;

  /** The service center will answer the next confirmation of this order so. Without it, it confirms. */
  pscConfirmationPrepared(input: { readonly order_id: string; readonly outcome: "confirmed" | "refused" }): void;

  /**
   * Moves a parsing job to a status, with the results that were extracted: those of the contract's example when a completed one is given none.
   * A status that the contract does not know stands for one of a newer service.
   */
  parsingJobFinished(input: {
    readonly job_id: string;
    readonly status: LabReportParsingJobStatus;
    readonly results?: readonly LabReportResult[];
  }): LabReportParsingJob;

  /** A team joins the organization: the list of its teams shows it. */
  organizationTeamAdded(input: {
    readonly name: string;
    readonly region: OrganizationTeam["region"];
  }): OrganizationTeam;

  /** Sets the demographics of a user, without which there is no portal URL. Null removes them. */
  demographicsSet(input: {
    readonly user_id: string;
    readonly demographics: Readonly<Record<string, unknown>> | null;
  }): void;

  /** Deletes a user: the connections go, and a grace period of 7 days begins in which the deletion can be undone. */
  userDeleted(input: { readonly user_id: string }): void;

  /** Changes the settings that are named; the others stay. */
  settingsChanged(input: Partial<WorldSettings>): WorldSettings;

  /**
   * The service becomes newer than the contract: open enums carry values that the contract does not know.
   * `settingsChanged({ newer_values: false })` takes that back.
   */
  newerValuesAppeared(input: Readonly<Record<string, unknown>>): WorldSettings;
}
