// The type of each kind of record, and how its id is made. The types of records that inspections show come from the control document.

import type { components } from "../../../../../generated/control-types.ts";
import type {
  LabReportParsingJobStatus,
  LabReportResult,
  OrganizationTeam,
  UserConnection,
} from "../../../../../generated/schemas.ts";
import type { Given } from "../given.ts";

type Shown<Name extends keyof components["schemas"]> = Given<components["schemas"][Name]>;

/** A user, deleted or not. Connected sources follow from the connections. Choice: portal-demographics */
export type StoredUser = Shown<"StoredUser">;

/** A connection. Everything prepared, pulled or in progress is deleted with it. Choice: one-connection-per-provider, broken-connection-status */
export type StoredConnection = Shown<"StoredConnection"> & Pick<UserConnection, "resource_availability">;

/** The data of one resource on one day, from one provider. Simulated data has no time zone. */
export type StoredData = Shown<"StoredData">;

/** A lab account. The fields of the contract's example, and the default comments. Choice: account-fields */
export type StoredLabAccount = Shown<"StoredLabAccount">;

/** An order. Choice: results-not-in-events */
export type StoredOrder = Shown<"StoredOrder">;

/** An appointment. The contract shows no status of an appointment: inspections and order events report it. Choice: appointment-fields */
export type StoredAppointment = Shown<"StoredAppointment">;

/** What a phlebotomy provider was sent. */
export type StoredForwarding = Shown<"StoredForwarding">;

/** A token for the link flow of one user. */
export type StoredLinkToken = Shown<"StoredLinkToken">;

/** A code with which a mobile app shares the on-device data of a user. */
export type StoredLinkCode = Omit<Shown<"InspectedLinkCode">, "is_expired">;

/** A URL of the portal that is authorized in advance. */
export type StoredPortalUrl = Omit<Shown<"InspectedPortalUrl">, "is_expired">;

/** A team of the organization that the world belongs to; the world's own team is one of them. */
export type StoredTeam = OrganizationTeam;

/** Where events are sent. */
export type StoredEndpoint = Shown<"Endpoint"> & {
  /** The secret of the signatures, as Standard Webhooks writes it: `whsec_…`. */
  readonly secret: string;
};

/** An event that an event fault holds back until another one goes first. */
export interface StoredHeldEvent {
  readonly id: string;
  readonly endpoint_id: string;
  readonly user_id: string;
  /** Of its delivery. */
  readonly place: number;
  readonly event_id: string;
  /** When it may be sent, once the other one has gone. */
  readonly at_ms: number;
}

/** A job that extracts the results of an uploaded lab report. The report is not stored, nor is its name: it may name a person. */
export interface StoredParsingJob {
  readonly id: string;
  readonly created_on: string;
  /** The media type of the report. */
  readonly file_type: string;
  readonly file_bytes: number;
  readonly human_review_requested: boolean;
  /** Absent while the report is being parsed. */
  readonly status?: LabReportParsingJobStatus;
  readonly results?: LabReportResult[];
}

/** The order or appointment that an idempotency key made. */
export interface StoredIdempotencyKey {
  readonly made_id: string;
}

/** What the page says that is shown after a form was sent. */
export interface StoredNotice {
  readonly id: string;
  readonly text: string;
  /** Is the text markup of ours? */
  readonly isHtml: boolean;
}

/** From when until when an appointment holds a slot: earlier availability is computed from it. */
export interface StoredSlotHold {
  readonly id: string;
  readonly appointment_id: string;
  readonly kind: StoredAppointment["kind"];
  readonly start: string;
  readonly fromMs: number;
  /** Absent while it is held. */
  readonly untilMs?: number;
}

/** The id of a connection. */
export function connectionId(userId: string, provider: string): string {
  return `${userId}/${provider}`;
}

/** The id of a piece of data. */
export function dataId({
  user_id,
  provider,
  resource,
  day,
}: Pick<StoredData, "user_id" | "provider" | "resource" | "day">): string {
  return [user_id, provider, resource, day].join("/");
}

/** The owner of a user's data of one resource. */
export function dataOwner(userId: string, resource: string): string {
  return `${userId}/${resource}`;
}
