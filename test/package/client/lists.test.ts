// Lists that come in pages: in order, fetched when the loop gets there, and always coming to an end.
import { describe, expect, test } from "vitest";
import {
  errorNotFound,
  markersEmptyPage,
  markersFirstPage,
  markersLastPage,
  markersWithoutTotals,
  organizationTeamsFirstPage,
  organizationTeamsLastPage,
  organizationTeamsNoMatch,
} from "../../../generated/examples.ts";
import { ApiError, eachMarker, eachTeam } from "../../../src/package/client/index.ts";
import { clientFor, managementFor, rejection } from "./calls.ts";
import { type Answer, json, notNow, useServer } from "./server.ts";

const server = useServer();
const [marker] = markersFirstPage.markers;
const [team] = organizationTeamsFirstPage.teams;

/** All of a list, up to a number that no list of these tests has. */
async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length > 50) throw new Error("the list does not end");
  }
  return items;
}

/** The value of a query parameter in each request. */
const asked = (name: string) =>
  server.received.map(({ url }) => new URL(url, "http://127.0.0.1").searchParams.get(name));

/** A page of one marker whose id is the page that was asked for. */
const pageAsked =
  (answer: object): Answer =>
  (response, request) => {
    const page = Number(new URL(request.url, "http://127.0.0.1").searchParams.get("page"));
    json(200, { total: 3, page, size: 1, pages: 3, markers: [{ ...marker, id: page }], ...answer })(response, request);
  };

