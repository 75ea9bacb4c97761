// The state of a world as a seed that travels: written as JSON by the names of the control document, and planted in a new world, also one of a later version.
import { randomBytes } from "node:crypto";
import { dump, restore } from "../store/tables.ts";
import { toIso } from "./clock.ts";
import type { WorldSeed } from "./new-world.ts";
import type { Records } from "./records.ts";
import { Refused } from "./refused.ts";
import type { World } from "./world.ts";

/** Records whose ids are credentials. */
const credentials: readonly string[] = ["linkTokens", "linkCodes", "portalUrls"] satisfies (keyof Records)[];

/** Writes the state of a world. @param withKeys Are its keys and other credentials in it, too? */
export function writeSeed(world: World, withKeys: boolean): WorldSeed {
  const { identity, clock, settings, row } = world;
  const { records: all, ...rest } = dump(world.database);
  const records: Record<string, Record<string, object>> = {};
  for (const { kind, id, body } of all) {
    if (kind === "begunWith" || (!withKeys && credentials.includes(kind))) continue;
    const record = JSON.parse(body) as { secret?: string };
    if (!withKeys) delete record.secret;
    const name = toSnakeCase(kind);
    records[name] ??= {};
    records[name][id] = record;
  }
  const { apiKey: api_key, managementKey: management_key, teamName: team_name, region } = identity;
  const seed = {
    version: 1,
    team_id: identity.teamId,
    org_id: identity.orgId,
    ...(withKeys ? { keys: { api_key, management_key, team_name, region } } : {}),
    clock: { now: toIso(clock.nowMs), is_frozen: clock.isFrozen },
    settings,
    ids: row.start.ids,
    records,
    ...rest,
  };
  // The records are of the kinds and the forms that the document has
  return seed as WorldSeed;
}

/**
 * Plants a state in a new world, with the world's own ids of the team and the organization.
 *
 * @throws {Refused} where the seed is not one that a world could have.
 */
export function plantSeedFile(world: World, seed: WorldSeed): void {
  const { teamId, orgId } = world.identity;
  const text = JSON.stringify(seed).replaceAll(seed.team_id, teamId).replaceAll(seed.org_id, orgId);
  const planted = JSON.parse(text) as WorldSeed;
  const { records, ...rest } = planted;
  for (const [kind, byId] of Object.entries(records)) {
    const collection = world.records[toCamelCase(kind) as keyof Records];
    for (const [id, record] of Object.entries<object>(byId)) {
      const own = collection.readId(record as never) ?? id;
      if (own !== id) throw refuseSeed(`/records/${kind}`, `has a record with the id "${own}" under the key "${id}"`);
      const made = kind === "endpoints" ? { secret: newSecret() } : {};
      collection.put({ ...made, ...record } as never, id);
    }
  }
  assertReferences(planted);
  restore(world.database, rest, (pointer, { message }) => refuseSeed(pointer, `cannot be kept: ${message}`));
  // A reset begins with it again
  world.records.begunWith.put(seed);
}

/** @throws {Refused} for a user or an event that is not in the seed. */
function assertReferences({ records, events, deliveries }: WorldSeed): void {
  const users = new Set(["", ...Object.keys(records.users ?? {})]);
  const assertUser = (pointer: string, { user_id = "" }: { readonly user_id?: string | undefined }) => {
    if (!users.has(user_id)) throw refuseSeed(pointer, `has the user "${user_id}", who is not in the seed`);
  };
  // An idempotency key has the user as its call wrote it
  const { idempotency_keys: _, ...ofUsers } = records;
  for (const [kind, byId] of Object.entries(ofUsers)) {
    for (const record of Object.values<object>(byId)) assertUser(`/records/${kind}`, record);
  }
  const ids = new Set(events.map(({ id }) => id));
  for (const [index, event] of events.entries()) assertUser(`/events/${index}`, event);
  for (const [index, { event_id }] of deliveries.entries()) {
    if (!ids.has(event_id))
      throw refuseSeed(`/deliveries/${index}`, `has the event "${event_id}", which is not in the seed`);
  }
}

function refuseSeed(pointer: string, problem: string): Refused {
  return new Refused("invalid", `/seed${pointer} ${problem}.`, { where: `body /seed${pointer}` });
}

/** A secret of signatures, as Standard Webhooks writes it. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function toSnakeCase(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toCamelCase(kind: string): string {
  return kind.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
