// Health data that arrives is kept and sent as an event, first created and then updated, within the bounds of its user.
import { expect, test } from "vitest";
import { call, createUser, emitted, emittedTypes, useWorlds, world } from "./fresh-world.ts";

useWorlds({ now: new Date("2026-03-02T22:00:00Z") });

/** A new user's ring. */
async function ringOf(further: object = {}) {
  const ring = { user_id: await createUser("ring-01", further), provider: "demo_ring" };
  await world.simulate.connectionMade(ring);
  await emitted();
  return { ...ring, resource: "sleep" };
}

const sleepOf = async (user_id: string) =>
  (await call<{ sleep: object[] }>(`GET /v2/summary/sleep/${user_id}`)).body.sleep;

test("the first data of a day is created, what follows updates it, and another day starts again", async () => {
  const sleep = await ringOf();
  const { dataArrived } = world.simulate;
  const event_type = "daily.data.sleep.created";
  const first = { outcome: "created", day: "2026-03-02", event_type };
  expect(await dataArrived({ ...sleep, data: { minutes: 400, depth: 2 } })).toEqual(first);
  expect(await dataArrived({ ...sleep, data: { minutes: 420 } })).toMatchObject({ outcome: "updated" });
  expect(await dataArrived({ ...sleep, day: "2026-03-01" })).toMatchObject({ outcome: "created" });
  const today = { day: "2026-03-02", minutes: 420, depth: 2, source: { provider: "demo_ring", type: "ring" } };
  expect(await sleepOf(sleep.user_id)).toMatchObject([{ day: "2026-03-01" }, today]);
  expect(await emitted()).toMatchObject([
    { event_type },
    { event_type: "daily.data.sleep.updated", user_id: sleep.user_id, data: today },
    { event_type },
  ]);
});

test("any JSON is kept as it is, in the answer and in the event", async () => {
  const { resource: _, ...ring } = await ringOf();
  const data = { numbers: [1e21, -0.5, null], "of \u0000 \ud83d\ude00": { "": [[], {}] } };
  await world.simulate.dataArrived({ ...ring, resource: "body", data });
  expect((await call<{ body: object[] }>(`GET /v2/summary/body/${ring.user_id}`)).body.body).toMatchObject([data]);
  expect(await emitted()).toMatchObject([{ data }]);
});

test.each([
  ["Asia/Tokyo", "2026-03-03"],
  ["America/Los_Angeles", "2026-03-02"],
  [null, "2026-03-02"],
])(
  "today is a day in the user's fallback time zone, or in UTC where none is named",
  async (fallback_time_zone, day) => {
    expect(await world.simulate.dataArrived(await ringOf({ fallback_time_zone }))).toMatchObject({ day });
  },
);

test.each([
  ["2026-01-09", "ingestion_start"],
  ["2026-01-10", undefined],
  ["2026-01-20", undefined],
  ["2026-01-21", "ingestion_end"],
])(
  "data outside of the user's bounds is dropped without an event, the bounds themselves are within",
  async (day, bound) => {
    const ring = await ringOf({ ingestion_start: "2026-01-10", ingestion_end: "2026-01-20" });
    expect(await world.simulate.dataArrived({ ...ring, day })).toMatchObject(
      bound === undefined ? { outcome: "created" } : { outcome: "dropped", reason: expect.stringContaining(bound) },
    );
    const kept = bound === undefined ? 1 : 0;
    expect([(await sleepOf(ring.user_id)).length, (await emitted()).length]).toEqual([kept, kept]);
  },
);

test("sleep cycles carry the hypnogram", async () => {
  const ring = await ringOf();
  const { dataArrived, historicalPullCompleted } = world.simulate;
  const hypnogram = [{ stage: "deep" }];
  await dataArrived({ ...ring, resource: "sleep_cycle" });
  await dataArrived({ ...ring, resource: "sleep_cycle", data: { hypnogram } });
  await historicalPullCompleted({ ...ring, resource: "sleep_cycle", days: 2 });
  const [created, ...others] = await emitted();
  expect(created?.event_type).toBe("daily.data.sleep_cycle.created");
  expect(created?.data["hypnogram"]).not.toEqual([]);
  const cycle = (day: string) => expect.objectContaining({ day, hypnogram: expect.any(Array) });
  expect(others).toMatchObject([
    { event_type: "daily.data.sleep_cycle.updated", data: { hypnogram } },
    { data: { sleep_cycles: [cycle("2026-02-28"), cycle("2026-03-01")] } },
  ]);
});

