// Commands of a world: users come and go, orders are placed and move, the clock jumps, receivers fail and heal, and the process is stopped and killed.
import { setTimeout as wait } from "node:timers/promises";
import fc, { type AsyncCommand } from "fast-check";
import { compare } from "./compare.ts";
import { day, hour, type Model, minute, second } from "./model.ts";
import { type Plan, PlannedReceiver } from "./planned-receiver.ts";
import { bodyOf, expectFits, type RealWorld } from "./world.ts";

export type Command = AsyncCommand<Model, RealWorld>;

/**
 * Makes commands of one kind.
 *
 * @param inputs Shown in a report, so that it says all that has to be known to repeat it.
 * @param of What there must be one of: the number in the input chooses it.
 */
function kind<Input extends object>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  run: (model: Model, real: RealWorld, input: Input) => Promise<unknown>,
  check: (model: Readonly<Model>) => boolean = () => true,
): fc.Arbitrary<Command> {
  return inputs.map((input) => ({
    check,
    async run(model, real) {
      real.counts.set(name, (real.counts.get(name) ?? 0) + 1);
      await run(model, real, input);
    },
    toString: () => `${name}(${JSON.stringify(input)})`,
  }));
}

/** One of a list that has one, whatever the number. */
function chosen<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error("The command needs one to choose.");
  return item;
}

const nothing = fc.constant({});
/** Few, so that they meet again. */
const name = fc.constantFrom("ada", "ben", "cyd", "dan", "eve");
const number = fc.nat(20);
const unknownUser = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";

const createUser = kind("createUser", fc.record({ name }), async (model, real, { name: client_user_id }) => {
  const answer = await real.api("POST", "/v2/user/", { client_user_id });
  const existing = model.present(client_user_id);
  if (existing === undefined) return model.addUser(client_user_id, String(bodyOf(answer, 200)["user_id"]));
  const { userId: user_id, createdOn: created_on } = existing;
  expectFits(bodyOf(answer, 400), { user_id, created_on }, `The conflict of ${client_user_id}`);
});

const deleteUser = kind("deleteUser", fc.record({ name }), async (model, real, { name: wanted }) => {
  const user = model.present(wanted);
  const answer = await real.control("POST", "/happenings", {
    name: "userDeleted",
    user_id: user?.userId ?? unknownUser,
  });
  bodyOf(answer, user === undefined ? 404 : 200);
  if (user !== undefined) user.deletedAtMs = model.nowMs;
});

/** How long a deletion can be undone. */
const gracePeriodMs = 7 * day;

const undoDeletion = kind(
  "undoDeletion",
  fc.record({ by: fc.constantFrom("name", "id"), number }),
  async (model, real, { by, number: which }) => {
    const named = chosen(model.deletedUsers, which);
    const query: Record<string, string> = by === "id" ? { user_id: named.userId } : { client_user_id: named.name };
    const answer = await real.api("POST", `/v2/user/undo_delete?${new URLSearchParams(query)}`);
    const ofName = model.deletedUsers.filter((user) => user.name === named.name);
    // Of several with one name the one who was deleted last
    const user = by === "id" ? named : ofName.sort((a, b) => Number(a.deletedAtMs) - Number(b.deletedAtMs)).at(-1);
    const isBack =
      user?.deletedAtMs !== undefined &&
      // No new user has taken the name since, not even one who was deleted again
      model.users.findLast((one) => one.name === named.name) === user &&
      model.nowMs - user.deletedAtMs < gracePeriodMs;
    bodyOf(answer, isBack ? 200 : 400);
    if (isBack) user.deletedAtMs = undefined;
  },
  (model) => model.deletedUsers.length > 0,
);

const placeOrder = kind(
  "placeOrder",
  fc.record({
    name: fc.option(name),
    key: fc.option(fc.constantFrom("k1", "k2", "k3", "k4")),
    path: fc.constantFrom("/v3/order", "/v3/order/create"),
  }),
  async (model, real, { name: of, key, path }) => {
    const user = of === null ? undefined : model.present(of);
    const body = of === null ? {} : { user_id: user?.userId ?? unknownUser };
    const answer = await real.api("POST", path, body, key === null ? {} : { "idempotency-key": key });
    const earlier = model.orderKeys.get(key ?? "");
    if (earlier !== undefined) {
      return expectFits(bodyOf(answer, 200), { id: earlier.id }, `The order of the key ${key}`);
    }
    if (of !== null && user === undefined) return void bodyOf(answer, 422);
    const order = model.addOrder(String(bodyOf(answer, 200)["id"]), user?.userId ?? "");
    if (key !== null) model.orderKeys.set(key, order);
  },
);

const moveOrder = kind(
  "moveOrder",
  fc.record({ number, status: fc.constantFrom("received", "collecting_sample", "sample_with_lab") }),
  async (model, real, { number: which, status }) => {
    const order = chosen(model.orders, which);
    bodyOf(await real.control("POST", "/happenings", { name: "orderMoved", order_id: order.id, status }), 200);
    model.moveOrder(order, status);
  },
  (model) => model.orders.length > 0,
);

/** Around what the sandbox waits for: retries and the grace period. */
const lengths = [second, 5 * second, 5 * minute, hour, 10 * hour, day, 7 * day - minute, 7 * day, 8 * day];

