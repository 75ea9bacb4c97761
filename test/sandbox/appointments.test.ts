// The last free slot: without one, an order is booked at a time of its own only.
import { expect, test } from "vitest";
import { walkIn } from "./cast.ts";
import { call, statuses, useWorlds } from "./fresh-world.ts";

useWorlds();

test("when no slot is left in 14 days, a booking without one is refused", async () => {
  const { body } = await call<{ slots: readonly { readonly slots: readonly object[] }[] }>(
    "POST /v3/order/psc/appointment/availability",
  );
  for (const slot of body.slots.flatMap(({ slots }) => slots)) {
    const order = await call("POST /v3/order", {});
    expect(await statuses([`POST /v3/order/${order.body["id"]}/psc/appointment/book`, { slot }])).toEqual([200]);
  }
  const book = `POST /v3/order/${walkIn}/psc/appointment/book`;
  expect(await statuses([book, {}], [book, { start: "2026-06-01T10:00:00Z" }])).toEqual([422, 200]);
});
