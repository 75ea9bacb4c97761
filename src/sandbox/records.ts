// What a world remembers: the kinds of record, and by what each is found.
import type { StoredEndpoint } from "./records/endpoints.ts";
import type { StoredUser } from "./records/users.ts";
import type { Collection, KeysOf, Store } from "./store/store.ts";

/** The kinds of record. */
export interface RecordTypes {
  users: StoredUser;
  endpoints: StoredEndpoint;
}

/** By what the records of each kind are found besides their id. */
const keysOf: { readonly [Kind in keyof RecordTypes]: KeysOf<RecordTypes[Kind]> } = {
  users: ({ client_user_id }) => ({ name: client_user_id }),
  endpoints: () => ({}),
};

/** The collections of one world. */
export type Records = { readonly [Kind in keyof RecordTypes]: Collection<RecordTypes[Kind]> };

/** Opens the collections of a world. */
export function recordsOf(store: Store, world: string): Records {
  const collections = Object.entries(keysOf).map(([kind, keys]) => [
    kind,
    store.collection(world, kind, keys as KeysOf<unknown>),
  ]);
  return Object.fromEntries(collections) as Records;
}
