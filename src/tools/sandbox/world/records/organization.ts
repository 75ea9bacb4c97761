// What is remembered of the teams of an organization.
import type { OrganizationTeam } from "../../../../../generated/schemas.ts";

/** A team of the organization that the world belongs to; the world's own team is one of them. */
export type StoredTeam = OrganizationTeam;
