// The search of the reference: it finds each kind of thing as people type it, and the best first.
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { readIndex, type SearchIndex, search } from "../../src/site/assets/search-engine.ts";
import { sharedSite } from "./built.ts";

/** Queries, each with its first result. */
const queries: readonly (readonly [query: string, kind: string, url: string | RegExp])[] = [
  // As people say it
  ["psc", "operation", "operations/getPscInfo.html"],
  ["signing secret", "guide", "guides/receive-events-safely.html"],
  ["webhook signature", "guide", "guides/receive-events-safely.html"],
  ["error codes", "guide", "guides/errors.html"],
  ["node 24", "guide", "guides/quickstart.html#install-the-packages"],
  ["slepe", "operation", "operations/listSleepSummaries.html"],
  ["undo a deletion", "operation", "operations/undoUserDeletion.html"],
  ["how do I create a user", "operation", "operations/createUser.html"],
  ["conection", "operation", "operations/listUserConnections.html"],
  ["webhooks", "guide", "guides/receive-events-safely.html"],
  ["known gaps", "guide", "guides/known-gaps.html"],
  ["what the sandbox chooses", "guide", "guides/sandbox-choices.html"],
  ["sandbox control plane", "guide", "sandbox/index.html"],
  // Parts of a name in one word
  ["timezone", "schema", "schemas/FallbackTimeZone.html"],
  ["timezones", "schema", "schemas/FallbackTimeZone.html"],
  ["teamid", "field", "schemas/User.html#field.team_id"],
  ["apikey", "guide", "guides/authentication.html#TeamApiKey"],
  ["pscinfo", "operation", "operations/getPscInfo.html"],
  // An operation or a guide before the fields that are called so
  ["list lab", "operation", "operations/listLabs.html"],
  ["connection", "operation", "operations/listUserConnections.html"],
  ["labs", "operation", "operations/listLabs.html"],
  ["markers", "operation", "operations/listMarkers.html"],
  ["hypnogram", "event", /^events\/daily\.timeseries\.hypnogram\./],
  ["event", "guide", "events/index.html"],
  ["error", "guide", "guides/errors.html"],
  // As it is copied
  ["problem_in_transit_lab", "value", "schemas/OrderLowLevelStatus.html#field"],
  ["collecting_sample.testkit.problem_in_transit_lab", "value", "schemas/OrderStatus.html#field"],
  ["createUser", "operation", "operations/createUser.html"],
  ["createUs", "operation", "operations/createUser.html"],
  ["/v2/user/", "operation", "operations/createUser.html"],
  ["https://api.example.com/v3/order/create", "operation", "operations/createOrder.html"],
  ["delete /v2/user/{user_id}/{provider}", "operation", "operations/disconnectProvider.html"],
  ["low_level_status", "field", "schemas/OrderEvent.html#field.low_level_status"],
  ['"client_user_id":', "field", "schemas/User.html#field.client_user_id"],
  ["order.{event}", "event", "events/order.event.html"],
  ["OrderStatus", "schema", "schemas/OrderStatus.html"],
  ["setClock", "sandbox", "sandbox/index.html#setClock"],
  ["x-not-shown", "guide", "guides/known-gaps.html"],
  ["x-choices", "guide", "guides/sandbox-choices.html"],
  ["x-extensible-enum", "guide", "guides/open-enums.html"],
  ["x-service-api-key", "guide", "guides/authentication.html#TeamApiKey"],
  ["TeamApiKey", "guide", "guides/authentication.html#TeamApiKey"],
  ["GET /v2/user/resolve/abc", "operation", "operations/resolveUser.html"],
  ["/v2/user/resolve/demo-runner-01", "operation", "operations/resolveUser.html"],
  ["https://api.example.com/v3/order/psc/info?zip_code=85001", "operation", "operations/getPscInfo.html"],
  ["unauthorized", "guide", "guides/errors.html"],
  ["401", "guide", "guides/errors.html"],
  // A name of a package, at the heading that explains it
  ["unwrap", "guide", "guides/client.html#throw-on-errors"],
  ["parseEvent", "guide", "guides/client.html#parse-events"],
  ["startSandbox", "guide", /^guides\/test-with-the-sandbox\.html#/],
];

let index: SearchIndex;
beforeAll(async () => {
  const script = (await sharedSite()).files.get("search-index.js") ?? "";
  index = readIndex(String(runInNewContext(script)));
});

test.each(queries)("%s is found first, as %s, at %s", (query, kind, url) => {
  const [first] = search(index, query, 1).hits;
  expect(first).toMatchObject({ kind, url: typeof url === "string" ? url : expect.stringMatching(url) });
});

test("userid is found first as an operation with user_id in its path", () => {
  const [first] = search(index, "userid", 1).hits;
  expect(first).toMatchObject({ kind: "operation", where: expect.stringContaining("user_id}") as string });
});

test("everything that it can find is there", async () => {
  const { files } = await sharedSite();
  // Every url of the index, by every letter that a name can begin with
  const found = Array.from("abcdefghijklmnopqrstuvwxyz0123456789/").flatMap(
    (letter) => search(index, letter, 1e6).hits,
  );
  const kinds = ["event", "field", "guide", "operation", "sandbox", "schema", "value"];
  expect([...new Set(found.map(({ kind }) => kind))].sort()).toEqual(kinds);
  const lost = found.filter(({ url }) => {
    const [path = "", anchor = "content"] = url.split("#");
    return !files.get(path)?.includes(` id="${decodeURIComponent(anchor)}"`);
  });
  expect(lost).toEqual([]);
});

test.each([
  // Most of the words
  ["order a lab test", 10, "operations/createOrder.html"],
  ["order lab test", 10, "operations/placeOrder.html"],
  ["lab order", 5, "operations/createOrder.html"],
  ["lab order", 5, "operations/placeOrder.html"],
  // Before the parts of a guide that has the word in its title
  ["webhook", 3, "events/order.event.html"],
  // The words of a page
  [
    "identifier that the database does not have is refused",
    20,
    "schemas/CreateUserRequest.html#field.fallback_time_zone",
  ],
  ["An unknown user or order has status 422", 20, "schemas/PortalUrlRequest.html#field.order_id"],
  ["x-stability-level", 20, "operations/createPortalUrl.html"],
])("%s has among its first %i results %s", (words, most, url) => {
  expect(search(index, words, most).hits.map((one) => one.url)).toContain(url);
});

test("the parts of the changelog, which names everything, are not found", () => {
  expect(search(index, "timezone", 1e6).hits.filter(({ where }) => where === "Changelog")).toEqual([]);
});

test("operations and events come before schemas, and schemas before headings", () => {
  const found = search(index, "appointment", 40).hits;
  // An exact name comes first, a mere mention last
  const others = found.filter(({ name }) => /appointment/i.test(name) && !/^appointments?$/i.test(name));
  const ranks = others.map(({ kind, url }) => (/operation|event/.test(kind) ? 0 : url.includes("#") ? 2 : 1));
  expect(ranks).toEqual([...ranks].sort());
  expect(new Set(ranks)).toEqual(new Set([0, 1, 2]));
});
