// The first page: the world, its time and its activity.
import { html } from "../../../look/index.ts";
import { facts } from "../parts/text.ts";
import type { Content, View } from "../view.ts";
import { callTable } from "./calls.ts";
import { clockFace, clockSteps } from "./clock.ts";
import { deliveryTable } from "./deliveries.ts";
import { eventTable } from "./events.ts";

/** How many of each are shown; other pages list all. */
const most = 8;

export async function overviewPage(view: View): Promise<Content> {
  const { worlds, world, to, origin, managementUrl } = view;
  const { teamName, apiKey, managementKey } = world.identity;
  const newest = Number.MAX_SAFE_INTEGER;
  const isParked = (await world.deliveries.latest(newest, 1, "parked")).length > 0;
  const { nowMs } = world.clock;
  const body = html`${warning(world.faults.all(nowMs), "fault", "calls", to("faults/"))}${warning(world.eventFaults.all(nowMs), "event fault", "deliveries", to("event-faults/"))}<div class="split"><div>
<h2 id="calls">Latest calls</h2>
${callTable(view, worlds.calls.latest(world.identity.id, newest, most), "No calls yet. Calls, events and deliveries appear here live.", ["Call", "Status", "Operation"])}
<h2 id="events">Latest events</h2>
${await eventTable(view, await world.events.latest(newest, most), html`No events yet. <a href="${to("simulate/")}">Simulate something</a> to send one.`)}
<h2 id="deliveries">Latest deliveries</h2>
${await deliveryTable(view, await world.deliveries.latest(newest, most), html`No deliveries yet. <a href="${to("endpoints/")}">Register an endpoint</a> to receive events from then on.`, ["Delivery", "Event", "State"])}${
  isParked ? html`<p><a href="${to("deliveries/", { state: "parked" })}">Parked deliveries</a></p>` : undefined
}</div><div>
<h2 id="clock">Clock</h2>
${clockFace(view)}${clockSteps(view)}<p><a href="${to("clock/")}">Change the clock</a></p>
<h2 id="keys">Keys</h2>
${facts([
  ["Team", teamName],
  ["Base URL", html`<code>${origin}</code>`],
  ["Team key", html`<code>x-service-api-key: ${apiKey}</code>`],
  ...(managementUrl === undefined ? [] : [["Management URL", html`<code>${managementUrl}</code>`] as const]),
  ["Organization", html`<code>X-Management-Key: ${managementKey}</code>`],
])}
</div></div>`;
  return { title: "Activity", body };
}

/** Says that there are faults; nothing where there is none. */
function warning(faults: readonly { readonly is_over: boolean }[], kind: string, what: string, link: string) {
  const { length } = faults.filter(({ is_over }) => !is_over);
  if (length === 0) return undefined;
  const faulty = length === 1 ? `One ${kind} affects` : `${length} ${kind}s affect`;
  return html`<p class="warning">${faulty} ${what} on purpose. <a href="${link}">See the ${kind}s</a></p>
`;
}
