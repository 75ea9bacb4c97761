// The teams of an organization: the world's own, and the other one of the demo cast.
import { organizationTeamsFirstPage, organizationTeamsLastPage } from "../../../../generated/examples.ts";
import type { World } from "../world/world.ts";

/** Plants the world's own team, which every organization has. */
export async function seedOwnTeam(world: World): Promise<void> {
  const { teamId: id, teamName: name, region } = world.identity;
  if ((await world.records.teams.get(id)) !== undefined) return;
  const shown = organizationTeamsFirstPage.teams.find((team) => team.id === id);
  await world.records.teams.put(id, { id, name, region, created_on: shown?.created_on ?? world.clock.now });
}

/** Plants the other team of the demo cast. */
export async function seedOrganization(world: World): Promise<void> {
  for (const team of organizationTeamsLastPage.teams) await world.records.teams.put(team.id, team);
}
