// Names beside ids: that of a user, which the team gave it, and that of a provider.
import { type Html, html } from "../../../look/index.ts";
import { catalogueProviders } from "../../catalogue/providers.ts";
import type { StoredUser } from "../../world/records/kinds.ts";
import type { View } from "../view.ts";

/** A user by its name, with a link to its page; nothing where no such user is known. */
export async function userLink({ world, to }: View, user_id: string | undefined): Promise<Html | undefined> {
  const user = user_id === undefined || user_id === "" ? undefined : await world.records.users.get(user_id);
  return user && html`<a href="${to(`users/${user.user_id}`)}">${user.client_user_id}</a>`;
}

/** The users that an id means: the team's own, or the service's. */
export async function usersOf({ world }: View, id: string): Promise<readonly StoredUser[]> {
  const { users } = world.records;
  const named = await users.named(id);
  if (named.length > 0) return named;
  const user = await users.get(id.toLowerCase());
  return user === undefined ? [] : [user];
}

/** The name of a provider; of one that the catalog lacks, its slug. */
export function providerName(slug: string): string {
  return catalogueProviders.find((provider) => provider.slug === slug)?.listed.name ?? slug;
}
