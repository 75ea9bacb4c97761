// The views of a world: its activity, its calls, its deliveries, and one user with all that is known of it.
import type { components } from "../../../../generated/control-types.ts";
import { unwrap } from "../../../client/index.ts";
import { type Html, html } from "../../../shared/look/browser/index.ts";
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
  readRecords,
  state,
  table,
} from "./parts.ts";

type Schemas = components["schemas"];

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
  const params = { path: { world_id: world } };
  const [{ api_key, management_key, clock }, calls, events, deliveries, { faults }, { worlds }] = await Promise.all([
    unwrap(control.GET("/_sandbox/worlds/{world_id}", { params })),
    readCalls(page, shown),
    readEvents(page, shown),
    writeDeliveries(page, shown),
    unwrap(control.GET("/_sandbox/worlds/{world_id}/faults", { params })),
    unwrap(control.GET("/_sandbox/worlds")),
  ]);
  const broken = faults.filter(({ is_over }) => !is_over).length;
  const { management } = addresses;
  const choices = [...new Set([world, ...worlds.map(({ id }) => id)])];
  const body = html`<div class="split"><div>
<h2>Calls</h2>
${calls.length === 0 ? writeFirstCall(api_key) : writeCalls(page, calls)}
<h2>Events</h2>
${writeEvents(page, events)}<p>${formLink(page, "listEvents")}</p>
<h2>Deliveries</h2>
${deliveries}
</div><div>
<h2>Clock</h2>
<p>${moment(clock.now)}, ${clock.is_frozen ? "frozen" : "running"}</p>
<p class="links">${formLink(page, "setClock", { "advance.hours": "1" }, "Advance it")}${formLink(page, "setClock", { is_frozen: String(!clock.is_frozen) }, clock.is_frozen ? "Let it run" : "Freeze it")}</p>
<h2>World</h2>
<dl class="facts"><div><dt>Base URL</dt><dd><code>${location.origin}</code></dd></div><div><dt>Team key</dt><dd><code>x-service-api-key: ${api_key}</code></dd></div>${management && html`<div><dt>Management URL</dt><dd><code>${management}</code></dd></div>`}<div><dt>Organization</dt><dd><code>X-Management-Key: ${management_key}</code></dd></div></dl>
<form class="links"><label for="world">World</label><select id="world" name="world">${choices.map((one) => html`<option${one === world ? html` selected` : undefined}>${one}</option>`)}</select><button>Show</button></form>
<h2>Faults</h2>
<p>${broken === 0 ? "Nothing is broken on purpose." : state(`${broken} broken on purpose`, "bad")}</p>
<p class="links">${formLink(page, "listFaults")}${formLink(page, "addFault")}${formLink(page, "removeFaults")}</p>
</div></div>`;
  return { title: "Activity", body, isLive: true };
}

/** The first call to make, for a program that is not there yet. */
function writeFirstCall(apiKey: string): Html {
  const call = `curl ${location.origin}/v2/user/resolve/demo-runner-01 \\\n  -H 'x-service-api-key: ${apiKey}'`;
  return html`<p class="soft">No calls yet. Make the first one:</p><pre tabindex="0" role="region" aria-label="The first call"><code>${call}</code></pre>`;
}

async function showCalls(page: Page): Promise<Content> {
  const body = html`<p class="lead">The latest calls of the world, until the sandbox stops. ${formLink(page, "listCalls", {}, "Filter them")}</p>
${writeCalls(page, await readCalls(page, listed))}`;
  return { title: "Calls", body, isLive: true };
}

async function readCalls({ control, world }: Page, limit: number) {
  const params = { path: { world_id: world }, query: { latest: limit } };
  const { calls } = await unwrap(control.GET("/_sandbox/worlds/{world_id}/calls", { params }));
  return calls.reverse();
}

