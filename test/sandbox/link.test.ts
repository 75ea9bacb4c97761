// Providers are listed and looked up, a link token is checked where it is sent, and a link code connects a phone once, within its hour.
import { expect, test } from "vitest";
import { runner, walker } from "./cast.ts";
import { call, emitted, emittedTypes, statuses, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const looked = (provider: string, token?: string) =>
  call(
    `GET /v2/link/provider/oauth/${provider}`,
    undefined,
    token === undefined ? {} : { "x-service-link-token": token },
  );
const asking = (user_id: string, expires_at = "") =>
  `POST /v2/link/code/create?user_id=${user_id}${expires_at && `&expires_at=${encodeURIComponent(expires_at)}`}`;
const code = async (user_id: string, expires_at?: string) =>
  (await call<Record<"code" | "expires_at" | "exchange_url", string>>(asking(user_id, expires_at))).body;

test.each([
  ["", ["demo_ring", "demo_watch", "demo_scale", "demo_meter", "demo_phone_health", "manual"]],
  ["?source_type=device", ["demo_ring", "demo_watch", "demo_scale"]],
  ["?source_type=ble", ["demo_meter"]],
  ["?source_type=app", ["demo_phone_health"]],
  ["?source_type=provider", ["manual"]],
  ["?source_type=lamp", []],
])("providers are listed, and narrowed by the type of their source: %s", async (query, slugs) => {
  const { body } = await call<{ slug: string }[]>(`GET /v2/providers/${query}`);
  expect(body.map(({ slug }) => slug)).toEqual(slugs);
});

test("the lookup finds the providers that are linked by OAuth, and no others", async () => {
  expect((await looked("demo_ring")).body).toMatchObject({
    name: "Demo Ring",
    slug: "demo_ring",
    id: 7,
    auth_type: "oauth",
    source_type: "device",
    oauth_url: "https://ring.example.com/oauth/authorize",
    is_active: true,
  });
  expect(await looked("demo_watch")).toMatchObject({ status: 200, body: { slug: "demo_watch", id: 8 } });
  for (const slug of ["demo_scale", "demo_phone_health", "manual", "demo_lamp"]) {
    expect((await looked(slug)).status).toBe(422);
  }
});

test("a link token changes nothing while it is good; unknown, expired, or of a deleted user it is refused", async () => {
  const { linkTokenMinted } = world.simulate;
  const { link_token } = await linkTokenMinted({ user_id: walker, expires_at: "2026-03-02T10:30:00+01:00" });
  const status = async (token: string) => (await looked("demo_ring", token)).status;
  expect(await looked("demo_ring", link_token)).toEqual(await looked("demo_ring"));
  expect(await status("link_unknown")).toBe(401);
  await world.clock.advance({ minutes: 29, seconds: 59 });
  expect(await status(link_token)).toBe(200);
  await world.clock.advance({ seconds: 1 });
  expect(await status(link_token)).toBe(401);
  const other = await linkTokenMinted({ user_id: walker });
  expect(await status(other.link_token)).toBe(200);
  // Half past nine, and the hour of one whose end nobody chose
  expect(other.expires_at).toBe("2026-03-02T10:30:00.000Z");
  await world.simulate.userDeleted({ user_id: walker });
  expect(await status(other.link_token)).toBe(401);
});

test("a link code lives an hour by the world's clock, and is kept", async () => {
  const made = await code(walker);
  const { exchange_url, ...kept } = { ...made, user_id: walker };
  expect(made.code).toMatch(/^pkus[\da-f]{8}$/);
  expect(exchange_url).toMatch(new RegExp(`^[a-z]+://[a-z]+\\?code=${made.code}$`));
  expect(made.expires_at).toBe("2026-03-02T10:00:00.000Z");
  await world.clock.advance({ minutes: 59, seconds: 59 });
  expect(await world.records.linkCodes({ user_id: walker })).toMatchObject([{ ...kept, is_expired: false }]);
  await world.clock.advance({ seconds: 1 });
  expect(await world.records.linkCodes({})).toMatchObject([{ ...kept, is_expired: true }]);
  expect(await emitted()).toEqual([]);
});

test("a link code keeps the expiry that it was asked for, and each is another", async () => {
  const chosen = await code(walker, "2026-03-03T10:00:00+01:00");
  expect(chosen.expires_at).toBe("2026-03-03T09:00:00.000Z");
  expect((await code(walker)).code).not.toBe(chosen.code);
  // A leap second is a time of RFC 3339: it ends when the next day begins
  expect((await code(walker, "2026-12-31T15:59:60-08:00")).expires_at).toBe("2027-01-01T00:00:00.000Z");
});

test("a link code is for a user who is not deleted", async () => {
  await world.simulate.userDeleted({ user_id: walker });
  expect(await statuses(asking(walker))).toEqual([422]);
});

test("an app that exchanges a link code connects the phone, once", async () => {
  const made = await code(walker);
  await world.simulate.linkCodeExchanged({ code: made.code, connect_mode: "explicit" });
  expect(await call(`GET /v2/user/providers/${walker}`)).toMatchObject({
    body: { providers: [{ slug: "demo_phone_health", status: "connected" }] },
  });
  expect(await world.records.connections({ user_id: walker })).toMatchObject([{ connect_mode: "explicit" }]);
  expect(await emittedTypes()).toEqual(["provider.connection.created"]);
  const again = world.simulate.linkCodeExchanged({ code: made.code });
  await expect(again).rejects.toThrow(/was used on 2026-03-02T09:00/);
});

test("an expired or unknown link code is not exchanged, nor one of a deleted user", async () => {
  const [late, orphan] = [await code(walker), await code(runner, "2026-03-09T09:00:00Z")];
  await world.clock.advance({ hours: 1 });
  await world.simulate.userDeleted({ user_id: runner });
  for (const [one, message] of [
    [late.code, /expired on 2026-03-02T10:00/],
    [orphan.code, /deleted/],
    ["pkus00000000", /Unknown link code/],
  ] as const) {
    await expect(world.simulate.linkCodeExchanged({ code: one })).rejects.toThrow(message);
  }
  expect(await emitted()).toEqual([]);
});

test("an exchange leaves a connection of the phone that is there as it is", async () => {
  const made = await code(runner);
  const before = await world.records.connections({ user_id: runner });
  await world.simulate.linkCodeExchanged({ code: made.code });
  expect(await world.records.connections({ user_id: runner })).toEqual(before);
  const [kept] = await world.records.linkCodes({ user_id: runner });
  expect(kept).toMatchObject({ exchanged_at: "2026-03-02T09:00:00.000Z" });
  expect(await emitted()).toEqual([]);
});

test("settings are changed one by one, and a strange one is refused", async () => {
  const change = (input: object) => world.changeSettings(input);
  expect(await change({ source_form: "old" })).toMatchObject({ source_form: "old", newer_values: false });
  expect(await change({ newer_values: true })).toMatchObject({ source_form: "old", newer_values: true });
  await expect(change({ lamp: true })).rejects.toThrow(/unknown field "lamp"/);
  await expect(change({ source_form: "oldest" })).rejects.toThrow(/one of "new", "both", "old"/);
});
