// Worlds, their clocks and settings, controlled over HTTP; what is wrong is answered with what, where and what to do.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClient } from "../../../src/client/index.ts";
import { defaultSettings } from "../../../src/sandbox/world/settings.ts";
import { connectTo } from "../raw-socket.ts";
import { Receiver } from "../receiver.ts";
import { type ControlledSandbox, demo, start, startControlled } from "./controlled.ts";

let controlled: ControlledSandbox;

beforeAll(async () => {
  controlled = await startControlled();
});
beforeEach(async () => {
  await controlled.control.POST("/_sandbox/worlds/{world_id}/reset", { params: demo });
});
afterAll(async () => {
  await controlled.sandbox.close();
  expect(controlled.complaints).toEqual([]);
});

async function made(body?: {
  seed?: "demo" | "empty";
  now?: string;
  is_frozen?: boolean;
  settings?: { psc_scheduling?: boolean };
}) {
  const params = { path: { world_id: `made-${randomUUID()}` } };
  const result = await controlled.control.PUT("/_sandbox/worlds/{world_id}", { params, ...(body && { body }) });
  if (!result.ok) throw new Error(result.error.error.message);
  expect(result.status).toBe(201);
  return result.data;
}

const resolving = (apiKey: string, client_user_id: string) =>
  createClient({ apiKey, baseUrl: controlled.url, maxRetries: 0 }).GET("/v2/user/resolve/{client_user_id}", {
    params: { path: { client_user_id } },
  });

/** How many users a world has, the deleted ones included. */
async function userCount(world_id: string): Promise<number> {
  const params = { path: { world_id, kind: "users" } } as const;
  const listed = await controlled.control.GET("/_sandbox/worlds/{world_id}/records/{kind}", { params });
  if (!listed.ok) throw new Error(listed.error.error.message);
  return listed.data.records.length;
}

const setClock = (
  params: { path: { world_id: string } },
  body: { is_frozen?: boolean; to?: string; advance?: object },
) => controlled.control.PATCH("/_sandbox/worlds/{world_id}/clock", { params, body });

test("a made world has its own keys, seed and clock, is listed, and is gone with its keys when it is dropped", async () => {
  const world = await made({ seed: "empty", now: "2030-01-01T00:00:00Z", is_frozen: true });
  expect(world).toMatchObject({ clock: { now: "2030-01-01T00:00:00.000Z", is_frozen: true } });
  expect(new Set([world.id, world.api_key, world.management_key, world.team_id, world.org_id]).size).toBe(5);
  expect((await resolving(world.api_key, "demo-runner-01")).status).toBe(404);
  expect((await resolving("sk_demo_team", "demo-runner-01")).status).toBe(200);

  const ids = async () => {
    const listed = await controlled.control.GET("/_sandbox/worlds");
    return listed.ok ? listed.data.worlds.map(({ id }) => id) : [];
  };
  expect(await ids()).toEqual(["demo", world.id]);
  const params = { path: { world_id: world.id } };
  expect(await controlled.control.GET("/_sandbox/worlds/{world_id}", { params })).toMatchObject({ data: world });
  expect(await controlled.control.DELETE("/_sandbox/worlds/{world_id}", { params })).toMatchObject({ data: world });
  expect(await ids()).toEqual(["demo"]);
  expect((await resolving(world.api_key, "demo-runner-01")).status).toBe(401);
  expect(await controlled.control.GET("/_sandbox/worlds/{world_id}", { params })).toMatchObject({ status: 404 });
});

