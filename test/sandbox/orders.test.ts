// An order is made once for each key, by any of three calls, and each step of it is its last event and sends one.
import { expect, test } from "vitest";
import { orderCreated, orderCreatedWithComments, orderProblemInTransitCustomer } from "../../generated/examples.ts";
import { active, atHome, nobody, pending, readOrder, runner, swimmer, testKit, walker, walkIn } from "./cast.ts";
import { call, emitted, openWorld, statuses, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const paths = ["/v3/order/create", "/v3/order"] as const;
const all = [...paths, "/v3/order/import"] as const;

interface Order extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly events: readonly object[];
}

const create = async (body: object = {}, key?: string, path: string = paths[1]) =>
  (await call<Order>(`POST ${path}`, body, key === undefined ? {} : { "idempotency-key": key })).body;
const shown = (order_id: string) => readOrder(world, order_id);

test.each(paths)("an order is created by %s with its notes and comments, and sends an event", async (path) => {
  const kept = { patient_address: { access_notes: "Side door.", street: "1 Demo Way" }, clinical_comments: "Fasting." };
  const lab_test_id = "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9";
  const ids = { user_id: runner.toUpperCase(), lab_account_id: active.toUpperCase(), lab_test_id };
  const order = await create({ ...ids, ...kept }, undefined, path);
  const first = { status_detail: null };
  expect(order).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    ...kept,
    events: [first],
    last_event: first,
  });
  expect(order).not.toHaveProperty("lab_test_id");
  expect(await shown(order.id)).toMatchObject({
    user_id: runner,
    lab_account_id: active,
    created_on: "2026-03-02T09:00:00.000Z",
    further: { lab_test_id },
  });
  expect(await emitted()).toEqual([
    {
      event_type: "order.created",
      user_id: runner,
      client_user_id: "demo-runner-01",
      team_id: world.teamId,
      data: { status_detail: null, order_id: order.id },
    },
  ]);
});

test("without an account the first active one is used; an empty world has one", async () => {
  const accountOfOrder = async () => (await shown((await create()).id)).lab_account_id;
  expect(await accountOfOrder()).toBe(active);
  await world.simulate.labAccountSet({ lab_account_id: active, status: "PENDING" });
  // A team without an active account creates no order
  await emitted();
  expect(await statuses(...all.map((path) => [`POST ${path}`, {}] as const))).toEqual([422, 422, 422]);
  expect(await emitted()).toEqual([]);
  const { lab_account_id } = await world.simulate.labAccountSet({});
  expect(await accountOfOrder()).toBe(lab_account_id);
  await openWorld({ seed: "empty" });
  expect(await accountOfOrder()).toMatch(/^[\da-f-]{36}$/);
});

test("an unknown account is refused by all, a pending one by creation only", async () => {
  for (const path of all) expect(await statuses([`POST ${path}`, { lab_account_id: nobody }])).toEqual([422]);
  for (const path of paths) {
    const detail = expect.stringContaining("PENDING");
    expect(await call(`POST ${path}`, { lab_account_id: pending })).toMatchObject({ status: 422, body: { detail } });
  }
  expect(await emitted()).toEqual([]);
  const { id } = await create({ lab_account_id: pending, user_id: walker }, undefined, "/v3/order/import");
  expect(await shown(id)).toMatchObject({ lab_account_id: pending, user_id: walker });
  expect(await emitted()).toMatchObject([{ event_type: "order.created", user_id: walker }]);
});

test("an order is for an existing user, or for none", async () => {
  for (const user_id of [nobody, swimmer, "no id"]) {
    for (const path of all) expect(await statuses([`POST ${path}`, { user_id }])).toEqual([422]);
  }
  const { id } = await create();
  expect(await shown(id)).not.toHaveProperty("user_id");
  expect(await emitted()).toEqual([
    { event_type: "order.created", team_id: world.teamId, data: { status_detail: null, order_id: id } },
  ]);
});

test("a key gives the order as it is now, whatever the body, and a refused call leaves the key free", async () => {
  expect(await create({ lab_account_id: nobody }, "again")).not.toHaveProperty("id");
  const { id } = await create({ clinical_comments: "first" }, "again");
  await world.simulate.orderMoved({ order_id: id, status: "received" });
  const last_event = { status: "received" };
  // Both paths share the keys
  for (const path of paths) {
    const again = { id, clinical_comments: "first", last_event };
    expect(await create({ clinical_comments: "second" }, "again", path)).toMatchObject(again);
  }
  // An empty one is none
  expect((await create({}, "")).id).not.toBe((await create({}, "")).id);
});

