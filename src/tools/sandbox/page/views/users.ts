// The users of a world, found by the id that the team gave them, and one of them with all that is known of it.
import { type Html, html } from "../../../look/index.ts";
import { counted } from "../../../terminal/index.ts";
import type { StoredConnection, StoredUser } from "../../world/records/kinds.ts";
import { form } from "../parts/forms.ts";
import { listPage, type Row, table } from "../parts/lists.ts";
import { providerName, usersOf } from "../parts/names.ts";
import { facts, moment } from "../parts/text.ts";
import { type Content, NotThere, type View } from "../view.ts";
import { eventTable } from "./events.ts";
import { happeningForm } from "./happening-forms.ts";
import { orderTable } from "./orders.ts";

export async function usersPage(view: View): Promise<Content> {
  const { world, query, to } = view;
  const { users } = world.records;
  const asked = query.get("q")?.trim() ?? "";
  const { items, links } =
    asked === ""
      ? await listPage(
          view,
          "users/",
          {},
          (before, limit) => users.latest(before, limit),
          ({ place }) => place,
        )
      : { items: (await usersOf(view, asked)).map((record) => ({ record })), links: undefined };
  const nothing =
    asked === ""
      ? html`No users yet. Create one with <code>POST /v2/user/</code>.`
      : html`No user has the client_user_id or user_id <code>${asked}</code>. Search for the whole id.`;
  const body = html`<form class="search" role="search" method="get" action="${to("users/")}">
${world.identity.id === "demo" ? undefined : html`<input type="hidden" name="world" value="${world.identity.id}">`}
<p class="field"><label for="q">Client user id</label><input id="q" name="q" type="search" value="${asked}" autocomplete="off"></p><button>Find</button>${asked === "" ? undefined : html`<a href="${to("users/")}">All users</a>`}
</form>
${table(
  "Users, latest first",
  ["Client user id", "User id", "Connections", "Created"],
  await Promise.all(items.map(({ record }) => userRow(view, record))),
  nothing,
)}${links}`;
  return { title: "Users", body };
}

async function userRow(
  { world, to }: View,
  { user_id, client_user_id, created_on, deleted_at }: StoredUser,
): Promise<Row> {
  const gone = deleted_at === undefined ? undefined : html` <span class="state s-parked">deleted</span>`;
  const connections = (await world.records.connections.ofOwner(user_id)).map(({ provider }) => providerName(provider));
  return {
    id: `user-${user_id}`,
    cells: [
      html`<a href="${to(`users/${user_id}`)}">${client_user_id}</a>${gone}`,
      html`<code>${user_id}</code>`,
      connections.length === 0 ? html`<span class="soft">none</span>` : connections.join(", "),
      moment(created_on),
    ],
  };
}

export async function userPage(view: View): Promise<Content> {
  const { world, id, to } = view;
  const user = await world.records.users.get(id.toLowerCase());
  if (user === undefined) throw new NotThere(`This world has no user "${id}".`);
  const { user_id, client_user_id, deleted_at } = user;
  const isThere = deleted_at === undefined;
  const connections = await world.records.connections.ofOwner(user_id);
  const orders = (await world.records.orders.ofOwner(user_id)).toReversed();
  const events = await world.events.latest(Number.MAX_SAFE_INTEGER, 10, user_id);
  const body = html`${userFacts(user)}
<h2 id="connections">Connections</h2>
${table(
  "Connections",
  ["Provider", "Status", "Resources", "Connected", "Change"],
  connections.map((one) => connectionRow(view, one)),
  "No connections.",
)}
<h2 id="orders">Orders</h2>
${await orderTable(view, orders.slice(0, 25), "No orders.", ["Order", "Status", "Placed"])}
<h2 id="events">Events</h2>
${await eventTable(view, events, "No events yet.", ["Event", "Written"])}${
  events.length === 0
    ? undefined
    : html`<p><a href="${to("events/", { user: client_user_id })}">All events of the user</a></p>`
}
${
  isThere
    ? html`<h2 id="simulate">Simulate</h2>
<div class="cards">
<section><h3>A connection is made</h3>${await happeningForm(view, "simulateConnectionMade", { hidden: { user_id } })}</section>
<section><h3>Data arrives</h3>${
        connections.length === 0
          ? html`<p class="nothing">Data needs a connection: make one first.</p>`
          : await happeningForm(view, "simulateDataArrived", {
              hidden: { user_id },
              providers: connections.map(({ provider }) => provider),
            })
      }</section>
<section><h3>The user is deleted</h3><p>Its connections are deleted, too. The deletion can be undone for 7 days.</p>${await happeningForm(view, "simulateUserDeleted", { hidden: { user_id } })}</section>
</div>`
    : undefined
}`;
  return { title: client_user_id, above: { title: "Users", path: "users/" }, body };
}

function userFacts({
  user_id,
  created_on,
  deleted_at,
  fallback_time_zone,
  fallback_birth_date,
  ingestion_start,
  ingestion_end,
  demographics,
}: StoredUser): Html {
  return facts([
    ["User id", html`<code>${user_id}</code>`],
    ["Created", moment(created_on)],
    [
      "Deleted",
      deleted_at === undefined ? undefined : html`<span class="state s-parked">deleted</span> ${moment(deleted_at)}`,
    ],
    ["Time zone", fallback_time_zone.id],
    ["Born", fallback_birth_date?.value],
    [
      "Ingestion",
      ingestion_start === null && ingestion_end === null
        ? undefined
        : `${ingestion_start ?? "…"} to ${ingestion_end ?? "…"}`,
    ],
    ["Demographics", demographics === undefined ? "not set" : Object.keys(demographics).join(", ")],
  ]);
}

function connectionRow(view: View, connection: StoredConnection): Row {
  const { user_id, provider, status, connect_mode, resource_availability, created_on, error_details } = connection;
  const isWell = status === "connected";
  const resources = Object.entries(resource_availability);
  const missing = resources.filter(([, availability]) => availability.status !== "available").map(([name]) => name);
  return {
    id: `connection-${provider}`,
    cells: [
      html`${providerName(provider)} <code>${provider}</code>${connect_mode === "explicit" ? html` <span class="soft">explicit</span>` : undefined}`,
      html`<span class="state ${isWell ? "s-delivered" : "s-parked"}">${status}</span>${
        error_details === null ? undefined : html` <code>${JSON.stringify(error_details)}</code>`
      }`,
      html`${counted(resources.length, "resource")}${missing.length === 0 ? undefined : `, without ${missing.join(", ")}`}`,
      moment(created_on),
      isWell
        ? form(view, {
            action: "connectionBroken",
            name: `break-${provider}`,
            hidden: { user_id, provider },
            button: "Break",
            label: `Break the connection to ${providerName(provider)}`,
            kind: "quiet",
          })
        : html`<span class="soft">none</span>`,
    ],
  };
}
