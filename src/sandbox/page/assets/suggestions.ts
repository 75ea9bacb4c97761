// Suggests values for the fields of a form: users, orders and the like of the world, operations and providers.
import { knownProviderResources } from "../../../../generated/known-values.ts";
import { catalogueProviders } from "../../catalogue/providers.ts";
import { listed, type Page } from "./parts.ts";

/** A value, and what it is called. */
type Suggestion = readonly [value: string, label: string];

type Suggest = (page: Page) => Promise<readonly Suggestion[]> | readonly Suggestion[];

const suggestions: Readonly<Record<string, Suggest>> = {
  user_id: async ({ world }) =>
    (await world.records.users({ latest: listed })).map(({ user_id, client_user_id }) => [user_id, client_user_id]),
  /** Those of the user, if one is given. */
  async order_id({ world, query }) {
    const user_id = query.get("user_id");
    const orders = await world.records.orders({ latest: listed, ...(user_id && { user_id }) });
    return orders.map(({ id, created_on, events }) => [
      id,
      `${created_on.slice(0, 10)}, ${events.at(-1)?.status ?? ""}`,
    ]);
  },
  endpoint_id: async ({ world }) => [
    ["*", "all endpoints"],
    ...(await world.endpoints.list()).map(({ id, url }): Suggestion => [id, url]),
  ],
  fault_id: async ({ world }) => (await world.faults.list()).map(({ id, effect }) => [id, effect]),
  /** Those that were called. */
  async operation_id({ world }) {
    const calls = await world.calls.list({ latest: 100 });
    const called = new Set(calls.flatMap(({ operation_id }) => operation_id ?? []));
    return [["*", "all operations"], ...Array.from(called, (id): Suggestion => [id, id])];
  },
  provider: () => catalogueProviders.map(({ slug, listed: { name } }) => [slug, name]),
  resource: () => [...knownProviderResources].sort().map((resource) => [resource, resource]),
};

/** Suggests values for a field; none where there is nothing to choose from. */
export async function suggest(page: Page, field: string): Promise<readonly Suggestion[]> {
  return (await suggestions[field]?.(page)) ?? [];
}
