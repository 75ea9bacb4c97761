// The state of each event at each endpoint, and one delivery with its requests and responses.
import { type Html, html } from "../../../look/index.ts";
import { attemptsOf } from "../../delivery/deliveries.ts";
import type { DeliveryAttempt } from "../../public/events.ts";
import type { DeliveryRow, DeliveryState } from "../../world/store.ts";
import { form } from "../parts/forms.ts";
import { listPage, table } from "../parts/lists.ts";
import { userLink } from "../parts/names.ts";
import { code, deliveryState, facts, json, moment, momentOf, sentText } from "../parts/text.ts";
import { type Content, NotThere, type View } from "../view.ts";

const states: readonly DeliveryState[] = ["due", "waiting", "delivered", "parked"];

export async function deliveriesPage(view: View): Promise<Content> {
  const { world, query, to } = view;
  const state = states.find((one) => one === query.get("state"));
  const { items, links } = await listPage(
    view,
    "deliveries/",
    { state },
    (before, limit) => world.deliveries.latest(before, limit, state),
    ({ place }) => place,
  );
  const filters = html`<nav class="filters" aria-label="Filter deliveries">${[undefined, ...states].map(
    (one) =>
      html`<a href="${to("deliveries/", { state: one })}"${one === state ? html` aria-current="page"` : undefined}>${one ?? "all"}</a>`,
  )}</nav>
`;
  const nothing =
    state === undefined
      ? html`No deliveries yet. <a href="${to("endpoints/")}">Register an endpoint</a> to receive events from then on.`
      : `No deliveries are ${state}.`;
  const resend =
    state === "parked" && items.length > 0
      ? form(view, { action: "resendParked", name: "resend-parked", button: "Resend all parked deliveries" })
      : undefined;
  return { title: "Deliveries", body: html`${filters}${resend}${await deliveryTable(view, items, nothing)}${links}` };
}

/** A table of deliveries. */
export async function deliveryTable(
  { world, to }: View,
  rows: readonly DeliveryRow[],
  nothing: Html | string,
  shown?: readonly string[],
): Promise<Html> {
  return table(
    "Deliveries, latest first",
    ["Delivery", "Event", "State", "Attempts", "Endpoint"],
    await Promise.all(
      rows.map(async ({ place, endpointId, eventId, state, attempts, dueAtMs }) => ({
        id: `delivery-${place}`,
        cells: [
          html`<a href="${to(`deliveries/${place}`)}">${place}</a>`,
          code((await world.events.get(eventId))?.type ?? "unknown"),
          html`${deliveryState(state)}${dueAtMs === undefined ? undefined : html` <span class="soft">${momentOf(dueAtMs)}</span>`}`,
          attempts,
          endpointText((await world.records.endpoints.get(endpointId))?.url),
        ],
      })),
    ),
    nothing,
    shown,
  );
}

function endpointText(url: string | undefined): Html {
  return url === undefined ? html`<span class="soft">removed</span>` : code(url);
}

export async function deliveryPage(view: View): Promise<Content> {
  const { world, id, to } = view;
  const row = /^\d{1,15}$/.test(id) ? await world.deliveries.get(Number(id)) : undefined;
  if (row === undefined) throw new NotThere(`This world has no delivery "${id}".`);
  const { place, endpointId, eventId, userId, state, attempts, dueAtMs } = row;
  const event = await world.events.get(eventId);
  const endpoint = await world.records.endpoints.get(endpointId);
  const made = await attemptsOf(world, place);
  const tries = made.filter(({ is_additional }) => !is_additional).length;
  const body = html`${facts([
    ["State", deliveryState(state)],
    ["Tried", attempts === tries ? times(attempts) : `${times(tries)}, ${times(attempts)} since it was last sent`],
    ["Next", dueAtMs === undefined ? undefined : momentOf(dueAtMs)],
    [
      "Event",
      html`<a href="${to(`events/${encodeURIComponent(eventId)}`)}"><code>${event?.type ?? eventId}</code></a>`,
    ],
    ["User", await userLink(view, userId)],
    ["Endpoint", endpointText(endpoint?.url)],
  ])}
${resendPart(view, row, endpoint !== undefined)}
<h2 id="payload">Payload</h2>
${event === undefined ? html`<p class="nothing">It no longer exists.</p>` : sentText("Payload", event.payload)}
<h2 id="attempts">Attempts</h2>
${made.length === 0 ? html`<p class="nothing">There was no attempt yet.</p>` : [...made].reverse().map(attemptPart)}`;
  return { title: `Delivery ${place}`, above: { title: "Deliveries", path: "deliveries/" }, body };
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function resendPart(view: View, { place, state }: DeliveryRow, hasEndpoint: boolean): Html {
  if (!hasEndpoint) return html`<p class="nothing">Its endpoint was removed, so it cannot be sent again.</p>`;
  if (state === "waiting") {
    return html`<p class="nothing">It waits for an earlier event of the same user.</p>`;
  }
  return form(view, {
    action: "resendDelivery",
    name: "resend",
    hidden: { delivery_id: String(place) },
    button: state === "due" ? "Send now" : "Send again",
    kind: "main",
  });
}

function attemptPart(attempt: DeliveryAttempt): Html {
  const { number, at, url, headers, sent, status, body, error, faults, is_additional, duration_ms } = attempt;
  // What an attacker sends is to be refused
  const isForged = is_additional && faults.some(({ conduct }) => conduct === "attacker");
  const isWell = status !== undefined && (isForged ? status >= 400 : status < 300) && error === undefined;
  const came = status === undefined ? "no answer" : `answered ${status}`;
  return html`<section class="attempt" id="attempt-${number}"><h3>Attempt ${number}: <span class="state ${isWell ? "s-delivered" : "s-parked"}">${came}</span></h3>
<p>${moment(at)}, ${Math.round(duration_ms)} ms${error === undefined ? undefined : html`: ${error}`}</p>
${faults.map(({ id, effect, conduct }) => html`<p>Unkind by ${id}: ${effect}, <span class="soft">${conduct}</span></p>`)}${is_additional ? html`<p>It was sent in addition: its answer does not count for the delivery.</p>` : undefined}
<details id="request-${number}"><summary>Request</summary><p>To <code>${url}</code>; the body is ${sent === undefined ? "the payload above" : "another one"}.</p>${json(`Headers of the request, attempt ${number}`, headers)}${sent === undefined ? undefined : sentText(`Body of the request, attempt ${number}`, sent)}</details>
${
  status === undefined
    ? undefined
    : html`<details id="answer-${number}" open><summary>Answer</summary>${
        body === undefined || body === ""
          ? html`<p class="nothing">No body.</p>`
          : sentText(`Body of the answer, attempt ${number}`, body)
      }</details>`
}</section>
`;
}
