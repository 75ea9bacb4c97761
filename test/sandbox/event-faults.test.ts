// An event fault does to the deliveries of a real receiver what it says, where and as long as it applies.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type NewFault, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { climber, connected, numbered, numbersOf, runner, walker, walkIn } from "./cast.ts";
import { useWorlds, world } from "./fresh-world.ts";
import { patient, type Received, Receiver } from "./receiver.ts";

useWorlds();

let receiver: Receiver;
let secret: string;
let endpoint: string;

beforeEach(async () => {
  receiver = await Receiver.start();
  for (const user of [walker, climber]) await connected(world, user);
  ({ secret, id: endpoint } = await world.endpoints.register({ url: receiver.url }));
});
afterEach(() => receiver.close());

type NewEventFault = Extract<NewFault, { readonly endpoint_id: string }>;

const addFault = (fault: object) => world.faults.add({ endpoint_id: "*", ...fault } as NewEventFault);

/** Lets data of users arrive, one after the other, numbered from 1; resolves when all that is due was sent. */
async function arrived(...users: string[]): Promise<void> {
  for (const [index, user] of users.entries()) await numbered(world, user, index + 1);
  await world.settled();
}

/** The numbers of all events in the order of their arrival. */
const numbers = () => numbersOf(receiver.received);

/** The attempts of all deliveries, each by what makes it unlike a usual one. */
async function attempts() {
  const deliveries = await world.deliveries.list();
  return (await Promise.all(deliveries.map(({ id }) => world.deliveries.attempts(id))))
    .flat()
    .map(({ faults, is_additional, answer, request }) => ({
      effects: faults.map(({ effect }) => effect),
      is_additional,
      status: answer?.status,
      isChanged: request.body !== undefined,
    }));
}

const isVerified = ({ body, headers }: Received) => {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
};

test("a delayed event stays delayed when an earlier one is sent again, and is sent by itself when its time has come", async () => {
  await addFault({ effect: "redelivery", delay: { hours: 1 }, count: 1 });
  await arrived(runner);
  await addFault({ effect: "delay", delay: { hours: 2 }, count: 1 });
  await numbered(world, runner, 2);
  await world.clock.advance({ hours: 1 });
  expect(numbers()).toEqual([1, 1]);
  await world.clock.advance({ minutes: 59, seconds: 59.9 });
  expect(numbers()).toEqual([1, 1]);
  await world.clock.resume();
  await expect.poll(numbers).toEqual([1, 1, 2]);
});

test("what was decided for an attempt that a stop broke off is done to the next attempt", async () => {
  const directory = mkdtempSync(join(tmpdir(), "event-faults-"));
  const options = { ...patient, frozen: true, db: join(directory, "sandbox.db") };
  receiver.answering = () => undefined;
  const before = await startSandbox(options);
  await before.endpoints.register({ url: receiver.url });
  await before.faults.add({ endpoint_id: "*", effect: "duplicate", count: 1 });
  await numbered(before, runner, 1);
  await expect.poll(numbers).toEqual([1, 1]);
  await before.close();
  receiver.answering = () => 204;
  const after = await startSandbox(options);
  try {
    await after.settled();
    expect(numbers()).toEqual([1, 1, 1, 1]);
    expect(await after.deliveries.list()).toMatchObject([{ state: "delivered", attempts: 1 }]);
    expect(await after.deliveries.attempts(1)).toMatchObject([{ is_additional: false }, { is_additional: true }]);
  } finally {
    await after.close();
    rmSync(directory, { recursive: true });
  }
});

