// The operation of the provider catalog.
import type { Provider } from "../../../../generated/schemas.ts";
import { catalogueProviders } from "../catalogue/providers.ts";
import { withNewer } from "../rules/newer-values.ts";
import type { World } from "../world/world.ts";
import type { Handlers } from "./call.ts";

export const providers = {
  listProviders({ query, world }) {
    const { source_type } = query;
    const found = catalogueProviders.filter(
      ({ sourceType }) => source_type === undefined || sourceType === source_type,
    );
    return { status: 200, body: found.map(({ listed }) => shownProvider(world, listed)) };
  },
} satisfies Partial<Handlers>;

function shownProvider(world: World, listed: Provider): Provider {
  if (!world.settings.newer_values) return listed;
  return {
    ...listed,
    auth_type: "newer_auth_type",
    supported_resources: withNewer(world, listed.supported_resources ?? [], "newer_resource"),
  };
}