describe("eachMarker", () => {
  const markers = (query = {}, options = {}) => all(eachMarker(clientFor(server), "panel/one", query, options));
  const ids = (query = {}) => markers(query).then((found) => found.map(({ id }) => id));

  test("goes through all pages in order", async () => {
    server.play(json(200, markersFirstPage), json(200, markersLastPage));
    expect(await markers({ size: 2 })).toEqual([...markersFirstPage.markers, ...markersLastPage.markers]);
    expect(asked("size")[0]).toBe("2");
    expect(server.received[0]?.url).toMatch(/^\/v3\/lab_tests\/panel%2Fone\/markers\?/);
  });

  test("asks for one page after the other and stops at the last", async () => {
    server.play(pageAsked({}));
    expect(await ids()).toEqual([1, 2, 3]);
    expect(asked("page")).toEqual(["1", "2", "3"]);
  });

  test("starts at the page that is named and sends the rest of the query each time", async () => {
    server.play(pageAsked({}));
    expect(await ids({ page: 2, lab_account_id: "account" })).toEqual([2, 3]);
    expect(asked("lab_account_id")).toEqual(["account", "account"]);
  });

  test("fetches a page only when the loop gets there", async () => {
    server.play(pageAsked({}));
    const list = eachMarker(clientFor(server), "panel");
    expect(server.received).toHaveLength(0);
    await list.next();
    expect(server.received).toHaveLength(1);
    await list.next();
    expect(server.received).toHaveLength(2);
    await list.return();
    expect(await list.next()).toEqual({ done: true, value: undefined });
    expect(server.received).toHaveLength(2);
  });

  test("stops fetching when the loop is left", async () => {
    server.play(pageAsked({}));
    for await (const { id } of eachMarker(clientFor(server), "panel")) if (id === 2) break;
    expect(server.received).toHaveLength(2);
  });

  test("ends at once on an empty list", async () => {
    server.play(json(200, markersEmptyPage));
    expect(await ids()).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  test("ends on an empty page when there are no totals", async () => {
    const nulls = { total: null, page: null, size: null, pages: null };
    server.play(pageAsked(nulls), pageAsked(nulls), pageAsked({ ...nulls, markers: [] }));
    expect(await ids()).toEqual([1, 2]);
    expect(server.received).toHaveLength(3);
  });

  test("ends on a page that does not advance when there are no totals", async () => {
    server.play(json(200, markersWithoutTotals));
    expect(await markers()).toEqual(markersWithoutTotals.markers);
    expect(server.received).toHaveLength(2);
  });

  test("ends on a page that does not advance", async () => {
    server.play(pageAsked({ pages: 100 }), pageAsked({ pages: 100 }), pageAsked({ pages: 100, page: 2 }));
    expect(await ids()).toEqual([1, 2]);
    expect(server.received).toHaveLength(3);
  });

  test("ends on a page that claims to be another but has the same markers", async () => {
    server.play(pageAsked({ pages: 100, markers: [marker] }));
    expect(await ids()).toEqual([marker?.id]);
    expect(server.received).toHaveLength(2);
  });

  test("takes the last page of a server that was asked for one too many", async () => {
    server.play(pageAsked({ page: 3 }));
    expect(await ids({ page: 9 })).toEqual([9]);
  });

  test("goes through all pages of a newer service that leaves out the totals", async () => {
    const left = { total: undefined, page: undefined, size: undefined, pages: undefined };
    server.play(pageAsked(left), pageAsked(left), pageAsked({ ...left, markers: [] }));
    expect(await ids()).toEqual([1, 2]);
  });

  test("throws what a page is refused with, after the pages before", async () => {
    server.play(pageAsked({}), json(404, errorNotFound));
    const list = eachMarker(clientFor(server), "panel");
    expect((await list.next()).value).toMatchObject({ id: 1 });
    expect(await rejection(list.next())).toBeInstanceOf(ApiError);
  });

  test("repeats a page, and takes the options of a call", async () => {
    server.play(notNow(503), pageAsked({ pages: 1 }));
    expect(await ids()).toEqual([1]);
    const error = await rejection(markers({}, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: "AbortedError" });
  });
});

describe("eachTeam", () => {
  const page = (id: string, next_cursor: string | null | undefined) =>
    json(200, { teams: [{ ...team, id }], next_cursor });
  const ids = (query = {}) =>
    all(eachTeam(managementFor(server), "org/one", query)).then((found) => found.map(({ id }) => id));

  test("goes through all pages in order", async () => {
    server.play(json(200, organizationTeamsFirstPage), json(200, organizationTeamsLastPage));
    expect(await ids({ region: ["us", "eu"] })).toEqual(
      [...organizationTeamsFirstPage.teams, ...organizationTeamsLastPage.teams].map(({ id }) => id),
    );
    expect(server.received.map(({ url }) => url)).toEqual([
      "/v1/org/org%2Fone/team?region=us&region=eu",
      "/v1/org/org%2Fone/team?region=us&region=eu&next_cursor=cursor-page-2",
    ]);
  });

  test("fetches a page only when the loop gets there", async () => {
    server.play(page("1", "a"), page("2", null));
    const list = eachTeam(managementFor(server), "one");
    await list.next();
    expect(server.received).toHaveLength(1);
    await list.next();
    expect(server.received).toHaveLength(2);
  });

  test.each([
    ["null", null],
    ["empty", ""],
    ["left out", undefined],
  ])("ends when the cursor is %s", async (_, cursor) => {
    server.play(page("1", "a"), page("2", cursor), page("3", "b"));
    expect(await ids()).toEqual(["1", "2"]);
    expect(server.received).toHaveLength(2);
  });

  test("ends at once when nothing matches", async () => {
    server.play(json(200, organizationTeamsNoMatch));
    expect(await ids()).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  test("continues after an empty page with a cursor", async () => {
    server.play(json(200, { teams: [], next_cursor: "a" }), page("2", null));
    expect(await ids()).toEqual(["2"]);
  });

  test("gives no team twice when a server takes no notice of the cursor", async () => {
    server.play(page("1", "a"));
    expect(await ids()).toEqual(["1"]);
    expect(server.received).toHaveLength(2);
  });

  test("ends when a cursor does not advance", async () => {
    server.play(page("1", "a"), page("2", "a"));
    expect(await ids()).toEqual(["1", "2"]);
    expect(server.received).toHaveLength(2);
  });

  test("ends when cursors go in a circle", async () => {
    server.play(page("1", "a"), page("2", "b"), page("3", "a"));
    expect(await ids()).toEqual(["1", "2", "3"]);
    expect(asked("next_cursor")).toEqual([null, "a", "b"]);
  });

  test("ends when the cursor that it began with comes back", async () => {
    server.play(page("1", "start"));
    expect(await ids({ next_cursor: "start" })).toEqual(["1"]);
    expect(asked("next_cursor")).toEqual(["start"]);
  });

  test("throws what a page is refused with, and takes the options of a call", async () => {
    server.play(json(404, errorNotFound));
    expect(await rejection(ids())).toBeInstanceOf(ApiError);
    const aborted = eachTeam(managementFor(server), "one", {}, { signal: AbortSignal.abort() });
    expect(await rejection(aborted.next())).toMatchObject({ name: "AbortedError" });
  });
});
