// Event faults over the control plane: added, listed, seen in the attempts, removed, and refused.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { components } from "../../../../generated/control-types.ts";
import { numbered, runner } from "../cast.ts";
import { Receiver } from "../receiver.ts";
import { type ControlledSandbox, demo, startControlled } from "./controlled.ts";

let controlled: ControlledSandbox;
let receiver: Receiver;

beforeAll(async () => {
  [controlled, receiver] = await Promise.all([startControlled(), Receiver.start()]);
});
beforeEach(() => controlled.sandbox.reset());
afterAll(async () => {
  await Promise.all([controlled.sandbox.close(), receiver.close()]);
  expect(controlled.complaints).toEqual([]);
});

type NewEventFault = components["schemas"]["NewEventFault"];

const add = (body: NewEventFault) =>
  controlled.control.POST("/_sandbox/worlds/{world_id}/eventFaults", { params: demo, body });
const one = (fault_id: string) => ({ params: { path: { world_id: "demo", fault_id } } });
const path = "/_sandbox/worlds/{world_id}/eventFaults/{fault_id}";

test("an event fault says who does so, and the attempts of a delivery show what was sent", async () => {
  const { control, sandbox } = controlled;
  await sandbox.endpoints.register({ url: receiver.url });
  const forged = await add({ endpoint_id: "*", effect: "wrong_signature", count: 1 });
  const newer = await add({ endpoint_id: "*", effect: "added_fields" });
  if (!forged.ok || !newer.ok) throw new Error("They were refused.");
  expect([forged.data.conduct, newer.data.conduct]).toEqual(["attacker", "honest"]);
  await numbered(sandbox, runner, 1);
  await numbered(sandbox, runner, 2);
  await sandbox.settled();
  const attempts = await Promise.all(
    (await sandbox.deliveries.list()).map(async ({ id: delivery_id }) => {
      const params = { path: { world_id: "demo", delivery_id } };
      const shown = await control.GET("/_sandbox/worlds/{world_id}/deliveries/{delivery_id}", { params });
      return shown.ok ? shown.data.attempts : [];
    }),
  );
  const usual = { is_additional: false, answer: { status: 204 } };
  expect(attempts).toMatchObject([
    [
      { is_additional: true, faults: [{ id: forged.data.id, effect: "wrong_signature", conduct: "attacker" }] },
      { ...usual, request: { headers: { "webhook-id": expect.any(String) } } },
    ],
    [{ ...usual, faults: [{ id: newer.data.id }], request: { body: receiver.received.at(-1)?.body } }],
  ]);
  expect(await control.DELETE(path, one(forged.data.id))).toMatchObject({ data: { is_over: true } });
  const all = { params: demo };
  expect(await control.GET("/_sandbox/worlds/{world_id}/eventFaults", all)).toMatchObject({
    data: { faults: [{ id: newer.data.id, endpoint_id: "*", seen: 1, struck: 1, is_over: false, count: null }] },
  });
  expect(await control.DELETE("/_sandbox/worlds/{world_id}/eventFaults", all)).toMatchObject({
    data: { faults: [{ id: newer.data.id }] },
  });
});

test.each<[string, object, string]>([
  ["an unknown endpoint", { endpoint_id: "nowhere", effect: "cut" }, '"nowhere"'],
  ["a field of another effect", { endpoint_id: "*", effect: "cut", age: { days: 1 } }, 'unknown field "age"'],
  ["an unknown effect", { endpoint_id: "*", effect: "lose" }, "effect"],
  ["too many copies", { endpoint_id: "*", effect: "duplicate", copies: 21 }, "copies"],
])("%s is refused", async (_, body, message) => {
  expect(await add(body as NewEventFault)).toMatchObject({
    status: 422,
    error: { error: { message: expect.stringContaining(message) } },
  });
});

test("a world has at most a hundred event faults", async () => {
  for (let i = 0; i < 100; i += 1) await add({ endpoint_id: "*", effect: "cut", probability: 0 });
  expect(await add({ endpoint_id: "*", effect: "cut" })).toMatchObject({ status: 409 });
});
