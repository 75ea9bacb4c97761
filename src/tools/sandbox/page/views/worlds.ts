// The worlds of the sandbox: chosen, made, reset and dropped.
import { html } from "../../../look/index.ts";
import { Clock, machineNow } from "../../world/clock.ts";
import type { WorldRow } from "../../world/world.ts";
import { demoIdentity } from "../../worlds.ts";
import { linksOf } from "../links.ts";
import { form, type Option } from "../parts/forms.ts";
import { listPage } from "../parts/lists.ts";
import { facts, moment, momentOf } from "../parts/text.ts";
import type { Content, View } from "../view.ts";

export async function worldsPage(view: View): Promise<Content> {
  const { index, world: current, query, to } = view;
  const asked = query.get("q")?.trim() ?? "";
  const { items, links } = await listPage(
    view,
    "worlds/",
    { q: asked === "" ? undefined : asked },
    (before, limit) => index.latest(before, limit, machineNow(), asked),
    ({ place }) => place,
  );
  const body = html`<p class="lead">A world is one team with its organization, keys, clock and data. Worlds are isolated from each other.</p>
<form class="search" role="search" method="get" action="${to("worlds/")}">
${current.identity.id === demoIdentity.id ? undefined : html`<input type="hidden" name="world" value="${current.identity.id}">`}
<p class="field"><label for="q">Name begins with</label><input id="q" name="q" type="search" value="${asked}" autocomplete="off"></p><button>Find</button>${asked === "" ? undefined : html`<a href="${to("worlds/")}">All worlds</a>`}
</form>
${items.length === 0 ? html`<p class="nothing">No world has a name that begins so.</p>` : undefined}<div class="cards">${items.map(
    (listed) => {
      const { identity, clock } = listed.row as WorldRow;
      const { id, apiKey, managementKey, teamName } = identity;
      const { isFrozen, now } = new Clock(clock);
      const isCurrent = id === current.identity.id;
      return html`<section id="world-${id}"><h2>${id}${isCurrent ? html` <span class="badge">shown now</span>` : undefined}</h2>
${facts([
  ["Team", teamName],
  ["Team key", html`<code>${apiKey}</code>`],
  ["Organization", html`<code>${managementKey}</code>`],
  ["Clock", html`${moment(now)}, ${isFrozen ? "frozen" : "running"}`],
  ["Created", momentOf(listed.createdAtMs)],
  ["Last used", momentOf(listed.usedAtMs)],
  ["Expires", listed.expiresAtMs === null ? undefined : momentOf(listed.expiresAtMs)],
])}
${isCurrent ? undefined : html`<p><a href="${linksOf(id)("")}">Show ${id}</a></p>`}
<details id="reset-${id}"><summary>${id === demoIdentity.id ? "Reset" : "Reset or drop"}</summary>
<p>Deletes everything in it. Its keys and its clock stay.</p>
${form(view, {
  action: "resetWorld",
  name: `reset-form-${id}`,
  hidden: { world_id: id },
  fields: (field) => [field.choice("seed", "Seed", seeds)],
  button: "Reset",
  label: `Reset the world ${id}`,
  kind: "danger",
})}${
  id === demoIdentity.id
    ? undefined
    : html`<p>Drop the world with its keys.</p>${form(view, {
        action: "dropWorld",
        name: `drop-${id}`,
        hidden: { world_id: id },
        button: "Drop",
        label: `Drop the world ${id}`,
        kind: "danger",
      })}`
}</details></section>
`;
    },
  )}</div>
${links}<h2 id="make">Create a world</h2>
${form(view, {
  action: "createWorld",
  name: "make-world",
  fields: (field) => [
    field.choice("seed", "Seed", seeds),
    field.input("now", "Clock starts at", {
      type: "datetime-local",
      step: "1",
      hint: "In UTC; by default the machine's time.",
    }),
    field.check("is_frozen", "Freeze the clock"),
  ],
  button: "Create",
  kind: "main",
})}`;
  return { title: "Worlds", body };
}

const seeds: readonly Option[] = [
  ["demo", "demo: the cast of the examples"],
  ["empty", "empty: no users"],
];
