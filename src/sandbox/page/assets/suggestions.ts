// Suggests values for the fields of a form: users, orders and the like of the world, operations and providers.
import { knownProviderResources } from "../../../../generated/known-values.ts";
import { unwrap } from "../../../client/index.ts";
import { catalogueProviders } from "../../catalogue/providers.ts";
import { type Page, readRecords } from "./parts.ts";

/** A value, and what it is called. */
type Suggestion = readonly [value: string, label: string];

type Suggest = (page: Page) => Promise<readonly Suggestion[]> | readonly Suggestion[];

const suggestions: Readonly<Record<string, Suggest>> = {
  async user_id(page) {
    const records = await readRecords(page, "users");
    return records.map(({ user_id, client_user_id }) => [user_id, client_user_id]);
  },
  /** Those of the user, if one is given. */
  async order_id(page) {
    const user_id = page.query.get("user_id") ?? "";
    const records = await readRecords(page, "orders", user_id === "" ? {} : { user_id });
    return records.map(({ id, created_on, events }) => [
      id,
      `${created_on.slice(0, 10)}, ${events.at(-1)?.status ?? ""}`,
    ]);
  },
  async endpoint_id({ control, world }) {
    const params = { path: { world_id: world } };
    const { endpoints } = await unwrap(control.GET("/_sandbox/worlds/{world_id}/endpoints", { params }));
    return [["*", "all endpoints"], ...endpoints.map(({ id, url }): Suggestion => [id, url])];
  },
  async fault_id({ control, world }) {
    const params = { path: { world_id: world } };
    const { faults } = await unwrap(control.GET("/_sandbox/worlds/{world_id}/faults", { params }));
    return faults.map(({ id, effect }) => [id, effect]);
  },
  /** Those that were called. */
  async operation_id({ control, world }) {
    const params = { path: { world_id: world }, query: { latest: 100 } };
    const { calls } = await unwrap(control.GET("/_sandbox/worlds/{world_id}/calls", { params }));
    const called = new Set(calls.map(({ operation_id }) => operation_id ?? "*"));
    return [...called.add("*")].map((id) => [id, id === "*" ? "all operations" : id]);
  },
  provider: () => catalogueProviders.map(({ slug, listed: { name } }) => [slug, name]),
  resource: () => [...knownProviderResources].sort().map((resource) => [resource, resource]),
};

/** Suggests values for a field; none where there is nothing to choose from. */
export async function suggest(page: Page, field: string): Promise<readonly Suggestion[]> {
  return (await suggestions[field]?.(page)) ?? [];
}
