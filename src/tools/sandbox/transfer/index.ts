// Copies a world, writes it into a file, and makes a world of such a file.

import { machineNow } from "../world/clock.ts";
import type { Replaced } from "../world/contents.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { WorldIdentity, WorldRow } from "../world/world.ts";
import type { Fill, WorldOptions, Worlds } from "../worlds.ts";
import { copyContents } from "./copy.ts";
import { readHeader } from "./format.ts";
import { readContents } from "./import.ts";
import { Spool } from "./spool.ts";

export { exportWorld } from "./export.ts";

type MadeOptions = Pick<WorldOptions, "ttl">;

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
    if (!isThere)
      throw new HappeningRefused("unknown", `There is no world "${id}" to copy. List the worlds for their ids.`);
    const row = (await from.row()) as WorldRow;
    const { teamName, region } = row.identity;
    const identity = { ...made, teamName, region };
    await copyContents({ id, contents: from.contents }, tables, replacedOf(row.identity, identity));
    return { ...row, identity };
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
  options: MadeOptions = {},
): Promise<LiveWorld> {
  // There may be another one of the same name
  await live.read(() => {});
  return worlds.make({ ...options, fill: copyOf(live.identity.id) }, made);
}

/**
 * Makes a world of a file, whole or not at all.
 *
 * @param made Its id and its keys, and the ids of its team and its organization.
 * @throws {HappeningRefused} when the file is not one of a world, or there is a world of this id.
 */
export async function importWorld(
  worlds: Worlds,
  source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  made: WorldIdentity,
  options: MadeOptions = {},
): Promise<LiveWorld> {
  const spool = await Spool.of(source);
  try {
    const lines = spool.lines();
    const header = readHeader(lines.next().value ?? undefined);
    const { teamName, region } = header.identity;
    const identity = { ...made, teamName, region };
    const fill: Fill = async (tables) => {
      await readContents(lines, tables, replacedOf(header.identity, identity));
      return { ...header.row, identity };
    };
    return await worlds.make({ ...options, fill }, identity);
  } finally {
    spool.remove();
  }
}

type Team = Pick<WorldIdentity, "teamId" | "orgId">;

/** The ids are random: where one of them stands, the team or the organization is meant. Choice: copied-world */
function replacedOf(from: Team, to: Team): Replaced {
  return [
    [from.teamId, to.teamId],
    [from.orgId, to.orgId],
  ];
}
