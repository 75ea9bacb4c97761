// An event reaches each receiver signed and in the order of its user; what fails is tried again by the schedule, parked, and sent again on demand.
import { afterEach, beforeEach, expect, test } from "vitest";
import { retryDelaysMs } from "../../src/sandbox/events/courier.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { climber, connected, numbered, numbersOf, runner, walker } from "./cast.ts";
import { createUser, openWorld, useWorlds, world } from "./fresh-world.ts";
import { patient, Receiver } from "./receiver.ts";

useWorlds();

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());

/** The first delivery, and its attempts. */
async function readFirst({ deliveries } = world) {
  const [delivery] = await deliveries.list();
  const id = delivery?.id ?? 0;
  return { delivery, id, attempts: await deliveries.attempts(id) };
}

test("an event arrives as it was written, signed by the secret of its endpoint", async () => {
  const { secret, id } = await world.endpoints.register({ url: receiver.url });
  await numbered(world, runner, 1);
  await world.settled();
  const [event] = await world.events.all();
  expect(receiver.verified(secret)).toEqual([event?.payload]);
  expect(receiver.received).toMatchObject([
    {
      method: "POST",
      path: "/events",
      body: JSON.stringify(event?.payload),
      headers: { "content-type": "application/json", "webhook-id": event?.id },
    },
  ]);
  const { delivery, attempts } = await readFirst();
  expect(delivery).toEqual({
    id: delivery?.id,
    endpoint_id: id,
    event_id: event?.id,
    event_type: "daily.data.sleep.created",
    user_id: runner,
    state: "delivered",
    attempts: 1,
  });
  expect(attempts).toMatchObject([{ number: 1, at: "2026-03-02T09:00:00.000Z", answer: { status: 204, body: "" } }]);
  expect(JSON.stringify(attempts)).not.toContain(secret);
});

