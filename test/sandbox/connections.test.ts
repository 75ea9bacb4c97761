// A connection is listed until it is disconnected or its user is deleted, and a refresh brings the data of those that work.
import { expect, test } from "vitest";
import { nobody, runner } from "./cast.ts";
import { call, createUser, emitted, emittedTypes, statuses, useWorlds, world } from "./fresh-world.ts";

useWorlds();

type Connection = Readonly<Record<"slug" | "status" | "resource_availability", unknown>>;

const listed = async (user_id: string) =>
  (await call<{ providers: Connection[] }>(`GET /v2/user/providers/${user_id}`)).body.providers;
const slugs = async (user_id: string) => (await listed(user_id)).map(({ slug }) => slug);
const disconnected = (user_id: string, provider: string) => call(`DELETE /v2/user/${user_id}/${provider}`);
const sleepOf = async (user_id: string) =>
  (await call<{ sleep: object[] }>(`GET /v2/summary/sleep/${user_id}`)).body.sleep;
const refreshed = async (user_id: string, query = "") => (await call(`POST /v2/user/refresh/${user_id}${query}`)).body;

/** A new user with a ring, and what names the connection. Its events are not those of the test. */
async function ringOf(resources?: string[], takes_seconds?: number, bounds = {}) {
  const ring = { user_id: await createUser("new-01", bounds), provider: "demo_ring" };
  await world.simulate.connectionMade({ ...ring, ...(resources === undefined ? {} : { resources }) });
  if (takes_seconds !== undefined) await world.simulate.refreshPrepared({ ...ring, takes_seconds });
  await emitted();
  return ring;
}

test("a new user has no connections, and an unknown or deleted one none to list", async () => {
  const user_id = await createUser("new-01");
  expect(await listed(user_id)).toEqual([]);
  await world.simulate.userDeleted({ user_id });
  for (const id of [user_id, nobody]) {
    const paths = [`GET /v2/user/providers/${id}`, `POST /v2/user/refresh/${id}`, `DELETE /v2/user/${id}/demo_ring`];
    expect(await statuses(...paths)).toEqual([404, 404, 404]);
  }
});

test("a connection is listed with what it makes available, and by the user, and sends one event", async () => {
  const user_id = await createUser("new-01");
  await world.simulate.connectionMade({ user_id, provider: "demo_ring", resources: ["sleep", "body"] });
  const named = { name: "Demo Ring", slug: "demo_ring", logo: "https://assets.example.com/providers/demo_ring.svg" };
  const created_on = "2026-03-02T09:00:00.000Z";
  const available = (required: string[], optional: string[] = []) => ({
    status: "available",
    scope_requirements: {
      user_granted: { required, optional },
      user_denied: { required: [], optional: [] },
    },
  });
  expect(await listed(user_id)).toEqual([
    {
      ...named,
      status: "connected",
      created_on,
      resource_availability: { sleep: available(["sleep.read"], ["heartrate.read"]), body: available(["body.read"]) },
      error_details: null,
    },
  ]);
  expect(await call("GET /v2/user/resolve/new-01")).toMatchObject({
    body: { connected_sources: [{ created_on, source: named }] },
  });
  expect(await emitted()).toEqual([
    {
      event_type: "provider.connection.created",
      user_id,
      client_user_id: "new-01",
      team_id: world.teamId,
      data: { provider: named },
    },
  ]);
});

test("by default a connection gives all that the provider supports but the hypnogram, which comes with sleep cycles", async () => {
  const { user_id } = await ringOf();
  const resources = Object.keys(Object((await listed(user_id))[0]?.resource_availability));
  expect(resources).toEqual(expect.arrayContaining(["sleep_cycle", "heartrate"]));
  expect(resources).not.toContain("hypnogram");
});

test("a denied scope makes unavailable what needs it, and only that", async () => {
  const user_id = await createUser("new-01");
  const denied_scopes = ["workout.read", "location.read"];
  const resources = ["activity", "workouts"];
  await world.simulate.connectionMade({ user_id, provider: "demo_watch", resources, denied_scopes });
  const user_granted = { required: ["activity.read"], optional: [] };
  // The contract's own example of it
  expect((await listed(user_id))[0]?.resource_availability).toEqual({
    activity: {
      status: "available",
      scope_requirements: { user_granted, user_denied: { required: [], optional: ["location.read"] } },
    },
    workouts: {
      status: "unavailable",
      scope_requirements: { user_granted, user_denied: { required: ["workout.read"], optional: [] } },
    },
  });
});