test("a reset forgets users, settings and faults, keeps the keys, and brings back the seed, the clock and its standing still", async () => {
  const { control } = controlled;
  const world = await made({ is_frozen: true, now: start });
  const params = { path: { world_id: world.id } };
  await control.PATCH("/_sandbox/worlds/{world_id}/settings", { params, body: { source_form: "old" } });
  await control.POST("/_sandbox/worlds/{world_id}/faults", {
    params,
    body: { operation_id: "*", effect: "status", status: 503 },
  });
  await setClock(params, { advance: { days: 8 }, is_frozen: false });
  const reset = await control.POST("/_sandbox/worlds/{world_id}/reset", { params, body: { seed: "empty" } });
  expect(reset).toMatchObject({ data: { ...world, settings: { source_form: "new" } } });
  expect(await userCount(world.id)).toBe(0);
  expect((await resolving(world.api_key, "demo-runner-01")).status).toBe(404);
  await control.POST("/_sandbox/worlds/{world_id}/reset", { params });
  expect(await userCount(world.id)).toBe(7);
  expect((await resolving(world.api_key, "demo-runner-01")).status).toBe(200);
  await control.DELETE("/_sandbox/worlds/{world_id}", { params });
});

test("a call whose world is dropped while its body is on the way is refused", async () => {
  const world = await made({ seed: "empty" });
  const socket = await connectTo(controlled.url);
  const body = '{"client_user_id": "late"}';
  const head = `POST /v2/user/ HTTP/1.1\r\nHost: 127.0.0.1\r\nx-service-api-key: ${world.api_key}\r\ncontent-type: application/json\r\n`;
  const answer = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(bytes.toString())));
  // "100 Continue" says that the head was taken, and the key with it
  socket.write(`${head}expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 100 /);
  await controlled.control.DELETE("/_sandbox/worlds/{world_id}", { params: { path: { world_id: world.id } } });
  const late = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(bytes.toString())));
  socket.write(body);
  expect(await late).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

test("advances that are asked for at once go to the same time, and to none after the year 9999", async () => {
  const { control } = controlled;
  const world = await made({ is_frozen: true, now: start });
  const params = { path: { world_id: world.id } };
  const receiver = await Receiver.start();
  await control.POST("/_sandbox/worlds/{world_id}/endpoints", { params, body: { url: receiver.url } });
  const client = createClient({ apiKey: world.api_key, baseUrl: controlled.url, maxRetries: 0 });
  /** All of them have come before the first of them is done: it waits for a receiver. */
  const atOnce = async (body: { to: string } | { advance: { days: number } }) => {
    const held = new Promise<() => void>((resolve) => {
      receiver.answering = (_, response) => void resolve(() => response.writeHead(204).end());
    });
    await client.POST("/v3/order", { body: {} });
    const advances = [1, 2, 3].map(() => setClock(params, body));
    const release = await held;
    // A fourth that is refused when it comes: those before it have come, too
    await setClock(params, { advance: { days: -1 } });
    release();
    return (await Promise.all(advances)).map((one) => (one.ok ? one.data.now : one.status));
  };
  const to = "2026-04-01T00:00:00.000Z";
  expect(await atOnce({ to })).toEqual([to, to, to]);
  expect((await atOnce({ advance: { days: 4000 * 365 } })).filter((one) => one === 422)).toHaveLength(2);
  await control.DELETE("/_sandbox/worlds/{world_id}", { params });
  await receiver.close();
});

test("a world begins with the settings that it was made with, and comes back to them by a reset", async () => {
  const { control } = controlled;
  const world = await made({ settings: { psc_scheduling: true } });
  const params = { path: { world_id: world.id } };
  const settings = async () => {
    const result = await control.GET("/_sandbox/worlds/{world_id}", { params });
    return result.ok ? result.data.settings : undefined;
  };
  expect(await settings()).toEqual({ ...defaultSettings, psc_scheduling: true });
  await control.PATCH("/_sandbox/worlds/{world_id}/settings", { params, body: { psc_scheduling: false } });
  await control.POST("/_sandbox/worlds/{world_id}/reset", { params, body: {} });
  expect(await settings()).toEqual({ ...defaultSettings, psc_scheduling: true });
  await control.DELETE("/_sandbox/worlds/{world_id}", { params });
});
