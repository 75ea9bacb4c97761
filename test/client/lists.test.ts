// Lists that come in pages: in order, fetched when the loop gets there, and always coming to an end.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
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

/** A page of one marker whose id is the page that was asked for, unless this says otherwise. */
const marker =
  (given: object = {}): Answer =>
  (response, request) => {
    const page = Number(asked("page", request.url));
    json(200, { page, markers: [{ ...markersFirstPage.markers[0], id: page }], ...given })(response, request);
  };
/** A page of one team, or of none. */
const team = ({ id, next_cursor }: { readonly id?: string; readonly next_cursor?: string | null }) =>
  json(200, { teams: id ? [{ ...organizationTeamsFirstPage.teams[0], id }] : [], next_cursor });

const markers = (query = {}, options = {}) => eachMarker(clientFor(server), "panel/one", query, options);
const teams = (query = {}, options = {}) => eachTeam(managementFor(server), "org/one", query, options);

interface List {
  readonly query?: object;
  readonly answers: [object, ...object[]];
  readonly ids: unknown[];
  readonly requests: number;
  readonly cursors: unknown[];
}
const lists: Readonly<Record<"markers" | "teams", Readonly<Record<string, List>>>> = parse(
  readFileSync(new URL("lists.yaml", import.meta.url), "utf8"),
);

test.each(Object.entries(lists.markers))(
  "eachMarker %s",
  async (_, { query, answers: [first, ...others], ids, requests }) => {
    server.play(marker(first), ...others.map(marker));
    expect(await idsOf(markers({ ...query, size: 1, lab_account_id: "account" }))).toEqual(ids);
    expect(allAsked("lab_account_id")).toEqual(Array.from({ length: requests }, () => "account"));
    expect(server.received[0]?.url).toMatch(/^\/v3\/lab_tests\/panel%2Fone\/markers\?/);
  },
);

test.each(Object.entries(lists.teams))(
  "eachTeam %s",
  async (_, { query, answers: [first, ...others], ids, cursors }) => {
    server.play(team(first), ...others.map(team));
    expect(await idsOf(teams({ ...query, region: ["us", "eu"] }))).toEqual(ids);
    expect(allAsked("next_cursor")).toEqual(cursors);
    for (const { url } of server.received) expect(url).toMatch(/^\/v1\/org\/org%2Fone\/team\?.*region=us&region=eu/);
  },
);

describe.each<[name: string, list: typeof markers | typeof teams, first: Answer, second: Answer]>([
  ["eachMarker", markers, marker(), marker()],
  ["eachTeam", teams, team({ id: "one", next_cursor: "a" }), team({ id: "two", next_cursor: "b" })],
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

  test.each([
    {},
    { markers: null, teams: null },
    { markers: "sk_echo", teams: "sk_echo" },
    { markers: [null], teams: [null] },
  ])("ends with a BodyError on a page without a list of objects: %j", async (page) => {
    server.play(json(200, page));
    const error = await rejection(list().next());
    expect(error).toMatchObject({ name: "BodyError", status: 200, body: page });
    expect(String(error)).toMatch(/without a list of (?:markers|teams)/);
    expect(String(error)).not.toContain("sk_echo");
  });
});
