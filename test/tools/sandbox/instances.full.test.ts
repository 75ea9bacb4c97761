// A sandbox that is killed in the middle of its work is replaced by another one on the same PostgreSQL.
import { describe, expect, test } from "vitest";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { startCommand } from "../../commands.ts";
import { needs } from "../../run/needs.ts";
import { numbered, numbersOf, runner } from "./cast.ts";
import { databaseForTest, runSql } from "./postgres.ts";
import { Receiver } from "./receiver.ts";

describe.runIf(needs("PostgreSQL"))("on one PostgreSQL", () => {
  test("another sandbox does what a killed one had begun: its deliveries in order, and its advance of the clock", async () => {
    const db = await databaseForTest();
    const receiver = await Receiver.start();
    const startMs = Date.parse("2026-03-02T09:00:00Z");
    const sandbox = await startSandbox({ db, frozen: true, now: new Date(startMs) });
    const killed = startCommand("tools/cli.ts", ["sandbox", "--port", "0", "--db", db]);
    try {
      const [, url] = await killed.printed(/^Sandbox ready at (\S+),/m);
      const headers = { "x-sandbox-control": "1", "content-type": "application/json" };
      const control = (path: string, body: object) =>
        fetch(`${url}/_sandbox/worlds/demo/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      await sandbox.endpoints.register({ url: receiver.url });
      const arrived = Promise.withResolvers<void>();
      receiver.answering = () => {
        if (receiver.received.length > 1) return 204;
        arrived.resolve();
        return undefined;
      };
      const data = { number: 1 };
      await control("simulate/dataArrived", { user_id: runner, provider: "demo_ring", resource: "sleep", data });
      await arrived.promise;
      // It waits for the delivery
      const advanced = control("clock/advance", { hours: 1 }).catch(() => {});
      const kept = "SELECT value::json ->> 'advancesToMs' AS ms FROM worlds";
      await expect.poll(() => runSql(db, kept)).toEqual([{ ms: String(startMs + 3_600_000) }]);
      await numbered(sandbox, runner, 2);
      killed.child.kill("SIGKILL");
      await Promise.all([killed.ended, advanced]);
      await sandbox.settled();
      expect(numbersOf(receiver.received, runner)).toEqual([1, 1, 2]);
      expect(new Set(receiver.ids).size).toBe(2);
      await expect.poll(() => sandbox.clock.now().getTime()).toBe(startMs + 3_600_000);
    } finally {
      killed.child.kill("SIGKILL");
      await killed.ended;
      await sandbox.close();
      await receiver.close();
    }
  });
});
