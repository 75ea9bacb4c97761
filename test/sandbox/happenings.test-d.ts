// Happenings, records, operations and events are typed by their names: what is misnamed or of another shape does not compile.
import { expectTypeOf, test } from "vitest";
import type { KnownEvents } from "../../generated/events.ts";
import type { OperationId } from "../../src/sandbox/domain/topic.ts";
import type { CallFault, EventFault, NewFault, Sandbox } from "../../src/sandbox/start-sandbox.ts";

declare const sandbox: Sandbox;

test("a misnamed happening or kind of record does not compile", () => {
  // @ts-expect-error there is no happening of this name
  sandbox.simulate.deleteUser;
  // @ts-expect-error there is no kind of this name
  sandbox.records.order;
});

test("a wrong input does not compile", () => {
  // @ts-expect-error it takes a user_id
  () => sandbox.simulate.userDeleted({ client_user_id: "" });
  // @ts-expect-error a connection has no client_user_id
  () => sandbox.records.connections({ client_user_id: "" });
});

test("results, records and faults are typed by what was asked for", async () => {
  const { simulate, records, faults } = sandbox;
  expectTypeOf(await simulate.userDeleted({ user_id: "" })).toBeUndefined();
  expectTypeOf((await simulate.linkTokenMinted({ user_id: "" })).link_token).toBeString();
  expectTypeOf((await records.orders({ user_id: "" }))[0]?.further).not.toBeAny();
  expectTypeOf((await faults.add({ endpoint_id: "*", effect: "cut" })).conduct).toEqualTypeOf<"honest" | "attacker">();
});

test("a field that a fault does not have does not compile", async () => {
  const { add } = sandbox.faults;
  // @ts-expect-error misspelt: count
  add({ operation_id: "createUser", effect: "drop", cuont: 1 });
  // @ts-expect-error misspelt: probability
  add({ endpoint_id: "*", effect: "duplicate", probabilty: 0.5 });
  // @ts-expect-error the status is of another effect
  add({ operation_id: "createUser", effect: "drop", status: 500 });
  const either = { operation_id: "createUser", effect: "drop" } as NewFault;
  expectTypeOf(await add(either)).toEqualTypeOf<CallFault | EventFault>();
});

test("an operation is one of the contract in a fault, a filter and the journal, and a typo does not compile", async () => {
  const { faults, calls } = sandbox;
  const { operation_id } = await faults.add({ operation_id: "*", effect: "drop" });
  expectTypeOf(operation_id).toEqualTypeOf<OperationId | "*">();
  const [call] = await calls.list({ operation: "placeOrder" });
  expectTypeOf(call?.operation_id).toEqualTypeOf<OperationId | null | undefined>();
  // @ts-expect-error misspelt: createUser
  faults.add({ operation_id: "createUsr", effect: "drop" });
  // @ts-expect-error misspelt: placeOrder
  calls.list({ operation: "placeOrdr" });
});

test("the payload of an event is that of its name or of its family, and a typo does not compile", async () => {
  const { next, ofType } = sandbox.events;
  expectTypeOf((await next("order.updated")).payload).toEqualTypeOf<KnownEvents["order.{event}"]>();
  expectTypeOf((await next("order.{event}")).payload).toEqualTypeOf<KnownEvents["order.{event}"]>();
  expectTypeOf((await next("order.partial_results", { timeoutMs: 1 })).payload).toEqualTypeOf<
    KnownEvents["order.partial_results"]
  >();
  expectTypeOf((await next("daily.data.sleep_cycle.created")).payload).toEqualTypeOf<
    KnownEvents["daily.data.sleep_cycle.created"]
  >();
  for (const { payload } of await ofType("daily.data.steps.created")) {
    expectTypeOf(payload).toEqualTypeOf<KnownEvents["daily.data.{resource}.created"]>();
  }
  expectTypeOf((await next()).payload.data).toBeUnknown();
  expectTypeOf((await next(undefined, { timeoutMs: 1 })).payload.data).toBeUnknown();
  // @ts-expect-error misspelt: created
  next("provider.connection.creatd");
  // @ts-expect-error misspelt: order.
  next("orders.updated");
  // @ts-expect-error misspelt: created
  ofType("daily.data.steps.creatd");
});
