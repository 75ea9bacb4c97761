// Orders in the sandbox: creation, idempotency, import, steps and their events, results and requisitions.
import fc from "fast-check";
import { expect, test } from "vitest";
import { orderCreated, orderCreatedWithComments, orderProblemInTransitCustomer } from "../../../generated/examples.ts";
import type { OrderImportRequest, OrderRequest } from "../../../generated/schemas.ts";
import { createClient } from "../../../src/package/client/index.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { frozenSandbox } from "./frozen-sandbox.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const walker = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";
const swimmer = "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58";
const active = "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca";
const pending = "c5e90bd3-6f48-41a2-97d4-eaf30517c9db";
const nobody = "00000000-0000-4000-8000-000000000000";

const { sandbox, client } = await frozenSandbox();

const paths = ["/v3/order/create", "/v3/order"] as const;

const create = (path: (typeof paths)[number], body: OrderRequest = {}, key?: string) =>
  client.POST(path, { body, idempotencyKey: key });

const imported = (body: OrderImportRequest) => client.POST("/v3/order/import", { body });

async function created(body: OrderRequest = {}, key?: string) {
  const result = await create("/v3/order", body, key);
  if (!result.ok) throw new Error(`The order was refused: ${result.status}`);
  return result.data;
}

const orderEvents = async () =>
  (await sandbox.events.all())
    .filter(({ event_type }) => event_type.startsWith("order."))
    .map(({ payload }) => payload);

test.each(paths)("an order is created by %s with its notes and comments, and sends an event", async (path) => {
  const body = {
    user_id: runner.toUpperCase(),
    lab_account_id: active.toUpperCase(),
    patient_address: { access_notes: "Side door.", street: "1 Demo Way" },
    clinical_comments: "Fasting.",
    lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9",
  };
  const result = await create(path, body);
  const first = { status_detail: null };
  expect(result).toMatchObject({
    ok: true,
    status: 200,
    data: {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      patient_address: body.patient_address,
      clinical_comments: "Fasting.",
      events: [first],
      last_event: first,
    },
  });
  if (result.ok) expect(result.data).not.toHaveProperty("lab_test_id");
  const order_id = result.ok ? result.data.id : "";
  expect(await sandbox.inspect.order({ order_id })).toMatchObject({
    user_id: runner,
    lab_account_id: active,
    created_on: "2026-03-02T09:00:00.000Z",
    further: { lab_test_id: body.lab_test_id },
  });
  expect(await orderEvents()).toEqual([
    {
      event_type: "order.created",
      user_id: runner,
      client_user_id: "demo-runner-01",
      team_id: sandbox.teamId,
      data: { status_detail: null, order_id },
    },
  ]);
});

test("without an account the first active one is used; an empty world has one", async () => {
  const accountOfOrder = async () => (await sandbox.inspect.order({ order_id: (await created()).id })).lab_account_id;
  expect(await accountOfOrder()).toBe(active);
  await sandbox.simulate.labAccountSet({ lab_account_id: active, status: "PENDING" });
  const { lab_account_id } = await sandbox.simulate.labAccountSet({});
  expect(await accountOfOrder()).toBe(lab_account_id);
  await sandbox.reset("empty");
  expect(await accountOfOrder()).toMatch(/^[\da-f-]{36}$/);
});

test("a team without an active account creates no order", async () => {
  await sandbox.simulate.labAccountSet({ lab_account_id: active, status: "PENDING" });
  expect(await create("/v3/order")).toMatchObject({ status: 422 });
  expect(await imported({})).toMatchObject({ status: 422 });
  expect(await orderEvents()).toEqual([]);
});

