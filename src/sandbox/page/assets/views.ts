// The views of a world: its activity, its calls, its deliveries, and one user with all that is known of it.
import { type Html, html } from "../../../shared/look/browser/index.ts";
import { unwrap } from "../../control-client/client.ts";
import type { Delivery, LoggedCall, SandboxEvent } from "../../control-client/index.ts";
import { showForm } from "./form.ts";
import {
  type Content,
  code,
  details,
  formLink,
  json,
  link,
  listed,
  moment,
  type Page,
  prose,
  state,
  table,
  type Values,
} from "./parts.ts";

/** How many of each the activity shows; other views list more. */
const shown = 8;

type View = (page: Page) => Promise<Content>;

/** The views by their name in the address. */
export const views: { readonly "": View; readonly [name: string]: View | undefined } = {
  "": showActivity,
  calls: showCalls,
  deliveries: showDeliveries,
  user: showUser,
  form: showForm,
};

async function showActivity(page: Page): Promise<Content> {
  const { control, world, addresses } = page;
  const [{ api_key, management_key, clock }, calls, events, deliveries, faults, { worlds }] = await Promise.all([
    control.GET("/_sandbox/worlds/{world_id}", { params: { path: { world_id: world.id } } }).then(unwrap),
    world.calls.list({ latest: shown }),
    world.events.all({ latest: shown }),
    writeDeliveries(page, shown),
    world.faults.list(),
    control.GET("/_sandbox/worlds").then(unwrap),
  ]);
  const broken = faults.filter(({ is_over }) => !is_over).length;
  const facts = {
    "Base URL": location.origin,
    "Team key": `x-service-api-key: ${api_key}`,
    ...(addresses.management && { "Management URL": addresses.management }),
    Organization: `X-Management-Key: ${management_key}`,
  };
  const choices = [...new Set([world.id, ...worlds.map(({ id }) => id)])];
  const body = html`<div class="split"><div>
<h2>Calls</h2>
${calls.length === 0 ? await writeFirstCall(page, api_key) : writeCalls(page, calls)}
<h2>Events</h2>
${writeEvents(page, events)}<p>${formLink(page, "listEvents")}</p>
<h2>Deliveries</h2>
${deliveries}
</div><div>
<h2>Clock</h2>
<p>${moment(clock.now)}, ${clock.is_frozen ? "frozen" : "running"}</p>
<p class="links">${formLink(page, "setClock", { "advance.hours": "1" }, "Advance it")}${formLink(page, "setClock", { is_frozen: String(!clock.is_frozen) }, clock.is_frozen ? "Let it run" : "Freeze it")}</p>
<h2>World</h2>
<dl class="facts">${Object.entries(facts).map(([name, fact]) => html`<div><dt>${name}</dt><dd><code>${fact}</code></dd></div>`)}</dl>
<form class="links"><label for="world">World</label><select id="world" name="world">${choices.map((one) => html`<option${one === world.id ? html` selected` : undefined}>${one}</option>`)}</select><button>Show</button></form>
<h2>Faults</h2>
<p>${broken === 0 ? "Nothing is broken on purpose." : state(`${broken} broken on purpose`, "bad")}</p>
<p class="links">${formLink(page, "listFaults")}${formLink(page, "addFault")}${formLink(page, "removeFaults")}</p>
</div></div>`;
  return { title: "Activity", body, isLive: true };
}

/** The first call to make, for a program that is not there yet: it reads a user, or creates one where there is none. */
async function writeFirstCall({ world }: Page, apiKey: string): Promise<Html> {
  const users = await world.records.users({ latest: shown });
  const user = users.find(({ deleted_at }) => deleted_at === undefined);
  const lines = user
    ? [`curl ${location.origin}/v2/user/providers/${user.user_id}`, `-H 'x-service-api-key: ${apiKey}'`]
    : [
        `curl -X POST ${location.origin}/v2/user/`,
        `-H 'x-service-api-key: ${apiKey}'`,
        "-H 'content-type: application/json'",
        `-d '{"client_user_id": "mine-01"}'`,
      ];
  return html`<p class="soft">No calls yet. Make the first one:</p><pre tabindex="0" role="region" aria-label="The first call"><code>${lines.join(" \\\n  ")}</code></pre>`;
}