test("an order moves to any status, also of test kits in transit trouble, and each step is its last event and sends one", async () => {
  const { id } = await create({ user_id: runner }, "moving");
  await emitted();
  const [customer, lab] = ["problem_in_transit_customer", "problem_in_transit_lab"];
  const steps = [
    { status: `collecting_sample.testkit.${customer}`, low_level_status: customer, status_detail: "Address not found" },
    { status: `collecting_sample.testkit.${lab}`, low_level_status: lab, status_detail: null },
    // A detail that is left out is null
    { status: "a_status_nobody_knows" },
  ] as const;
  const known = steps.map((step) => ({ status_detail: null, ...step }));
  for (const [index, step] of steps.entries()) {
    await world.simulate.orderMoved({ order_id: id.toUpperCase(), ...step });
    const order = await create({}, "moving");
    expect(order.events).toEqual([{ status_detail: null }, ...known.slice(0, index + 1)]);
    expect(order["last_event"]).toEqual(known[index]);
  }
  expect(await emitted()).toEqual(
    known.map((step) => ({
      event_type: "order.updated",
      user_id: runner,
      client_user_id: "demo-runner-01",
      team_id: world.teamId,
      data: { ...step, order_id: id },
    })),
  );
});

test("an order of a deleted user continues", async () => {
  const { id } = await create({ user_id: walker });
  await world.simulate.userDeleted({ user_id: walker });
  await world.simulate.orderMoved({ order_id: id, status: "completed" });
  expect((await emitted()).at(-1)).toMatchObject({ user_id: walker, data: { status: "completed" } });
});

test("full results are kept and are a step of the order", async () => {
  const { id } = await create({ user_id: runner });
  const results = [{ name: "Glucose", value: 92, unit: "mg/dL", interpretation: "Normal" }];
  await world.simulate.resultPublished({ order_id: id, results });
  const order = await shown(id);
  expect(order.results).toEqual([{ published_at: "2026-03-02T09:00:00.000Z", is_partial: false, results }]);
  expect(order.events).toHaveLength(2);
  expect((await emitted()).at(-1)).toMatchObject({ event_type: "order.updated", data: { order_id: id } });
});

test("partial results are kept, and sent only to a team that enabled it", async () => {
  const { id } = await create({ user_id: runner });
  await world.simulate.resultPublished({ order_id: id, results: [1], is_partial: true });
  expect(await emitted()).toHaveLength(1);
  await world.changeSettings({ partial_results: true });
  await world.simulate.resultPublished({ order_id: id, results: [1, 2], is_partial: true });
  expect(await emitted()).toMatchObject([
    { event_type: "order.partial_results", user_id: runner, data: { status_detail: null, order_id: id } },
  ]);
  const order = await shown(id);
  expect(order.results).toMatchObject([
    { results: [1], is_partial: true },
    { results: [1, 2], is_partial: true },
  ]);
  expect(order.events).toHaveLength(1);
});

test("a requisition joins the comments of the order and of the account", async () => {
  const patient_address = { access_notes: "Ring twice." };
  const requisition = async (order_id: string) => (await world.records.requisitions({ order_id }))[0];
  const { id: order_id } = await create({ patient_address, clinical_comments: "Fasting." });
  const { id: bare } = await create();
  const both = { order_id, lab_account_id: active, patient_address, clinical_comments: "Fasting." };
  expect(await requisition(order_id)).toEqual(both);
  expect(await requisition(bare)).toMatchObject({ patient_address: null, clinical_comments: null });
  await world.simulate.labAccountSet({ lab_account_id: active, default_clinical_comments: "Handle with care." });
  expect(await requisition(order_id)).toMatchObject({ clinical_comments: "Fasting.\nHandle with care." });
  expect(await requisition(bare)).toMatchObject({ clinical_comments: "Handle with care." });
  // Of an import, too
  const imported = await create({ patient_address, clinical_comments: "Fasting." }, undefined, "/v3/order/import");
  expect(await requisition(imported.id)).toMatchObject({ patient_address });
  expect((await shown(imported.id)).further).toEqual({});
});

test("the demo cast has the runner's three orders, with the bodies of the examples and no events", async () => {
  const { events, patient_address } = orderCreated;
  expect(await shown(walkIn)).toMatchObject({ user_id: runner, events, patient_address });
  expect(await shown(atHome)).toMatchObject({ clinical_comments: orderCreatedWithComments.clinical_comments });
  expect((await shown(testKit)).events).toEqual(orderProblemInTransitCustomer.events);
  expect(await emitted()).toEqual([]);
});

test("a newer service returns statuses that the contract does not know; stored ones do not change", async () => {
  const { id } = await create({ user_id: runner }, "newer");
  await world.changeSettings({ newer_values: true });
  await world.simulate.orderMoved({ order_id: id, status: "done", low_level_status: "problem_in_transit_lab" });
  const order = await create({}, "newer");
  const newer = {
    status: "status_of_a_newer_service",
    low_level_status: "low_level_status_of_a_newer_service",
    status_detail: null,
  };
  expect([order["last_event"], order.events.at(-1)]).toEqual([newer, newer]);
  expect((await emitted()).at(-1)).toMatchObject({ data: { status: "status_of_a_newer_service" } });
  expect((await shown(id)).events.at(-1)).toMatchObject({ status: "done" });
});

test("an import takes as long a comment as a creation, counted in characters", async () => {
  const clinical_comments = "🩸".repeat(1000);
  expect(await create({ clinical_comments }, undefined, "/v3/order/import")).toMatchObject({ clinical_comments });
});