function writeCalls(page: Page, calls: readonly Schemas["LoggedCall"][]): Html {
  const rows = calls.map((call) => {
    const { place, method, path, status, idempotency_key, is_replay, injected, hints, dropped } = call;
    const isGood = status !== null && status < 400;
    const body = (which: "sent" | "answered", label: string) =>
      dropped.includes(which) ? html`<p class="soft">Not kept any more.</p>` : json(page, label, call[which]);
    return {
      id: `call-${place}`,
      cells: [
        details(
          `bodies-${place}`,
          html`<span class="method m-${method.toLowerCase()}">${method}</span> ${code(path)}`,
          html`<p>Sent${idempotency_key !== null ? html` with the Idempotency-Key ${code(idempotency_key)}` : undefined}</p>${body("sent", `Sent with call ${place}`)}<p>Answered${is_replay ? " again" : ""} after ${call.duration_ms} ms</p>${body("answered", `Answer to call ${place}`)}`,
        ),
        html`${state(status ?? "no answer", isGood ? "good" : "bad")}${injected.map(({ id, effect }) => html` <span class="soft">${effect} by ${id}</span>`)}${hints.map((hint) => html`<p class="hint">${prose(hint)}</p>`)}`,
        operationLink(page, call),
        moment(call.at),
      ],
    };
  });
  return table("Calls, latest first", ["Call", "Status", "Operation", "Time"], rows, "No calls yet.");
}

/** The operation: with its page, where the reference is served too. */
function operationLink({ addresses: { reference } }: Page, { operation_id }: Schemas["LoggedCall"]): Html {
  if (operation_id === null) return html`<span class="soft">unknown</span>`;
  const words = operation_id.split(/(?=[A-Z])/).map((word) => html`<wbr>${word}`);
  const name = html`<code class="words">${words}</code>`;
  return reference ? html`<a href="${reference}/operations/${operation_id}.html">${name}</a>` : name;
}

async function readEvents({ control, world }: Page, limit: number, query: { user_id?: string } = {}) {
  const params = { path: { world_id: world }, query: { ...query, latest: limit } };
  const { events } = await unwrap(control.GET("/_sandbox/worlds/{world_id}/events", { params }));
  return events.reverse();
}

function writeEvents(page: Page, events: readonly Schemas["LoggedEvent"][]): Html {
  const rows = events.map(({ place, id, event_type, user_id, at, payload }) => ({
    id: `event-${place}`,
    cells: [
      details(`payload-${place}`, code(event_type), json(page, `Payload of ${id}`, payload)),
      user_id === null ? undefined : link(page, "user", code(user_id.slice(0, 8)), { user_id }),
      moment(at),
    ],
  }));
  return table("Events, latest first", ["Event", "User", "Time"], rows, "No events yet.");
}

async function showDeliveries(page: Page): Promise<Content> {
  const endpoints = (await readEndpoints(page)).map(({ id, url }) => ({
    id: `endpoint-${id}`,
    cells: [code(url), formLink(page, "removeEndpoint", { endpoint_id: id })],
  }));
  const body = html`${await writeDeliveries(page, listed)}
<p class="links">${formLink(page, "listDeliveries")}${formLink(page, "resendDeliveries")}</p>
<h2>Endpoints</h2>
${table("Endpoints", ["URL", "Change"], endpoints, "No endpoint receives events.")}
<p>${formLink(page, "registerEndpoint")}</p>`;
  return { title: "Deliveries", body, isLive: true };
}

async function readEndpoints({ control, world }: Page) {
  const params = { path: { world_id: world } };
  return (await unwrap(control.GET("/_sandbox/worlds/{world_id}/endpoints", { params }))).endpoints;
}

