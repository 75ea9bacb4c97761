// The fixtures of `wearable-health-api-tools/vitest` give each test a world of its own, with clients that call it, in one sandbox of the file.
import { describe, expect } from "vitest";
import { test } from "../../src/sandbox/vitest.ts";

const ids = new Set<string>();
const sandboxes = new Set<unknown>();

describe.each(["one test", "another test"])("%s", () => {
  test("has a world of its own, empty and frozen", async ({ client, world, sandbox }) => {
    sandboxes.add(sandbox);
    ids.add(world.id);
    expect([ids.has("demo"), sandboxes.size]).toEqual([false, 1]);
    expect((await client.POST("/v2/user/", { body: { client_user_id: "mine-01" } })).status).toBe(200);
    const now = await world.clock.now();
    await world.clock.advance({ days: 1 });
    expect((await world.clock.now()).getTime() - now.getTime()).toBe(86_400_000);
  });
});

test("worlds of earlier tests are other ones", ({ world }) => {
  expect(ids.has(world.id)).toBe(false);
});

test("a fault in one world applies to the client of the test", async ({ client, world, sandbox }) => {
  await world.faults.add({ operation_id: "createUser", effect: "status", status: 503, count: 1 });
  expect((await client.POST("/v2/user/", { body: { client_user_id: "mine-01" } })).status).toBe(503);
  expect(await (await sandbox.createWorld()).faults.list()).toEqual([]);
});

test("the client of the organization calls with its key", async ({ managementClient, world }) => {
  const { status } = await managementClient.GET("/v1/org/{org_id}/team", { params: { path: { org_id: world.orgId } } });
  expect(status).toBe(200);
});

describe("with options", () => {
  test.override("worldOptions", { seed: "demo", settings: { psc_scheduling: true } });
  test("the world is made so", async ({ client }) => {
    const { status } = await client.POST("/v3/order/psc/appointment/availability", { params: {} });
    expect(status).toBe(200);
  });
});
