// Health data in the sandbox: what arrives is kept and sent as an event, first created and then updated, within the user's bounds.
import fc from "fast-check";
import { expect, test } from "vitest";
import { eventsSince } from "./events-since.ts";
import { client, sandbox, startBeforeEach } from "./fresh-sandbox.ts";

startBeforeEach({ now: new Date("2026-03-02T22:00:00Z") });

let users = 0;

/** A user with a ring, and what names the connection. */
async function ringOf(
  further: { fallback_time_zone?: string | null; ingestion_start?: string; ingestion_end?: string } = {},
): Promise<{ user_id: string; provider: string }> {
  users += 1;
  const result = await client.POST("/v2/user/", { body: { client_user_id: `ring-${users}`, ...further } });
  if (!result.ok) throw new Error(`The user was not created: ${result.status}`);
  const ring = { user_id: result.data.user_id, provider: "demo_ring" };
  await sandbox.simulate.connectionMade(ring);
  return ring;
}

async function sleepOf(user_id: string) {
  const result = await client.GET("/v2/summary/sleep/{user_id}", { params: { path: { user_id } } });
  return result.ok ? result.data.sleep : undefined;
}

test("the first data of a day is created, what follows updates it, and another day starts again", async () => {
  const ring = await ringOf();
  const emitted = await eventsSince(sandbox);
  const sleep = { ...ring, resource: "sleep" };
  expect(await sandbox.simulate.dataArrived({ ...sleep, data: { minutes: 400, depth: 2 } })).toEqual({
    outcome: "created",
    day: "2026-03-02",
    event_type: "daily.data.sleep.created",
  });
  expect(await sandbox.simulate.dataArrived({ ...sleep, data: { minutes: 420 } })).toMatchObject({
    outcome: "updated",
  });
  expect(await sandbox.simulate.dataArrived({ ...sleep, day: "2026-03-01" })).toMatchObject({ outcome: "created" });
  const today = { day: "2026-03-02", minutes: 420, depth: 2, source: { provider: "demo_ring", type: "ring" } };
  expect(await sleepOf(ring.user_id)).toMatchObject([{ day: "2026-03-01" }, today]);
  const events = await emitted();
  expect(events.map(({ event_type }) => event_type)).toEqual([
    "daily.data.sleep.created",
    "daily.data.sleep.updated",
    "daily.data.sleep.created",
  ]);
  expect(events[1]).toMatchObject({ user_id: ring.user_id, data: today });
});

test("today is a day in the user's fallback time zone, or in UTC where none is named", async () => {
  const days = await Promise.all(
    ["Asia/Tokyo", "America/Los_Angeles", null].map(async (fallback_time_zone) => {
      const ring = await ringOf({ fallback_time_zone });
      return (await sandbox.simulate.dataArrived({ ...ring, resource: "sleep" })).day;
    }),
  );
  expect(days).toEqual(["2026-03-03", "2026-03-02", "2026-03-02"]);
});

test("data outside of the user's bounds is dropped without an event, the bounds themselves are within", async () => {
  const anyDay = fc.date({ min: new Date("2026-01-01"), max: new Date("2026-02-28"), noInvalidDate: true });
  const days = fc.tuple(anyDay, anyDay, anyDay).map((dates) => dates.map((date) => date.toISOString().slice(0, 10)));
  await fc.assert(
    fc.asyncProperty(days, async ([start = "", end = "", day = ""]) => {
      const ring = await ringOf({ ingestion_start: start, ingestion_end: end });
      const emitted = await eventsSince(sandbox);
      const { outcome } = await sandbox.simulate.dataArrived({ ...ring, resource: "sleep", day });
      const isWithin = start <= day && day <= end;
      expect(outcome).toBe(isWithin ? "created" : "dropped");
      expect(await sleepOf(ring.user_id)).toHaveLength(isWithin ? 1 : 0);
      expect(await emitted()).toHaveLength(isWithin ? 1 : 0);
    }),
    { numRuns: 50, examples: [[["2026-01-05", "2026-01-05", "2026-01-05"]]] },
  );
});

test("dropped data says which bound it is outside of", async () => {
  const ring = await ringOf({ ingestion_start: "2026-02-01", ingestion_end: "2026-02-28" });
  const arrived = (day: string) => sandbox.simulate.dataArrived({ ...ring, resource: "sleep", day });
  expect(await arrived("2026-01-31")).toMatchObject({
    outcome: "dropped",
    reason: expect.stringContaining("ingestion_start"),
  });
  expect(await arrived("2026-03-01")).toMatchObject({
    outcome: "dropped",
    reason: expect.stringContaining("ingestion_end"),
  });
});

