// Connections in the sandbox, through the real client: made, listed, broken, disconnected, refreshed, and gone with their user.
import fc from "fast-check";
import { expect, test } from "vitest";
import { HappeningRefused } from "../../../src/tools/sandbox/start-sandbox.ts";
import { eventsSince } from "./events-since.ts";
import { client, sandbox, startBeforeEach } from "./fresh-sandbox.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";

startBeforeEach();

async function created(client_user_id = "new-01", bounds: { ingestion_end?: string } = {}): Promise<string> {
  const result = await client.POST("/v2/user/", { body: { client_user_id, ...bounds } });
  if (!result.ok) throw new Error(`The user was not created: ${result.status}`);
  return result.data.user_id;
}

async function connectionsOf(user_id: string) {
  const result = await client.GET("/v2/user/providers/{user_id}", { params: { path: { user_id } } });
  if (!result.ok) throw new Error(`The connections were not listed: ${result.status}`);
  return result.data.providers;
}

async function refreshed(user_id: string, timeout?: number) {
  const result = await client.POST("/v2/user/refresh/{user_id}", {
    params: { path: { user_id }, query: timeout === undefined ? {} : { timeout } },
  });
  if (!result.ok) throw new Error(`The refresh was refused: ${result.status}`);
  return result.data;
}

async function sleepOf(user_id: string) {
  const result = await client.GET("/v2/summary/sleep/{user_id}", { params: { path: { user_id } } });
  return result.ok ? result.data.sleep : undefined;
}

const disconnected = (user_id: string, provider: string) =>
  client.DELETE("/v2/user/{user_id}/{provider}", { params: { path: { user_id, provider } } });

const slugsOf = async (user_id: string) => (await connectionsOf(user_id)).map(({ slug }) => slug);

