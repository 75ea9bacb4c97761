// Suggests values for the fields of a form: users, orders and the like of the world, and providers.
import { knownProviderResources } from "../../../../generated/known-values.ts";
import { catalogueProviders } from "../../catalogue/providers.ts";
import { listed, type Page } from "./parts.ts";

/** A value, and what it is called. */
type Suggestion = readonly [value: string, label: string];

/** Suggests values for a field; none where there is nothing to choose from. */
export async function suggest({ world, query }: Page, field: string): Promise<readonly Suggestion[]> {
  const user_id = query.get("user_id");
  switch (field) {
    case "user_id":
      return (await world.records.users({ latest: listed })).map((user) => [user.user_id, user.client_user_id]);
    // The orders of the user, if one is given
    case "order_id": {
      const orders = await world.records.orders({ latest: listed, ...(user_id && { user_id }) });
      return orders.map(({ id, created_on, events }) => [
        id,
        `${created_on.slice(0, 10)}, ${events.at(-1)?.status ?? ""}`,
      ]);
    }
    case "endpoint_id":
      return [["*", "all endpoints"], ...(await world.endpoints.list()).map(({ id, url }) => [id, url] as const)];
    case "fault_id":
      return (await world.faults.list()).map(({ id, effect }) => [id, effect]);
    case "provider":
      return catalogueProviders.map(({ slug, listed: { name } }) => [slug, name]);
    case "resource":
      return [...knownProviderResources].sort().map((resource) => [resource, resource]);
    default:
      return [];
  }
}
