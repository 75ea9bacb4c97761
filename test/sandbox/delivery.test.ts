// Events on their way to real receivers: signed, tried again by the schedule, parked, and sent again; each user's in order, at most so many at once.
import { afterEach, beforeEach, expect, test } from "vitest";
import { retryDelaysMs } from "../../src/sandbox/events/courier.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { depth } from "../run/depth.ts";
import { climber, connected, numbered, numbersOf, runner, walker } from "./cast.ts";
import { patient, Receiver } from "./receiver.ts";

const start = Date.parse("2026-03-02T09:00:00Z");
const logged: string[] = [];
let sandbox: Sandbox;
let receiver: Receiver;

const started = (options: SandboxOptions = {}) =>
  startSandbox({
    frozen: true,
    now: new Date(start),
    ...patient,
    log: (line) => void logged.push(line),
    ...options,
  });

beforeEach(async () => {
  [sandbox, receiver] = await Promise.all([started(), Receiver.start()]);
});
afterEach(async () => {
  await Promise.all([sandbox.close(), receiver.close()]);
  expect(logged).toEqual([]);
});

test("an event arrives as it was written, signed by the secret of its endpoint", async () => {
  const { secret, id } = await sandbox.endpoints.register({ url: receiver.url });
  await numbered(sandbox, runner, 1);
  await sandbox.settled();
  const [event] = await sandbox.events.all();
  expect(receiver.verified(secret)).toEqual([event?.payload]);
  expect(receiver.received).toMatchObject([
    {
      method: "POST",
      path: "/events",
      body: JSON.stringify(event?.payload),
      headers: { "content-type": "application/json", "webhook-id": event?.id },
    },
  ]);
  const [delivery] = await sandbox.deliveries.list();
  expect(delivery).toEqual({
    id: delivery?.id,
    endpoint_id: id,
    event_id: event?.id,
    event_type: "daily.data.sleep.created",
    user_id: runner,
    state: "delivered",
    attempts: 1,
  });
  const attempts = await sandbox.deliveries.attempts(delivery?.id ?? 0);
  expect(attempts).toMatchObject([{ number: 1, at: "2026-03-02T09:00:00.000Z", answer: { status: 204, body: "" } }]);
  expect(JSON.stringify(attempts)).not.toContain(secret);
});

test("the schedule is the one that Standard Webhooks suggests", () => {
  const seconds = [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)];
  expect(retryDelaysMs).toEqual(seconds.map((delay) => delay * 1000));
});