test("what fails is tried again at the times of the schedule, then parked, and the queue of its user continues", async () => {
  // As Standard Webhooks suggests, in seconds
  const delays = [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)];
  expect(retryDelaysMs).toEqual(delays.map((delay) => delay * 1000));
  const { secret } = await world.endpoints.register({ url: receiver.url });
  receiver.answering = ({ body }) => (body.includes('"number":1,') ? 500 : 200);
  for (const number of [1, 2, 3]) await numbered(world, runner, number);
  await world.settled();
  expect((await world.deliveries.list()).map(({ state }) => state)).toEqual(["due", "waiting", "waiting"]);
  const { delivery, id } = await readFirst();
  expect(delivery).toMatchObject({ attempts: 1, due_at: "2026-03-02T09:00:05.000Z" });

  await world.clock.advance({ seconds: delays.reduce((sum, delay) => sum + delay, 0) - 1 });
  expect(numbersOf(receiver.received, runner)).toEqual(Array(9).fill(1));
  await world.clock.advance({ seconds: 1 });
  expect(numbersOf(receiver.received, runner)).toEqual([...Array(10).fill(1), 2, 3]);
  expect(new Set(receiver.ids)).toHaveProperty("size", 3);

  let at = Date.parse("2026-03-02T09:00:00Z");
  const times = [at, ...delays.map((delay) => (at += delay * 1000))].map((ms) => new Date(ms).toISOString());
  expect((await readFirst()).attempts.map((one) => [one.number, one.at, one.answer?.status])).toEqual(
    times.map((time, index) => [index + 1, time, 500]),
  );
  expect((await world.deliveries.list({ state: "parked" })).map((one) => one.id)).toEqual([id]);

  receiver.answering = () => 200;
  await world.deliveries.resend({ delivery_id: id });
  await world.settled();
  expect((await world.deliveries.list()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  expect((await readFirst()).attempts).toHaveLength(11);
  expect(receiver.verified(secret)).toHaveLength(13);
});

test("only 2xx is success: redirects are not followed, and 410 is nothing special", async () => {
  const other = await Receiver.start();
  try {
    await world.endpoints.register({ url: receiver.url });
    const statuses = [300, 301, 307, 308, 400, 404, 410, 429, 503, 299];
    receiver.answering = (_, response) => {
      const status = statuses[receiver.received.length - 1] ?? 200;
      response.writeHead(status, { location: other.url }).end();
      return undefined;
    };
    await numbered(world, runner, 1);
    await world.clock.advance({ days: 5 });
    expect(other.received).toEqual([]);
    const [delivery] = await world.deliveries.list();
    expect(delivery).toMatchObject({ state: "delivered", attempts: 10 });
    expect((await world.deliveries.attempts(delivery?.id ?? 0)).map(({ answer }) => answer?.status)).toEqual(statuses);
  } finally {
    await other.close();
  }
});

test("a receiver that does not answer in time is given up and tried again", async () => {
  const impatient = await startSandbox({ frozen: true, deliveryTimeoutMs: 500 });
  try {
    await impatient.endpoints.register({ url: receiver.url });
    // On a busy machine the first byte may come too late, too: it is sent until one was in time
    const half = async () => (await readFirst(impatient)).attempts.find(({ answer }) => answer?.status === 500);
    receiver.answering = async (_, response) => {
      if ((await half()) !== undefined) return 200;
      // Never, or with the first byte only
      if (receiver.received.length > 1) response.writeHead(500).write("half");
      return undefined;
    };
    await numbered(impatient, runner, 1);
    await impatient.clock.advance({ days: 5 });
    expect(await impatient.deliveries.list()).toMatchObject([{ state: "delivered" }]);
    const [never] = (await readFirst(impatient)).attempts;
    expect(never).toMatchObject({ error: "no whole answer within 0.5 s" });
    expect(never?.answer).toBeNull();
    expect(await half()).toMatchObject({ answer: { body: "half" }, error: "no whole answer within 0.5 s" });
  } finally {
    await impatient.close();
  }
});

test("the events of one user are not held up by those of another, nor one endpoint by another", async () => {
  const other = await Receiver.start();
  try {
    for (const { url } of [receiver, other]) await world.endpoints.register({ url });
    for (const user of [walker, climber]) await connected(world, user);
    await world.settled();
    receiver.answering = ({ body }) => (body.includes(walker) ? 500 : 200);
    let answerClimber = () => {};
    other.answering = ({ body }, response) => {
      if (!body.includes(climber)) return 200;
      answerClimber = () => void response.writeHead(500).end();
      return undefined;
    };
    for (const number of [1, 2, 3]) for (const user of [walker, runner, climber]) await numbered(world, user, number);
    const settled = world.settled();
    const numbers = ({ received }: Receiver) => [walker, runner, climber].map((user) => numbersOf(received, user));
    const all = [1, 2, 3];
    // While one of them still waits for its answer
    await expect
      .poll(() => [receiver, other].map(numbers))
      .toEqual([
        [[1], all, all],
        [all, all, [1]],
      ]);
    answerClimber();
    await settled;
    expect([receiver, other].map(numbers)).toEqual([
      [[1], all, all],
      [all, all, [1]],
    ]);
  } finally {
    await other.close();
  }
});

test("an endpoint that is removed during an attempt, or a world that is reset, is not an error", async () => {
  const { id } = await world.endpoints.register({ url: receiver.url });
  receiver.answering = async (_, response) => {
    if (receiver.received.length === 1) await world.endpoints.remove(id);
    else await world.reset();
    response.writeHead(200).end();
    return undefined;
  };
  for (const number of [1, 2]) await numbered(world, runner, number);
  await world.settled();
  expect(await world.deliveries.list()).toEqual([]);
  await world.endpoints.register({ url: receiver.url });
  await numbered(world, runner, 3);
  await world.settled();
  expect(numbersOf(receiver.received)).toEqual([1, 3]);
  expect(await world.deliveries.list()).toEqual([]);
});

test("what was sent again during an attempt keeps its order, and the attempt is noted", async () => {
  await world.endpoints.register({ url: receiver.url });
  await numbered(world, runner, 1);
  await world.settled();
  const { id } = await readFirst();
  receiver.answering = async () => {
    // While the second is under way, the first is put before it
    if (receiver.received.length === 2) await world.deliveries.resend({ delivery_id: id });
    return receiver.received.length === 2 ? 500 : 200;
  };
  await numbered(world, runner, 2);
  await world.settled();
  expect(numbersOf(receiver.received, runner)).toEqual([1, 2, 1, 2]);
  expect(await world.deliveries.list()).toMatchObject([{ state: "delivered" }, { state: "delivered", attempts: 2 }]);
});

test("a clock that runs retries by itself, and can be advanced too", async () => {
  await openWorld({ frozen: false });
  await world.endpoints.register({ url: receiver.url });
  receiver.answering = () => (receiver.received.length > 2 ? 200 : 500);
  await numbered(world, runner, 1);
  await world.settled();
  await world.clock.advance({ minutes: 6 });
  expect(await world.deliveries.list()).toMatchObject([{ state: "delivered", attempts: 3 }]);
  const at = (await readFirst()).attempts.map((one) => Date.parse(one.at));
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(5000);
  // Each at its time or soon after: a busy machine may be late, by less than to the next one
  expect(gaps[0]).toBeLessThan(300_000);
  expect(gaps[1]).toBeGreaterThanOrEqual(300_000);
  expect(gaps[1]).toBeLessThan(1_800_000);
});

test("of an answer the first 2 KB are kept, and an endless one ends the connection", async () => {
  await world.endpoints.register({ url: receiver.url });
  receiver.answering = (_, response) => {
    response.writeHead(200);
    const flood = () => {
      while (!response.destroyed && response.write("ä".repeat(8192)));
      if (!response.destroyed) response.once("drain", flood);
    };
    flood();
    return undefined;
  };
  await numbered(world, runner, 1);
  await world.settled();
  const { delivery, attempts } = await readFirst();
  expect(delivery).toMatchObject({ state: "delivered" });
  const [attempt] = attempts;
  expect(attempt?.answer?.body).toBe("ä".repeat(1024));
  // Not by the deadline
  expect(attempt?.error).toBeNull();
});

test("it is settled at once with nothing to send, and when the sandbox is closed meanwhile", async () => {
  await world.settled();
  const other = await startSandbox(patient);
  await other.endpoints.register({ url: receiver.url });
  receiver.answering = () => undefined;
  await numbered(other, runner, 1);
  const settled = other.settled();
  await other.close();
  await settled;
});

test("the log of events is read by user and by type, and the next one is awaited", async () => {
  const nextSleep = world.events.next("daily.data.{resource}.created");
  await numbered(world, runner, 1);
  expect((await nextSleep).payload.event_type).toBe("daily.data.sleep.created");
  await connected(world, walker);
  await numbered(world, walker, 2);
  expect((await world.events.ofUser(walker.toUpperCase())).map(({ event_type }) => event_type)).toEqual([
    "provider.connection.created",
    "daily.data.sleep.created",
  ]);
  const [made] = await world.events.ofType("provider.connection.created");
  expect(made).toMatchObject({ user_id: walker, at: "2026-03-02T09:00:00.000Z" });
  expect(made?.payload.data.provider).toMatchObject({ slug: "demo_ring" });
  // Each call returns a later one of the type
  expect(await world.events.next("daily.data.{resource}.created")).toMatchObject({ user_id: walker });
  expect(await world.events.next("provider.connection.created")).toEqual(made);
  expect(await world.events.next()).toMatchObject({ user_id: runner });
  const after = made?.id ?? "";
  expect(await world.events.next("daily.data.sleep.created", { after })).toMatchObject({ user_id: walker });
  await expect(world.events.next("order.{event}", { timeoutMs: 1 })).rejects.toThrow(
    /Expected another order.*connection.created, daily.data.sleep.created/,
  );
});

test("calls for the next event that wait at the same time get one each, in turn, and one that fails takes none", async () => {
  const { next, all } = world.events;
  const waiting = [1, 2].map(() => next(undefined, { timeoutMs: 60_000 }));
  const refused = expect(next(undefined, { after: "none" })).rejects.toThrow('No event has the id "none".');
  // The others still wait
  await expect(next(undefined, { timeoutMs: 1 })).rejects.toThrow("Expected another event within 1 ms");
  for (const number of [1, 2]) await numbered(world, runner, number);
  await refused;
  expect(await Promise.all(waiting)).toEqual(await all());
  await expect(next(undefined, { timeoutMs: 1 })).rejects.toThrow("Expected another event within 1 ms");
  for (const number of [3, 4]) await numbered(world, runner, number);
  expect(await Promise.all([next(), next()])).toEqual((await all()).slice(2));
});

test("many users at once get all of their events, each user's in order, at most 32 at once", async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, (_, index) => createUser(`user-${index}`)));
  for (const user of ids) await connected(world, user);
  await world.endpoints.register({ url: receiver.url });
  const released = Promise.withResolvers<number>();
  receiver.answering = () => released.promise;
  for (let number = 0; number < 8; number += 1) for (const user of ids) await numbered(world, user, number);
  // While none is answered no more arrive, however long one waits
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(32);
  for (let calls = 0; calls < 20; calls += 1) await world.deliveries.list();
  expect(receiver.received).toHaveLength(32);
  released.resolve(200);
  await world.settled();
  expect(receiver.received).toHaveLength(ids.length * 8);
  for (const user of ids) expect(numbersOf(receiver.received, user)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
