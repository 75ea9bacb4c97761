// Lists that come in pages: in order, fetched when the loop gets there, and always coming to an end.
import { describe, expect, test } from "vitest";
import { errorNotFound, markersFirstPage, organizationTeamsFirstPage } from "../../generated/examples.ts";
import { ApiError, eachMarker, eachTeam } from "../../src/client/index.ts";
import { clientFor, managementFor, rejection } from "./calls.ts";
import { type Answer, json, notNow, useServer } from "./server.ts";

const server = useServer();

/** The ids of a list, up to a number that no list of these tests has. */
async function idsOf<T>(list: AsyncIterable<{ readonly id: T }>): Promise<T[]> {
  const ids: T[] = [];
  for await (const { id } of list) {
    ids.push(id);
    if (ids.length > 50) throw new Error("the list does not end");
  }
  return ids;
}

/** The value of a query parameter in a request. */
const asked = (name: string, url: string) => new URL(url, "http://127.0.0.1").searchParams.get(name);
const allAsked = (name: string) => server.received.map(({ url }) => asked(name, url));

/** A page of one marker whose id is the page that was asked for, of three, but for what is said otherwise. */
const marker =
  (changes: object = {}): Answer =>
  (response, request) => {
    const page = Number(asked("page", request.url));
    const markers = [{ ...markersFirstPage.markers[0], id: page }];
    json(200, { total: 3, page, size: 1, pages: 3, markers, ...changes })(response, request);
  };
const team = (id: string, next_cursor: string | null | undefined) =>
  json(200, { teams: [{ ...organizationTeamsFirstPage.teams[0], id }], next_cursor });

const markers = (query = {}, options = {}) => eachMarker(clientFor(server), "panel/one", query, options);
const teams = (query = {}, options = {}) => eachTeam(managementFor(server), "org/one", query, options);

describe("eachMarker", () => {
  const nulls = { total: null, page: null, size: null, pages: null };
  const left = { total: undefined, page: undefined, size: undefined, pages: undefined };
  const endless = { pages: 100 };
  const same = { markers: [{ id: 7 }] };
  test.each<[what: string, query: object, answers: [object, ...object[]], ids: number[], requests: number]>([
    ["goes through all pages in order", {}, [{}], [1, 2, 3], 3],
    ["starts at the page that is named", { page: 2 }, [{}], [2, 3], 2],
    ["takes the last page of a server that was asked for one too many", { page: 9 }, [{ page: 3 }], [9], 1],
    ["ends at once on an empty list", {}, [{ markers: [], pages: 0 }], [], 1],
    ["ends on an empty page without totals", {}, [nulls, nulls, { ...nulls, markers: [] }], [1, 2], 3],
    [
      "ends on an empty page of a newer service that leaves out the totals",
      {},
      [left, { ...left, markers: [] }],
      [1],
      2,
    ],
    ["ends on a page that does not advance, without totals", {}, [{ ...nulls, ...same }], [7], 2],
    ["ends on a page that claims to be another but has the same markers", {}, [{ ...endless, ...same }], [7], 2],
  ])("%s", async (_, query, [first, ...others], ids, requests) => {
    server.play(marker(first), ...others.map(marker));
    expect(await idsOf(markers({ ...query, size: 1, lab_account_id: "account" }))).toEqual(ids);
    expect(allAsked("lab_account_id")).toEqual(Array.from({ length: requests }, () => "account"));
    expect(server.received[0]?.url).toMatch(/^\/v3\/lab_tests\/panel%2Fone\/markers\?/);
  });
});

describe("eachTeam", () => {
  const none = json(200, { teams: [], next_cursor: "a" });
  test.each<[what: string, query: object, answers: [Answer, ...Answer[]], ids: string[], cursors: (string | null)[]]>([
    [
      "goes through all pages in order",
      {},
      [team("1", "a"), team("2", "b"), team("3", null)],
      ["1", "2", "3"],
      [null, "a", "b"],
    ],
    ["ends when the cursor is empty", {}, [team("1", "a"), team("2", ""), team("3", "b")], ["1", "2"], [null, "a"]],
    ["ends when the cursor is left out", {}, [team("1", "a"), team("2", undefined)], ["1", "2"], [null, "a"]],
    ["ends at once when nothing matches", {}, [json(200, { teams: [], next_cursor: null })], [], [null]],
    ["continues after an empty page with a cursor", {}, [none, team("2", null)], ["2"], [null, "a"]],
    ["gives no team twice when the cursor is ignored", {}, [team("1", "a")], ["1"], [null, "a"]],
    ["ends when a cursor does not advance", {}, [team("1", "a"), team("2", "a")], ["1", "2"], [null, "a"]],
    [
      "ends when cursors go in a circle",
      {},
      [team("1", "a"), team("2", "b"), team("3", "a")],
      ["1", "2", "3"],
      [null, "a", "b"],
    ],
    ["ends when the cursor that it began with comes back", { next_cursor: "a" }, [team("1", "a")], ["1"], ["a"]],
  ])("%s", async (_, query, answers, ids, cursors) => {
    server.play(...answers);
    expect(await idsOf(teams({ ...query, region: ["us", "eu"] }))).toEqual(ids);
    expect(allAsked("next_cursor")).toEqual(cursors);
    for (const { url } of server.received) expect(url).toMatch(/^\/v1\/org\/org%2Fone\/team\?.*region=us&region=eu/);
  });
});

describe.each<[name: string, list: typeof markers | typeof teams, first: Answer, second: Answer]>([
  ["eachMarker", markers, marker(), marker()],
  ["eachTeam", teams, team("1", "a"), team("2", "b")],
])("%s", (_, list, first, second) => {
  test("fetches a page only when the loop gets there, and none when it is left", async () => {
    server.play(first, second);
    const pages = list();
    expect(server.received).toHaveLength(0);
    for (const received of [1, 2]) {
      await pages.next();
      expect(server.received).toHaveLength(received);
    }
    await pages.return();
    expect(await pages.next()).toEqual({ done: true, value: undefined });
    expect(server.received).toHaveLength(2);
  });

  test("throws what a page is refused with, after the pages before", async () => {
    server.play(first, json(404, errorNotFound));
    const pages = list();
    expect((await pages.next()).value).toHaveProperty("id");
    expect(await rejection(pages.next())).toBeInstanceOf(ApiError);
  });

  test("repeats a page, and takes the options of a call", async () => {
    server.play(notNow(503), first);
    expect((await list().next()).value).toHaveProperty("id");
    const aborted = list({}, { signal: AbortSignal.abort() });
    expect(await rejection(aborted.next())).toMatchObject({ name: "AbortedError" });
  });

  test.each<[what: string, page: object]>([
    ["no list", {}],
    ["null in place of a list", { markers: null, teams: null }],
    ["a text in place of a list", { markers: "sk_echo", teams: "sk_echo" }],
    ["a list of null", { markers: [null], teams: [null] }],
  ])("ends with a BodyError on a page with %s", async (_, page) => {
    server.play(json(200, page));
    const error = await rejection(list().next());
    expect(error).toMatchObject({ name: "BodyError", status: 200, body: page });
    expect(String(error)).toMatch(/without a list of (?:markers|teams)/);
    expect(String(error)).not.toContain("sk_echo");
  });
});
