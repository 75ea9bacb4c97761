// Lists that the service sends in pages, read as one list: a page is fetched when the loop reaches it.
import type { Marker, OrganizationTeam } from "../../generated/schemas.ts";
import type { operations } from "../../generated/types.ts";
import type { Client, ManagementClient } from "./client.ts";
import { BodyError } from "./errors.ts";
import type { AnyResult, CommonOptions } from "./types.ts";
import { unwrap } from "./unwrap.ts";

type MarkerQuery = NonNullable<operations["listLabTestMarkers"]["parameters"]["query"]>;
type TeamQuery = NonNullable<operations["listOrganizationTeams"]["parameters"]["query"]>;

/**
 * All markers of a lab test, page after page. Starts at `page` when the query names one.
 *
 * Ends after the last page, and also on an empty one or one that comes a second time.
 *
 * @throws {ApiError} when a page is refused; a {BodyError} when it has no list.
 *
 * @example
 * for await (const marker of eachMarker(client, labTestId, { size: 100 })) console.log(marker.name);
 */
export async function* eachMarker(
  client: Client,
  labTestId: string,
  query: MarkerQuery = {},
  options: CommonOptions = {},
): AsyncGenerator<Marker, void, undefined> {
  let lastId: number | undefined;
  for (let page = query.page ?? 1; ; page += 1) {
    const params = { path: { lab_test_id: labTestId }, query: { ...query, page } };
    const call = client.GET("/v3/lab_tests/{lab_test_id}/markers", { ...options, params });
    const { markers, pages } = await unwrapPage(call, "markers");
    // A page that begins with the same marker as the last one: this server ignores `page`, and the loop would never end
    const id = markers[0]?.id;
    if (id === undefined || id === lastId) return;
    lastId = id;
    yield* markers;
    // `pages` may be null: then only an empty page ends the list
    if (pages !== null && page >= pages) return;
  }
}

/**
 * All teams of an organization, page after page. Starts at `next_cursor` when the query has one.
 *
 * Ends when there is no next cursor, and also when a cursor or a page comes a second time.
 *
 * @throws {ApiError} when a page is refused; a {BodyError} when it has no list.
 *
 * @example
 * for await (const team of eachTeam(management, orgId, { region: ["eu"] })) console.log(team.name);
 */
export async function* eachTeam(
  client: ManagementClient,
  orgId: string,
  query: TeamQuery = {},
  options: CommonOptions = {},
): AsyncGenerator<OrganizationTeam, void, undefined> {
  const usedCursors = new Set<unknown>();
  let lastId: string | undefined;
  for (let asked = query; !usedCursors.has(asked.next_cursor); ) {
    usedCursors.add(asked.next_cursor);
    const params = { path: { org_id: orgId }, query: asked };
    const call = client.GET("/v1/org/{org_id}/team", { ...options, params });
    const { teams, next_cursor } = await unwrapPage(call, "teams");
    // A page that begins with the same team as the last one: this server ignores the cursor. An empty page may have a next one.
    const id = teams[0]?.id;
    if (id !== undefined && id === lastId) return;
    lastId = id;
    yield* teams;
    if (!next_cursor) return;
    asked = { ...query, next_cursor };
  }
}

/** Waits for a page, and returns it when it has its list of objects. */
async function unwrapPage<T extends object>(call: Promise<AnyResult<T>>, name: keyof T & string): Promise<T> {
  const { request, response } = await call;
  const page = await unwrap(call);
  const items: unknown = page[name];
  if (Array.isArray(items) && items.every((item) => item && typeof item === "object")) return page;
  throw new BodyError(`without a list of ${name}`, request, response, page);
}
