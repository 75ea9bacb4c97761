// Copies a world, writes it into a file, and makes a world of such a file.
import type { Replaced } from "../world/contents.ts";
import { type LiveWorld, WorldEnded } from "../world/live-world.ts";
import type { WorldIdentity, WorldRow } from "../world/world.ts";
import type { Worlds } from "../worlds.ts";
import { copyContents } from "./copy.ts";
import { readHeader } from "./format.ts";
import { readContents } from "./import.ts";
import { Spool } from "./spool.ts";

export { exportWorld } from "./export.ts";

/**
 * Makes a world with everything of another one, at once or not at all.
 *
 * @param made Its id and its keys, and the ids of its team and its organization.
 * @throws {WorldEnded} when the other one no longer exists.
 * @throws {HappeningRefused} when there is a world of this id.
 */
export function copyWorld(
  worlds: Worlds,
  live: LiveWorld,
  made: WorldIdentity,
  owner: string | null = null,
): Promise<LiveWorld> {
  const { id, teamName, region } = live.identity;
  const identity = { ...made, teamName, region };
  return worlds.make(identity, owner, async (tables, inside) => {
    const from = inside.world(id);
    const row = (await from.row()) as WorldRow | undefined;
    if (row === undefined) throw new WorldEnded();
    await copyContents({ id, contents: from.contents }, tables, replacedOf(live.identity, identity));
    const { owner: _owner, ...copied } = row;
    return copied;
  });
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
  owner: string | null = null,
): Promise<LiveWorld> {
  const spool = await Spool.of(source);
  try {
    const lines = spool.lines();
    const header = readHeader(lines.next().value ?? undefined);
    const { teamName, region } = header.identity;
    const identity = { ...made, teamName, region };
    return await worlds.make(identity, owner, async (tables) => {
      await readContents(lines, tables, replacedOf(header.identity, identity));
      return header.row;
    });
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
