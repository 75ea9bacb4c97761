// Nothing is lost when the receiver or `listen` is killed: whatever was not acknowledged is sent again.
import { beforeAll, expect, test } from "vitest";
import { type Contract, readContract } from "../../../src/tools/contract/index.ts";
import { startListener } from "../../../src/tools/listen/listener.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { exampleCast } from "../../../src/tools/verify/index.ts";
import { startCommand } from "../../commands.ts";
import { depth } from "../../run/depth.ts";
import { Receiver } from "../sandbox/receiver.ts";

let contract: Contract;
beforeAll(async () => {
  contract = await readContract();
});

const user_id = exampleCast.user?.user_id ?? "";
const provider = exampleCast.connected_provider ?? "";

/** A sandbox that sends, a receiver that keeps each event before it acknowledges it, and the ids that it acknowledged. */
async function ends() {
  const sandbox = await startSandbox({ frozen: true, seed: "demo" });
  const receiver = await Receiver.start();
  const acknowledged = new Set<string>();
  receiver.answering = ({ headers }, response) => {
    acknowledged.add(headers["webhook-id"] ?? "");
    response.writeHead(204).end();
    return undefined;
  };
  return {
    sandbox,
    receiver,
    acknowledged,
    /** Data arrives on so many days. */
    async send(count: number) {
      for (let index = 0; index < count; index += 1) {
        const other = await sandbox.simulate.dataArrived({
          user_id,
          provider,
          resource: "activity",
          data: { steps: index },
        });
        expect(other.outcome).not.toBe("dropped");
      }
    },
    /** The sender takes nothing for delivered that the receiver did not acknowledge. */
    async expectHonest() {
      const taken = (await sandbox.deliveries.list({ state: "delivered" })).map(({ event_id }) => event_id);
      expect(taken.filter((id) => !acknowledged.has(id))).toEqual([]);
    },
    /** Sends again by the sandbox's schedule until everything is delivered, and compares. */
    async expectAll() {
      await expect
        .poll(async () => {
          await sandbox.clock.advance({ minutes: 30 });
          return (await sandbox.deliveries.list()).filter(({ state }) => state !== "delivered").length;
        })
        .toBe(0);
      expect((await sandbox.events.all()).filter(({ id }) => !acknowledged.has(id))).toEqual([]);
    },
    async close() {
      await sandbox.close();
      await receiver.close();
    },
  };
}

test("a receiver or a listener that goes down at any moment loses no event, and acknowledges none that it did not take", async () => {
  const { sandbox, receiver, send, expectHonest, expectAll, close } = await ends();
  const start = (port: number) =>
    startListener({
      contract,
      port,
      forward: new URL(receiver.url),
      policy: { allowedHosts: [] },
      timeoutMs: 60_000,
      signatureProblem: undefined,
      service: undefined,
      waitMs: 0,
      showValues: false,
      redact: (text) => text,
      log: () => {},
    });
  let listener = await start(0);
  try {
    await sandbox.endpoints.register({ url: listener.url });
    const { port } = new URL(listener.url);
    for (let round = 0; round < depth(20, 200); round += 1) {
      const moment = (round * 7) % 12;
      const before = receiver.received.length;
      await send(10);
      // Waits for so many deliveries, then whoever's turn it is goes down in the middle of the next
      const settled = sandbox.settled();
      await expect
        .poll(
          async () =>
            receiver.received.length - before >= Math.min(moment, 9) ||
            (await sandbox.deliveries.list({ state: "due" })).length === 0,
          { interval: 1 },
        )
        .toBe(true);
      if (round % 2 === 0) receiver.down();
      else await listener.close();
      await settled;
      await expectHonest();
      receiver.up();
      if (round % 2 === 1) listener = await start(Number(port));
      await sandbox.clock.advance({ seconds: 6 });
    }
    await expectAll();
  } finally {
    await listener.close();
    await close();
  }
});

test("kill -9 of the command in the middle of a burst loses no event", async () => {
  const { sandbox, receiver, send, expectHonest, expectAll, close } = await ends();
  const run = async (port: string) => {
    const command = startCommand("tools/cli.ts", ["listen", "--port", port, "--forward", receiver.url]);
    await command.printed("Stop with Ctrl+C.");
    return command;
  };
  try {
    const first = await run("0");
    const url = /Register (\S+)/.exec(first.output.stderr)?.[1] ?? "";
    await sandbox.endpoints.register({ url });
    await send(100);
    await expect.poll(() => receiver.received.length > 20, { interval: 1 }).toBe(true);
    first.child.kill("SIGKILL");
    await first.ended;
    await sandbox.settled();
    await expectHonest();
    const second = await run(new URL(url).port);
    await expectAll();
    second.child.kill("SIGINT");
    expect(await second.ended).toBe(0);
    expect(second.output.stdout).toMatch(/^Seen\n +\d+ {2}daily\.data\.\{resource\}\.updated\n/);
    expect(second.output.stdout).toContain(`Forwarded to ${receiver.url}, and answered 204`);
  } finally {
    await close();
  }
});
