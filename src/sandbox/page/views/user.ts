// A user with all that is known of it.
import { html } from "../../../shared/look/index.ts";
import type { StoredConnection, StoredOrder } from "../../world/records.ts";
import { Refused } from "../../world/refused.ts";
import {
  code,
  details,
  formLink,
  happeningLink,
  json,
  listed,
  moment,
  newest,
  type Row,
  state,
  table,
} from "../parts.ts";
import type { Content, View } from "../view.ts";
import { eventTable } from "./activity.ts";

export function showUser(view: View): Content {
  const { records, events } = view.world;
  const user = records.users.get(view.id.toLowerCase());
  if (user === undefined) throw new Refused(404, `This world has no user "${view.id}".`);
  const { user_id, client_user_id, deleted_at } = user;
  const connections = records.connections.ofOwner(user_id);
  const orders = records.orders.ofOwner(user_id).slice(-listed).reverse();
  const body = html`<p>${deleted_at && state("deleted", "bad")}</p>${json(view, "User", user)}
<p class="links">${happeningLink(view, "dataArrived", { user_id })}${formLink(view, "listRecords", { kind: "healthData", user_id })}${formLink(view, "playStory", { user_id })}${happeningLink(view, "userDeleted", { user_id })}</p>
<h2>Connections</h2>
${table(
  "Connections",
  ["Provider", "Status", "Connected", "Change"],
  connections.map((connection) => connectionRow(view, connection)),
  "No connections.",
)}
<p>${happeningLink(view, "connectionMade", { user_id })}</p>
<h2>Orders</h2>
${table(
  "Orders, latest first",
  ["Order", "Status", "Placed", "Change"],
  orders.map((order) => orderRow(view, order)),
  html`No orders. Create one with <code>POST /v3/order</code>.`,
)}
<h2>Events</h2>
${eventTable(view, events.page({ before: newest, limit: listed }, user_id))}`;
  return { title: client_user_id, body, isLive: true };
}

function connectionRow(view: View, connection: StoredConnection): Row {
  const { user_id, provider, status, created_on } = connection;
  const isGood = status === "connected";
  return {
    id: `connection-${provider}`,
    cells: [
      details(`connection-json-${provider}`, provider, json(view, `Connection to ${provider}`, connection)),
      state(status, isGood ? "good" : "bad"),
      moment(created_on),
      happeningLink(view, isGood ? "connectionBroken" : "connectionMade", { user_id, provider }),
    ],
  };
}

function orderRow(view: View, order: StoredOrder): Row {
  const { id, user_id = "", events, created_on } = order;
  const known = { order_id: id, user_id };
  // An example may leave out the status of its last step
  const { status, low_level_status } = events.at(-1) ?? {};
  return {
    id: `order-${id}`,
    cells: [
      details(`order-json-${id}`, html`<code>${id}</code>`, json(view, `Order ${id}`, order)),
      code(status ?? low_level_status ?? "unknown"),
      moment(created_on),
      html`<span class="links">${happeningLink(view, "orderMoved", known)}${happeningLink(view, "resultPublished", known)}</span>`,
    ],
  };
}
