// The worlds of the sandbox: chosen, made, reset and dropped.
import { html } from "../../../look/index.ts";
import { demoIdentity } from "../../worlds.ts";
import { linksOf } from "../links.ts";
import { form, type Option } from "../parts/forms.ts";
import { facts, moment } from "../parts/text.ts";
import type { Content, View } from "../view.ts";

export function worldsPage(view: View): Content {
  const { usable, world: current } = view;
  const body = html`<p class="lead">A world is one team with its organization, keys, clock and data. Worlds are isolated from each other.</p>
<div class="cards">${usable.map((live) => {
    const { id, apiKey, managementKey, teamName } = live.identity;
    const isCurrent = id === current.identity.id;
    return html`<section id="world-${id}"><h2>${id}${isCurrent ? html` <span class="badge">shown now</span>` : undefined}</h2>
${facts([
  ["Team", teamName],
  ["Team key", html`<code>${apiKey}</code>`],
  ["Organization", html`<code>${managementKey}</code>`],
  ["Clock", html`${moment(live.clock.now)}, ${live.clock.isFrozen ? "frozen" : "running"}`],
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
  })}</div>
<h2 id="make">Create a world</h2>
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
