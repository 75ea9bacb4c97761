// Many write at once, and the process is killed in the middle: what was acknowledged is there, of the rest each is there whole or not at all.
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { command } from "../command.ts";
import type { Model } from "../model.ts";
import { bodyOf, Disagreement, expectFits, type RealWorld } from "../world.ts";

/** What one writer was answered. */
interface Written {
  readonly name: string;
  userId: string | undefined;
  orderId: string | undefined;
}

export const burst = fc.record({ writers: fc.integer({ min: 1, max: 12 }), pauseMs: fc.nat(25) }).map((wanted) =>
  command("burst", wanted, async (model, real, { writers, pauseMs }) => {
    const all = Array.from(
      { length: writers },
      (): Written => ({ name: `burst-${model.next()}`, userId: undefined, orderId: undefined }),
    );
    const writing = all.map((one) => write(real, one));
    await wait(pauseMs);
    if (real.sandbox.canBeKilled) await real.sandbox.kill();
    else {
      await Promise.all(writing);
      await real.sandbox.stop();
    }
    await Promise.all(writing);
    await real.sandbox.start();
    await adopt(model, real, all);
  }),
);

async function write(real: RealWorld, written: Written): Promise<void> {
  const user = await real.api("POST", "/v2/user/", { client_user_id: written.name });
  if (user === undefined) return;
  written.userId = String(bodyOf(user, 200)["user_id"]);
  const order = await real.api("POST", "/v3/order", { user_id: written.userId });
  if (order !== undefined) written.orderId = String(bodyOf(order, 200)["id"]);
}

/** In which order they were written only the sandbox knows: the picture takes it over, once it is one that can be. */
async function adopt(model: Readonly<Model>, real: RealWorld, all: readonly Written[]): Promise<void> {
  const names = new Set(all.map(({ name }) => name));
  for (const found of await real.all("users")) {
    const name = String(found["client_user_id"]);
    if (!names.has(name)) continue;
    model.addUser({ name, userId: String(found["user_id"]), createdOn: model.now, zone: "UTC", ingestionStart: null });
  }
  for (const event of (await real.all("events")).slice(model.events.length)) {
    expectFits(event, { event_type: "order.created" }, "An event that was written meanwhile");
    const { order_id } = (event["payload"] as { data: { order_id: string } }).data;
    model.addOrder(order_id, String(event["user_id"]));
  }
  for (const { name, userId, orderId } of all) {
    const user = model.present(name);
    const orders = model.orders.filter((order) => order.userId === user?.userId);
    if (userId !== undefined && user?.userId !== userId) {
      throw new Disagreement(`The user ${name} was acknowledged as ${userId}; found ${user?.userId}.`);
    }
    if (orders.length > 1 || (orderId !== undefined && orders[0]?.id !== orderId)) {
      throw new Disagreement(
        `The order of ${name} was acknowledged as ${orderId}; found ${orders.map(({ id }) => id)}.`,
      );
    }
  }
}
