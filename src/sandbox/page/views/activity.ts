// The first view: what went on in the world, its clock, its keys, and what is broken on purpose.
import { type Html, html } from "../../../shared/look/index.ts";
import { listFaults } from "../../events/event-faults.ts";
import type { LoggedEvent } from "../../store/tables.ts";
import { code, details, formLink, json, link, moment, newest, state, table } from "../parts.ts";
import { type Content, pagePrefix, type View } from "../view.ts";
import { callTable } from "./calls.ts";
import { deliveryTable } from "./deliveries.ts";

/** How many of each are shown; other views list more. */
const shown = 8;

/** How many worlds can be chosen, the latest ones. */
const offeredWorlds = 100;

export function showActivity(view: View): Content {
  const { worlds, world } = view;
  const body = html`<div class="split"><div>
<h2>Calls</h2>
${callTable(view, worlds.calls.latest(world.identity.id, newest, shown))}
<h2>Events</h2>
${eventTable(view, world.events.page({ before: newest, limit: shown }))}<p>${formLink(view, "listEvents")}</p>
<h2>Deliveries</h2>
${deliveryTable(view, world.deliveries.page({ before: newest, limit: shown }))}
</div><div>
<h2>Clock</h2>
${clockPart(view)}
<h2>World</h2>
${worldPart(view)}
<h2>Faults</h2>
${faultPart(view)}
</div></div>`;
  return { title: "Activity", body, isLive: true };
}

export function eventTable(view: View, events: readonly LoggedEvent[]): Html {
  const rows = events.map(({ place, id, type, user_id, at_ms, payload }) => {
    const user = user_id === "" ? undefined : view.world.records.users.get(user_id);
    return {
      id: `event-${place}`,
      cells: [
        details(`payload-${place}`, code(type), json(view, `Payload of ${id}`, payload)),
        user && link(view, `users/${user_id}`, user.client_user_id),
        moment(at_ms),
      ],
    };
  });
  return table("Events, latest first", ["Event", "User", "Time"], rows, "No events yet.");
}

function clockPart(view: View): Html {
  const { now, isFrozen } = view.world.clock;
  return html`<p>${moment(now)}, ${isFrozen ? "frozen" : "running"}</p>
<p class="links">${link(view, "form/setClock", "Advance the clock", { "advance.hours": "1" })}${link(view, "form/setClock", isFrozen ? "Let the clock run" : "Freeze the clock", { is_frozen: String(!isFrozen) })}</p>`;
}

function worldPart({ worlds, world, origin, managementUrl }: View): Html {
  const { id, apiKey, managementKey } = world.identity;
  const managed = managementUrl();
  const offered = worlds.list({ before: newest, limit: offeredWorlds });
  const ids = new Set([id, ...offered.map(({ identity }) => identity.id)]);
  return html`<dl class="facts"><div><dt>Base URL</dt><dd><code>${origin}</code></dd></div><div><dt>Team key</dt><dd><code>x-service-api-key: ${apiKey}</code></dd></div>${managed && html`<div><dt>Management URL</dt><dd><code>${managed}</code></dd></div>`}<div><dt>Organization</dt><dd><code>X-Management-Key: ${managementKey}</code></dd></div></dl>
<form class="links" method="get" action="${pagePrefix}/"><label for="world">World</label><select id="world" name="world">${[...ids].map((one) => html`<option${one === id ? html` selected` : undefined}>${one}</option>`)}</select><button>Show</button></form>`;
}

function faultPart(view: View): Html {
  const { length } = listFaults(view.world).filter(({ is_over }) => !is_over);
  return html`<p>${length === 0 ? "Nothing is broken on purpose." : state(`${length} broken on purpose`, "bad")}</p>
<p class="links">${formLink(view, "listFaults")}${formLink(view, "addFault")}${formLink(view, "removeFaults", { fault_id: "*" })}</p>`;
}
