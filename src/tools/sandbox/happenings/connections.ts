// What happens to connections outside of the API: they are made at the provider, they break, and their provider answers slowly or not at all.
import { knownProviderResources } from "../../../../generated/known-values.ts";
import { type CatalogueProvider, catalogueProviders, providerOf, scopesOf } from "../catalogue/providers.ts";
import { connect, connectionOf, keepConnection, shownConnection } from "../rules/connections.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { StoredConnection, StoredUser } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import type { HappeningTable } from "./table.ts";
import { userNamed } from "./users.ts";

export const connections = {
  async connectionMade(world, input) {
    const user = await userNamed(world, input.user_id);
    const provider = providerNamed(input.provider);
    if ((await connectionOf(world, user.user_id, provider.slug))?.status === "connected") {
      throw new HappeningRefused(
        "conflict",
        `The user is connected to ${provider.slug} already. Disconnect the provider first, or break the connection.`,
      );
    }
    const connectMode = input.connect_mode ?? "automatic";
    if (connectMode !== "automatic" && connectMode !== "explicit") {
      throw new HappeningRefused("invalid", `Expected connect_mode automatic or explicit, found "${connectMode}".`);
    }
    if (connectMode === "explicit" && !provider.isOnDevice) {
      throw new HappeningRefused(
        "invalid",
        `${provider.slug} does not run on the device, so it has no connect mode. Leave it out.`,
      );
    }
    // Hypnograms come with sleep cycles
    const all = (provider.listed.supported_resources ?? []).filter((resource) => resource !== "hypnogram");
    const resources = [...new Set(input.resources ?? all)];
    for (const resource of resources) refuseStrange(world, provider, resource);
    const deniedScopes = input.denied_scopes ?? [];
    const scopes = resources.flatMap((resource) => {
      const { required, optional } = scopesOf(provider, resource);
      return [...required, ...optional];
    });
    const stray = deniedScopes.find((scope) => !scopes.includes(scope));
    if (stray !== undefined) {
      throw new HappeningRefused(
        "invalid",
        `Expected denied_scopes to be among ${[...new Set(scopes)].join(", ")}, found "${stray}".`,
      );
    }
    return shownConnection(world, await connect(world, user, provider, { connectMode, resources, deniedScopes }));
  },

  async connectionBroken(world, input) {
    const { connection } = await connectionNamed(world, input);
    const { status = "error", error_details = { message: "The provider refuses the access." } } = input;
    if (status === "connected") {
      throw new HappeningRefused("invalid", "A broken connection cannot be `connected`. Pass another status, or none.");
    }
    const broken: StoredConnection = { ...connection, status, error_details };
    await keepConnection(world, broken);
    return shownConnection(world, broken);
  },

  async refreshPrepared(world, input) {
    const { connection } = await connectionNamed(world, input);
    const { resource, outcome, takes_seconds } = input;
    const known = Object.keys(connection.resource_availability);
    if (resource !== undefined && !known.includes(resource)) {
      throw new HappeningRefused("unknown", `Expected a resource of ${known.join(", ")}, found "${resource}".`);
    }
    const others = connection.prepared.filter((one) => one.resource !== resource);
    const becomes = becomesOf(outcome, takes_seconds);
    await keepConnection(world, {
      ...connection,
      prepared: [...others, { ...(resource === undefined ? {} : { resource }), becomes }],
    });
  },
} satisfies Partial<HappeningTable>;

/** A connection, by its user and the slug of its provider. */
export interface ConnectionNames {
  readonly user_id: string;
  readonly provider: string;
}

/** The connection that is named, with its user; both must exist. */
export async function connectionNamed(
  world: World,
  { user_id, provider }: ConnectionNames,
): Promise<{ readonly user: StoredUser; readonly provider: CatalogueProvider; readonly connection: StoredConnection }> {
  const user = await userNamed(world, user_id);
  const listed = providerNamed(provider);
  const connection = await connectionOf(world, user.user_id, listed.slug);
  if (connection !== undefined) return { user, provider: listed, connection };
  throw new HappeningRefused("unknown", `The user is not connected to ${provider}. Make the connection first.`);
}

/** Refuses a resource that a provider does not give. */
export function refuseStrange(world: World, { slug, listed }: CatalogueProvider, resource: string): void {
  if (resource === "hypnogram") {
    throw new HappeningRefused(
      "invalid",
      "The hypnogram timeseries are deprecated. Use the resource sleep_cycle, which has the hypnogram, or hypnogramArrived to send a deprecated event.",
    );
  }
  // A provider that lists nothing may give anything
  const known = listed.supported_resources ?? knownProviderResources;
  const isNewer = world.settings.newer_values && /^[a-z][a-z0-9_]*$/.test(resource);
  if (isNewer || known.some((one) => one === resource)) return;
  throw new HappeningRefused("invalid", `Expected a resource of ${slug} (${known.join(", ")}), found "${resource}".`);
}

function providerNamed(slug: string): CatalogueProvider {
  const provider = providerOf(slug);
  if (provider !== undefined) return provider;
  const slugs = catalogueProviders.map((one) => one.slug).join(", ");
  throw new HappeningRefused("unknown", `Expected the slug of a provider (${slugs}), found "${slug}".`);
}

function becomesOf(
  outcome: string | undefined,
  takes_seconds: number | undefined,
): StoredConnection["prepared"][number]["becomes"] {
  if (takes_seconds === undefined && (outcome === "refreshed" || outcome === "failed")) return outcome;
  if (
    outcome === undefined &&
    takes_seconds !== undefined &&
    takes_seconds >= 0 &&
    takes_seconds <= longestRefreshSeconds
  ) {
    return { takes_seconds };
  }
  throw new HappeningRefused(
    "invalid",
    `Expected either outcome (refreshed or failed) or takes_seconds (0 to ${longestRefreshSeconds}), found ${JSON.stringify({ outcome, takes_seconds })}.`,
  );
}

/** A year. */
const longestRefreshSeconds = 366 * 24 * 60 * 60;
