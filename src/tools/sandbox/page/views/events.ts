// The events of a world as they were written, and one of them with its payload.
import { type Html, html } from "../../../look/index.ts";
import type { LoggedEvent } from "../../world/store.ts";
import { listPage, table } from "../parts/lists.ts";
import { userLink, usersOf } from "../parts/names.ts";
import { code, facts, momentOf, sentText } from "../parts/text.ts";
import { type Content, NotThere, type View } from "../view.ts";

/** The types of so many latest events are offered as filters. */
const lookedThrough = 200;

export async function eventsPage(view: View): Promise<Content> {
  const { world, query, to } = view;
  const type = query.get("type")?.trim() || undefined;
  const user = query.get("user")?.trim() || undefined;
  const users = user === undefined ? [] : await usersOf(view, user);
  const user_id = (users.find(({ deleted_at }) => deleted_at === undefined) ?? users[0])?.user_id ?? user;
  const { items, links } = await listPage(
    view,
    "events/",
    { type, user },
    (before, limit) => world.events.latest(before, limit, user_id, type),
    ({ place }) => place,
  );
  const isFiltered = type !== undefined || user !== undefined;
  const types = new Set((await world.events.latest(Number.MAX_SAFE_INTEGER, lookedThrough)).map((event) => event.type));
  const filter = html`<form class="search" role="search" method="get" action="${to("events/")}">
${world.identity.id === "demo" ? undefined : html`<input type="hidden" name="world" value="${world.identity.id}">`}
<p class="field"><label for="type">Type</label><input id="type" name="type" type="search" value="${type ?? ""}" list="types" autocomplete="off"><datalist id="types">${[...types].sort().map((one) => html`<option value="${one}"></option>`)}</datalist></p>
<p class="field"><label for="user">Client user id, or user id</label><input id="user" name="user" type="search" value="${user ?? ""}" autocomplete="off"></p><button>Filter</button>${isFiltered ? html`<a href="${to("events/")}">All events</a>` : undefined}
</form>
`;
  const nothing = isFiltered
    ? "No events of this type and user. Write the whole type, and the whole id."
    : html`No events yet. <a href="${to("simulate/")}">Simulate something</a> to send one.`;
  return { title: "Events", body: html`${filter}${await eventTable(view, items, nothing)}${links}` };
}

/** A table of events. */
export async function eventTable(
  view: View,
  events: readonly LoggedEvent[],
  nothing: Html | string,
  shown?: readonly string[],
): Promise<Html> {
  const rows = await Promise.all(
    events.map(async ({ place, id, type, userId, atMs }) => ({
      id: `event-${place}`,
      cells: [
        html`<a href="${view.to(`events/${encodeURIComponent(id)}`)}">${code(type)}</a>`,
        (await userLink(view, userId)) ?? html`<span class="soft">none</span>`,
        momentOf(atMs),
      ],
    })),
  );
  return table("Events, latest first", ["Event", "User", "Written"], rows, nothing, shown);
}

export async function eventPage(view: View): Promise<Content> {
  const { world, id } = view;
  const event = await world.events.get(id);
  if (event === undefined) throw new NotThere(`This world has no event "${id}".`);
  const user = await userLink(view, event.userId);
  const body = html`${facts([
    ["Event id", html`<code>${event.id}</code>`],
    ["Written", momentOf(event.atMs)],
    ["User", user && html`${user} <code>${event.userId}</code>`],
  ])}
<h2 id="payload">Payload</h2>
${sentText("Payload", event.payload)}`;
  return { title: event.type, above: { title: "Events", path: "events/" }, body };
}
