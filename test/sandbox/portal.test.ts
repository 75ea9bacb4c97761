// A portal URL lives as long as its context says, and leads to an order of its user only.
import { expect, test } from "vitest";
import { atHome, nobody, runner, walker } from "./cast.ts";
import { call, emitted, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const asked = (body: object, user_id = runner) => call(`POST /v2/user/${user_id}/create_portal_url`, body);
const made = async (body: object) =>
  (await call<{ url: string; expires_in: number }>(`POST /v2/user/${runner}/create_portal_url`, body)).body;
const inspected = async (url: string) => (await world.records.portalUrls({ url }))[0];

test.each([
  ["launch", 15 * 60, /^https:\/\/portal\.example\.com\/launch\/[\da-f]{32}$/],
  ["communications", 14 * 24 * 60 * 60, /^https:\/\/p\.example\.com\/[\w-]{11}$/],
])("a URL for %s lives %d seconds by the world's clock", async (context, lifetime, form) => {
  const { url, expires_in } = await made({ context });
  expect([expires_in, url]).toEqual([lifetime, expect.stringMatching(form)]);
  const known = { url, user_id: runner, context, order_id: null, created_at: "2026-03-02T09:00:00.000Z" };
  expect(await inspected(url)).toMatchObject({ ...known, is_expired: false });
  await world.clock.advance({ seconds: lifetime - 1 });
  expect(await inspected(url)).toMatchObject({ is_expired: false });
  await world.clock.advance({ seconds: 1 });
  expect(await inspected(url)).toMatchObject({ is_expired: true, expires_at: (await world.clock.now()).toISOString() });
  expect(await emitted()).toEqual([]);
  expect((await made({ context })).url).not.toBe(url);
});

test("a URL leads to the order that is named, in either case of its id", async () => {
  const launch = await made({ context: "launch", order_id: atHome });
  expect(launch.url).toMatch(new RegExp(`^https://portal\\.example\\.com/launch/[\\da-f]{32}/orders/${atHome}$`));
  const short = await made({ context: "communications", order_id: atHome.toUpperCase() });
  expect(await inspected(short.url)).toMatchObject({ user_id: runner, order_id: atHome });
});

test("without demographics there is no URL, and there is one once they are set", async () => {
  const detail = "The user has no demographics.";
  expect(await asked({ context: "launch" }, walker)).toMatchObject({ status: 422, body: { detail } });
  await world.simulate.demographicsSet({ user_id: walker, demographics: { first_name: "Demo" } });
  expect((await asked({ context: "launch", order_id: null }, walker)).status).toBe(200);
  // Not to an order of somebody else
  expect((await asked({ context: "launch", order_id: atHome }, walker)).status).toBe(422);
});

test("an unknown user, context or order is refused", async () => {
  expect((await asked({ context: "launch" }, nobody)).status).toBe(404);
  expect((await asked({ context: "fax" })).status).toBe(422);
  expect((await asked({ context: "launch", order_id: nobody })).status).toBe(422);
});
