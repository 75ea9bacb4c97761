// What happens to an organization outside of the API: a team joins it.
import { randomUUID } from "node:crypto";
import type { OrganizationTeam } from "../../../generated/schemas.ts";
import { HappeningRefused } from "../happening.ts";
import type { World } from "../world.ts";

const regions: readonly string[] = ["us", "eu"] satisfies OrganizationTeam["region"][];

export const organization = {
  /** Adds a team to the organization; it is listed after the others. */
  organizationTeamAdded(
    world: World,
    input: { readonly name: string; readonly region: OrganizationTeam["region"] },
  ): OrganizationTeam {
    const { name, region } = input;
    if (name.trim() === "") throw new HappeningRefused("invalid", "The name of the team is empty: give it one.");
    if (!regions.includes(region)) {
      throw new HappeningRefused("invalid", `Expected the region us or eu, found "${region}".`);
    }
    const team = { id: randomUUID(), name, created_on: world.clock.now, region };
    world.records.teams.put(team.id, team);
    return team;
  },
};