test("an unknown account is refused by all, a pending one by creation only", async () => {
  for (const path of paths) {
    expect(await create(path, { lab_account_id: nobody })).toMatchObject({ status: 422 });
    expect(await create(path, { lab_account_id: pending })).toMatchObject({
      status: 422,
      error: { detail: expect.stringContaining("PENDING") },
    });
  }
  expect(await imported({ lab_account_id: nobody })).toMatchObject({ status: 422 });
  expect(await orderEvents()).toEqual([]);
  const order = await imported({ lab_account_id: pending, user_id: walker });
  const order_id = order.ok ? order.data.id : "";
  expect(await sandbox.inspect.order({ order_id })).toMatchObject({ lab_account_id: pending, user_id: walker });
  expect(await orderEvents()).toMatchObject([{ event_type: "order.created", user_id: walker }]);
});

test("an order is for an existing user, or for none", async () => {
  for (const user_id of [nobody, swimmer, "no id"]) {
    expect(await create("/v3/order", { user_id })).toMatchObject({ status: 422 });
    expect(await imported({ user_id })).toMatchObject({ status: 422 });
  }
  const { id } = await created();
  expect(await sandbox.inspect.order({ order_id: id })).not.toHaveProperty("user_id");
  expect(await orderEvents()).toEqual([
    { event_type: "order.created", team_id: sandbox.teamId, data: { status_detail: null, order_id: id } },
  ]);
});

test("the log warns once of orders without a user", async () => {
  const logged: string[] = [];
  const own = await startSandbox({ log: (line) => void logged.push(line) });
  const caller = createClient({ apiKey: own.apiKey, baseUrl: "http://sandbox", fetch: own.fetch });
  for (const body of [{ user_id: runner }, {}, {}]) await caller.POST("/v3/order", { body });
  expect(logged).toEqual(["note: placeOrder: the order has no user_id, so it is for nobody"]);
  await own.close();
});

test("a world whose setting asks for it refuses an order and an import without a user", async () => {
  await sandbox.simulate.settingsChanged({ order_user_required: true });
  for (const result of [await create("/v3/order"), await create("/v3/order/create"), await imported({})]) {
    expect(result).toMatchObject({ status: 422, error: { detail: expect.stringContaining("order_user_required") } });
  }
  expect(await orderEvents()).toEqual([]);
  expect(await create("/v3/order", { user_id: runner })).toMatchObject({ ok: true });
  expect(await imported({ user_id: walker })).toMatchObject({ ok: true });
});

test("clinical comments have at most 1,000 characters", async () => {
  expect(await created({ clinical_comments: "x".repeat(1000) })).toMatchObject({ clinical_comments: "x".repeat(1000) });
  for (const path of paths) {
    expect(await create(path, { clinical_comments: "x".repeat(1001) })).toMatchObject({ status: 422 });
  }
});

test("a key makes one order, by either path, however often it is sent; other keys and no key make others", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...paths), fc.constantFrom(undefined, "key-1", "key-2")), {
        maxLength: 12,
      }),
      async (calls) => {
        await sandbox.reset();
        const ids = new Map<string, Set<unknown>>();
        let withoutKey = 0;
        for (const [path, key] of calls) {
          const result = await create(path, { clinical_comments: `call ${withoutKey}` }, key);
          if (!result.ok) throw new Error(`The order was refused: ${result.status}`);
          const name = key ?? `none ${withoutKey++}`;
          ids.set(name, (ids.get(name) ?? new Set()).add(result.data.id));
        }
        expect([...ids.values()].every((same) => same.size === 1)).toBe(true);
        expect(new Set([...ids.values()].flatMap((same) => [...same])).size).toBe(ids.size);
        expect(await orderEvents()).toHaveLength(ids.size);
      },
    ),
    { numRuns: 20 },
  );
});

test("a key gives the order as it is now, whatever the body, and a refused call leaves the key free", async () => {
  expect(await create("/v3/order", { lab_account_id: nobody }, "again")).toMatchObject({ status: 422 });
  const { id } = await created({ clinical_comments: "first" }, "again");
  await sandbox.simulate.orderMoved({ order_id: id, status: "received" });
  expect(await created({ clinical_comments: "second" }, "again")).toMatchObject({
    id,
    clinical_comments: "first",
    last_event: { status: "received" },
  });
});

