// The records of a world: their kinds and types are those of a seed in the control document; here stand the keys by which each is found.
import type { components } from "../../../generated/control-types.ts";
import type { UserConnection } from "../../../generated/schemas.ts";
import type { Given } from "../control-client/index.ts";
import type { Database } from "../store/database.ts";
import { Collection, type KeysOf } from "../store/tables.ts";
import type { WorldSeed } from "./new-world.ts";

type SeedRecords = Given<components["schemas"]["WorldSeed"]["records"]>;

/** A record of each kind. The build adds `undefined` to each kind that may be left out, which `Required` would keep. */
type InSeed = { [Kind in keyof SeedRecords]-?: NonNullable<SeedRecords[Kind]>[string] };

/** `lab_accounts` of a document is `labAccounts` in code. */
type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Tail>}` : Name;

type RecordTypes = Omit<{ [Kind in keyof InSeed as CamelCase<Kind>]: InSeed[Kind] }, "connections" | "endpoints"> & {
  connections: StoredConnection;
  endpoints: StoredEndpoint;
  /** The seed that the world began with, where it was a file. */
  begunWith: WorldSeed;
};

/** A user, deleted or not. Connected sources follow from the connections. Choice: portal-demographics */
export type StoredUser = RecordTypes["users"];

/** A connection. Everything prepared, pulled or in progress is deleted with it. Choice: one-connection-per-provider, broken-connection-status */
export type StoredConnection = InSeed["connections"] & Pick<UserConnection, "resource_availability">;

/** The data of one resource on one day, from one provider. Simulated data has no time zone. */
export type StoredData = RecordTypes["data"];

/** A lab account. The fields of the contract's example, and the default comments. Choice: account-fields */
export type StoredLabAccount = RecordTypes["labAccounts"];

/** An order. Choice: results-not-in-events */
export type StoredOrder = RecordTypes["orders"];

/** An appointment. The contract shows no status of an appointment: inspections and order events report it. Choice: appointment-fields */
export type StoredAppointment = RecordTypes["appointments"];

/** Where events are sent, with the secret of the signatures as Standard Webhooks writes it: `whsec_…`. */
export type StoredEndpoint = InSeed["endpoints"] & { readonly secret: string };

/** A job that extracts the results of an uploaded lab report. The report is not stored, nor is its name: it may name a person. */
export type StoredParsingJob = RecordTypes["parsingJobs"];

const byId = ({ id }: { readonly id: string }) => ({ id });

/** The keys of the records of each kind. */
const keys: { readonly [Kind in keyof RecordTypes]: KeysOf<RecordTypes[Kind]> } = {
  users: ({ user_id, client_user_id }) => ({ id: user_id, name: client_user_id }),
  endpoints: byId,
  parsingJobs: byId,
  teams: byId,
  connections: (connection) => ({ id: connectionId(connection), owner: connection.user_id }),
  data: (data) => ({ id: dataId(data), owner: dataOwner(data.user_id, data.resource), name: data.user_id }),
  linkTokens: ({ link_token, user_id }) => ({ id: link_token, owner: user_id }),
  linkCodes: ({ code, user_id }) => ({ id: code, owner: user_id }),
  portalUrls: ({ url, user_id }) => ({ id: url, owner: user_id }),
  labAccounts: ({ lab_account_id }) => ({ id: lab_account_id }),
  orders: ({ id, user_id }) => ({ id, owner: user_id }),
  idempotencyKeys: () => ({}),
  appointments: ({ id, order_id }) => ({ id, owner: order_id }),
  slotHolds: ({ id, kind, start, appointment_id }) => {
    return { id, owner: appointment_id, name: `${kind} ${start.slice(0, 10)}` };
  },
  forwardings: ({ order_id }) => ({ owner: order_id }),
  idSequence: () => ({ id: "last" }),
  begunWith: () => ({ id: "seed" }),
};

/** The collections of one world. */
export type Records = { readonly [Kind in keyof RecordTypes]: Collection<RecordTypes[Kind]> };

/** The collections of a world by their kinds. */
export function openRecords(database: Database): Records {
  const open = ([kind, keysOf]: [string, unknown]) => [kind, new Collection(database, kind, keysOf as KeysOf<unknown>)];
  return Object.fromEntries(Object.entries(keys).map(open)) as Records;
}

/** The id of a connection: a user has one to a provider. */
export function connectionId({ user_id, provider }: Pick<StoredConnection, "user_id" | "provider">): string {
  return `${user_id}/${provider}`;
}

/** The id of a piece of data. */
export function dataId(data: Pick<StoredData, "user_id" | "provider" | "resource" | "day">): string {
  return [data.user_id, data.provider, data.resource, data.day].join("/");
}

/** The owner of a user's data of one resource. */
export function dataOwner(userId: string, resource: string): string {
  return `${userId}/${resource}`;
}
