// The events of a world as they were written, and one of them with its payload.
import { type Html, html } from "../../../look/index.ts";
import type { LoggedEvent } from "../../world/store.ts";
import { listPage, table } from "../parts/lists.ts";
import { code, facts, momentOf, sentText } from "../parts/text.ts";
import { type Content, NotThere, type View } from "../view.ts";

export function eventsPage(view: View): Content {
  const { world, query, to } = view;
  const user_id = query.get("user_id")?.toLowerCase();
  const user = user_id === undefined ? undefined : world.records.users.get(user_id);
  const { items, links } = listPage(
    view,
    "events/",
    { user_id },
    (before, limit) => world.events.latest(before, limit, user_id),
    ({ place }) => place,
  );
  const about =
    user_id === undefined
      ? undefined
      : html`<p>Only events of ${user === undefined ? user_id : html`<a href="${to(`users/${user.user_id}`)}">${user.client_user_id}</a>`}. <a href="${to("events/")}">All events</a></p>
`;
  const nothing = html`No events yet. <a href="${to("simulate/")}">Simulate something</a> to send one.`;
  return { title: "Events", body: html`${about}${eventTable(view, items, nothing)}${links}` };
}

/** A table of events. */
export function eventTable(
  { to, world }: View,
  events: readonly LoggedEvent[],
  nothing: Html | string,
  shown?: readonly string[],
): Html {
  const rows = events.map(({ place, id, type, userId, atMs }) => {
    const user = userId === "" ? undefined : world.records.users.get(userId);
    return {
      id: `event-${place}`,
      cells: [
        html`<a href="${to(`events/${encodeURIComponent(id)}`)}">${code(type)}</a>`,
        user === undefined
          ? html`<span class="soft">none</span>`
          : html`<a href="${to(`users/${user.user_id}`)}">${user.client_user_id}</a>`,
        momentOf(atMs),
      ],
    };
  });
  return table("Events, latest first", ["Event", "User", "Written"], rows, nothing, shown);
}

export function eventPage({ world, id, to }: View): Content {
  const event = world.events.get(id);
  if (event === undefined) throw new NotThere(`This world has no event "${id}".`);
  const user = event.userId === "" ? undefined : world.records.users.get(event.userId);
  const body = html`${facts([
    ["Event id", html`<code>${event.id}</code>`],
    ["Written", momentOf(event.atMs)],
    [
      "User",
      user === undefined ? undefined : html`<a href="${to(`users/${user.user_id}`)}">${user.client_user_id}</a>`,
    ],
  ])}
<h2 id="payload">Payload</h2>
${sentText("Payload", event.payload)}`;
  return { title: event.type, above: { title: "Events", path: "events/" }, body };
}
