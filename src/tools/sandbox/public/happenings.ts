// The happenings of a sandbox, as its callers see them: the result of each.
import type { HappeningCalls } from "../../../../generated/control-calls.ts";
import type { LabReportParsingJob, OrganizationTeam, UserConnection } from "../../../../generated/schemas.ts";
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

/** The hypnogram event that was sent. */
export interface SentHypnogram {
  readonly event_type: string;
  readonly day: string;
}

/** The result of each happening that has one. Inputs and descriptions are in the document of the control plane. */
export interface HappeningResults {
  readonly connectionMade: UserConnection;
  readonly connectionBroken: UserConnection;
  readonly dataArrived: Arrival;
  readonly historicalPullCompleted: HistoricalPull;
  readonly hypnogramArrived: SentHypnogram;
  readonly labAccountSet: StoredLabAccount;
  readonly linkCodeExchanged: UserConnection;
  readonly linkTokenMinted: StoredLinkToken;
  readonly parsingJobFinished: LabReportParsingJob;
  readonly organizationTeamAdded: OrganizationTeam;
  readonly settingsChanged: WorldSettings;
  readonly newerValuesAppeared: WorldSettings;
}

/** What can be made to happen, as the document of the control plane has it. */
export interface Happenings extends HappeningCalls<HappeningResults> {}