test("sleep cycles carry the hypnogram, and hypnogram timeseries are refused", async () => {
  const ring = await ringOf();
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.dataArrived({ ...ring, resource: "sleep_cycle" });
  await sandbox.simulate.dataArrived({ ...ring, resource: "sleep_cycle", data: { hypnogram: [{ stage: "deep" }] } });
  await expect(() => sandbox.simulate.dataArrived({ ...ring, resource: "hypnogram" })).rejects.toThrow(/sleep_cycle/);
  await expect(() => sandbox.simulate.historicalPullCompleted({ ...ring, resource: "hypnogram" })).rejects.toThrow(
    /sleep_cycle/,
  );
  const [created, updated, ...others] = await emitted();
  expect(created).toMatchObject({ event_type: "daily.data.sleep_cycle.created" });
  expect(created?.data["hypnogram"]).not.toEqual([]);
  expect(updated).toMatchObject({
    event_type: "daily.data.sleep_cycle.updated",
    data: { hypnogram: [{ stage: "deep" }] },
  });
  expect(others).toEqual([]);
});

test("a historical pull keeps all its days, then sends one event", async () => {
  const ring = await ringOf({ ingestion_start: "2026-02-26" });
  const emitted = await eventsSince(sandbox);
  const pull = { ...ring, resource: "sleep", days: 10 };
  expect(await sandbox.simulate.historicalPullCompleted(pull)).toEqual({
    event_type: "historical.data.sleep.created",
    kept: 4,
    dropped: 6,
  });
  expect(await sleepOf(ring.user_id)).toMatchObject([
    { day: "2026-02-26" },
    { day: "2026-02-27" },
    { day: "2026-02-28" },
    { day: "2026-03-01" },
  ]);
  const events = await emitted();
  expect(events).toMatchObject([
    {
      event_type: "historical.data.sleep.created",
      data: { source: { provider: "demo_ring", type: "ring" }, first_day: "2026-02-26", last_day: "2026-03-01" },
    },
  ]);
  expect(events[0]?.data).not.toHaveProperty("is_final");
});

test("there is one historical pull for each resource and connection", async () => {
  const ring = await ringOf();
  const emitted = await eventsSince(sandbox);
  const pull = { ...ring, resource: "sleep", days: 2 };
  await sandbox.simulate.historicalPullCompleted(pull);
  await expect(() => sandbox.simulate.historicalPullCompleted(pull)).rejects.toThrow(
    /one for each resource and connection/,
  );
  await sandbox.simulate.historicalPullCompleted({ ...pull, resource: "heartrate" });
  await client.DELETE("/v2/user/{user_id}/{provider}", { params: { path: ring } });
  await sandbox.simulate.connectionMade(ring);
  await sandbox.simulate.historicalPullCompleted(pull);
  expect((await emitted()).map(({ event_type }) => event_type)).toEqual([
    "historical.data.sleep.created",
    "historical.data.heartrate.created",
    "provider.connection.created",
    "historical.data.sleep.created",
  ]);
});

test("a historical pull leaves data that is there, and data that follows updates its days", async () => {
  const ring = await ringOf();
  const sleep = { ...ring, resource: "sleep" };
  await sandbox.simulate.dataArrived({ ...sleep, day: "2026-03-01", data: { minutes: 300 } });
  const before = await sleepOf(ring.user_id);
  await sandbox.clock.advance({ hours: 1 });
  await sandbox.simulate.historicalPullCompleted({ ...sleep, days: 2 });
  const after = await sleepOf(ring.user_id);
  expect(after).toMatchObject([{ day: "2026-02-28" }, { day: "2026-03-01", minutes: 300 }]);
  expect(after?.slice(1)).toEqual(before);
  expect(await sandbox.simulate.dataArrived({ ...sleep, day: "2026-02-28" })).toMatchObject({ outcome: "updated" });
});

test("the historical event of sleep cycles carries them with their hypnograms", async () => {
  const ring = await ringOf();
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.historicalPullCompleted({ ...ring, resource: "sleep_cycle", days: 2 });
  const cycle = (day: string) => expect.objectContaining({ day, hypnogram: expect.any(Array) });
  expect(await emitted()).toMatchObject([
    {
      event_type: "historical.data.sleep_cycle.created",
      data: { sleep_cycles: [cycle("2026-02-28"), cycle("2026-03-01")] },
    },
  ]);
});

