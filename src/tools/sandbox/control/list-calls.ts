// The calls that list the stored users and orders, a page at a time.
import type { ControlHandlers } from "./call.ts";
import { pageOf } from "./page.ts";

export const listCalls = {
  async listUsers({ world, query: { after, limit, client_user_id } }) {
    const { users } = world.records;
    if (client_user_id !== undefined)
      return { status: 200, body: { users: await users.named(client_user_id), next: null } };
    const { items, next } = await pageOf(
      { after, limit },
      (from, most) => users.page(from, most),
      ({ place }) => place,
    );
    return { status: 200, body: { users: items.map(({ record }) => record), next } };
  },

  async listOrders({ world, query: { after, limit, user_id } }) {
    const { orders } = world.records;
    if (user_id !== undefined) return { status: 200, body: { orders: await orders.ofOwner(user_id), next: null } };
    const { items, next } = await pageOf(
      { after, limit },
      (from, most) => orders.page(from, most),
      ({ place }) => place,
    );
    return { status: 200, body: { orders: items.map(({ record }) => record), next } };
  },
} satisfies Partial<ControlHandlers>;
