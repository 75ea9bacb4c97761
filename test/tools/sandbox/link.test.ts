// Providers and the link flow in the sandbox, through the real client: the catalog, the lookup with a link token, link codes.
import { expect, test } from "vitest";
import { eventsSince } from "./events-since.ts";
import { client, sandbox, startBeforeEach } from "./fresh-sandbox.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const walker = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";

startBeforeEach();

async function slugs(source_type?: string) {
  const result = await client.GET("/v2/providers/", {
    params: { query: source_type === undefined ? {} : { source_type } },
  });
  return result.ok ? result.data.map(({ slug }) => slug) : undefined;
}

const looked = (oauth_provider: string, linkToken?: string) =>
  client.GET("/v2/link/provider/oauth/{oauth_provider}", { params: { path: { oauth_provider } }, linkToken });

async function code(user_id: string, expires_at?: string) {
  const result = await client.POST("/v2/link/code/create", {
    params: { query: { user_id, ...(expires_at === undefined ? {} : { expires_at }) } },
  });
  if (!result.ok) throw new Error(`The code was not created: ${result.status}`);
  return result.data;
}

test("providers are listed, and narrowed by the type of their source", async () => {
  expect(await slugs()).toEqual(["demo_ring", "demo_watch", "demo_scale", "demo_meter", "demo_phone_health", "manual"]);
  expect(await slugs("device")).toEqual(["demo_ring", "demo_watch", "demo_scale"]);
  expect(await slugs("ble")).toEqual(["demo_meter"]);
  expect(await slugs("app")).toEqual(["demo_phone_health"]);
  expect(await slugs("provider")).toEqual(["manual"]);
  expect(await slugs("lamp")).toEqual([]);
});

test("the lookup finds the providers that are linked by OAuth, and no others", async () => {
  expect(await looked("demo_ring")).toMatchObject({
    ok: true,
    data: {
      name: "Demo Ring",
      slug: "demo_ring",
      id: 7,
      auth_type: "oauth",
      source_type: "device",
      oauth_url: "https://ring.example.com/oauth/authorize",
      is_active: true,
    },
  });
  expect(await looked("demo_watch")).toMatchObject({ ok: true, data: { slug: "demo_watch", id: 8 } });
  for (const slug of ["demo_scale", "demo_phone_health", "manual", "demo_lamp"]) {
    expect(await looked(slug)).toMatchObject({ status: 422 });
  }
});

test("a link token changes nothing while it is good; unknown, expired, or of a deleted user it is refused", async () => {
  const { link_token } = await sandbox.simulate.linkTokenMinted({
    user_id: walker,
    expires_at: "2026-03-02T10:30:00+01:00",
  });
  const without = await looked("demo_ring");
  const withToken = await looked("demo_ring", link_token);
  expect(withToken.ok && withToken.data).toEqual(without.ok && without.data);
  expect(await looked("demo_ring", "link_unknown")).toMatchObject({ status: 401 });
  await sandbox.clock.advance({ minutes: 29, seconds: 59 });
  expect(await looked("demo_ring", link_token)).toMatchObject({ status: 200 });
  await sandbox.clock.advance({ seconds: 1 });
  expect(await looked("demo_ring", link_token)).toMatchObject({ status: 401 });
  const other = await sandbox.simulate.linkTokenMinted({ user_id: walker });
  expect(await looked("demo_ring", other.link_token)).toMatchObject({ status: 200 });
  // Half past nine, and the hour of one whose end nobody chose
  expect(other.expires_at).toBe("2026-03-02T10:30:00.000Z");
  await sandbox.simulate.userDeleted({ user_id: walker });
  expect(await looked("demo_ring", other.link_token)).toMatchObject({ status: 401 });
});

test("a link code lives an hour by the world's clock, and is kept", async () => {
  const emitted = await eventsSince(sandbox);
  const made = await code(walker);
  expect(made.code).toMatch(/^pkus[\da-f]{8}$/);
  expect(made.exchange_url).toMatch(new RegExp(`^[a-z]+://[a-z]+\\?code=${made.code}$`));
  expect(made.expires_at).toBe("2026-03-02T10:00:00.000Z");
  await sandbox.clock.advance({ minutes: 59, seconds: 59 });
  const kept = { code: made.code, user_id: walker, expires_at: made.expires_at };
  expect(await sandbox.inspect.linkCodes({ user_id: walker })).toMatchObject([{ ...kept, is_expired: false }]);
  await sandbox.clock.advance({ seconds: 1 });
  expect(await sandbox.inspect.linkCodes({})).toMatchObject([{ ...kept, is_expired: true }]);
  expect(await emitted()).toEqual([]);
});

test("a link code keeps the expiry that it was asked for, and each is another", async () => {
  const chosen = await code(walker, "2026-03-03T10:00:00+01:00");
  expect(chosen.expires_at).toBe("2026-03-03T09:00:00.000Z");
  expect((await code(walker)).code).not.toBe(chosen.code);
  // A leap second is a time of RFC 3339: it ends when the next day begins
  expect((await code(walker, "2026-12-31T15:59:60-08:00")).expires_at).toBe("2027-01-01T00:00:00.000Z");
});