const jump = kind(
  "jump",
  fc.record({ ms: fc.constantFrom(...lengths), isRunning: fc.boolean() }),
  async (model, real, { ms, isRunning }) => {
    const advance = { seconds: ms / second };
    bodyOf(await real.control("PATCH", "/clock", isRunning ? { is_frozen: false, advance } : { advance }), 200);
    model.nowMs += ms;
    if (!isRunning) return;
    await wait(5);
    const now = Date.parse(String(bodyOf(await real.control("PATCH", "/clock", { is_frozen: true }), 200)["now"]));
    if (now < model.nowMs) throw new Error(`The clock went back to ${now}.`);
    model.nowMs = now;
  },
);

const failures = fc.record({
  fails: fc.constantFrom<number | "always">(0, 0, 0, 0, 1, 2, 5, "always"),
  how: fc.constantFrom("500" as const, "reset" as const),
});
const plan: fc.Arbitrary<Plan> = fc.array(failures, { minLength: 1, maxLength: 6 });

const register = kind(
  "register",
  fc.record({ plan }),
  async (model, real, { plan: steps }) => {
    const receiver = await PlannedReceiver.start(steps);
    const { url, secret } = receiver;
    const { id } = bodyOf(await real.control("POST", "/endpoints", { url, secret }), 201);
    model.endpoints.push({ id: String(id), receiver, from: model.events.length, until: undefined });
  },
  // Every event goes to every one: two will do
  (model) => model.openEndpoints.length < 2,
);

const hasEndpoint = (model: Readonly<Model>) => model.openEndpoints.length > 0;

const unregister = kind(
  "unregister",
  fc.record({ number }),
  async (model, real, { number: which }) => {
    const endpoint = chosen(model.openEndpoints, which);
    bodyOf(await real.control("DELETE", `/endpoints/${endpoint.id}`), 200);
    endpoint.until = model.events.length;
  },
  hasEndpoint,
);

const heal = kind(
  "heal",
  fc.record({ number }),
  async (model, real, { number: which }) => {
    chosen(model.openEndpoints, which).receiver.heal();
    bodyOf(await real.control("POST", "/deliveries/resend"), 200);
  },
  hasEndpoint,
);

const move = kind("move", nothing, (_, real) => real.move());

const compareAll = kind("compareAll", nothing, compare);

const restart = kind("restart", nothing, async (_, real) => {
  await real.process.end("SIGTERM");
  await real.process.start();
});

/** The answers that one writer got. */
interface Written {
  readonly name: string;
  userId?: string;
  orderId?: string;
}

/** Many write at once, and the process is killed in the middle: what was acknowledged is there, the rest each whole or not at all. */
const burst = kind(
  "burst",
  fc.record({ writers: fc.integer({ min: 1, max: 12 }), pauseMs: fc.nat(25) }),
  async (model, real, { writers, pauseMs }) => {
    const all = Array.from({ length: writers }, (): Written => ({ name: `burst-${model.next()}` }));
    const writing = all.map(async (one) => {
      const user = await real.api("POST", "/v2/user/", { client_user_id: one.name });
      if (user === undefined) return;
      one.userId = String(bodyOf(user, 200)["user_id"]);
      const order = await real.api("POST", "/v3/order", { user_id: one.userId });
      if (order !== undefined) one.orderId = String(bodyOf(order, 200)["id"]);
    });
    await wait(pauseMs);
    await real.process.end("SIGKILL");
    await Promise.all(writing);
    await real.process.start();
    await adopt(model, real, all);
  },
);

/** In which order they were written only the sandbox knows: the picture takes it over, once it is one that can be. */
async function adopt(model: Model, real: RealWorld, all: readonly Written[]): Promise<void> {
  const names = new Set(all.map((one) => one.name));
  for (const { client_user_id, user_id } of await real.all("users")) {
    if (names.has(String(client_user_id))) model.addUser(String(client_user_id), String(user_id));
  }
  for (const event of (await real.all("events")).slice(model.events.length)) {
    expectFits(event, { event_type: "order.created" }, "An event that was written meanwhile");
    const { order_id } = (event["payload"] as { data: { order_id: string } }).data;
    model.addOrder(order_id, String(event["user_id"]));
  }
  for (const { name: of, userId, orderId } of all) {
    const user = model.present(of);
    const orders = model.orders.filter((order) => order.userId === user?.userId).map(({ id }) => id);
    const isUserKept = userId === undefined || user?.userId === userId;
    const isOrderKept = orderId === undefined ? orders.length <= 1 : orders.join() === orderId;
    if (isUserKept && isOrderKept) continue;
    throw new Error(
      `${of} was acknowledged as ${userId} with the order ${orderId}; found ${user?.userId} with ${orders}.`,
    );
  }
}

/** Sequences of commands, each kind as often as it is to come. */
export function sequences(mostCommands: number) {
  const often = [createUser, placeOrder, moveOrder, jump];
  const seldom = [deleteUser, undoDeletion, register, heal, burst, move, unregister, compareAll, restart];
  const all = [...often, ...often, ...often, ...often, ...seldom];
  return fc.commands(all, { maxCommands: mostCommands, size: "max" });
}
