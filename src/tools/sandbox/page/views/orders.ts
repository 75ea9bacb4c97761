// The orders of a world, and one of them with its steps, results and appointments.
import { type Html, html } from "../../../look/index.ts";
import { orderOf } from "../../rules/orders.ts";
import type { StoredOrder } from "../../world/records/kinds.ts";
import { listPage, table } from "../parts/lists.ts";
import { userLink } from "../parts/names.ts";
import { code, facts, json, moment } from "../parts/text.ts";
import { type Content, NotThere, type View } from "../view.ts";
import { happeningForm } from "./happening-forms.ts";

export async function ordersPage(view: View): Promise<Content> {
  const { items, links } = await listPage(
    view,
    "orders/",
    {},
    (before, limit) => view.world.records.orders.latest(before, limit),
    ({ place }) => place,
  );
  const orders = items.map(({ record }) => record);
  const nothing = html`No orders yet. Create one with <code>POST /v3/order</code>.`;
  return { title: "Orders", body: html`${await orderTable(view, orders, nothing)}${links}` };
}

/** A table of orders. */
export async function orderTable(
  view: View,
  orders: readonly StoredOrder[],
  nothing: Html | string,
  shown?: readonly string[],
): Promise<Html> {
  const rows = await Promise.all(
    orders.map(async ({ id, user_id, events, created_on }) => ({
      id: `order-${id}`,
      cells: [
        html`<a href="${view.to(`orders/${id}`)}"><code>${id}</code></a>`,
        statusOf(events),
        (await userLink(view, user_id)) ?? html`<span class="soft">none</span>`,
        moment(created_on),
      ],
    })),
  );
  return table("Orders, latest first", ["Order", "Status", "User", "Placed"], rows, nothing, shown);
}

/** Where an order stands: its last status, which an example may leave out. */
function statusOf(events: StoredOrder["events"]): Html {
  const { status, low_level_status } = events.at(-1) ?? {};
  const known = status ?? low_level_status;
  return known === undefined ? html`<span class="soft">unknown</span>` : code(known);
}

export async function orderPage(view: View): Promise<Content> {
  const { world, id } = view;
  const order = await orderOf(world, id);
  if (order === undefined) throw new NotThere(`This world has no order "${id}".`);
  const { user_id, lab_account_id, created_on, patient_address, clinical_comments, events, results, further } = order;
  const appointments = await world.records.appointments.ofOwner(order.id);
  const body = html`${facts([
    ["Order id", html`<code>${order.id}</code>`],
    ["Status", statusOf(events)],
    ["User", await userLink(view, user_id)],
    ["Lab account", html`<code>${lab_account_id}</code>`],
    ["Placed", moment(created_on)],
    ["Comments", clinical_comments],
  ])}
<h2 id="steps">Steps</h2>
${table(
  "Steps, oldest first",
  ["Step", "Status", "Detailed status", "More"],
  events.map(({ status, low_level_status, status_detail }, at) => ({
    id: `step-${at + 1}`,
    cells: [
      at + 1,
      status === undefined ? html`<span class="soft">unknown</span>` : code(status),
      low_level_status === undefined ? html`<span class="soft">none</span>` : code(low_level_status),
      status_detail ?? html`<span class="soft">none</span>`,
    ],
  })),
  "No steps.",
)}
${
  results.length === 0
    ? undefined
    : html`<h2 id="results">Results</h2>${results.map(
        ({ published_at, is_partial, results: published }, at) =>
          html`<h3>${is_partial ? "A part" : "All"}, published ${moment(published_at)}</h3>${json(`Results, publication ${at + 1}`, published)}`,
      )}`
}
${
  appointments.length === 0
    ? undefined
    : html`<h2 id="appointments">Appointments</h2>${table(
        "Appointments, latest last",
        ["Kind", "Status", "Begins", "Notes"],
        appointments.map(({ id: appointment, kind, status, start, appointment_notes }) => ({
          id: `appointment-${appointment}`,
          cells: [
            kind,
            status,
            start === null ? html`<span class="soft">not yet</span>` : moment(start),
            appointment_notes ?? html`<span class="soft">none</span>`,
          ],
        })),
        "",
      )}`
}
${patient_address === undefined ? undefined : html`<h2 id="address">Address</h2>${json("Address", patient_address)}`}
${Object.keys(further).length === 0 ? undefined : html`<h2 id="further">Other fields sent</h2>${json("Further fields", further)}`}
<h2 id="simulate">Simulate</h2>
<div class="cards">
<section><h3>The order moves</h3>${await happeningForm(view, "simulateOrderMoved", { hidden: { order_id: order.id } })}</section>
<section><h3>A result is published</h3>${await happeningForm(view, "simulateResultPublished", { hidden: { order_id: order.id } })}</section>
</div>`;
  return { title: `Order ${order.id.slice(0, 8)}`, above: { title: "Orders", path: "orders/" }, body };
}