test("a new user has no connections, and an unknown or deleted one none to list", async () => {
  const user_id = await created();
  expect(await connectionsOf(user_id)).toEqual([]);
  await sandbox.simulate.userDeleted({ user_id });
  for (const id of [user_id, "00000000-0000-4000-8000-000000000000"]) {
    const path = { user_id: id };
    const answers = [
      await client.GET("/v2/user/providers/{user_id}", { params: { path } }),
      await client.POST("/v2/user/refresh/{user_id}", { params: { path } }),
      await disconnected(id, "demo_ring"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
});

test("a connection is listed with what it makes available, and by the user, and sends one event", async () => {
  const user_id = await created();
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring", resources: ["sleep", "body"] });
  const nothing = { required: [], optional: [] };
  expect(await connectionsOf(user_id)).toEqual([
    {
      name: "Demo Ring",
      slug: "demo_ring",
      logo: "https://assets.example.com/providers/demo_ring.svg",
      status: "connected",
      created_on: "2026-03-02T09:00:00.000Z",
      resource_availability: {
        sleep: {
          status: "available",
          scope_requirements: {
            user_granted: { required: ["sleep.read"], optional: ["heartrate.read"] },
            user_denied: nothing,
          },
        },
        body: {
          status: "available",
          scope_requirements: { user_granted: { required: ["body.read"], optional: [] }, user_denied: nothing },
        },
      },
      error_details: null,
    },
  ]);
  const user = await client.GET("/v2/user/resolve/{client_user_id}", {
    params: { path: { client_user_id: "new-01" } },
  });
  const named = { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" };
  expect(user).toMatchObject({
    ok: true,
    data: { connected_sources: [{ created_on: "2026-03-02T09:00:00.000Z", source: named }] },
  });
  expect(await emitted()).toEqual([
    {
      event_type: "provider.connection.created",
      user_id,
      client_user_id: "new-01",
      team_id: sandbox.teamId,
      data: { provider: named },
    },
  ]);
});

test("by default a connection gives all that the provider supports but the hypnogram, which comes with sleep cycles", async () => {
  const user_id = await created();
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
  const [connection] = await connectionsOf(user_id);
  const resources = Object.keys(connection?.resource_availability ?? {});
  expect(resources).toContain("sleep_cycle");
  expect(resources).toContain("heartrate");
  expect(resources).not.toContain("hypnogram");
});

test("a denied scope makes unavailable what needs it, and only that", async () => {
  const user_id = await created();
  await sandbox.simulate.connectionMade({
    user_id,
    provider: "demo_watch",
    resources: ["activity", "workouts"],
    denied_scopes: ["workout.read", "location.read"],
  });
  // The contract's own example of it
  expect((await connectionsOf(user_id))[0]?.resource_availability).toEqual({
    activity: {
      status: "available",
      scope_requirements: {
        user_granted: { required: ["activity.read"], optional: [] },
        user_denied: { required: [], optional: ["location.read"] },
      },
    },
    workouts: {
      status: "unavailable",
      scope_requirements: {
        user_granted: { required: ["activity.read"], optional: [] },
        user_denied: { required: ["workout.read"], optional: [] },
      },
    },
  });
});

test.each(["old", "both"] as const)(
  "the deprecated source is beside the provider in the event while the form is %s",
  async (source_form) => {
    const user_id = await created();
    await sandbox.simulate.settingsChanged({ source_form });
    const emitted = await eventsSince(sandbox);
    await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
    const [event] = await emitted();
    expect(event?.data).toHaveProperty("source");
    expect(event?.data["source"]).toEqual(event?.data["provider"]);
  },
);

test("a connection that breaks changes its status and its details, without an event", async () => {
  const user_id = await created();
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.connectionBroken({ user_id, provider: "demo_ring", error_details: { reason: "revoked" } });
  expect(await connectionsOf(user_id)).toMatchObject([{ status: "error", error_details: { reason: "revoked" } }]);
  expect(await emitted()).toEqual([]);
});

test("a user connects once to a provider, and again when the connection is broken", async () => {
  const user_id = await created();
  const input = { user_id, provider: "demo_ring" };
  await sandbox.simulate.connectionMade(input);
  await expect(() => sandbox.simulate.connectionMade(input)).rejects.toThrow(/connected to demo_ring already/);
  await sandbox.simulate.connectionBroken(input);
  await sandbox.clock.advance({ hours: 1 });
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.connectionMade(input);
  expect(await connectionsOf(user_id)).toMatchObject([
    { status: "connected", created_on: "2026-03-02T10:00:00.000Z", error_details: null },
  ]);
  expect((await emitted()).map(({ event_type }) => event_type)).toEqual(["provider.connection.created"]);
});

test.each([
  [{ provider: "demo_lamp" }, /slug of a provider/],
  [{ provider: "demo_ring", resources: ["glucose"] }, /found "glucose"/],
  [{ provider: "demo_ring", resources: ["hypnogram"] }, /sleep_cycle/],
  [{ provider: "demo_ring", denied_scopes: ["everything"] }, /found "everything"/],
  [{ provider: "demo_ring", connect_mode: "explicit" as const }, /does not run on the device/],
  [{ provider: "demo_phone_health", connect_mode: "manual" as never }, /one of "automatic", "explicit"/],
])("a connection %o is refused, and nothing is kept", async (input, message) => {
  const user_id = await created();
  const emitted = await eventsSince(sandbox);
  await expect(() => sandbox.simulate.connectionMade({ user_id, ...input })).rejects.toThrow(message);
  expect(await connectionsOf(user_id)).toEqual([]);
  expect(await emitted()).toEqual([]);
});

test("a connection is not broken by the status of one that works", async () => {
  const broken = sandbox.simulate.connectionBroken({ user_id: runner, provider: "demo_ring", status: "connected" });
  await expect(broken).rejects.toThrow(/cannot be `connected`/);
  expect((await connectionsOf(runner)).map(({ status }) => status)).toEqual(["connected", "connected", "connected"]);
});

test("a cloud provider is disconnected without an event, and the others stay", async () => {
  const emitted = await eventsSince(sandbox);
  expect(await disconnected(runner, "demo_ring")).toMatchObject({ ok: true, data: { success: true } });
  expect(await slugsOf(runner)).toEqual(["demo_watch", "demo_phone_health"]);
  expect(await emitted()).toEqual([]);
});

test("disconnecting an on-device provider has no effect in automatic connect mode, and one in explicit mode", async () => {
  expect(await disconnected(runner, "demo_phone_health")).toMatchObject({ ok: true, data: { success: true } });
  expect(await slugsOf(runner)).toContain("demo_phone_health");
  const user_id = await created();
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_phone_health", connect_mode: "explicit" });
  expect(await sandbox.inspect.connections({ user_id })).toMatchObject([{ connect_mode: "explicit" }]);
  expect(await disconnected(user_id, "demo_phone_health")).toMatchObject({ ok: true, data: { success: true } });
  expect(await slugsOf(user_id)).toEqual([]);
});

test("disconnecting what is not connected succeeds, and an unknown slug is refused", async () => {
  expect(await disconnected(runner, "demo_scale")).toMatchObject({ ok: true, data: { success: true } });
  expect(await disconnected(runner, "demo_lamp")).toMatchObject({ status: 404 });
  expect(await slugsOf(runner)).toHaveLength(3);
});

test("a refresh names each resource of the cloud providers, and brings data and its event", async () => {
  const user_id = await created();
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring", resources: ["sleep", "heartrate"] });
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_phone_health" });
  const emitted = await eventsSince(sandbox);
  expect(await refreshed(user_id)).toEqual({
    success: true,
    user_id,
    refreshed_sources: ["demo_ring/sleep", "demo_ring/timeseries/heartrate"],
    in_progress_sources: [],
    failed_sources: [],
  });
  expect(await sleepOf(user_id)).toMatchObject([
    { day: "2026-03-02", source: { provider: "demo_ring", type: "ring" }, updated_on: "2026-03-02T09:00:00.000Z" },
  ]);
  await sandbox.clock.advance({ minutes: 5 });
  await refreshed(user_id);
  expect(await sleepOf(user_id)).toMatchObject([{ day: "2026-03-02", updated_on: "2026-03-02T09:05:00.000Z" }]);
  expect((await emitted()).map(({ event_type }) => event_type)).toEqual([
    "daily.data.sleep.created",
    "daily.data.heartrate.created",
    "daily.data.sleep.updated",
    "daily.data.heartrate.updated",
  ]);
});

test("what fails at the provider, is broken or was denied fails, and brings nothing", async () => {
  const user_id = await created();
  const watch = { user_id, provider: "demo_watch" };
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring", resources: ["sleep", "body"] });
  await sandbox.simulate.connectionMade({
    ...watch,
    resources: ["activity", "workouts"],
    denied_scopes: ["workout.read"],
  });
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_scale", resources: ["weight"] });
  await sandbox.simulate.refreshPrepared({ user_id, provider: "demo_ring", outcome: "failed" });
  await sandbox.simulate.refreshPrepared({ user_id, provider: "demo_ring", resource: "body", outcome: "refreshed" });
  await sandbox.simulate.connectionBroken({ user_id, provider: "demo_scale" });
  const emitted = await eventsSince(sandbox);
  expect(await refreshed(user_id)).toMatchObject({
    success: true,
    refreshed_sources: ["demo_ring/body", "demo_watch/activity"],
    in_progress_sources: [],
    failed_sources: ["demo_ring/sleep", "demo_watch/workouts", "demo_scale/timeseries/weight"],
  });
  expect((await emitted()).map(({ event_type }) => event_type)).toEqual([
    "daily.data.body.created",
    "daily.data.activity.created",
  ]);
  expect(await sleepOf(user_id)).toEqual([]);
});

test("a source that takes longer than the timeout is in progress, and has its data at its time", async () => {
  const user_id = await created();
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring", resources: ["sleep"] });
  await sandbox.simulate.refreshPrepared({ user_id, provider: "demo_ring", resource: "sleep", takes_seconds: 30 });
  const emitted = await eventsSince(sandbox);
  const waiting = { refreshed_sources: [], in_progress_sources: ["demo_ring/sleep"], failed_sources: [] };
  expect(await refreshed(user_id)).toMatchObject(waiting);
  await sandbox.clock.advance({ seconds: 10 });
  // The same pull is waited for, not a second one
  expect(await refreshed(user_id, 19)).toMatchObject(waiting);
  expect(await sleepOf(user_id)).toEqual([]);
  expect(await emitted()).toEqual([]);
  await sandbox.clock.advance({ seconds: 60 });
  expect(await sleepOf(user_id)).toMatchObject([{ updated_on: "2026-03-02T09:00:30.000Z" }]);
  expect((await emitted()).map(({ event_type }) => event_type)).toEqual(["daily.data.sleep.created"]);
  expect(await sandbox.inspect.connections({ user_id })).toMatchObject([{ in_progress: [] }]);
});

test("whatever a source takes and a call waits, it is refreshed or in progress, and brings its data once", async () => {
  const seconds = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  let users = 0;
  await fc.assert(
    fc.asyncProperty(seconds(0, 120), seconds(5, 60), async (takes, wanted) => {
      // As much as a query can carry
      const timeout = Math.round(wanted * 1000) / 1000;
      users += 1;
      const user_id = await created(`waiter-${users}`);
      await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring", resources: ["sleep"] });
      await sandbox.simulate.refreshPrepared({ user_id, provider: "demo_ring", takes_seconds: takes });
      const emitted = await eventsSince(sandbox);
      const isInTime = Math.round(takes * 1000) <= timeout * 1000;
      expect(await refreshed(user_id, timeout)).toMatchObject({
        refreshed_sources: isInTime ? ["demo_ring/sleep"] : [],
        in_progress_sources: isInTime ? [] : ["demo_ring/sleep"],
        failed_sources: [],
      });
      expect(await emitted()).toHaveLength(isInTime ? 1 : 0);
      await sandbox.clock.advance({ minutes: 2 });
      expect(await emitted()).toHaveLength(1);
    }),
    { numRuns: 50, examples: [[10, 10]] },
  );
});

test.each(["userDeleted", "disconnected", "broken", "reconnected"])(
  "a source in progress brings nothing when its connection is %s in the meantime",
  async (how) => {
    const user_id = await created();
    const ring = { user_id, provider: "demo_ring" };
    await sandbox.simulate.connectionMade({ ...ring, resources: ["sleep"] });
    await sandbox.simulate.refreshPrepared({ ...ring, takes_seconds: 30 });
    await refreshed(user_id);
    if (how === "userDeleted") {
      await sandbox.simulate.userDeleted({ user_id });
      await client.POST("/v2/user/undo_delete", { params: { query: { user_id } } });
    } else if (how === "broken") await sandbox.simulate.connectionBroken(ring);
    else await disconnected(user_id, "demo_ring");
    if (how === "reconnected") await sandbox.simulate.connectionMade({ ...ring, resources: ["sleep"] });
    const emitted = await eventsSince(sandbox);
    await sandbox.clock.advance({ minutes: 5 });
    expect(await emitted()).toEqual([]);
    expect(await sandbox.inspect.healthData({ user_id })).toEqual([]);
  },
);

test("a refresh brings no data of a day that the user's bounds leave out", async () => {
  const user_id = await created("bounded", { ingestion_end: "2026-03-01" });
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring", resources: ["sleep"] });
  const emitted = await eventsSince(sandbox);
  expect(await refreshed(user_id)).toMatchObject({ refreshed_sources: ["demo_ring/sleep"] });
  expect(await sleepOf(user_id)).toEqual([]);
  expect(await emitted()).toEqual([]);
});

test("a refresh refuses a timeout out of its range, and takes its bounds", async () => {
  const status = async (timeout: number) =>
    (await client.POST("/v2/user/refresh/{user_id}", { params: { path: { user_id: runner }, query: { timeout } } }))
      .status;
  expect([await status(4.9), await status(5), await status(60), await status(60.5)]).toEqual([422, 200, 200, 422]);
});

test.each([
  [{ outcome: "failed" as const, takes_seconds: 3 }],
  [{}],
  [{ takes_seconds: -1 }],
  [{ takes_seconds: Number.NaN }],
  [{ resource: "glucose", takes_seconds: 3 }],
])("a refresh cannot be prepared by %o", async (input) => {
  await expect(() =>
    sandbox.simulate.refreshPrepared({ user_id: runner, provider: "demo_ring", ...input }),
  ).rejects.toThrow(HappeningRefused);
});

test("connections go with their user, and an undone deletion does not bring them back", async () => {
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.userDeleted({ user_id: runner });
  await client.POST("/v2/user/undo_delete", { params: { query: { user_id: runner } } });
  expect(await connectionsOf(runner)).toEqual([]);
  expect(await refreshed(runner)).toMatchObject({ refreshed_sources: [], failed_sources: [] });
  expect(await emitted()).toEqual([]);
});
