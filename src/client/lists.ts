// Lists that come in pages, as one: each page is fetched only when the loop reaches it.
import type { components, operations } from "../../generated/types.ts";
import { BodyError } from "./errors.ts";
import type { CallOptions, CommonOptions, ResultOf, SuccessResult, UndocumentedResult } from "./types.ts";
import { unwrap } from "./unwrap.ts";

type Marker = components["schemas"]["Marker"];
type OrganizationTeam = components["schemas"]["OrganizationTeam"];

/** A client that has this route: two generic clients would be taken for one another. */
interface Getter<Path, O extends operations["listLabTestMarkers"] | operations["listOrganizationTeams"]> {
  readonly GET: (path: Path, options: CallOptions<O>) => Promise<ResultOf<O>>;
}

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
  client: Getter<"/v3/lab_tests/{lab_test_id}/markers", operations["listLabTestMarkers"]>,
  labTestId: string,
  query: MarkerQuery = {},
  options: CommonOptions = {},
): AsyncGenerator<Marker, void, undefined> {
  let lastFirst: number | undefined;
  for (let page = query.page ?? 1; ; page += 1) {
    const params = { path: { lab_test_id: labTestId }, query: { ...query, page } };
    const answer = await unwrapPage(
      client.GET("/v3/lab_tests/{lab_test_id}/markers", { ...options, params }),
      "markers",
    );
    const first = answer.markers[0]?.id;
    // A server that answers the same page again would be asked for ever
    if (first === undefined || first === lastFirst) return;
    lastFirst = first;
    yield* answer.markers;
    if (answer.pages !== null && page >= answer.pages) return;
  }
}

/**
 * All teams of an organization, page after page.
 *
 * Ends when there is no next cursor, and also when a cursor comes back a second time.
 *
 * @throws {ApiError} when a page is refused; a {BodyError} when it has no list.
 *
 * @example
 * for await (const team of eachTeam(management, orgId, { region: ["eu"] })) console.log(team.name);
 */
export async function* eachTeam(
  client: Getter<"/v1/org/{org_id}/team", operations["listOrganizationTeams"]>,
  orgId: string,
  query: TeamQuery = {},
  options: CommonOptions = {},
): AsyncGenerator<OrganizationTeam, void, undefined> {
  const seen = new Set<string | null | undefined>();
  let lastFirst: string | undefined;
  for (let asked = query; !seen.has(asked.next_cursor); ) {
    seen.add(asked.next_cursor);
    const params = { path: { org_id: orgId }, query: asked };
    const answer = await unwrapPage(client.GET("/v1/org/{org_id}/team", { ...options, params }), "teams");
    // A server that takes no notice of the cursor answers the same page again
    const first = answer.teams[0]?.id;
    if (first !== undefined && first === lastFirst) return;
    lastFirst = first;
    yield* answer.teams;
    if (!answer.next_cursor) return;
    asked = { ...query, next_cursor: answer.next_cursor };
  }
}

/** Waits for a page, and returns it when it has its list of objects. */
async function unwrapPage<T extends object>(
  call: Promise<SuccessResult<T, number> | UndocumentedResult<number>>,
  name: keyof T & string,
): Promise<T> {
  const { request, response } = await call;
  const page = await unwrap(call);
  const items: unknown = page[name];
  if (Array.isArray(items) && items.every((item) => item && typeof item === "object")) return page;
  throw new BodyError(`without a list of ${name}`, request, response, page);
}