test("a link code is for a user who is there, and expires at a time", async () => {
  const refused = async (user_id: string, expires_at?: string) =>
    (
      await client.POST("/v2/link/code/create", {
        params: { query: { user_id, ...(expires_at === undefined ? {} : { expires_at }) } },
      })
    ).status;
  expect(await refused("00000000-0000-4000-8000-000000000000")).toBe(422);
  expect(await refused(walker, "tomorrow")).toBe(422);
  // In UTC these are in the years 10000 and -1, which no date-time can say
  for (const expires_at of ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"]) {
    expect(await refused(walker, expires_at)).toBe(422);
    await expect(() => sandbox.simulate.linkTokenMinted({ user_id: walker, expires_at })).rejects.toThrow(
      /years 0000 to 9999/,
    );
  }
  await sandbox.simulate.userDeleted({ user_id: walker });
  expect(await refused(walker)).toBe(422);
});

test("an app that exchanges a link code connects the phone, once", async () => {
  const made = await code(walker);
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.linkCodeExchanged({ code: made.code, connect_mode: "explicit" });
  const list = await client.GET("/v2/user/providers/{user_id}", { params: { path: { user_id: walker } } });
  expect(list).toMatchObject({ ok: true, data: { providers: [{ slug: "demo_phone_health", status: "connected" }] } });
  expect(await sandbox.inspect.connections({ user_id: walker })).toMatchObject([{ connect_mode: "explicit" }]);
  expect((await emitted()).map(({ event_type }) => event_type)).toEqual(["provider.connection.created"]);
  await expect(() => sandbox.simulate.linkCodeExchanged({ code: made.code })).rejects.toThrow(
    /was used on 2026-03-02T09:00/,
  );
});

test("an expired or unknown link code is not exchanged, nor one of a deleted user", async () => {
  const [late, orphan] = [await code(walker), await code(runner, "2026-03-09T09:00:00Z")];
  await sandbox.clock.advance({ hours: 1 });
  await sandbox.simulate.userDeleted({ user_id: runner });
  const emitted = await eventsSince(sandbox);
  await expect(() => sandbox.simulate.linkCodeExchanged({ code: late.code })).rejects.toThrow(
    /expired on 2026-03-02T10:00/,
  );
  await expect(() => sandbox.simulate.linkCodeExchanged({ code: orphan.code })).rejects.toThrow(/deleted/);
  await expect(() => sandbox.simulate.linkCodeExchanged({ code: "pkus00000000" })).rejects.toThrow(/Unknown link code/);
  expect(await emitted()).toEqual([]);
});

test("an exchange leaves a connection of the phone that is there as it is", async () => {
  const made = await code(runner);
  const before = await sandbox.inspect.connections({ user_id: runner });
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.linkCodeExchanged({ code: made.code });
  expect(await sandbox.inspect.connections({ user_id: runner })).toEqual(before);
  expect(await sandbox.inspect.linkCodes({ user_id: runner })).toMatchObject([
    { exchanged_at: "2026-03-02T09:00:00.000Z" },
  ]);
  expect(await emitted()).toEqual([]);
});

test("a service that is newer than the contract sends values that it does not know", async () => {
  await sandbox.simulate.settingsChanged({ newer_values: true });
  const providers = await client.GET("/v2/providers/");
  expect(providers.ok && providers.data[0]).toMatchObject({
    auth_type: "newer_auth_type",
    supported_resources: expect.arrayContaining(["sleep", "newer_resource"]),
  });
  expect(await looked("demo_ring")).toMatchObject({
    ok: true,
    data: { auth_type: "newer_auth_type", source_type: "newer_source_type" },
  });
  const list = await client.GET("/v2/user/providers/{user_id}", { params: { path: { user_id: runner } } });
  expect(list.ok && list.data.providers[0]).toMatchObject({
    status: "newer_status",
    resource_availability: { sleep: { status: "newer_availability" } },
  });
  // Behind the answers all goes on as before
  const refreshed = await client.POST("/v2/user/refresh/{user_id}", { params: { path: { user_id: runner } } });
  expect(refreshed).toMatchObject({ ok: true, data: { failed_sources: [] } });
  await sandbox.simulate.settingsChanged({ newer_values: false });
  const later = await client.GET("/v2/providers/");
  expect(later.ok && later.data[0]?.auth_type).toBe("oauth");
});

test("settings are changed one by one, and a strange one is refused", async () => {
  expect(await sandbox.simulate.settingsChanged({ source_form: "old" })).toMatchObject({
    source_form: "old",
    newer_values: false,
  });
  expect(await sandbox.simulate.settingsChanged({ newer_values: true })).toMatchObject({
    source_form: "old",
    newer_values: true,
  });
  const change = (input: object) => () => sandbox.simulate.settingsChanged(input);
  await expect(change({ lamp: true })).rejects.toThrow(/unknown field "lamp"/);
  await expect(change({ source_form: "oldest" })).rejects.toThrow(/one of "new", "both", "old"/);
});