/** A table of deliveries, each with its requests and answers behind its name; without an endpoint, why there are none. */
async function writeDeliveries(page: Page, limit: number): Promise<Html> {
  const { control, world } = page;
  const params = { path: { world_id: world }, query: { latest: limit } };
  const [endpoints, { deliveries }] = await Promise.all([
    readEndpoints(page),
    unwrap(control.GET("/_sandbox/worlds/{world_id}/deliveries", { params })),
  ]);
  const writeRow = async ({ id, endpoint_id, event_type, state: now, due_at, attempts }: Schemas["Delivery"]) => ({
    id: `delivery-${id}`,
    cells: [
      link(page, "form", code(event_type), { form: "getDelivery", delivery_id: String(id) }),
      html`${state(now, now === "delivered" ? "good" : now === "parked" ? "bad" : "open")} ${due_at && moment(due_at)}${now !== "delivered" && attempts > 0 ? html`<p class="hint">${await readFailure(page, id)}</p>` : undefined}`,
      code(endpoints.find((one) => one.id === endpoint_id)?.url ?? "removed"),
      now === "parked" ? formLink(page, "resendDeliveries", { delivery_id: String(id) }) : undefined,
    ],
  });
  const rows = await Promise.all(deliveries.reverse().map(writeRow));
  const none =
    endpoints.length === 0
      ? html`No endpoint receives events: ${formLink(page, "registerEndpoint", {}, "register one")}. It is sent the events that are written from then on.`
      : "No deliveries.";
  return table("Deliveries, latest first", ["Delivery", "State", "Endpoint", "Change"], rows, none);
}

/** Why the last attempt of a delivery failed. */
async function readFailure({ control, world }: Page, delivery_id: number): Promise<string> {
  const params = { path: { world_id: world, delivery_id } };
  const { attempts } = await unwrap(control.GET("/_sandbox/worlds/{world_id}/deliveries/{delivery_id}", { params }));
  const { answer, error } = attempts.at(-1) ?? {};
  return answer ? `The endpoint answered ${answer.status}.` : (error ?? "");
}

async function showUser(page: Page): Promise<Content> {
  const user_id = page.query.get("user_id") ?? "";
  const [users, connections, orders, events] = await Promise.all([
    readRecords(page, "users", { user_id }),
    readRecords(page, "connections", { user_id }),
    readRecords(page, "orders", { user_id }),
    readEvents(page, listed, { user_id }),
  ]);
  const [user] = users;
  if (user === undefined) throw new Error(`This world has no user "${user_id}".`);
  const connectionRows = connections.map((connection) => {
    const { provider, status, created_on } = connection;
    const isGood = status === "connected";
    return {
      id: `connection-${provider}`,
      cells: [
        details(`connection-json-${provider}`, provider, json(page, `Connection to ${provider}`, connection)),
        state(status, isGood ? "good" : "bad"),
        moment(created_on),
        formLink(page, isGood ? "connectionBroken" : "connectionMade", { user_id, provider }),
      ],
    };
  });
  const orderRows = orders.reverse().map((order) => {
    const { id, created_on } = order;
    // An example may leave out the status of its last step
    const { status, low_level_status } = order.events.at(-1) ?? {};
    const known = { order_id: id, user_id };
    return {
      id: `order-${id}`,
      cells: [
        details(`order-json-${id}`, html`<code>${id}</code>`, json(page, `Order ${id}`, order)),
        code(status ?? low_level_status ?? "unknown"),
        moment(created_on),
        html`<span class="links">${formLink(page, "orderMoved", known)}${formLink(page, "resultPublished", known)}</span>`,
      ],
    };
  });
  const body = html`<p>${user.deleted_at && state("deleted", "bad")}</p>${json(page, "User", user)}
<p class="links">${formLink(page, "dataArrived", { user_id })}${formLink(page, "listRecords", { kind: "healthData", user_id }, "List health data")}${formLink(page, "playStory", { user_id })}${formLink(page, "userDeleted", { user_id })}</p>
<h2>Connections</h2>
${table("Connections", ["Provider", "Status", "Connected", "Change"], connectionRows, "No connections.")}
<p>${formLink(page, "connectionMade", { user_id })}</p>
<h2>Orders</h2>
${table("Orders, latest first", ["Order", "Status", "Placed", "Change"], orderRows, html`No orders. Create one with <code>POST /v3/order</code>.`)}
<h2>Events</h2>
${writeEvents(page, events)}`;
  return { title: user.client_user_id, body, isLive: true };
}
