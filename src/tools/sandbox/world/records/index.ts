// The collections of a world: the kinds of record, and their keys.

import type { Collection, KeysOf, WorldTables } from "../store.ts";
import {
  dataOwner,
  type StoredAppointment,
  type StoredConnection,
  type StoredData,
  type StoredEndpoint,
  type StoredForwarding,
  type StoredHeldEvent,
  type StoredIdempotencyKey,
  type StoredLabAccount,
  type StoredLinkCode,
  type StoredLinkToken,
  type StoredNotice,
  type StoredOrder,
  type StoredParsingJob,
  type StoredPortalUrl,
  type StoredSlotHold,
  type StoredTeam,
  type StoredUser,
} from "./kinds.ts";

/** The kinds of record. */
export interface RecordTypes {
  users: StoredUser;
  endpoints: StoredEndpoint;
  parsingJobs: StoredParsingJob;
  teams: StoredTeam;
  connections: StoredConnection;
  data: StoredData;
  linkTokens: StoredLinkToken;
  linkCodes: StoredLinkCode;
  portalUrls: StoredPortalUrl;
  labAccounts: StoredLabAccount;
  orders: StoredOrder;
  idempotencyKeys: StoredIdempotencyKey;
  notices: StoredNotice;
  appointments: StoredAppointment;
  slotHolds: StoredSlotHold;
  forwardings: StoredForwarding;
  heldEvents: StoredHeldEvent;
}

/** The keys of the records of each kind, besides their id. */
const keysOf: { readonly [Kind in keyof RecordTypes]: KeysOf<RecordTypes[Kind]> } = {
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
  notices: () => ({}),
  appointments: ({ order_id }) => ({ owner: order_id }),
  slotHolds: ({ kind, start, appointment_id }) => ({ owner: appointment_id, name: `${kind} ${start.slice(0, 10)}` }),
  forwardings: ({ order_id }) => ({ owner: order_id }),
  heldEvents: ({ endpoint_id }) => ({ owner: endpoint_id }),
};

/** What a page says next is no part of what a world is: a copy does not have it. */
export const leftOutOfCopies: readonly (keyof RecordTypes)[] = ["notices"];

/** The collections of one world. */
export type Records = { readonly [Kind in keyof RecordTypes]: Collection<RecordTypes[Kind]> };

/** Opens the collections of a world. */
export function recordsOf(tables: WorldTables): Records {
  const collections = Object.entries(keysOf).map(([kind, keys]) => [
    kind,
    tables.collection(kind, keys as KeysOf<unknown>),
  ]);
  return Object.fromEntries(collections) as Records;
}