test("an empty key counts as none", async () => {
  const post = async () => {
    const headers = { "x-service-api-key": sandbox.apiKey, "content-type": "application/json", "idempotency-key": "" };
    const answer = await sandbox.fetch("http://sandbox/v3/order", { method: "POST", headers, body: "{}" });
    return (await answer.json()) as { id: string };
  };
  expect((await post()).id).not.toBe((await post()).id);
});

test("an order moves to any status, also of test kits in transit trouble, and each step is its last event and sends one", async () => {
  const { id } = await created({ user_id: runner }, "moving");
  const steps = [
    {
      status: "collecting_sample.testkit.problem_in_transit_customer",
      low_level_status: "problem_in_transit_customer",
      status_detail: "Address not found",
    },
    {
      status: "collecting_sample.testkit.problem_in_transit_lab",
      low_level_status: "problem_in_transit_lab",
      status_detail: null,
    },
    { status: "a_status_nobody_knows", status_detail: null },
  ];
  for (const [index, step] of steps.entries()) {
    await sandbox.simulate.orderMoved({ order_id: id.toUpperCase(), ...step });
    const order = await created({}, "moving");
    expect(order.events).toEqual([{ status_detail: null }, ...steps.slice(0, index + 1)]);
    expect(order.last_event).toEqual(step);
  }
  expect((await orderEvents()).slice(1)).toEqual(
    steps.map((step) => ({
      event_type: "order.updated",
      user_id: runner,
      client_user_id: "demo-runner-01",
      team_id: sandbox.teamId,
      data: { ...step, order_id: id },
    })),
  );
  // A detail that is left out is null
  await sandbox.simulate.orderMoved({ order_id: id, status: "done" });
  expect((await orderEvents()).at(-1)).toMatchObject({ data: { status: "done", status_detail: null } });
});

test("an order of a deleted user continues", async () => {
  const { id } = await created({ user_id: walker });
  await sandbox.simulate.userDeleted({ user_id: walker });
  await sandbox.simulate.orderMoved({ order_id: id, status: "completed" });
  expect((await orderEvents()).at(-1)).toMatchObject({ user_id: walker, data: { status: "completed" } });
});

test("what happens to an order that is not there is refused, and says so", async () => {
  const unknown = /No order has the order_id/;
  await expect(() => sandbox.simulate.orderMoved({ order_id: nobody, status: "done" })).rejects.toThrow(unknown);
  await expect(() => sandbox.simulate.resultPublished({ order_id: nobody, results: [] })).rejects.toThrow(unknown);
  await expect(() =>
    sandbox.simulate.pscConfirmationPrepared({ order_id: nobody, outcome: "refused" }),
  ).rejects.toThrow(unknown);
  await expect(() => sandbox.inspect.order({ order_id: nobody })).rejects.toThrow(unknown);
  await expect(() => sandbox.inspect.requisition({ order_id: nobody })).rejects.toThrow(unknown);
});

test("full results are kept and are a step of the order", async () => {
  const { id } = await created({ user_id: runner });
  const results = [{ name: "Glucose", value: 92, unit: "mg/dL", interpretation: "Normal" }];
  await sandbox.simulate.resultPublished({ order_id: id, results });
  const order = await sandbox.inspect.order({ order_id: id });
  expect(order.results).toEqual([{ published_at: "2026-03-02T09:00:00.000Z", is_partial: false, results }]);
  expect(order.events).toHaveLength(2);
  expect((await orderEvents()).at(-1)).toMatchObject({ event_type: "order.updated", data: { order_id: id } });
});

test("partial results are kept, and sent only to a team that enabled it", async () => {
  const { id } = await created({ user_id: runner });
  await sandbox.simulate.resultPublished({ order_id: id, results: [1], is_partial: true });
  expect(await orderEvents()).toHaveLength(1);
  await sandbox.simulate.settingsChanged({ partial_results: true });
  await sandbox.simulate.resultPublished({ order_id: id, results: [1, 2], is_partial: true });
  expect((await orderEvents()).slice(1)).toEqual([
    {
      event_type: "order.partial_results",
      user_id: runner,
      client_user_id: "demo-runner-01",
      team_id: sandbox.teamId,
      data: { status_detail: null, order_id: id },
    },
  ]);
  const order = await sandbox.inspect.order({ order_id: id });
  expect(order.results.map(({ results, is_partial }) => [results, is_partial])).toEqual([
    [[1], true],
    [[1, 2], true],
  ]);
  expect(order.events).toHaveLength(1);
});

