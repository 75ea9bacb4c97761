// Whatever a receiver does, each event arrives at least once and none is missing, in order per user: over random users, events and failures.
import fc from "fast-check";
import { expect, test } from "vitest";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { depth } from "../../run/depth.ts";
import { climber, connected, numbered, numbersOf, runner, walker } from "./cast.ts";
import { patient, Receiver } from "./receiver.ts";

const users = [runner, walker, climber];

/** What a receiver does with one attempt. Nine failures of one event are the most before it is parked. */
const failure = fc.constantFrom("500", "redirect", "reset", "half");

const story = fc.record({
  /** Whose data arrives, one after the other, and how far the clock goes in between. */
  events: fc.array(fc.record({ user: fc.constantFrom(...users), seconds: fc.constantFrom(0, 0, 0, 1, 5, 301) }), {
    minLength: 1,
    maxLength: 40,
    size: "max",
  }),
  /** What becomes of the attempts, in the order of their arrival; further ones succeed. */
  failures: fc.array(fc.option(failure, { freq: 2 }), { maxLength: 30, size: "max" }),
  /** Which attempt gets no answer at all, in a third of the runs: the sandbox waits for each in real time. */
  silence: fc.option(fc.nat(9), { freq: 2 }),
  /** Between which events the receiver goes away and comes back. */
  outages: fc.array(fc.record({ from: fc.nat(39), length: fc.integer({ min: 1, max: 10 }) }), { maxLength: 2 }),
});

test("every event arrives, and a user's in order", async () => {
  const property = fc.asyncProperty(story, async ({ events, failures, outages, silence }) => {
    const receiver = await Receiver.start();
    const logged: string[] = [];
    const sandbox = await startSandbox({
      frozen: true,
      now: new Date("2026-03-02T09:00:00Z"),
      // Where each attempt is answered, or its connection ends, only a hang takes longer
      ...(silence === null ? patient : { deliveryTimeoutMs: 1_500 }),
      log: (line) => void logged.push(line),
    });
    try {
      for (const user of users) await connected(sandbox, user);
      const { secret } = await sandbox.endpoints.register({ url: receiver.url });
      /** The ids that were answered with success, in order. */
      const taken: string[] = [];
      const failed = new Map<string, number>();
      let attempts = 0;
      receiver.answering = ({ headers }, response) => {
        const id = headers["webhook-id"] ?? "";
        attempts += 1;
        if (attempts - 1 === silence) return undefined;
        const kind = failures.shift();
        if (kind == null || (failed.get(id) ?? 0) >= 7) {
          taken.push(id);
          return 200;
        }
        failed.set(id, (failed.get(id) ?? 0) + 1);
        if (kind === "500") return 500;
        if (kind === "redirect") response.writeHead(307, { location: receiver.url }).end();
        if (kind === "reset") response.socket?.resetAndDestroy();
        if (kind === "half") {
          const ending = () => void response.socket?.destroy();
          response.writeHead(503, { "content-length": "100" }).write("half", ending);
        }
        return undefined;
      };
      for (const [index, { user, seconds }] of events.entries()) {
        const isOut = outages.some(({ from, length }) => index >= from && index < from + length);
        if (isOut) receiver.down();
        else receiver.up();
        await numbered(sandbox, user, index);
        if (seconds > 0) await sandbox.clock.advance({ seconds });
      }
      receiver.up();
      await sandbox.clock.advance({ days: 30 });

      expect((await sandbox.deliveries.list()).filter(({ state }) => state !== "delivered")).toEqual([]);
      // Of users: who took an event has seen all earlier ones of that user
      const first = [...new Set(taken)];
      expect(first.length).toBe(events.length);
      for (const user of users) {
        const sent = (await sandbox.events.ofUser(user))
          .filter(({ event_type }) => event_type.startsWith("daily."))
          .map(({ id }) => id);
        expect(first.filter((id) => sent.includes(id))).toEqual(sent);
        // A later one is not even tried before an earlier one was taken
        const numbers = numbersOf(receiver.received, user);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      }
      expect(receiver.verified(secret)).toHaveLength(receiver.received.length);
      expect(logged).toEqual([]);
    } finally {
      await sandbox.close();
      await receiver.close();
    }
  });
  // A failure prints the seed
  await fc.assert(property, { numRuns: depth(6, 40) });
});

test("many users at once get all of their events, each user's in order, at most 32 at once", async () => {
  const receiver = await Receiver.start();
  const sandbox = await startSandbox({ ...patient, seed: "empty", frozen: true });
  const count = depth(50, 150);
  try {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const answer = await sandbox.fetch("http://sandbox/v2/user/", {
        method: "POST",
        headers: { "x-service-api-key": sandbox.apiKey, "content-type": "application/json" },
        body: JSON.stringify({ client_user_id: `user-${index}` }),
      });
      ids.push(((await answer.json()) as { user_id: string }).user_id);
    }
    for (const user of ids) await connected(sandbox, user);
    await sandbox.endpoints.register({ url: receiver.url });
    const released = Promise.withResolvers<number>();
    receiver.answering = () => released.promise;
    for (let number = 0; number < 8; number += 1) for (const user of ids) await numbered(sandbox, user, number);
    // While none is answered no more arrive, however long one waits
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(32);
    for (let calls = 0; calls < 20; calls += 1) await sandbox.deliveries.list();
    expect(receiver.received).toHaveLength(32);
    released.resolve(200);
    await sandbox.settled();
    expect(receiver.received).toHaveLength(count * 8);
    for (const user of ids) expect(numbersOf(receiver.received, user)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  } finally {
    await sandbox.close();
    await receiver.close();
  }
});