test.each(["old", "both"] as const)(
  "the deprecated source is beside the provider in the event while the form is %s",
  async (source_form) => {
    await world.changeSettings({ source_form });
    await world.simulate.connectionMade({ user_id: await createUser("new-01"), provider: "demo_ring" });
    const [event] = await emitted();
    expect(event?.data["source"]).toMatchObject({ slug: "demo_ring" });
    expect(event?.data["source"]).toEqual(event?.data["provider"]);
  },
);

test("a connection that breaks changes its status and its details, without an event", async () => {
  const ring = await ringOf();
  await world.simulate.connectionBroken({ ...ring, error_details: { reason: "revoked" } });
  expect(await listed(ring.user_id)).toMatchObject([{ status: "error", error_details: { reason: "revoked" } }]);
  expect(await emitted()).toEqual([]);
});

test("a user connects once to a provider, and again when the connection is broken", async () => {
  const ring = await ringOf();
  await expect(world.simulate.connectionMade(ring)).rejects.toThrow(/connected to demo_ring already/);
  await world.simulate.connectionBroken(ring);
  await world.clock.advance({ hours: 1 });
  await world.simulate.connectionMade(ring);
  const again = { status: "connected", created_on: "2026-03-02T10:00:00.000Z", error_details: null };
  expect(await listed(ring.user_id)).toMatchObject([again]);
  expect(await emittedTypes()).toEqual(["provider.connection.created"]);
});

test("a cloud provider is disconnected without an event, and the others stay", async () => {
  // A provider that is not connected is disconnected, too
  for (const provider of ["demo_ring", "demo_scale"]) {
    expect(await disconnected(runner, provider)).toEqual({ status: 200, body: { success: true } });
  }
  expect((await disconnected(runner, "demo_lamp")).status).toBe(422);
  expect(await slugs(runner)).toEqual(["demo_watch", "demo_phone_health"]);
  expect(await emitted()).toEqual([]);
});

test("disconnecting an on-device provider has no effect in automatic connect mode, and one in explicit mode", async () => {
  const user_id = await createUser("new-01");
  await world.simulate.connectionMade({ user_id, provider: "demo_phone_health", connect_mode: "explicit" });
  expect(await world.records.connections({ user_id })).toMatchObject([{ connect_mode: "explicit" }]);
  for (const id of [runner, user_id]) {
    expect(await disconnected(id, "demo_phone_health")).toEqual({ status: 200, body: { success: true } });
  }
  expect(await slugs(runner)).toContain("demo_phone_health");
  expect(await slugs(user_id)).toEqual([]);
});

test("a refresh names each resource of the cloud providers, and brings data and its event", async () => {
  const { user_id } = await ringOf(["sleep", "heartrate"]);
  await world.simulate.connectionMade({ user_id, provider: "demo_phone_health" });
  await emitted();
  expect(await refreshed(user_id)).toEqual({
    success: true,
    user_id,
    refreshed_sources: ["demo_ring/sleep", "demo_ring/timeseries/heartrate"],
    in_progress_sources: [],
    failed_sources: [],
  });
  const source = { provider: "demo_ring", type: "ring" };
  const night = { day: "2026-03-02", source, updated_on: "2026-03-02T09:00:00.000Z" };
  expect(await sleepOf(user_id)).toMatchObject([night]);
  await world.clock.advance({ minutes: 5 });
  await refreshed(user_id);
  expect(await sleepOf(user_id)).toMatchObject([{ ...night, updated_on: "2026-03-02T09:05:00.000Z" }]);
  expect(await emittedTypes()).toEqual([
    "daily.data.sleep.created",
    "daily.data.heartrate.created",
    "daily.data.sleep.updated",
    "daily.data.heartrate.updated",
  ]);
});

test("what fails at the provider, is broken or was denied fails, and brings nothing", async () => {
  const ring = await ringOf(["sleep", "body"]);
  const { user_id } = ring;
  const { connectionMade, refreshPrepared, connectionBroken } = world.simulate;
  const denied_scopes = ["workout.read"];
  await connectionMade({ user_id, provider: "demo_watch", resources: ["activity", "workouts"], denied_scopes });
  await connectionMade({ user_id, provider: "demo_scale", resources: ["weight"] });
  await refreshPrepared({ ...ring, outcome: "failed" });
  await refreshPrepared({ ...ring, resource: "body", outcome: "refreshed" });
  await connectionBroken({ user_id, provider: "demo_scale" });
  await emitted();
  expect(await refreshed(user_id)).toMatchObject({
    success: true,
    refreshed_sources: ["demo_ring/body", "demo_watch/activity"],
    in_progress_sources: [],
    failed_sources: ["demo_ring/sleep", "demo_watch/workouts", "demo_scale/timeseries/weight"],
  });
  expect(await emittedTypes()).toEqual(["daily.data.body.created", "daily.data.activity.created"]);
  expect(await sleepOf(user_id)).toEqual([]);
});

