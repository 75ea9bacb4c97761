// A sandbox that is killed in the middle of its work: the next one on its database goes on with it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { startCommand } from "../commands.ts";
import { numbered, numbersOf, runner } from "./cast.ts";
import { patient, Receiver } from "./receiver.ts";

test("the next sandbox does what a killed one had begun: its deliveries in order, and its advance of the clock", async () => {
  const directory = mkdtempSync(join(tmpdir(), "killed-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const db = join(directory, "sandbox.db");
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  const startMs = Date.parse("2026-03-02T09:00:00Z");
  const first = await startSandbox({ db, frozen: true, now: new Date(startMs) });
  await first.endpoints.register({ url: receiver.url });
  await first.close();
  const killed = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", db]);
  onTestFinished(() => void killed.child.kill("SIGKILL"));
  const [, url] = await killed.printed(/^Sandbox ready at (\S+),/m);
  const headers = { "x-sandbox-control": "1", "content-type": "application/json" };
  const control = (method: string, path: string, body: object) =>
    fetch(`${url}/_sandbox/worlds/demo/${path}`, { method, headers, body: JSON.stringify(body) });
  const arrived = Promise.withResolvers<void>();
  receiver.answering = () => {
    if (receiver.received.length > 1) return 204;
    arrived.resolve();
    return undefined;
  };
  for (const number of [1, 2]) {
    const data = { name: "dataArrived", user_id: runner, provider: "demo_ring", resource: "sleep", data: { number } };
    expect((await control("POST", "happenings", data)).status).toBe(200);
  }
  await arrived.promise;
  // It waits for the delivery, and is kept long before so many other calls are answered
  const advanced = control("PATCH", "clock", { advance: { hours: 1 } }).catch(() => {});
  for (let calls = 0; calls < 20; calls += 1) await control("PATCH", "clock", { is_frozen: true });
  killed.child.kill("SIGKILL");
  await Promise.all([killed.ended, advanced]);
  const next = await startSandbox({ db, ...patient });
  onTestFinished(() => next.close());
  await expect.poll(async () => (await next.clock.now()).getTime()).toBe(startMs + 3_600_000);
  await numbered(next, runner, 3);
  await next.settled();
  expect(numbersOf(receiver.received, runner)).toEqual([1, 1, 2, 3]);
  expect(new Set(receiver.ids).size).toBe(3);
});