test("an event whose attempt has begun keeps its place when the one that it waited for comes after all", async () => {
  const answers: (() => void)[] = [];
  receiver.answering = () => new Promise((answer) => answers.push(() => answer(204)));
  await addFault({ effect: "reorder_within_user", delay: { minutes: 10 }, count: 1 });
  await numbered(world, runner, 1);
  const advanced = world.clock.advance({ minutes: 10 });
  await expect.poll(() => answers).toHaveLength(1);
  await numbered(world, runner, 2);
  answers[0]?.();
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.();
  await advanced;
  expect(numbers()).toEqual([1, 2]);
  expect((await world.deliveries.list()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});

test.each([
  ["before", 0, 0],
  ["within", 0.5, 0],
  ["after", 1, 1],
] as const)("a connection is cut %s the body, and the next attempt is whole", async (cut, share, whole) => {
  await addFault({ effect: "cut", cut });
  await arrived(runner);
  const event = (await world.events.all()).at(-1);
  const length = JSON.stringify(event?.payload).length;
  await expect.poll(() => receiver.broken.length + receiver.received.length).toBe(1);
  expect(receiver.received).toHaveLength(whole);
  for (const { headers, body } of receiver.broken) {
    expect(headers["webhook-id"]).toBe(event?.id);
    expect(body.length).toBe(Math.ceil(length * share));
  }
  await world.clock.advance({ seconds: 5 });
  expect(receiver.received.map(isVerified)).toEqual(Array(whole + 1).fill(true));
  expect(await world.deliveries.attempts((await world.deliveries.list())[0]?.id ?? 0)).toMatchObject([
    { error: `the connection was cut ${cut} the body`, faults: [{ effect: "cut" }] },
    { answer: { status: 204 }, faults: [] },
  ]);
});

test("an event of an unknown type comes first, with an id of its own", async () => {
  await addFault({ effect: "unknown_type", count: 1 });
  await arrived(runner);
  const event = (await world.events.all()).at(-1);
  expect(receiver.ids).toEqual([`${event?.id}_newer`, event?.id]);
  expect(receiver.verified(secret)).toEqual([
    { ...event?.payload, event_type: expect.stringMatching(/^daily\.data\..*newer/) },
    event?.payload,
  ]);
  expect(await attempts()).toMatchObject([
    { is_additional: true, isChanged: true },
    { is_additional: false, isChanged: false },
  ]);
});

test("every open enum has an unknown value, every object an added field, and a payload 256 KB, seen in the attempts as it was sent", async () => {
  const sent = async (effect: NewEventFault["effect"]) => {
    await addFault({ effect, count: 1 });
    await world.simulate.orderMoved({ order_id: walkIn, status: "completed" });
    await world.settled();
    const event = (await world.events.all()).at(-1);
    const id = (await world.deliveries.list()).find(({ event_id }) => event_id === event?.id)?.id ?? 0;
    const received = receiver.received.at(-1);
    expect(received && isVerified(received)).toBe(true);
    expect(await world.deliveries.attempts(id)).toMatchObject([
      { request: { body: received?.body }, faults: [{ effect, conduct: "honest" }], answer: { status: 204 } },
    ]);
    return { body: received?.body ?? "", known: event?.payload ?? {} };
  };
  const values = await sent("unknown_values");
  expect(JSON.parse(values.body)).toMatchObject({ data: { status: "status_of_a_newer_service", status_detail: null } });
  const fields = await sent("added_fields");
  expect(JSON.parse(fields.body)).toMatchObject(fields.known);
  expect(JSON.parse(fields.body)).not.toEqual(fields.known);
  const largest = await sent("largest_payload");
  expect(Buffer.byteLength(largest.body)).toBe(256 * 1024);
  expect(JSON.parse(largest.body)).toMatchObject(largest.known);
});

test("the faults of one delivery are combined, and of one effect the oldest applies", async () => {
  const first = await addFault({ effect: "duplicate", copies: 2, count: 1 });
  const second = await addFault({ effect: "duplicate", count: 1 });
  for (const effect of ["added_fields", "unknown_type", "old_timestamp", "cut"]) await addFault({ effect, count: 1 });
  await arrived(runner);
  const event = (await world.events.all()).at(-1);
  const isReplay = ({ headers }: Received) => Date.now() / 1000 - Number(headers["webhook-timestamp"]) > 3000;
  await expect.poll(() => receiver.ids).toEqual([`${event?.id}_newer`, ...Array(4).fill(event?.id)]);
  expect(receiver.received.map(isReplay)).toEqual([false, false, false, false, true]);
  const [, ...changed] = receiver.received.map(({ body }) => JSON.parse(body) as object);
  for (const one of changed) {
    expect(one).toMatchObject(event?.payload ?? {});
    expect(one).not.toEqual(event?.payload);
  }
  expect(await world.faults.list()).toMatchObject([
    { id: first.id, applied: 1 },
    { id: second.id, applied: 0 },
    ...Array(4).fill({ applied: 1 }),
  ]);
  // The cut one is tried again, as usual
  await world.faults.remove("*");
  await world.clock.advance({ seconds: 5 });
  expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toEqual(event?.payload);
});

test("a wrong signature and an old timestamp are sent beside the event, which arrives whatever they are answered", async () => {
  receiver.answering = (received) => (isVerified(received) ? 204 : 401);
  await addFault({ effect: "wrong_signature", count: 1 });
  await arrived(runner);
  expect(receiver.received.map(isVerified)).toEqual([false, true]);
  const since = Math.floor(Date.now() / 1000);
  await addFault({ effect: "old_timestamp", age: { minutes: 10 }, count: 1 });
  await arrived(walker);
  expect(receiver.received.map(isVerified)).toEqual([false, true, true, false]);
  const [, , , replay] = receiver.received;
  const at = (received: Received | undefined) => Number(received?.headers["webhook-timestamp"]);
  expect(at(replay) + 600).toBeGreaterThanOrEqual(since);
  expect(at(replay) + 600).toBeLessThanOrEqual(Date.now() / 1000);
  // Only its age is wrong: a receiver that does not look at it takes it
  const signature = new Webhook(secret).sign(
    replay?.headers["webhook-id"] ?? "",
    new Date(at(replay) * 1000),
    replay?.body ?? "",
  );
  expect(replay?.headers["webhook-signature"]).toBe(signature);
  expect((await attempts()).map(({ is_additional, status }) => [is_additional, status])).toEqual([
    [true, 401],
    [false, 204],
    [false, 204],
    [true, 401],
  ]);
  expect(await world.deliveries.list({ state: "delivered" })).toHaveLength(2);
});

test("a fault applies to the endpoint that it names, the events written from then on, and ends with its count or its time", async () => {
  const other = await Receiver.start();
  try {
    const { id } = await world.endpoints.register({ url: other.url });
    await numbered(world, runner, 1);
    const { id: fault } = await world.faults.add({ endpoint_id: id, effect: "duplicate", count: 2 });
    const timed = await world.faults.add({ endpoint_id: endpoint, effect: "duplicate", lasts: { minutes: 1 } });
    await world.clock.advance({ minutes: 1 });
    for (const number of [2, 3, 4]) await numbered(world, runner, number);
    await world.settled();
    expect(numbersOf(other.received, runner)).toEqual([1, 2, 2, 3, 3, 4]);
    expect(numbersOf(receiver.received, runner)).toEqual([1, 2, 3, 4]);
    expect(await world.faults.list()).toMatchObject([
      { id: fault, seen: 2, applied: 2, is_over: true },
      { id: timed.id, ends_at: "2026-03-02T09:01:00.000Z", is_over: true },
    ]);
    await world.faults.remove(fault);
    expect(await world.faults.list()).toHaveLength(1);
    await world.faults.remove("*");
    expect(await world.faults.list()).toEqual([]);
  } finally {
    await other.close();
  }
});

test("what ends after the end of the clock ends with it", async () => {
  const lasting = { lasts: { days: 1e12 } };
  const calls = await world.faults.add({ operation_id: "*", effect: "latency", latency_ms: 0, ...lasting });
  const deliveries = await addFault({ effect: "delay", delay: { days: 1e300 }, count: 1, ...lasting });
  const end = "9999-12-31T23:59:59.999Z";
  expect([calls.ends_at, deliveries.ends_at]).toEqual([end, end]);
  await addFault({ effect: "old_timestamp", age: { days: 1e300 } });
  await arrived(runner, walker);
  expect(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).toEqual([expect.anything(), "0"]);
  // Why it is not sent is said before it is
  const faults = [{ id: deliveries.id, effect: "delay", conduct: "honest" }, { effect: "old_timestamp" }];
  const [due, delivered] = await world.deliveries.list();
  expect([due, delivered]).toMatchObject([{ state: "due", due_at: end, faults }, { state: "delivered" }]);
  expect(delivered).not.toHaveProperty("faults");
});