test("a historical pull keeps all its days, then sends one event", async () => {
  const ring = await ringOf({ ingestion_start: "2026-02-26" });
  const event_type = "historical.data.sleep.created";
  const pulled = await world.simulate.historicalPullCompleted({ ...ring, days: 10 });
  expect(pulled).toEqual({ event_type, kept: 4, dropped: 6 });
  const days = ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"];
  expect(await sleepOf(ring.user_id)).toMatchObject(days.map((day) => ({ day })));
  const [event, ...others] = await emitted();
  const source = { provider: "demo_ring", type: "ring" };
  expect(event).toMatchObject({ event_type, data: { source, first_day: days[0], last_day: days[3] } });
  expect(event?.data).not.toHaveProperty("is_final");
  expect(others).toEqual([]);
});

test("there is one historical pull for each resource and connection", async () => {
  const ring = await ringOf();
  const { historicalPullCompleted, connectionMade } = world.simulate;
  const pull = { ...ring, days: 2 };
  await historicalPullCompleted(pull);
  await expect(historicalPullCompleted(pull)).rejects.toThrow(/one for each resource and connection/);
  await historicalPullCompleted({ ...pull, resource: "heartrate" });
  await call(`DELETE /v2/user/${ring.user_id}/demo_ring`);
  await connectionMade({ user_id: ring.user_id, provider: "demo_ring" });
  await historicalPullCompleted(pull);
  expect(await emittedTypes()).toEqual([
    "historical.data.sleep.created",
    "historical.data.heartrate.created",
    "provider.connection.created",
    "historical.data.sleep.created",
  ]);
});

test("a historical pull leaves data that is there, and data that follows updates its days", async () => {
  const sleep = await ringOf();
  const { dataArrived } = world.simulate;
  await dataArrived({ ...sleep, day: "2026-03-01", data: { minutes: 300 } });
  const before = await sleepOf(sleep.user_id);
  await world.clock.advance({ hours: 1 });
  await world.simulate.historicalPullCompleted({ ...sleep, days: 2 });
  const [added, ...kept] = await sleepOf(sleep.user_id);
  expect(added).toMatchObject({ day: "2026-02-28" });
  expect(kept).toEqual(before);
  expect(await dataArrived({ ...sleep, day: "2026-02-28" })).toMatchObject({ outcome: "updated" });
});

const old = { name: "Demo Ring", slug: "demo_ring", logo: expect.stringContaining("https:") };

test("events carry the old source, and the historical one is_final, while both forms are sent", async () => {
  const steps = { ...(await ringOf()), resource: "steps" };
  await world.changeSettings({ source_form: "both" });
  const app_id = "com.example.demo-steps";
  await world.simulate.dataArrived({ ...steps, app_id });
  await world.simulate.historicalPullCompleted({ ...steps, days: 1 });
  const source = { provider: "demo_ring", ...old };
  expect(await emitted()).toMatchObject([
    { data: { source: { ...source, app_id } } },
    { data: { source, is_final: true } },
  ]);
});

test("sources of events have only the deprecated fields while only those are sent", async () => {
  const { resource: _, ...ring } = await ringOf();
  await world.changeSettings({ source_form: "old" });
  await world.simulate.dataArrived({ ...ring, resource: "steps" });
  await world.simulate.dataArrived({ ...ring, resource: "hypnogram" });
  expect((await emitted()).map(({ data }) => data["source"])).toEqual([old, old]);
});

test("the deprecated hypnogram events are sent on request only, for a receiver to ignore", async () => {
  const ring = { ...(await ringOf()), resource: "hypnogram" };
  await world.simulate.dataArrived(ring);
  await world.simulate.dataArrived(ring);
  await world.simulate.historicalPullCompleted({ ...ring, days: 1 });
  const data = { source: { provider: "demo_ring" } };
  expect(await emitted()).toMatchObject([
    { event_type: "daily.timeseries.hypnogram.created", data: { ...data, hypnogram: expect.any(Array) } },
    { event_type: "daily.timeseries.hypnogram.updated", data },
    { event_type: "historical.timeseries.hypnogram.created", data },
  ]);
});

test("a newer service sends data of resources that the contract does not know", async () => {
  const ring = await ringOf();
  await world.changeSettings({ newer_values: true });
  await world.simulate.dataArrived({ ...ring, resource: "newer_resource" });
  expect(await emitted()).toMatchObject([
    { event_type: "daily.data.newer_resource.created", data: { source: { provider: "demo_ring" } } },
  ]);
});
