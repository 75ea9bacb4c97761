// What happens to an organization outside of the API: a team joins it.
import { randomUUID } from "node:crypto";
import type { OrganizationTeam } from "../../../../generated/schemas.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { HappeningTable } from "./table.ts";

const regions: readonly string[] = ["us", "eu"] satisfies OrganizationTeam["region"][];

export const organization = {
  async organizationTeamAdded(world, input) {
    const { name, region } = input;
    if (name.trim() === "") throw new HappeningRefused("invalid", "The name of the team is empty. Pass one.");
    if (!regions.includes(region)) {
      throw new HappeningRefused("invalid", `Expected the region us or eu, found "${region}".`);
    }
    const team = { id: randomUUID(), name, created_on: world.clock.now, region };
    await world.records.teams.put(team.id, team);
    return team;
  },
} satisfies Partial<HappeningTable>;