test("a source that takes longer than the timeout is in progress, and has its data at its time", async () => {
  const { user_id } = await ringOf(["sleep"], 30);
  const waiting = { refreshed_sources: [], in_progress_sources: ["demo_ring/sleep"], failed_sources: [] };
  expect(await refreshed(user_id)).toMatchObject(waiting);
  await world.clock.advance({ seconds: 10 });
  // The same pull is waited for, not a second one
  expect(await refreshed(user_id, "?timeout=19")).toMatchObject(waiting);
  expect([await sleepOf(user_id), await emitted()]).toEqual([[], []]);
  await world.clock.advance({ seconds: 60 });
  expect(await sleepOf(user_id)).toMatchObject([{ updated_on: "2026-03-02T09:00:30.000Z" }]);
  expect(await emittedTypes()).toEqual(["daily.data.sleep.created"]);
  expect(await world.records.connections({ user_id })).toMatchObject([{ in_progress: [] }]);
});

test("a source that is pulled again has its data at the new time, not at that of the pull before", async () => {
  const ring = await ringOf(["sleep"], 30);
  await refreshed(ring.user_id);
  await disconnected(ring.user_id, ring.provider);
  await world.simulate.connectionMade({ ...ring, resources: ["sleep"] });
  await world.simulate.refreshPrepared({ ...ring, takes_seconds: 60 });
  await refreshed(ring.user_id);
  await emitted();
  await world.clock.advance({ seconds: 59 });
  expect(await emitted()).toEqual([]);
  await world.clock.advance({ seconds: 1 });
  expect(await emitted()).toHaveLength(1);
});

// On both sides of the default, which the parameter is to replace
test.each([
  [10, 10, true],
  [12, 20, true],
  [8, 5, false],
  [20.001, 20, false],
])("a source that takes %d seconds, of %d that a call waits, is in time: %j", async (takes, timeout, isInTime) => {
  const { user_id } = await ringOf(["sleep"], takes);
  const sources = ["demo_ring/sleep"];
  expect(await refreshed(user_id, `?timeout=${timeout}`)).toMatchObject({
    refreshed_sources: isInTime ? sources : [],
    in_progress_sources: isInTime ? [] : sources,
  });
  expect(await emitted()).toHaveLength(isInTime ? 1 : 0);
  await world.clock.advance({ minutes: 2 });
  expect(await emitted()).toHaveLength(isInTime ? 0 : 1);
});

test.each(["userDeleted", "disconnected", "broken", "reconnected"])(
  "a source in progress brings nothing when its connection is %s in the meantime",
  async (how) => {
    const ring = await ringOf(["sleep"], 30);
    const { user_id } = ring;
    await refreshed(user_id);
    if (how === "userDeleted") {
      await world.simulate.userDeleted({ user_id });
      await call(`POST /v2/user/undo_delete?user_id=${user_id}`);
    } else if (how === "broken") await world.simulate.connectionBroken(ring);
    else await disconnected(user_id, "demo_ring");
    if (how === "reconnected") await world.simulate.connectionMade({ ...ring, resources: ["sleep"] });
    await emitted();
    await world.clock.advance({ minutes: 5 });
    expect([await emitted(), await world.records.healthData({ user_id })]).toEqual([[], []]);
  },
);

test("a refresh brings no data of a day that the user's bounds leave out", async () => {
  const { user_id } = await ringOf(["sleep"], undefined, { ingestion_end: "2026-03-01" });
  expect(await refreshed(user_id)).toMatchObject({ refreshed_sources: ["demo_ring/sleep"] });
  expect([await sleepOf(user_id), await emitted()]).toEqual([[], []]);
});

test("connections go with their user, and an undone deletion does not bring them back", async () => {
  await world.simulate.userDeleted({ user_id: runner });
  await call(`POST /v2/user/undo_delete?user_id=${runner}`);
  expect(await listed(runner)).toEqual([]);
  expect(await refreshed(runner)).toMatchObject({ refreshed_sources: [], failed_sources: [] });
  expect(await emitted()).toEqual([]);
});
