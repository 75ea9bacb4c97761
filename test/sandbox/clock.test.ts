// The clock of a world goes forward only, and what is due is done in order before an advance returns.
import { expect, test } from "vitest";
import { atHome, runner } from "./cast.ts";
import { call, control, emitted, openWorld, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const now = async () => (await world.clock.now()).toISOString();

test("what is due by an advance is done in order, each at its time, before it returns", async () => {
  const form = new FormData();
  form.set("file", new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" }));
  form.set("request_human_review", "true");
  await call("POST /lab_report/v1/parser/job", form);
  const ring = { user_id: runner, provider: "demo_ring", resource: "sleep" };
  await world.simulate.refreshPrepared({ ...ring, takes_seconds: 20 });
  await call(`POST /v2/user/refresh/${runner}`);
  await call(`POST /v3/order/${atHome}/psc/appointment/book`, {});
  const before = (await world.events.all()).length;
  await world.clock.advance({ hours: 2 });
  expect(await now()).toBe("2026-03-02T11:00:00.000Z");
  expect((await world.events.all()).slice(before).map(({ event_type, at }) => [event_type, at])).toEqual([
    ["order.updated", "2026-03-02T09:00:05.000Z"],
    ["daily.data.sleep.created", "2026-03-02T09:00:20.000Z"],
    ["lab_report.parsing_job.updated", "2026-03-02T09:01:00.000Z"],
    ["lab_report.parsing_job.updated", "2026-03-02T10:01:00.000Z"],
  ]);
});

test("a duration is rounded to whole milliseconds, and the clock keeps running", async () => {
  // 60,479,999.99999999 milliseconds
  await world.clock.advance({ days: 0.7 });
  expect(await now()).toBe("2026-03-03T01:48:00.000Z");
  await world.clock.advance({ seconds: 0.0005 });
  await call("POST /v3/order", { user_id: runner });
  expect(await emitted()).toHaveLength(1);
});

test("advances at once go to the time that each asks for, or further than the one before, and none after the year 9999", async () => {
  const atOnce = (body: object) =>
    Promise.all([1, 2, 3].map(async () => (await control(`PATCH /worlds/${world.id}/clock`, body)).status));
  const to = "2026-04-01T00:00:00.000Z";
  expect(await atOnce({ to })).toEqual([200, 200, 200]);
  expect(await now()).toBe(to);
  expect(await atOnce({ advance: { days: 4000 * 365 } })).toEqual([200, 422, 422]);
});

test("a clock runs like that of the machine, stands still while it is frozen, and runs again once it is resumed", async () => {
  await openWorld({ frozen: false, now: new Date("2030-01-01T00:00:00Z") });
  await expect.poll(now).not.toBe(await now());
  await world.clock.freeze();
  const [frozenAt, machineMs] = [await now(), Date.now()];
  await expect.poll(() => Date.now()).toBeGreaterThan(machineMs + 20);
  expect(await now()).toBe(frozenAt);
  await world.clock.resume();
  await expect.poll(now).not.toBe(frozenAt);
  expect(await now()).toMatch(/^2030/);
});
