// A world that begins with a sequence gives the same ids for the same calls.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type SandboxWorld, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { startHere } from "../commands.ts";
import { logInto } from "./complaints.ts";

const start = { seed: "empty", frozen: true, now: new Date("2026-03-02T09:00:00Z"), ids: "sequence" } as const;
const numbered = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

test("the same calls give the same ids, in each world, after a reset, and on from there in a copy and after a restart", async () => {
  const directory = mkdtempSync(join(tmpdir(), "ids-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const complaints: string[] = [];
  const options = { ...start, db: join(directory, "db"), log: logInto(complaints) };
  const first = await startSandbox(options);
  const create = async ({ apiKey }: SandboxWorld, client_user_id: string, sandbox = first) => {
    const headers = { "x-service-api-key": apiKey, "content-type": "application/json" };
    const body = JSON.stringify({ client_user_id });
    const answer = await sandbox.fetch("http://sandbox/v2/user/", { method: "POST", headers, body });
    return ((await answer.json()) as { readonly user_id: string }).user_id;
  };
  const run = async (world: SandboxWorld) => {
    const user_id = await create(world, "a");
    await world.endpoints.register({ url: "http://127.0.0.1:9/" });
    const { event_ids, order_id } = await world.stories.play("appointment_moved_twice", { user_id });
    return { user_id, event_ids, order_id, events: await world.events.all() };
  };
  const world = await first.createWorld(start);
  const ran = await run(world);
  // The lab account of an empty world is the first thing in it
  expect(ran.user_id).toBe(numbered(2));
  expect(ran.event_ids.length).toBeGreaterThan(1);
  expect(await run(await first.createWorld(start))).toEqual({ ...ran, events: expect.anything() as unknown });
  const copy = await world.copy();
  const next = await create(world, "b");
  expect(await create(copy, "b")).toBe(next);
  await world.reset();
  expect((await run(world)).event_ids).toEqual(ran.event_ids);
  await first.close();
  const second = await startSandbox(options);
  const reopened = await second.openWorld(world.id);
  expect(await create(reopened, "b", second)).toBe(next);
  await second.close();
  expect(complaints).toEqual([]);
});

test("the command begins its first world with a sequence", async () => {
  const command = await startHere(sandboxCommand, ["--port", "0", "--seed", "empty", "--ids", "sequence"]);
  const [, url = ""] = await command.printed(/Sandbox ready at (http:[\d.:/]+)/);
  const headers = { "x-service-api-key": "sk_demo_team", "content-type": "application/json" };
  const answer = await fetch(`${url}/v2/user/`, { method: "POST", headers, body: '{"client_user_id":"a"}' });
  expect(await answer.json()).toMatchObject({ user_id: numbered(2) });
  await command.stop();
});
