// Calls by their path, by openapi-fetch's own path-based client: an editor shows at the path what an operation does.
import { type Client as FetchClient, wrapAsPathBasedClient as wrap } from "openapi-fetch";
import type { ManagementRoutes, TeamRoutes } from "../../generated/routes.ts";
import type { Client, ManagementClient } from "./client.ts";
import type { CallArguments, OperationOf, ResultOf } from "./types.ts";

/** The paths of one method. A mapped type keeps the comments of what it maps: in the route map, the descriptions. */
type PathsOf<Routes, M extends string> = M extends keyof Routes
  ? {
      readonly [P in keyof Routes[M]]: {
        readonly [Name in M]: (
          ...options: CallArguments<OperationOf<Routes[M], P>>
        ) => Promise<ResultOf<OperationOf<Routes[M], P>>>;
      };
    }
  : unknown;

/** The paths of a route map, each with its methods. */
type ByPath<Routes> = PathsOf<Routes, "GET"> &
  PathsOf<Routes, "POST"> &
  PathsOf<Routes, "PUT"> &
  PathsOf<Routes, "PATCH"> &
  PathsOf<Routes, "DELETE">;

/** The client of a team, by path. */
export interface PathBasedClient extends ByPath<TeamRoutes> {}

/** The client of an organization, by path. */
export interface PathBasedManagementClient extends ByPath<ManagementRoutes> {}

/**
 * Wraps a client, so that its calls begin with their path.
 *
 * @example
 * const byPath = wrapAsPathBasedClient(createClient({ apiKey: "…", baseUrl: "http://127.0.0.1:4010" }));
 * const result = await byPath["/v2/user/"].POST({ body: { client_user_id: "demo-runner-01" } });
 */
export function wrapAsPathBasedClient(client: Client): PathBasedClient;
export function wrapAsPathBasedClient(client: ManagementClient): PathBasedManagementClient;
export function wrapAsPathBasedClient(client: object): object {
  return wrap(client as FetchClient<object>);
}
