// Each story ends in a wrong state for a naive consumer and in the right one for another, and says what happened.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClient } from "../../../src/client/index.ts";
import { type Sandbox, type StoryId, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { listHappenings, readControlDocument } from "../../../src/shared/contract/index.ts";
import { depth } from "../../run/depth.ts";
import { Receiver } from "../receiver.ts";
import { type Consumer, type Delivered, rehearsals } from "./consumers.ts";

const control = await readControlDocument();
const stories = control.document["x-stories"] ?? [];
const ids = Object.keys(rehearsals) as StoryId[];
const now = new Date("2026-03-02T09:00:00Z");
const logged: string[] = [];
let sandbox: Sandbox;
let receiver: Receiver;

beforeAll(async () => {
  const log = (line: string) => void logged.push(line);
  [sandbox, receiver] = await Promise.all([
    startSandbox({ seed: "empty", frozen: true, now, deliveryTimeoutMs: 120_000, log }),
    Receiver.start(),
  ]);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answering = () => 204;
});
afterAll(async () => {
  await Promise.all([sandbox.close(), receiver.close()]);
  expect(logged).toEqual([]);
});

/** Plays a story in a world of its own to a naive and a right consumer. A seed other than 0 also lets events arrive out of order. */
async function rehearsed(id: StoryId, seed: number) {
  const world = await sandbox.createWorld({ seed: "empty", frozen: true, now });
  const client = createClient({ apiKey: world.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  const { input, naive, right } = rehearsals[id];
  const consumers: Consumer[] = [naive(client, world), right(client, world)];
  receiver.answering = ({ headers, body }, response) => {
    const event: Delivered = { id: headers["webhook-id"] ?? "", ...JSON.parse(body) };
    void Promise.all(consumers.map((consumer) => consumer.take?.(event))).then(
      () => response.writeHead(204).end(),
      (error: unknown) => {
        logged.push(String(error));
        response.writeHead(500).end();
      },
    );
    return undefined;
  };
  await world.endpoints.register({ url: receiver.url });
  if (seed > 0) {
    const delay = { minutes: 5 };
    await world.faults.add({ endpoint_id: "*", effect: "reorder_within_user", probability: 0.5, delay, seed });
  }
  const played = await world.stories.play(id, input);
  await world.clock.advance({ minutes: 5 });
  expect((await world.deliveries.list()).filter(({ state }) => state !== "delivered")).toEqual([]);
  expect(await world.faults.list()).toHaveLength(seed > 0 ? 1 : 0);
  const states = await Promise.all(consumers.map((consumer) => consumer.state(played)));
  // A read may have made events of its own
  await world.settled();
  return { world, played, states };
}

test.each(ids)(
  "%s: the naive consumer ends in a wrong state, and the right one does not, in whichever order events arrive",
  async (id) => {
    const { wrong, correct } = rehearsals[id];
    expect((await rehearsed(id, 0)).states).toEqual([wrong, correct]);
    for (let seed = 1; seed <= depth(4, 20); seed += 1) {
      const [naive, right] = (await rehearsed(id, seed)).states;
      expect(right, `seed ${seed}`).toEqual(correct);
      expect(naive, `seed ${seed}`).not.toEqual(correct);
    }
  },
);

test("a step has no input that its happening would ignore, and each payload of a caller is used", async () => {
  const happenings = listHappenings(control.document);
  for (const { id, steps, payloads } of stories) {
    for (const { text, simulate, input = {} } of steps) {
      const properties = Object.keys(happenings.find(({ name }) => name === simulate)?.schema.properties ?? {});
      expect(properties, `${id}: ${text}`).toEqual(expect.arrayContaining(Object.keys(input)));
    }
    const used = new Set(JSON.stringify(steps).match(/\$(data|results)\.\d/g) ?? []);
    const given = Object.entries(payloads).flatMap(([name, all]) => all.map((_, index) => `$${name}.${index}`));
    expect([...used].sort(), id).toEqual(given);
  }
});

test("a story answers with what happened: the user, the order, the ids of the events and each step by the clock", async () => {
  const { world, played } = await rehearsed("lab_results_corrected", 0);
  const { user_id, order_id, event_ids, steps } = played;
  expect((await world.records.users({ user_id }))[0]).toBeDefined();
  expect((await world.records.orders({ id: order_id ?? "" }))[0]?.results).toHaveLength(3);
  expect(event_ids).toEqual((await world.events.ofUser(user_id)).map(({ id }) => id));
  expect(steps.map(({ at, text }) => `${at.slice(0, 10)} ${text}`).slice(-3)).toEqual([
    "2026-03-03 The lab publishes the final results.",
    "2026-03-03 Two days pass.",
    "2026-03-05 The lab publishes corrected results.",
  ]);
  expect(steps[1]?.result).toMatchObject({ id: order_id });
  const refused = (await rehearsed("link_at_the_moment_of_deletion", 0)).played.steps[4];
  expect(refused?.result).toContain("or the user is deleted");
});

test("a story is repeatable in one world, for a user of the caller's or a new one, and with a clock that runs", async () => {
  const world = await sandbox.createWorld({ seed: "empty" });
  const first = await world.stories.play("provider_in_error");
  const second = await world.stories.play("provider_in_error");
  expect(second.user_id).not.toBe(first.user_id);
  expect(second.event_ids).toHaveLength(first.event_ids.length);
  expect(second.steps.map(({ text }) => text)).toEqual(first.steps.map(({ text }) => text));
  const third = await world.stories.play("order_fails_in_transit", { user_id: first.user_id });
  expect(third).toMatchObject({ user_id: first.user_id, event_ids: [expect.any(String), expect.any(String)] });
  expect((await world.events.ofUser(first.user_id)).map(({ id }) => id)).toEqual([
    ...first.event_ids,
    ...third.event_ids,
  ]);
});
