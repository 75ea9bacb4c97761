// Makes a world with everything of another one.
import { machineNow } from "./world/clock.ts";
import { HappeningRefused } from "./world/happening-refused.ts";
import type { LiveWorld } from "./world/live-world.ts";
import { leftOutOfCopies } from "./world/records/index.ts";
import type { WorldIdentity, WorldRow } from "./world/world.ts";
import type { Fill, WorldOptions, Worlds } from "./worlds.ts";

/**
 * Fills a world with everything of another one, which is used with this.
 *
 * @throws {HappeningRefused} when there is no world of this id.
 */
export function copyOf(id: string): Fill {
  return async (tables, made, inside) => {
    const from = inside.world(id);
    // Only one that is there is locked: two that are to be copies of each other do not wait for each other
    const isThere = (await inside.worlds.find("id", id)) !== undefined && (await from.renew(machineNow()));
    if (!isThere) {
      throw new HappeningRefused("unknown", `There is no world "${id}" to copy. List the worlds for their ids.`);
    }
    const row = (await from.row()) as WorldRow;
    const { teamName, region, teamId, orgId } = row.identity;
    // The ids are random: where one of them stands, the team or the organization is meant. Choice: copied-world
    const replaced = [
      [teamId, made.teamId],
      [orgId, made.orgId],
    ] as const;
    await tables.copy(id, { replaced, leftOut: leftOutOfCopies });
    return { ...row, identity: { ...made, teamName, region } };
  };
}

/**
 * Makes a world with everything of another one, at once or not at all.
 *
 * @param made Its id and its keys, and the ids of its team and its organization.
 * @throws {WorldEnded} when the other one no longer exists.
 * @throws {HappeningRefused} when there is a world of this id.
 */
export async function copyWorld(
  worlds: Worlds,
  live: LiveWorld,
  made: WorldIdentity,
  options: Pick<WorldOptions, "ttl"> = {},
): Promise<LiveWorld> {
  // There may be another one of the same name
  await live.read(() => {});
  return worlds.make({ ...options, fill: copyOf(live.identity.id) }, made);
}