test("a requisition joins the comments of the order and of the account", async () => {
  const patient_address = { access_notes: "Ring twice." };
  const { id: order_id } = await created({ patient_address, clinical_comments: "Fasting." });
  const { id: bare } = await created();
  const of = async (order_id: string) => (await sandbox.inspect.requisition({ order_id })).clinical_comments;
  expect(await sandbox.inspect.requisition({ order_id })).toEqual({
    order_id,
    lab_account_id: active,
    patient_address,
    clinical_comments: "Fasting.",
  });
  expect(await sandbox.inspect.requisition({ order_id: bare })).toMatchObject({
    patient_address: null,
    clinical_comments: null,
  });
  await sandbox.simulate.labAccountSet({ lab_account_id: active, default_clinical_comments: "Handle with care." });
  expect(await of(order_id)).toBe("Fasting.\nHandle with care.");
  expect(await of(bare)).toBe("Handle with care.");
});

test("the demo cast has the runner's three orders, with the bodies of the examples and no events", async () => {
  const shown = (order_id: string) => sandbox.inspect.order({ order_id });
  expect(await shown("d6fa1ce4-7059-42b3-88e5-fb041628dbec")).toMatchObject({
    user_id: runner,
    events: orderCreated.events,
    patient_address: orderCreated.patient_address,
  });
  expect(await shown("e70b2df5-816a-43c4-99f6-0c152739ecfd")).toMatchObject({
    clinical_comments: orderCreatedWithComments.clinical_comments,
  });
  expect((await shown("f81c3e06-927b-44d5-8a07-1d26384afd0e")).events).toEqual(orderProblemInTransitCustomer.events);
  expect(await orderEvents()).toEqual([]);
});

test("a newer service returns statuses that the contract does not know; stored ones do not change", async () => {
  const { id } = await created({ user_id: runner }, "newer");
  await sandbox.simulate.settingsChanged({ newer_values: true });
  await sandbox.simulate.orderMoved({ order_id: id, status: "done", low_level_status: "problem_in_transit_lab" });
  const order = await created({}, "newer");
  expect(order.last_event).toEqual({
    status: "newer_order_status",
    low_level_status: "newer_low_level_status",
    status_detail: null,
  });
  expect(order.last_event).toEqual(order.events.at(-1));
  expect((await orderEvents()).at(-1)).toMatchObject({ data: { status: "newer_order_status" } });
  expect((await sandbox.inspect.order({ order_id: id })).events.at(-1)).toMatchObject({ status: "done" });
});

test("an import keeps the address and the comments, which the provider and the lab are sent", async () => {
  const patient_address = { access_notes: "Side door.", street: "1 Demo Way" };
  const clinical_comments = "🩸".repeat(1000);
  const result = await imported({ user_id: runner, lab_account_id: pending, patient_address, clinical_comments });
  expect(result).toMatchObject({ ok: true, data: { patient_address, clinical_comments } });
  const order_id = result.ok ? result.data.id : "";
  expect(await sandbox.inspect.requisition({ order_id })).toMatchObject({ patient_address, clinical_comments });
  expect((await sandbox.inspect.order({ order_id })).further).toEqual({});
});

test.each([
  [{ clinical_comments: "x".repeat(1001) }, "1000 characters"],
  [{ clinical_comments: 7 }, "1000 characters"],
  [{ patient_address: "1 Demo Way" }, "patient_address as an object"],
  [{ patient_address: { access_notes: 7 } }, "access_notes as a text"],
])("an import is refused with what creation refuses, too: %#", async (body, said) => {
  expect(await imported(body)).toMatchObject({ status: 422, error: { detail: expect.stringContaining(said) } });
});
