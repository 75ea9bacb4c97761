// Happenings and records are bound to what a test may call: what is missing, misnamed or of another shape does not compile.
import { expectTypeOf, test } from "vitest";
import type { KnownEvents } from "../../generated/events.ts";
import { listRecords } from "../../src/sandbox/domain/records.ts";
import type { HappeningTable } from "../../src/sandbox/domain/topic.ts";
import { happenings as users } from "../../src/sandbox/domain/users.ts";
import type { Sandbox } from "../../src/sandbox/start-sandbox.ts";
import type { World } from "../../src/sandbox/world/world.ts";

declare const happenings: HappeningTable;
declare const sandbox: Sandbox;
declare const world: World;

test("a missing happening does not compile", () => {
  const { userDeleted: _, ...others } = happenings;
  // @ts-expect-error userDeleted is missing
  others satisfies HappeningTable;
});

test("a misnamed happening or kind of record does not compile, where it is made and where it is called", () => {
  // @ts-expect-error there is no happening of this name
  ({ deleteUser: users.userDeleted }) satisfies Partial<HappeningTable>;
  // @ts-expect-error there is no kind of this name
  listRecords(world, "order", {}, {});
  // @ts-expect-error there is no happening of this name
  sandbox.simulate.deleteUser;
  // @ts-expect-error there is no kind of this name
  sandbox.records.order;
});

test("a wrong input or result does not compile", () => {
  // @ts-expect-error it takes a user_id
  () => sandbox.simulate.userDeleted({ client_user_id: "" });
  // @ts-expect-error a connection has no client_user_id
  () => sandbox.records.connections({ client_user_id: "" });
  // @ts-expect-error a team has more fields
  ({ organizationTeamAdded: () => ({ id: "" }) }) satisfies Partial<HappeningTable>;
});

test("results, records and faults are typed by what was asked for", async () => {
  const { simulate, records, faults } = sandbox;
  expectTypeOf(await simulate.userDeleted({ user_id: "" })).toBeUndefined();
  expectTypeOf((await simulate.linkTokenMinted({ user_id: "" })).link_token).toBeString();
  expectTypeOf((await records.orders({ user_id: "" }))[0]?.further).not.toBeAny();
  expectTypeOf((await faults.add({ endpoint_id: "*", effect: "cut" })).conduct).toEqualTypeOf<"honest" | "attacker">();
  expectTypeOf((await faults.add({ operation_id: "*", effect: "drop" })).operation_id).toBeString();
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