test("events carry the old source, and the historical one is_final, while both forms are sent", async () => {
  const ring = await ringOf();
  await sandbox.simulate.settingsChanged({ source_form: "both" });
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.dataArrived({ ...ring, resource: "steps", app_id: "com.example.demo-steps" });
  await sandbox.simulate.historicalPullCompleted({ ...ring, resource: "steps", days: 1 });
  const old = { provider: "demo_ring", name: "Demo Ring", slug: "demo_ring", logo: expect.stringContaining("https:") };
  expect(await emitted()).toMatchObject([
    { data: { source: { ...old, app_id: "com.example.demo-steps" } } },
    { data: { source: old, is_final: true } },
  ]);
});

test("sources of events have only the deprecated fields while only those are sent", async () => {
  const ring = await ringOf();
  await sandbox.simulate.settingsChanged({ source_form: "old" });
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.dataArrived({ ...ring, resource: "steps" });
  await sandbox.simulate.hypnogramArrived(ring);
  const deprecated = { name: "Demo Ring", slug: "demo_ring", logo: expect.stringContaining("https:") };
  expect((await emitted()).map(({ data }) => data["source"])).toEqual([deprecated, deprecated]);
});

test.each([
  "daily.timeseries.hypnogram.created",
  "daily.timeseries.hypnogram.updated",
  "historical.timeseries.hypnogram.created",
] as const)("%s is sent on request only, for a receiver to ignore: nothing is kept", async (event_type) => {
  const ring = await ringOf();
  const before = await sandbox.inspect.healthData({ user_id: ring.user_id });
  const emitted = await eventsSince(sandbox);
  expect(await sandbox.simulate.hypnogramArrived({ ...ring, event_type })).toEqual({ event_type, day: "2026-03-02" });
  expect(await emitted()).toMatchObject([{ event_type, data: { source: { provider: "demo_ring" } } }]);
  expect(await sandbox.inspect.healthData({ user_id: ring.user_id })).toEqual(before);
  const sent = (input: object) => () => sandbox.simulate.hypnogramArrived({ ...ring, ...input });
  await expect(sent({ event_type: "daily.timeseries.hypnogram.deleted" })).rejects.toThrow(/event_type must be one of/);
  await expect(sent({ day: "2026-02-30" })).rejects.toThrow(/day must match format "date"/);
  await sandbox.simulate.connectionBroken(ring);
  await expect(sent({})).rejects.toThrow(/broken/);
});

test("data comes through a connection that works and gives the resource", async () => {
  const ring = await ringOf();
  const emitted = await eventsSince(sandbox);
  const arrived = (input: object) => () => sandbox.simulate.dataArrived({ ...ring, resource: "sleep", ...input });
  await expect(arrived({ provider: "demo_watch" })).rejects.toThrow(/not connected to demo_watch/);
  await expect(arrived({ resource: "glucose" })).rejects.toThrow(/found "glucose"/);
  await expect(arrived({ resource: "newer_resource" })).rejects.toThrow(/found "newer_resource"/);
  await expect(arrived({ day: "2026-02-30" })).rejects.toThrow(/day must match format "date"/);
  await expect(arrived({ data: { source: {} } })).rejects.toThrow(/without "source"/);
  await expect(arrived({ user_id: "00000000-0000-4000-8000-000000000000" })).rejects.toThrow(/No user/);
  await sandbox.simulate.connectionBroken(ring);
  await expect(arrived({})).rejects.toThrow(/broken/);
  await expect(() => sandbox.simulate.historicalPullCompleted({ ...ring, resource: "sleep" })).rejects.toThrow(
    /broken/,
  );
  const watch = { user_id: ring.user_id, provider: "demo_watch" };
  await sandbox.simulate.connectionMade({ ...watch, denied_scopes: ["workout.read"] });
  await expect(arrived({ ...watch, resource: "workouts" })).rejects.toThrow(/denied a scope/);
  const { historicalPullCompleted, backfillArrived } = sandbox.simulate;
  for (const days of [0, 3654]) {
    await expect(historicalPullCompleted({ ...watch, resource: "steps", days })).rejects.toThrow(/days must be/);
  }
  for (const days of [0, 10_001]) {
    await expect(backfillArrived({ ...watch, resource: "steps", days })).rejects.toThrow(/days must be/);
  }
  expect((await emitted()).map(({ event_type }) => event_type)).toEqual(["provider.connection.created"]);
});

test("a newer service sends data of resources that the contract does not know", async () => {
  const ring = await ringOf();
  await sandbox.simulate.settingsChanged({ newer_values: true });
  const emitted = await eventsSince(sandbox);
  await sandbox.simulate.dataArrived({ ...ring, resource: "newer_resource" });
  expect(await emitted()).toMatchObject([
    { event_type: "daily.data.newer_resource.created", data: { source: { type: "newer_source_type" } } },
  ]);
});