async function showCalls(page: Page): Promise<Content> {
  const body = html`<p class="lead">The latest calls of the world, until the sandbox stops. ${formLink(page, "listCalls", {}, "Filter them")}</p>
${writeCalls(page, await page.world.calls.list({ latest: listed }))}`;
  return { title: "Calls", body, isLive: true };
}

function writeCalls(page: Page, calls: readonly LoggedCall[]): Html {
  const { reference } = page.addresses;
  const writeBody = (call: LoggedCall, which: "sent" | "answered", label: string) => {
    if (call.dropped.includes(which)) return html`<p class="soft">Not kept any more.</p>`;
    if (call[which] === null) return html`<p class="soft">No body.</p>`;
    return json(page, `${label} call ${call.place}`, call[which]);
  };
  const writeBodies = (call: LoggedCall) => {
    const { idempotency_key: key, is_replay } = call;
    return html`<p>Sent${key && html` with the idempotency key ${code(key)}`}</p>${writeBody(call, "sent", "Sent with")}<p>Answered${is_replay ? " again" : ""} after ${call.duration_ms} ms</p>${writeBody(call, "answered", "Answer to")}`;
  };
  return table("Calls, latest first", calls.toReversed(), "No calls yet.", ({ place }) => `call-${place}`, {
    Call: (call) => {
      const name = html`<span class="method m-${call.method.toLowerCase()}">${call.method}</span> ${code(call.path)}`;
      const hints = call.hints.map((hint) => html`<p class="hint">${prose(hint)}</p>`);
      return html`${details(`bodies-${call.place}`, name, writeBodies(call))}${hints}`;
    },
    Status: ({ status, injected }) =>
      html`${state(status ?? "no answer", status !== null && status < 400 ? "good" : "bad")}${injected.map(({ id, effect }) => html` <span class="soft">${effect} by ${id}</span>`)}`,
    Operation({ operation_id: id }) {
      if (id === null) return html`<span class="soft">unknown</span>`;
      // With its page, where the reference is served too
      return reference ? html`<a href="${reference}/operations/${id}.html">${code(id)}</a>` : code(id);
    },
    Time: ({ at }) => moment(at),
  });
}

function writeEvents(page: Page, events: readonly SandboxEvent[]): Html {
  return table("Events, latest first", events.toReversed(), "No events yet.", ({ place }) => `event-${place}`, {
    Event: ({ id, place, event_type, payload }) =>
      details(`payload-${place}`, code(event_type), json(page, `Payload of ${id}`, payload)),
    User: ({ user_id }) => user_id && link(page, "user", code(user_id.slice(0, 8)), { user_id }),
    Time: ({ at }) => moment(at),
  });
}

async function showDeliveries(page: Page): Promise<Content> {
  const forms = ["listDeliveries", "resendDeliveries", "listEndpoints", "registerEndpoint", "removeEndpoint"];
  const body = html`${await writeDeliveries(page, listed)}
<p class="links">${forms.map((form) => formLink(page, form))}</p>`;
  return { title: "Deliveries", body, isLive: true };
}

