// Orders are placed, once for each key, and move on; their appointments are booked, moved, confirmed and refused.
import fc from "fast-check";
import { chosen, command } from "../command.ts";
import { type Model, second } from "../model.ts";
import { bodyOf, expectFits } from "../world.ts";
import { names } from "./users.ts";

const number = fc.nat(20);
const hasOrders = (model: Readonly<Model>) => model.orders.length > 0;

export const placeOrder = fc
  .record({
    name: fc.option(names),
    key: fc.option(fc.constantFrom("k1", "k2", "k3", "k4")),
    path: fc.constantFrom("/v3/order", "/v3/order/create"),
  })
  .map((wanted) =>
    command("placeOrder", wanted, async (model, real, { name, key, path }) => {
      const user = name === null ? undefined : model.present(name);
      const user_id = name === null ? undefined : (user?.userId ?? "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36");
      const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
      const body = user_id === undefined ? {} : { user_id };
      const answer = await real.api("POST", path, body, headers);
      const earlier = key === null ? undefined : model.orderKeys.get(key);
      if (earlier !== undefined) {
        const { id } = earlier;
        expectFits(bodyOf(answer, 200), { id }, `The order of the key ${key}`);
        return;
      }
      if (name !== null && user === undefined) return void bodyOf(answer, 422);
      const order = model.addOrder(String(bodyOf(answer, 200)["id"]), user?.userId ?? "");
      if (key !== null) model.orderKeys.set(key, order);
    }),
  );

export const moveOrder = fc
  .record({ number, status: fc.constantFrom("received", "collecting_sample", "sample_with_lab") })
  .map((wanted) =>
    command(
      "moveOrder",
      wanted,
      async (model, real, { number: which, status }) => {
        const order = chosen(model.orders, which);
        if (order === undefined) return;
        bodyOf(await real.simulate("orderMoved", { order_id: order.id, status }), 200);
        model.moveOrder(order, status);
      },
      hasOrders,
    ),
  );

export const publishResult = fc.record({ number, is_partial: fc.boolean() }).map((wanted) =>
  command(
    "publishResult",
    wanted,
    async (model, real, { number: which, is_partial }) => {
      const order = chosen(model.orders, which);
      if (order === undefined) return;
      const results = [{ marker: "glucose", value: model.next() }];
      bodyOf(await real.simulate("resultPublished", { order_id: order.id, results, is_partial }), 200);
      // The team has not enabled partial results: no event tells of them
      if (!is_partial) model.moveOrder(order);
    },
    hasOrders,
  ),
);

export const bookAtHome = fc.record({ number, how: fc.constantFrom("book", "request", "reschedule") }).map((wanted) =>
  command(
    "bookAtHome",
    wanted,
    async (model, real, { number: which, how }) => {
      const order = chosen(model.orders, which);
      if (order === undefined) return;
      const method = how === "reschedule" ? "PATCH" : "POST";
      const answer = await real.api(method, `/v3/order/${order.id}/phlebotomy/appointment/${how}`, {});
      const earlier = model.appointmentOf(order, "phlebotomy");
      const start = how === "request" ? null : model.firstFree("phlebotomy");
      if (start === undefined || (how === "reschedule" && earlier === undefined)) return void bodyOf(answer, 422);
      const body = bodyOf(answer, 200);
      expectFits(body, start === null ? {} : { start }, "The appointment");
      if (how === "reschedule" && earlier !== undefined) {
        earlier.status = "booked";
        earlier.start = start;
        model.moveOrder(order);
        return;
      }
      const status = how === "book" ? "booked" : "requested";
      model.addAppointment(order, { id: String(body["id"]), kind: "phlebotomy", status, start });
    },
    hasOrders,
  ),
);

export const bookAtCenter = fc
  .record({
    number,
    key: fc.option(fc.constantFrom("b1", "b2")),
    outcome: fc.constantFrom("confirmed", "confirmed", "refused"),
  })
  .map((wanted) =>
    command(
      "bookAtCenter",
      wanted,
      async (model, real, { number: which, key, outcome }) => {
        const order = chosen(model.orders, which);
        if (order === undefined) return;
        bodyOf(await real.simulate("pscConfirmationPrepared", { order_id: order.id, outcome }), 200);
        order.prepared = outcome;
        const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
        const answer = await real.api("POST", `/v3/order/${order.id}/psc/appointment/book`, {}, headers);
        const booked = key === null ? undefined : model.bookingKeys.get(`${order.id} ${key}`);
        if (booked !== undefined) {
          expectFits(bodyOf(answer, 200), { id: booked.id, start: booked.start }, `The booking of the key ${key}`);
          return;
        }
        const start = model.firstFree("psc");
        if (start === undefined) return void bodyOf(answer, 422);
        const body = bodyOf(answer, 200);
        expectFits(body, { start }, "The booking");
        const id = String(body["id"]);
        model.addAppointment(order, { id, kind: "psc", status: "unconfirmed", start });
        const appointment = order.appointments.at(-1);
        if (appointment === undefined) return;
        if (key !== null) model.bookingKeys.set(`${order.id} ${key}`, appointment);
        model.later(model.nowMs + 5 * second, () => {
          if (appointment.status !== "unconfirmed") return;
          appointment.status = order.prepared ?? "confirmed";
          order.prepared = undefined;
          model.moveOrder(order);
        });
      },
      hasOrders,
    ),
  );
