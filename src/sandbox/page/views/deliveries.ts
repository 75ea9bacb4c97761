// Where events are sent, and the state of each event at each endpoint.
import { type Html, html } from "../../../shared/look/index.ts";
import { listEndpoints } from "../../events/endpoints.ts";
import type { DeliveryRow } from "../../store/tables.ts";
import { code, formLink, link, listed, moment, newest, state, table } from "../parts.ts";
import type { Content, View } from "../view.ts";

export function showDeliveries(view: View): Content {
  const endpoints = listEndpoints(view.world).map(({ id, url }) => ({
    id: `endpoint-${id}`,
    cells: [code(url), formLink(view, "removeEndpoint", { endpoint_id: id })],
  }));
  const body = html`${deliveryTable(view, view.world.deliveries.page({ before: newest, limit: listed }))}
<p class="links">${formLink(view, "listDeliveries")}${formLink(view, "resendDeliveries")}</p>
<h2>Endpoints</h2>
${table("Endpoints", ["URL", "Change"], endpoints, "No endpoint receives events.")}
<p>${formLink(view, "registerEndpoint")}</p>`;
  return { title: "Deliveries", body, isLive: true };
}

/** A table of deliveries, each with its requests and answers behind its name. */
export function deliveryTable(view: View, deliveries: readonly DeliveryRow[]): Html {
  const { events, records } = view.world;
  const rows = deliveries.map(({ place, endpoint_id, event_id, state: now, due_at_ms }) => ({
    id: `delivery-${place}`,
    cells: [
      link(view, "form/getDelivery", code(events.get(event_id)?.type ?? "unknown"), {
        delivery_id: String(place),
      }),
      html`${state(now, now === "delivered" ? "good" : now === "parked" ? "bad" : "open")} ${now === "due" && due_at_ms !== null ? moment(due_at_ms) : undefined}`,
      code(records.endpoints.get(endpoint_id)?.url ?? "removed"),
      now === "parked" ? formLink(view, "resendDeliveries", { delivery_id: String(place) }) : undefined,
    ],
  }));
  const heads = ["Delivery", "State", "Endpoint", "Change"];
  return table("Deliveries, latest first", heads, rows, "No deliveries.");
}
