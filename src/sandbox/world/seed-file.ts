// The state of a world as a seed that travels: written as JSON by the names of the control document, and planted in a new world, also one of a later version.
import { randomBytes } from "node:crypto";
import { dump, restore, type WorldDump } from "../store/tables.ts";
import { toIso } from "./clock.ts";
import type { WorldSeed } from "./new-world.ts";
import { omitUndefined } from "./omit-undefined.ts";
import type { Records } from "./records.ts";
import type { World } from "./world.ts";

/** Records whose ids are credentials. */
const credentials: readonly string[] = ["linkTokens", "linkCodes", "portalUrls"] satisfies (keyof Records)[];

/** Writes the state of a world. @param withKeys Are its keys and other credentials in it, too? */
export function writeSeed(world: World, withKeys: boolean): WorldSeed {
  const { identity, clock, settings, row } = world;
  const { records, ...rest } = dump(world.database);
  const left = withKeys ? ["begunWith"] : ["begunWith", ...credentials];
  const byKind = Map.groupBy(
    records.filter(({ kind }) => !left.includes(kind)),
    ({ kind }) => toSnakeCase(kind),
  );
  const read = (body: string) => {
    const { secret, ...record } = JSON.parse(body) as { readonly secret?: string };
    return withKeys ? omitUndefined({ ...record, secret }) : record;
  };
  const { apiKey: api_key, managementKey: management_key, teamName: team_name, region } = identity;
  const seed = omitUndefined({
    version: 1,
    team_id: identity.teamId,
    org_id: identity.orgId,
    keys: withKeys ? { api_key, management_key, team_name, region } : undefined,
    clock: { now: toIso(clock.nowMs), is_frozen: clock.isFrozen },
    settings,
    ids: row.start.ids,
    records: Object.fromEntries(
      Array.from(byKind, ([kind, all]) => [kind, Object.fromEntries(all.map(({ id, body }) => [id, read(body)]))]),
    ),
    ...rest,
  });
  // The records are of the kinds and the forms that the document has
  return seed as WorldSeed;
}

/** Plants a state in a new world, with the world's own ids of the team and the organization. */
export function plantSeedFile(world: World, seed: WorldSeed): void {
  const { teamId, orgId } = world.identity;
  const text = JSON.stringify(seed).replaceAll(seed.team_id, teamId).replaceAll(seed.org_id, orgId);
  const { records, ...rest } = JSON.parse(text) as Omit<WorldDump, "records"> & { readonly records: object };
  for (const [kind, byId] of Object.entries(records)) {
    const collection = world.records[toCamelCase(kind) as keyof Records];
    for (const [id, record] of Object.entries(byId as object)) collection.put(record as never, id);
  }
  for (const endpoint of world.records.endpoints.all()) {
    const secret = endpoint.secret ?? newSecret();
    world.records.endpoints.put({ ...endpoint, secret });
  }
  restore(world.database, rest);
  // A reset begins with it again
  world.records.begunWith.put(seed);
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