test("what fails is tried again at the times of the schedule, then parked, and the queue of its user continues", async () => {
  const { secret } = await sandbox.endpoints.register({ url: receiver.url });
  receiver.answering = ({ body }) => (body.includes('"number":1,') ? 500 : 200);
  for (const number of [1, 2, 3]) await numbered(sandbox, runner, number);
  await sandbox.settled();
  expect((await sandbox.deliveries.list()).map(({ state }) => state)).toEqual(["due", "waiting", "waiting"]);
  const [first] = await sandbox.deliveries.list();
  const id = first?.id ?? 0;
  expect(first).toMatchObject({ attempts: 1, due_at: "2026-03-02T09:00:05.000Z" });

  const whole = retryDelaysMs.reduce((sum, delay) => sum + delay, 0);
  await sandbox.clock.advance({ seconds: whole / 1000 - 1 });
  expect(numbersOf(receiver.received, runner)).toEqual(Array(9).fill(1));
  await sandbox.clock.advance({ seconds: 1 });
  expect(numbersOf(receiver.received, runner)).toEqual([...Array(10).fill(1), 2, 3]);
  expect(new Set(receiver.ids)).toHaveProperty("size", 3);

  let at = start;
  const times = [at, ...retryDelaysMs.map((delay) => (at += delay))].map((ms) => new Date(ms).toISOString());
  expect((await sandbox.deliveries.attempts(id)).map((one) => [one.number, one.at, one.answer?.status])).toEqual(
    times.map((time, index) => [index + 1, time, 500]),
  );
  expect((await sandbox.deliveries.list({ state: "parked" })).map((one) => one.id)).toEqual([id]);

  receiver.answering = () => 200;
  await sandbox.deliveries.resend({ delivery_id: id });
  await sandbox.settled();
  expect((await sandbox.deliveries.list()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  expect(await sandbox.deliveries.attempts(id)).toHaveLength(11);
  expect(receiver.verified(secret)).toHaveLength(13);
});

test("a parked event that is sent again is retried by the schedule from its start, before later ones", async () => {
  await sandbox.endpoints.register({ url: receiver.url });
  receiver.answering = () => 500;
  await numbered(sandbox, runner, 1);
  await sandbox.clock.advance({ days: 5 });
  const [parked] = await sandbox.deliveries.list({ state: "parked" });
  await numbered(sandbox, runner, 2);
  await sandbox.settled();
  expect(await sandbox.deliveries.resend({ delivery_id: parked?.id ?? 0 })).toBe(1);
  await sandbox.settled();
  expect(await sandbox.deliveries.list()).toMatchObject([{ state: "due", attempts: 1 }, { state: "waiting" }]);
  receiver.received.length = 0;
  receiver.answering = () => 200;
  await sandbox.clock.advance({ seconds: 5 });
  expect(numbersOf(receiver.received, runner)).toEqual([1, 2]);
});

test("a delivered one is sent again with the same id, and a waiting one is not sent before its turn", async () => {
  await sandbox.endpoints.register({ url: receiver.url });
  await numbered(sandbox, runner, 1);
  await sandbox.settled();
  const [delivered] = await sandbox.deliveries.list();
  await sandbox.deliveries.resend({ delivery_id: delivered?.id ?? 0 });
  await sandbox.settled();
  expect(new Set(receiver.ids).size).toBe(1);
  expect(receiver.ids).toHaveLength(2);
  receiver.answering = () => 500;
  for (const number of [2, 3]) await numbered(sandbox, runner, number);
  await sandbox.settled();
  const [due] = await sandbox.deliveries.list({ state: "due" });
  const [waiting] = await sandbox.deliveries.list({ state: "waiting" });
  await expect(() => sandbox.deliveries.resend({ delivery_id: waiting?.id ?? 0 })).rejects.toThrow(
    /waits for an earlier event/,
  );
  await expect(() => sandbox.deliveries.resend({ delivery_id: 999 })).rejects.toThrow(/No delivery/);
  receiver.answering = () => 200;
  await sandbox.deliveries.resend({ delivery_id: due?.id ?? 0 });
  await sandbox.settled();
  expect(numbersOf(receiver.received, runner)).toEqual([1, 1, 2, 2, 3]);
});

test("only 2xx is success: redirects are not followed, and 410 is nothing special", async () => {
  const other = await Receiver.start();
  try {
    await sandbox.endpoints.register({ url: receiver.url });
    const statuses = [300, 301, 307, 308, 400, 404, 410, 429, 503, 299];
    receiver.answering = (_, response) => {
      const status = statuses[receiver.received.length - 1] ?? 200;
      response.writeHead(status, { location: other.url }).end();
      return undefined;
    };
    await numbered(sandbox, runner, 1);
    await sandbox.clock.advance({ days: 5 });
    expect(other.received).toEqual([]);
    const [delivery] = await sandbox.deliveries.list();
    expect(delivery).toMatchObject({ state: "delivered", attempts: 10 });
    expect((await sandbox.deliveries.attempts(delivery?.id ?? 0)).map(({ answer }) => answer?.status)).toEqual(
      statuses,
    );
  } finally {
    await other.close();
  }
});

test("a receiver that does not answer in time is given up and tried again", async () => {
  const impatient = await started({ deliveryTimeoutMs: 500 });
  try {
    await impatient.endpoints.register({ url: receiver.url });
    const attempts = async () =>
      (
        await Promise.all((await impatient.deliveries.list()).map(({ id }) => impatient.deliveries.attempts(id)))
      ).flat();
    // On a busy machine the first byte may come too late, too: it is sent until one was in time
    const half = async () => (await attempts()).find(({ answer }) => answer?.status === 500);
    receiver.answering = async (_, response) => {
      if ((await half()) !== undefined) return 200;
      // Never, or with the first byte only
      if (receiver.received.length > 1) response.writeHead(500).write("half");
      return undefined;
    };
    await numbered(impatient, runner, 1);
    await impatient.clock.advance({ days: 5 });
    expect(await impatient.deliveries.list()).toMatchObject([{ state: "delivered" }]);
    const [never] = await attempts();
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
    for (const { url } of [receiver, other]) await sandbox.endpoints.register({ url });
    for (const user of [walker, climber]) await connected(sandbox, user);
    await sandbox.settled();
    receiver.answering = ({ body }) => (body.includes(walker) ? 500 : 200);
    let answerClimber = () => {};
    other.answering = ({ body }, response) => {
      if (!body.includes(climber)) return 200;
      answerClimber = () => void response.writeHead(500).end();
      return undefined;
    };
    for (const number of [1, 2, 3]) for (const user of [walker, runner, climber]) await numbered(sandbox, user, number);
    const settled = sandbox.settled();
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
  const { id } = await sandbox.endpoints.register({ url: receiver.url });
  receiver.answering = async (_, response) => {
    if (receiver.received.length === 1) await sandbox.endpoints.remove(id);
    else await sandbox.reset();
    response.writeHead(200).end();
    return undefined;
  };
  for (const number of [1, 2]) await numbered(sandbox, runner, number);
  await sandbox.settled();
  expect(await sandbox.deliveries.list()).toEqual([]);
  await sandbox.endpoints.register({ url: receiver.url });
  await numbered(sandbox, runner, 3);
  await sandbox.settled();
  expect(numbersOf(receiver.received)).toEqual([1, 3]);
  expect(await sandbox.deliveries.list()).toEqual([]);
});

test("what was sent again during an attempt keeps its order, and the attempt is noted", async () => {
  await sandbox.endpoints.register({ url: receiver.url });
  await numbered(sandbox, runner, 1);
  await sandbox.settled();
  const [first] = await sandbox.deliveries.list();
  receiver.answering = async () => {
    // While the second is under way, the first is put before it
    if (receiver.received.length === 2) await sandbox.deliveries.resend({ delivery_id: first?.id ?? 0 });
    return receiver.received.length === 2 ? 500 : 200;
  };
  await numbered(sandbox, runner, 2);
  await sandbox.settled();
  expect(numbersOf(receiver.received, runner)).toEqual([1, 2, 1, 2]);
  expect(await sandbox.deliveries.list()).toMatchObject([{ state: "delivered" }, { state: "delivered", attempts: 2 }]);
});

test("a clock that runs retries by itself, and can be advanced too", async () => {
  const world = await sandbox.createWorld();
  await world.endpoints.register({ url: receiver.url });
  receiver.answering = () => (receiver.received.length > 2 ? 200 : 500);
  await numbered(world, runner, 1);
  await world.settled();
  expect(await world.deliveries.list()).toMatchObject([{ state: "due", attempts: 1 }]);
  await world.clock.advance({ minutes: 6 });
  expect(await world.deliveries.list()).toMatchObject([{ state: "delivered", attempts: 3 }]);
  const at = (await world.deliveries.attempts((await world.deliveries.list())[0]?.id ?? 0)).map((one) =>
    Date.parse(one.at),
  );
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(5000);
  // Each at its time or soon after: a busy machine may be late, by less than to the next one
  expect(gaps[0]).toBeLessThan(300_000);
  expect(gaps[1]).toBeGreaterThanOrEqual(300_000);
  expect(gaps[1]).toBeLessThan(1_800_000);
});

test("of an answer the first 2 KB are kept, and an endless one ends the connection", async () => {
  await sandbox.endpoints.register({ url: receiver.url });
  receiver.answering = (_, response) => {
    response.writeHead(200);
    const flood = () => {
      while (!response.destroyed && response.write("ä".repeat(8192)));
      if (!response.destroyed) response.once("drain", flood);
    };
    flood();
    return undefined;
  };
  await numbered(sandbox, runner, 1);
  await sandbox.settled();
  const [delivery] = await sandbox.deliveries.list();
  expect(delivery).toMatchObject({ state: "delivered" });
  const [attempt] = await sandbox.deliveries.attempts(delivery?.id ?? 0);
  expect(attempt?.answer?.body).toBe("ä".repeat(1024));
  // Not by the deadline
  expect(attempt?.error).toBeNull();
});

test("it is settled at once with nothing to send, and when the sandbox is closed meanwhile", async () => {
  await sandbox.settled();
  const other = await started();
  await other.endpoints.register({ url: receiver.url });
  receiver.answering = () => undefined;
  await numbered(other, runner, 1);
  const settled = other.settled();
  await other.close();
  await settled;
});

test("the log of events is read by user and by type, and the next one is awaited", async () => {
  const nextSleep = sandbox.events.next("daily.data.{resource}.created");
  await numbered(sandbox, runner, 1);
  expect((await nextSleep).payload.event_type).toBe("daily.data.sleep.created");
  await connected(sandbox, walker);
  await numbered(sandbox, walker, 2);
  expect((await sandbox.events.ofUser(walker.toUpperCase())).map(({ event_type }) => event_type)).toEqual([
    "provider.connection.created",
    "daily.data.sleep.created",
  ]);
  const [made] = await sandbox.events.ofType("provider.connection.created");
  expect(made).toMatchObject({ user_id: walker, at: "2026-03-02T09:00:00.000Z" });
  expect(made?.payload.data.provider).toMatchObject({ slug: "demo_ring" });
  // Each call returns a later one of the type
  expect(await sandbox.events.next("daily.data.{resource}.created")).toMatchObject({ user_id: walker });
  expect(await sandbox.events.next("provider.connection.created")).toEqual(made);
  expect(await sandbox.events.next()).toMatchObject({ user_id: runner });
  const after = made?.id ?? "";
  expect(await sandbox.events.next("daily.data.sleep.created", { after })).toMatchObject({ user_id: walker });
  await expect(sandbox.events.next("order.{event}", { timeoutMs: 1 })).rejects.toThrow(
    /Expected another order.*connection.created, daily.data.sleep.created/,
  );
});

test("many users at once get all of their events, each user's in order, at most 32 at once", async () => {
  const many = await started({ seed: "empty" });
  const count = depth(50, 150);
  try {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const answer = await many.fetch("http://sandbox/v2/user/", {
        method: "POST",
        headers: { "x-service-api-key": many.apiKey, "content-type": "application/json" },
        body: JSON.stringify({ client_user_id: `user-${index}` }),
      });
      ids.push(((await answer.json()) as { user_id: string }).user_id);
    }
    for (const user of ids) await connected(many, user);
    await many.endpoints.register({ url: receiver.url });
    const released = Promise.withResolvers<number>();
    receiver.answering = () => released.promise;
    for (let number = 0; number < 8; number += 1) for (const user of ids) await numbered(many, user, number);
    // While none is answered no more arrive, however long one waits
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(32);
    for (let calls = 0; calls < 20; calls += 1) await many.deliveries.list();
    expect(receiver.received).toHaveLength(32);
    released.resolve(200);
    await many.settled();
    expect(receiver.received).toHaveLength(count * 8);
    for (const user of ids) expect(numbersOf(receiver.received, user)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  } finally {
    await many.close();
  }
});
