// Portal URLs in the sandbox, through the real client: lifetimes, deep links, and what is refused.
import { expect, test } from "vitest";
import { eventsSince } from "./events-since.ts";
import { client, sandbox, startBeforeEach } from "./fresh-sandbox.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const walker = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";
const order = "e70b2df5-816a-43c4-99f6-0c152739ecfd";

startBeforeEach();

const asked = (user_id: string, body: { context: string; order_id?: string | null }) =>
  client.POST("/v2/user/{user_id}/create_portal_url", { params: { path: { user_id } }, body });

async function made(body: { context: string; order_id?: string }) {
  const result = await asked(runner, body);
  if (!result.ok) throw new Error(`The URL was not made: ${result.status}`);
  return result.data;
}

test("a launch URL lives minutes by the world's clock", async () => {
  const emitted = await eventsSince(sandbox);
  const { url, expires_in } = await made({ context: "launch" });
  expect(url).toMatch(/^https:\/\/portal\.example\.com\/launch\/[\da-f]{32}$/);
  expect(expires_in).toBe(900);
  expect(await sandbox.inspect.portalUrl({ url })).toEqual({
    url,
    user_id: runner,
    context: "launch",
    order_id: null,
    created_at: "2026-03-02T09:00:00.000Z",
    expires_at: "2026-03-02T09:15:00.000Z",
    is_expired: false,
  });
  await sandbox.clock.advance({ minutes: 15 });
  expect((await sandbox.inspect.portalUrl({ url })).is_expired).toBe(true);
  expect(await emitted()).toEqual([]);
});

test("a communications URL is short and lives weeks", async () => {
  const { url, expires_in } = await made({ context: "communications" });
  expect(url).toMatch(/^https:\/\/p\.example\.com\/[\w-]{11}$/);
  expect(expires_in).toBe(14 * 24 * 60 * 60);
  await sandbox.clock.advance({ days: 13, hours: 23 });
  expect((await sandbox.inspect.portalUrl({ url })).is_expired).toBe(false);
  await sandbox.clock.advance({ hours: 1 });
  expect((await sandbox.inspect.portalUrl({ url })).is_expired).toBe(true);
});

test("a URL leads to the order that is named, in either case of its id", async () => {
  const launch = await made({ context: "launch", order_id: order });
  expect(launch.url).toMatch(new RegExp(`^https://portal\\.example\\.com/launch/[\\da-f]{32}/orders/${order}$`));
  const short = await made({ context: "communications", order_id: order.toUpperCase() });
  expect(await sandbox.inspect.portalUrl({ url: short.url })).toMatchObject({ user_id: runner, order_id: order });
});

test("each URL is another", async () => {
  const [one, other] = [await made({ context: "launch" }), await made({ context: "launch" })];
  expect(one.url).not.toBe(other.url);
});

test("without demographics there is no URL, and there is one once they are set", async () => {
  expect(await asked(walker, { context: "launch" })).toMatchObject({
    status: 422,
    error: { detail: "The user has no demographics." },
  });
  await sandbox.simulate.demographicsSet({ user_id: walker, demographics: { first_name: "Demo" } });
  expect(await asked(walker, { context: "launch", order_id: null })).toMatchObject({ ok: true });
});

test("an unknown user, context or order is refused, and so is an order of somebody else", async () => {
  expect(await asked("00000000-0000-4000-8000-000000000000", { context: "launch" })).toMatchObject({ status: 404 });
  expect(await asked(runner, { context: "fax" })).toMatchObject({ status: 422 });
  expect(await asked(runner, { context: "launch", order_id: "00000000-0000-4000-8000-000000000000" })).toMatchObject({
    status: 422,
  });
  await sandbox.simulate.demographicsSet({ user_id: walker, demographics: { first_name: "Demo" } });
  expect(await asked(walker, { context: "launch", order_id: order })).toMatchObject({ status: 422 });
  await expect(() => sandbox.inspect.portalUrl({ url: "https://portal.example.com/launch/none" })).rejects.toThrow(
    /Unknown portal URL/,
  );
});