/** A table of deliveries, each with its requests and answers behind its name; without an endpoint, why there are none. */
async function writeDeliveries(page: Page, latest: number): Promise<Html> {
  const { endpoints, deliveries } = page.world;
  const [receivers, found, due] = await Promise.all([
    endpoints.list(),
    deliveries.list({ latest }),
    deliveries.list({ latest: listed, state: "due" }),
  ]);
  const linkDelivery = (id: number, text: Html | string) =>
    link(page, "form", text, { form: "getDelivery", delivery_id: String(id) });
  /** Why it is not sent yet. */
  const writeWait = ({ state, endpoint_id, user_id }: Delivery) => {
    if (state !== "waiting") return undefined;
    const first = due.find((one) => one.endpoint_id === endpoint_id && one.user_id === user_id);
    const earlier = "an earlier event";
    return html`<p class="hint">Waits for ${first ? linkDelivery(first.id, earlier) : earlier}${user_id && " of this user"} at this endpoint.</p>`;
  };
  /** Why it is late, for one. */
  const writeFaults = ({ faults }: Delivery) =>
    faults && html`<p class="hint">Faults of its next attempt: ${faults.map(({ effect }) => effect).join(", ")}.</p>`;
  /** Why the last attempt failed. */
  const readFailure = async ({ id, state, attempts }: Delivery) => {
    if (state === "delivered" || attempts === 0) return undefined;
    const { answer, error } = (await deliveries.attempts(id)).at(-1) ?? {};
    return html`<p class="hint">${answer ? `The endpoint answered ${answer.status}.` : error}</p>`;
  };
  const readRow = async (one: Delivery) => ({ ...one, failure: await readFailure(one) });
  const none =
    receivers.length === 0
      ? html`No endpoint receives events: ${formLink(page, "registerEndpoint", {}, "register one")}. It is sent the events that are written from then on.`
      : "No deliveries.";
  const rows = await Promise.all(found.toReversed().map(readRow));
  return table("Deliveries, latest first", rows, none, ({ id }) => `delivery-${id}`, {
    Delivery: ({ id, event_type }) => linkDelivery(id, code(event_type)),
    State: (one) =>
      html`${state(one.state, one.state === "delivered" ? "good" : one.state === "parked" ? "bad" : "open")} ${one.due_at && moment(one.due_at)}${writeWait(one)}${writeFaults(one)}${one.failure}`,
    User: ({ user_id }) => user_id && link(page, "user", code(user_id.slice(0, 8)), { user_id }),
    Endpoint: ({ endpoint_id }) => code(receivers.find(({ id }) => id === endpoint_id)?.url ?? "removed"),
    Change: ({ id, state: now, attempts }) =>
      now === "parked" || (now === "due" && attempts > 0)
        ? formLink(page, "resendDeliveries", { delivery_id: String(id) })
        : undefined,
  });
}

async function showUser(page: Page): Promise<Content> {
  const user_id = page.query.get("user_id") ?? "";
  const { records, events } = page.world;
  const wanted = { user_id, latest: listed };
  const [[user], connections, orders, written] = await Promise.all([
    records.users({ user_id }),
    records.connections(wanted),
    records.orders(wanted),
    events.all(wanted),
  ]);
  if (user === undefined) throw new Error(`This world has no user "${user_id}".`);
  const linkForms = (forms: readonly string[], known: Values = {}) =>
    html`<p class="links">${forms.map((form) => formLink(page, form, { user_id, ...known }))}</p>`;
  const body = html`<p>${user.deleted_at && state("deleted", "bad")}</p>${json(page, "User", user)}
${linkForms(["dataArrived", "connectionMade", "playStory", "userDeleted"])}
<p>${formLink(page, "listRecords", { kind: "healthData", user_id }, "List health data")}</p>
<h2>Connections</h2>
${table("Connections", connections, "No connections.", ({ provider }) => `connection-${provider}`, {
  Connection: (one) =>
    details(`connection-json-${one.provider}`, one.provider, json(page, `Connection to ${one.provider}`, one)),
  Status: ({ status }) => state(status, status === "connected" ? "good" : "bad"),
  Change: ({ provider, status }) =>
    linkForms([status === "connected" ? "connectionBroken" : "connectionMade"], { provider }),
})}
<h2>Orders</h2>
${table("Orders, latest first", orders.toReversed(), "No orders.", ({ id }) => `order-${id}`, {
  Order: (one) => details(`order-json-${one.id}`, html`<code>${one.id}</code>`, json(page, `Order ${one.id}`, one)),
  // An example may leave out the status of its last step
  Status: ({ events }) => code(events.at(-1)?.status ?? events.at(-1)?.low_level_status ?? "unknown"),
  Change: ({ id }) => linkForms(["orderMoved", "resultPublished"], { order_id: id }),
})}
<h2>Events</h2>
${writeEvents(page, written)}`;
  return { title: user.client_user_id, body, isLive: true };
}
