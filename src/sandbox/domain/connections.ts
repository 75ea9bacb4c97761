// Providers, and the connections of users to them: made, listed, broken and removed.
import { knownProviderResources } from "../../../generated/known-values.ts";
import type { ResourceAvailability, Scopes, UserConnection } from "../../../generated/schemas.ts";
import {
  type CatalogueProvider,
  catalogueProviders,
  describeProvider,
  findProvider,
  listScopes,
} from "../catalogue/providers.ts";
import { emit } from "../events/outbox.ts";
import { connectionId, type StoredConnection } from "../world/records.ts";
import { assertFound, refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import type { HappeningTable, Operations } from "./topic.ts";
import { getUser } from "./users.ts";

/** The user's connection to a provider. */
export function findConnection(world: World, names: ConnectionNames): StoredConnection | undefined {
  return world.records.connections.get(connectionId(names));
}

/** A connection, by its user and the slug of its provider. */
export interface ConnectionNames {
  readonly user_id: string;
  readonly provider: string;
}

/**
 * The connection that is named, with its user.
 *
 * @throws {Refused} when one of them does not exist.
 */
export function getConnection(world: World, { user_id, provider: slug }: ConnectionNames) {
  const user = getUser(world, user_id);
  const provider = getProvider(slug);
  const message = `The user is not connected to ${slug}. Make the connection first.`;
  const connection = assertFound(findConnection(world, { user_id: user.user_id, provider: slug }), message);
  return { user, provider, connection };
}

/** A connection without errors, and through which nothing has come yet. */
export const soundConnection = {
  connect_mode: "automatic",
  error_details: null,
  prepared: [],
  in_progress: [],
  pulled: [],
} as const;

/** A connection as the list shows it. */
export function showConnection({
  provider,
  status,
  created_on,
  resource_availability,
  error_details,
}: StoredConnection): UserConnection {
  return { ...describeProvider(provider), status, created_on, resource_availability, error_details };
}

/** @throws {Refused} for a resource that the provider does not give. */
export function assertGives(world: World, { slug, listed }: CatalogueProvider, resource: string): void {
  refuseUnless(
    resource !== "hypnogram",
    "The hypnogram timeseries are deprecated. Use the resource sleep_cycle, which has the hypnogram; dataArrived sends a deprecated event.",
  );
  // A provider that lists nothing may give anything
  const known = listed.supported_resources ?? knownProviderResources;
  const isNewer = world.settings.newer_values && /^[a-z][a-z0-9_]*$/.test(resource);
  const isKnown = isNewer || known.some((one) => one === resource);
  refuseUnless(isKnown, `Expected a resource of ${slug} (${known.join(", ")}), found "${resource}".`);
}

export const operations = {
  listProviders({ query: { source_type } }) {
    const found = catalogueProviders.filter(({ sourceType }) => [undefined, sourceType].includes(source_type));
    return found.map(({ listed }) => listed);
  },

  listUserConnections({ path, world }) {
    const { user_id } = getUser(world, path.user_id);
    return { providers: world.records.connections.ofOwner(user_id).map(showConnection) };
  },

  disconnectProvider({ path, world }) {
    const { user_id } = getUser(world, path.user_id);
    // Choice: disconnect-without-connection
    const provider = getProvider(path.provider, "invalid");
    const names = { user_id, provider: provider.slug };
    // Choice: disconnect-without-effect, disconnect-keeps-data. What was under way through it ends with it
    const hasEffect = !provider.isOnDevice || findConnection(world, names)?.connect_mode === "explicit";
    if (hasEffect) world.records.connections.delete(connectionId(names));
    return { success: true };
  },
} satisfies Partial<Operations>;

export const happenings = {
  /** Makes a connection, in place of a broken one, and sends its event. */
  connectionMade(world, input) {
    const user = getUser(world, input.user_id);
    const provider = getProvider(input.provider);
    refuseUnless(
      findConnection(world, { user_id: user.user_id, provider: provider.slug })?.status !== "connected",
      `The user is connected to ${provider.slug} already. Disconnect the provider first, or break the connection.`,
      "conflict",
    );
    const { connect_mode = "automatic", denied_scopes: denied = [] } = input;
    refuseUnless(
      connect_mode === "automatic" || provider.isOnDevice,
      `${provider.slug} does not run on the device, so it has no connect mode. Leave it out.`,
    );
    // Hypnograms come with sleep cycles
    const all = (provider.listed.supported_resources ?? []).filter((resource) => resource !== "hypnogram");
    const resources = [...new Set(input.resources ?? all)];
    for (const resource of resources) assertGives(world, provider, resource);
    const needs = resources.map((resource) => [resource, listScopes(provider, resource)] as const);
    const scopes = new Set(needs.flatMap(([, { required, optional }]) => [...required, ...optional]));
    const stray = denied.find((scope) => !scopes.has(scope));
    const expected = [...scopes].join(", ");
    refuseUnless(stray === undefined, `Expected denied_scopes to be among ${expected}, found "${stray}".`);
    const connection: StoredConnection = {
      ...soundConnection,
      user_id: user.user_id,
      provider: provider.slug,
      connect_mode,
      status: "connected",
      created_on: world.clock.now,
      resource_availability: Object.fromEntries(
        needs.map(([resource, scopes]) => [resource, makeAvailability(scopes, denied)]),
      ),
    };
    world.records.connections.put(connection);
    const named = describeProvider(provider.slug);
    // The deprecated field is identical. Choice: one-deprecation-switch
    emit(world, "provider.connection.created", user, {
      provider: named,
      ...(world.settings.source_form !== "new" ? { source: named } : {}),
    });
    return showConnection(connection);
  },

  connectionBroken(world, input) {
    const { connection } = getConnection(world, input);
    const { status = "error", error_details = { message: "The provider refuses the access." } } = input;
    refuseUnless(status !== "connected", "A broken connection cannot be `connected`. Pass another status, or none.");
    const broken = { ...connection, status, error_details };
    world.records.connections.put(broken);
    return showConnection(broken);
  },
} satisfies Partial<HappeningTable>;

function getProvider(slug: string, reason?: "invalid"): CatalogueProvider {
  const slugs = catalogueProviders.map((one) => one.slug).join(", ");
  return assertFound(findProvider(slug), `Expected the slug of a provider (${slugs}), found "${slug}".`, reason);
}

/** Choice: availability-by-scopes */
function makeAvailability({ required, optional }: Scopes, denied: readonly string[]): ResourceAvailability {
  const keep = (isWanted: (scope: string) => boolean) => {
    return { required: required.filter(isWanted), optional: optional.filter(isWanted) };
  };
  const user_denied = keep((scope) => denied.includes(scope));
  return {
    status: user_denied.required.length > 0 ? "unavailable" : "available",
    scope_requirements: { user_granted: keep((scope) => !denied.includes(scope)), user_denied },
  };
}
