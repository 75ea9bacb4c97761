// The teams of an organization: the world's own, and the other one of the demo cast.
import { organizationTeamsFirstPage, organizationTeamsLastPage } from "../../../../generated/examples.ts";
import type { World } from "../world/world.ts";

/** Plants the world's own team, which every organization has. */
export function seedOwnTeam(world: World): void {
  const { teamId: id, teamName: name, region } = world.identity;
  if (world.records.teams.get(id) !== undefined) return;
  const shown = organizationTeamsFirstPage.teams.find((team) => team.id === id);
  world.records.teams.put(id, { id, name, region, created_on: shown?.created_on ?? world.clock.now });
}

/** Plants the other team of the demo cast. */
export function seedOrganization(world: World): void {
  for (const team of organizationTeamsLastPage.teams) world.records.teams.put(team.id, team);
}
