// The clock of a sandbox: the only reader of the machine's, forward only, and what is due is done in order before an advance returns.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unwrap } from "../../../src/package/client/index.ts";
import { HappeningRefused } from "../../../src/tools/sandbox/start-sandbox.ts";
import { client, sandbox, startBeforeEach } from "./fresh-sandbox.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const atHome = "e70b2df5-816a-43c4-99f6-0c152739ecfd";

startBeforeEach({ settings: { psc_scheduling: true } });

test("nothing of the sandbox reads the machine's clock but one module", () => {
  const directory = join(import.meta.dirname, "../../../src/tools/sandbox");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    // What runs in browsers is no part of the service
    .filter((file) => file.endsWith(".ts") && !file.startsWith(join("page", "assets")));
  const reading = files.filter((file) =>
    /\bDate\.now\b|\bDate\(\s*\)|\bnew Date\b(?!\()|\bperformance\.|\bhrtime\b|\bTemporal\.Now\b/.test(
      readFileSync(join(directory, file), "utf8"),
    ),
  );
  expect(reading).toEqual(["world/clock.ts"]);
});

test("what is due by an advance is done in order, each at its time, before it returns", async () => {
  const file = new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" });
  await unwrap(client.POST("/lab_report/v1/parser/job", { body: { file, request_human_review: true } }));
  await sandbox.simulate.refreshPrepared({
    user_id: runner,
    provider: "demo_ring",
    resource: "sleep",
    takes_seconds: 20,
  });
  await unwrap(client.POST("/v2/user/refresh/{user_id}", { params: { path: { user_id: runner } } }));
  const params = { path: { order_id: atHome } };
  await unwrap(client.POST("/v3/order/{order_id}/psc/appointment/book", { params, body: {} }));
  const before = (await sandbox.events.all()).length;
  await sandbox.clock.advance({ hours: 2 });
  expect((await sandbox.clock.now()).toISOString()).toBe("2026-03-02T11:00:00.000Z");
  const emitted = (await sandbox.events.all()).slice(before);
  expect(emitted.map(({ event_type, at }) => [event_type, at])).toEqual([
    ["order.updated", "2026-03-02T09:00:05.000Z"],
    ["daily.data.sleep.created", "2026-03-02T09:00:20.000Z"],
    ["lab_report.parsing_job.updated", "2026-03-02T09:01:00.000Z"],
    ["lab_report.parsing_job.updated", "2026-03-02T10:01:00.000Z"],
  ]);
});

test("it only goes forward", async () => {
  await expect(sandbox.clock.advance({ hours: -1 })).rejects.toThrow(HappeningRefused);
  await expect(sandbox.clock.advance({ days: 1, hours: -25 })).rejects.toThrow(/only goes forward/);
  expect((await sandbox.clock.now()).toISOString()).toBe("2026-03-02T09:00:00.000Z");
});

test("a duration is rounded to whole milliseconds, and the clock keeps running", async () => {
  // 60,479,999.99999999 milliseconds
  await sandbox.clock.advance({ days: 0.7 });
  expect((await sandbox.clock.now()).toISOString()).toBe("2026-03-03T01:48:00.000Z");
  await unwrap(client.POST("/v3/order", { body: { user_id: runner } }));
  await sandbox.clock.advance({ seconds: 0.0005 });
  await unwrap(client.POST("/v3/order", { body: { user_id: runner } }));
});

test("it runs with the machine's until it is frozen, and on when it is resumed", async () => {
  const world = await sandbox.createWorld({ now: new Date("2030-01-01T00:00:00Z") });
  const passes = async () => {
    const before = (await world.clock.now()).getTime();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return (await world.clock.now()).getTime() > before;
  };
  expect(await passes()).toBe(true);
  await world.clock.freeze();
  expect(await passes()).toBe(false);
  await world.clock.resume();
  expect(await passes()).toBe(true);
  expect((await world.clock.now()).getUTCFullYear()).toBe(2030);
});
