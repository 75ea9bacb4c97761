// The clients: one for each host and its credential, typed by the routes of that credential.
import type { ManagementRoutes, TeamRoutes } from "../../generated/routes.ts";
import { createCaller } from "./call.ts";
import type {
  CallArguments,
  ClientOptions,
  ConnectionOptions,
  Credential,
  ManagementClientOptions,
  OperationOf,
  ResultOf,
} from "./types.ts";

/** A brand, in types only: without it TypeScript takes a `Client` for a `ManagementClient`, because it does not compare the paths of generic methods. */
declare const routes: unique symbol;

/** The methods of a client, each with the paths of its route map. */
export type ClientOf<Routes> = { readonly [routes]?: Routes } & {
  readonly [M in keyof Routes]: <P extends keyof Routes[M]>(
    path: P,
    ...options: CallArguments<OperationOf<Routes[M], P>>
  ) => Promise<ResultOf<OperationOf<Routes[M], P>>>;
};

/** The client of a team. */
export interface Client extends ClientOf<TeamRoutes> {}

/** The client of an organization. */
export interface ManagementClient extends ClientOf<ManagementRoutes> {}

/**
 * Makes the client of a team.
 *
 * @example
 * const client = createClient({ apiKey: "…", baseUrl: "http://127.0.0.1:4010" });
 * const result = await client.GET("/v2/user/resolve/{client_user_id}", {
 *   params: { path: { client_user_id: "demo-runner-01" } },
 * });
 * if (result.ok) console.log(result.data.user_id);
 * else if (result.status === 404) console.log("no such user");
 */
export function createClient({ apiKey, ...connection }: ClientOptions): Client {
  return makeClient<Client>("x-service-api-key", apiKey, connection);
}

/**
 * Makes the client of an organization, for the management host. A team's key is refused there.
 *
 * @example
 * const management = createManagementClient({ managementKey: "…", baseUrl: "http://127.0.0.1:4010" });
 * const result = await management.GET("/v1/org/{org_id}/team", { params: { path: { org_id } } });
 */
export function createManagementClient({ managementKey, ...connection }: ManagementClientOptions): ManagementClient {
  return makeClient<ManagementClient>("X-Management-Key", managementKey, connection);
}

/** The types say which of the methods have routes; at run time each client has all of them. */
function makeClient<C>(credentialHeader: string, credential: Credential, connection: ConnectionOptions): C {
  const call = createCaller(credentialHeader, credential, connection);
  return Object.fromEntries(
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [method, call.bind(null, method)]),
  ) as C;
}
