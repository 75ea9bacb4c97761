// Connections between users and providers: made, shown and removed.
import type { ResourceAvailability, UserConnection } from "../../../../generated/schemas.ts";
import { type CatalogueProvider, providerOf, scopesOf } from "../catalogue/providers.ts";
import { connectionId, type StoredConnection, type StoredUser } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { newerOr } from "./newer-values.ts";

/** The user's connection to a provider. */
export function connectionOf(world: World, userId: string, provider: string): Promise<StoredConnection | undefined> {
  return world.records.connections.get(connectionId(userId, provider));
}

/** Keeps a connection as it is now. */
export async function keepConnection(world: World, connection: StoredConnection): Promise<void> {
  await world.records.connections.put(connectionId(connection.user_id, connection.provider), connection);
}

/** Removes a connection; what was under way through it ends with it. */
export async function removeConnection(world: World, { user_id, provider }: StoredConnection): Promise<void> {
  await world.records.connections.delete(connectionId(user_id, provider));
}

/** Removes all connections of a user. */
export async function removeConnections(world: World, userId: string): Promise<void> {
  for (const connection of await world.records.connections.ofOwner(userId)) await removeConnection(world, connection);
}

/** What a new connection is like. */
export interface NewConnection {
  readonly connectMode: StoredConnection["connect_mode"];
  readonly resources: readonly string[];
  /** Scopes that the user denies at the provider. */
  readonly deniedScopes: readonly string[];
}

/** Makes a connection, in place of an older one, and sends its event. */
export async function connect(
  world: World,
  user: StoredUser,
  provider: CatalogueProvider,
  { connectMode, resources, deniedScopes }: NewConnection,
): Promise<StoredConnection> {
  const connection: StoredConnection = {
    user_id: user.user_id,
    provider: provider.slug,
    connect_mode: connectMode,
    status: "connected",
    created_on: world.clock.now,
    resource_availability: Object.fromEntries(
      resources.map((resource) => [resource, availabilityOf(provider, resource, deniedScopes)]),
    ),
    error_details: null,
    prepared: [],
    in_progress: [],
    pulled: [],
  };
  await keepConnection(world, connection);
  const { slug, logo, listed } = provider;
  const named = { name: listed.name, slug, logo };
  // The deprecated field is identical. Choice: one-deprecation-switch
  await world.emit("provider.connection.created", user, {
    provider: named,
    ...(world.settings.source_form !== "new" ? { source: named } : {}),
  });
  return connection;
}

/** Choice: availability-by-scopes */
function availabilityOf(
  provider: CatalogueProvider,
  resource: string,
  deniedScopes: readonly string[],
): ResourceAvailability {
  const { required, optional } = scopesOf(provider, resource);
  const isDenied = (scope: string) => deniedScopes.includes(scope);
  const isGranted = (scope: string) => !isDenied(scope);
  return {
    status: required.some(isDenied) ? "unavailable" : "available",
    scope_requirements: {
      user_granted: { required: required.filter(isGranted), optional: optional.filter(isGranted) },
      user_denied: { required: required.filter(isDenied), optional: optional.filter(isDenied) },
    },
  };
}

/** The provider of a connection, as lists show it. */
export function shownProvider({ provider }: StoredConnection): Pick<UserConnection, "name" | "slug" | "logo"> {
  const { listed, logo = "" } = providerOf(provider) ?? {};
  return { name: listed?.name ?? provider, slug: provider, logo };
}

/** A connection as the list shows it. */
export function shownConnection(world: World, connection: StoredConnection): UserConnection {
  const { status, created_on, resource_availability, error_details } = connection;
  return {
    ...shownProvider(connection),
    status: newerOr(world, status, "newer_status"),
    created_on,
    resource_availability: Object.fromEntries(
      Object.entries(resource_availability).map(([resource, availability]) => [
        resource,
        { ...availability, status: newerOr(world, availability.status, "newer_availability") },
      ]),
    ),
    error_details,
  };
}
