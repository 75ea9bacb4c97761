// What is chosen for a field instead of typed: users, orders and the like of the world, operations and providers.
import { knownProviderResources } from "../../../generated/known-values.ts";
import { catalogueProviders } from "../catalogue/providers.ts";
import { listEndpoints } from "../events/endpoints.ts";
import { listFaults } from "../events/event-faults.ts";
import { newest } from "./parts.ts";
import type { View } from "./view.ts";

/** A value, and what it is called. */
type Choice = readonly [value: string, label: string];

/** How many records can be chosen, the latest ones. A view leads to the form of any other. */
const offered = 100;

type Picker = (view: View) => readonly Choice[] | readonly Choice[];

const pickers: Readonly<Record<string, Picker>> = {
  user_id({ world }) {
    const users = world.records.users.page({ before: newest, limit: offered });
    return users.map(({ record }) => [record.user_id, record.client_user_id]);
  },
  /** Those of the user, if one is given. */
  order_id({ world, query }) {
    const { orders, users } = world.records;
    const user_id = query.get("user_id") ?? "";
    const found =
      user_id === ""
        ? orders.page({ before: newest, limit: offered }).map(({ record }) => record)
        : orders.ofOwner(user_id);
    const choices = found.map(({ id, user_id: owner = "", events, created_on }): Choice => {
      const who = users.get(owner)?.client_user_id ?? "nobody";
      return [id, `${who}, ${created_on.slice(0, 10)}, ${events.at(-1)?.status ?? "unknown"}`];
    });
    return choices;
  },
  job_id({ world }) {
    const jobs = world.records.parsingJobs.page({ before: newest, limit: offered });
    return jobs.map(({ record: { id, status, created_on } }) => [id, `${created_on}, ${status ?? "in progress"}`]);
  },
  endpoint_id({ world }) {
    const endpoints = listEndpoints(world).map(({ id, url }): Choice => [id, url]);
    return [["*", "all endpoints"], ...endpoints];
  },
  fault_id({ world }) {
    return [["*", "all faults"], ...listFaults(world).map(({ id, effect }): Choice => [id, `${id}, ${effect}`])];
  },
  operation_id({ contract }) {
    return [["*", "all operations"], ...contract.operations.map(({ id }): Choice => [id, id])];
  },
  provider: () => catalogueProviders.map(({ slug, listed }) => [slug, listed.name]),
  resource: () => [...knownProviderResources].sort().map((resource) => [resource, resource]),
};

/** What can be chosen for a field; undefined where it is typed. */
export function listChoices(view: View, field: string): readonly Choice[] | undefined {
  return pickers[field]?.(view);
}
