// The records of a world: the type and the keys of each kind. The types of records that inspections show come from the control document.
import type { components } from "../../../generated/control-types.ts";
import type {
  LabReportParsingJobStatus,
  LabReportResult,
  OrganizationTeam,
  UserConnection,
} from "../../../generated/schemas.ts";
import type { Given } from "../control-client/index.ts";
import type { Database } from "../store/database.ts";
import { Collection, type KeysOf } from "../store/tables.ts";

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

/** Where events are sent. */
export type StoredEndpoint = Shown<"Endpoint"> & {
  /** The secret of the signatures, as Standard Webhooks writes it: `whsec_…`. */
  readonly secret: string;
};

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
  readonly results?: readonly LabReportResult[];
}

/** From when until when an appointment holds a slot: earlier availability is computed from it. */
interface StoredSlotHold {
  readonly id: string;
  readonly appointment_id: string;
  readonly kind: StoredAppointment["kind"];
  readonly start: string;
  readonly from_ms: number;
  /** Absent while it is held. */
  readonly until_ms?: number;
}

interface RecordTypes {
  users: StoredUser;
  endpoints: StoredEndpoint;
  parsingJobs: StoredParsingJob;
  /** The teams of the organization that the world belongs to; the world's own team is one of them. */
  teams: OrganizationTeam;
  connections: StoredConnection;
  data: StoredData;
  linkTokens: Shown<"StoredLinkToken">;
  linkCodes: Omit<Shown<"InspectedLinkCode">, "is_expired">;
  portalUrls: Omit<Shown<"InspectedPortalUrl">, "is_expired">;
  labAccounts: StoredLabAccount;
  orders: StoredOrder;
  /** The order or appointment that an idempotency key made, for whom, and the hash of the body that was sent. */
  idempotencyKeys: { readonly made_id: string; readonly user_id?: string; readonly sent_hash: string };
  appointments: StoredAppointment;
  slotHolds: StoredSlotHold;
  forwardings: StoredForwarding;
  /** The last id that was given, in a world whose ids are a sequence. */
  idSequence: { readonly last: number };
  /** The seed that the world began with, where it was a file. */
  begunWith: Shown<"WorldSeed">;
}

/** The keys of the records of each kind, besides their id. */
const keys: { readonly [Kind in keyof RecordTypes]: KeysOf<RecordTypes[Kind]> } = {
  users: ({ client_user_id }) => ({ name: client_user_id }),
  endpoints: () => ({}),
  parsingJobs: () => ({}),
  teams: () => ({}),
  connections: ({ user_id }) => ({ owner: user_id }),
  data: ({ user_id, resource }) => ({ owner: dataOwner(user_id, resource), name: user_id }),
  linkTokens: ({ user_id }) => ({ owner: user_id }),
  linkCodes: ({ user_id }) => ({ owner: user_id }),
  portalUrls: ({ user_id }) => ({ owner: user_id }),
  labAccounts: () => ({}),
  orders: ({ user_id }) => (user_id === undefined ? {} : { owner: user_id }),
  idempotencyKeys: () => ({}),
  appointments: ({ order_id }) => ({ owner: order_id }),
  slotHolds: ({ kind, start, appointment_id }) => ({ owner: appointment_id, name: `${kind} ${start.slice(0, 10)}` }),
  forwardings: ({ order_id }) => ({ owner: order_id }),
  idSequence: () => ({}),
  begunWith: () => ({}),
};

/** The collections of one world. */
export type Records = { readonly [Kind in keyof RecordTypes]: Collection<RecordTypes[Kind]> };

/** The collections of a world by their kinds. */
export function openRecords(database: Database): Records {
  const open = ([kind, keysOf]: [string, unknown]) => [kind, new Collection(database, kind, keysOf as KeysOf<unknown>)];
  return Object.fromEntries(Object.entries(keys).map(open)) as Records;
}

/** The id of a connection. */
export function connectionId(userId: string, provider: string): string {
  return `${userId}/${provider}`;
}

/** The id of a piece of data. */
export function dataId(data: Pick<StoredData, "user_id" | "provider" | "resource" | "day">): string {
  return [data.user_id, data.provider, data.resource, data.day].join("/");
}

/** The owner of a user's data of one resource. */
export function dataOwner(userId: string, resource: string): string {
  return `${userId}/${resource}`;
}
