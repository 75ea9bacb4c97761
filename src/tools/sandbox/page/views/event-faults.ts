// The event faults of a world: which there are, how much they affected, and adding one.
import { html } from "../../../look/index.ts";
import { listEndpoints } from "../../delivery/endpoints.ts";
import { conducts, listEventFaults } from "../../delivery/event-faults.ts";
import type { EventFault } from "../../public/events.ts";
import { msOfDuration } from "../../world/clock.ts";
import { form, type Option } from "../parts/forms.ts";
import { table } from "../parts/lists.ts";
import { limitsOf, repetition } from "../parts/repetition.ts";
import type { Content, View } from "../view.ts";

/** What each effect does, in the words of the form. */
const words: Readonly<Record<EventFault["effect"], string>> = {
  duplicate: "sends copies at the same time",
  delay: "sends late",
  reorder_within_user: "sends after the next event of the user",
  redelivery: "sends again after the acknowledgement",
  silence: "sends nothing until it ends, and then everything",
  cut: "cuts the connection",
  unknown_type: "first sends an event of an unknown type",
  unknown_values: "sends unknown values",
  added_fields: "sends unknown fields",
  largest_payload: "sends 256 KB",
  wrong_signature: "first sends it with a wrong signature",
  old_timestamp: "sends it once more with an old timestamp",
};

export async function eventFaultsPage(view: View): Promise<Content> {
  const { world } = view;
  const faults = listEventFaults(world);
  const endpoints = await listEndpoints(world);
  const urlOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? "removed";
  const offered = [
    ["*", "all endpoints"],
    ...endpoints.map(({ id, url }): Option => [id, url]),
  ] satisfies readonly Option[];
  const body = html`<p class="lead">Make the deliveries of events unkind, repeatably: as an honest provider may do, or as only an attacker does. What a removed fault holds back stays held back until its time comes.</p>
${table(
  "Event faults, oldest first",
  ["Fault", "Applies to", "Effect", "Affected", "Change"],
  faults.map((fault) => ({
    id: fault.id,
    cells: [
      html`${fault.id}${fault.is_over ? html` <span class="state s-waiting">over</span>` : undefined}`,
      html`${fault.endpoint_id === "*" ? "all endpoints" : html`<code>${urlOf(fault.endpoint_id)}</code>`}${limitsOf(fault, "deliveries")}`,
      html`${words[fault.effect]}${howOf(fault)}, <span class="soft">${fault.conduct}</span>`,
      `${fault.struck} of ${fault.seen} deliveries`,
      form(view, {
        action: "removeEventFault",
        name: `remove-${fault.id}`,
        hidden: { fault_id: fault.id },
        button: "Remove",
        label: `Remove ${fault.id}`,
        kind: "quiet",
      }),
    ],
  })),
  "No event faults.",
)}${faults.length > 1 ? form(view, { action: "removeEventFaults", name: "remove-all", button: "Remove all" }) : undefined}
<h2 id="add">Add an event fault</h2>
${form(view, {
  action: "addEventFault",
  name: "add-event-fault",
  fields: (field) => [
    field.choice("endpoint_id", "Endpoint", offered),
    field.choice(
      "effect",
      "Effect",
      conducts.map(({ effect, conduct }) => [effect, `${effect}: ${words[effect]} (${conduct})`]),
    ),
    field.input("copies", "Copies", { type: "number", min: "1", max: "20", value: "1" }),
    field.input("delay", "Minutes of delay", { type: "number", min: "0", step: "any", value: "60" }),
    field.choice("cut", "Cut", [
      ["after", "after the body"],
      ["within", "within the body"],
      ["before", "before the body"],
    ]),
    field.input("age", "Minutes of age", { type: "number", min: "0", step: "any", value: "60" }),
    ...repetition(field, "deliveries"),
  ],
  button: "Add the event fault",
  kind: "main",
})}`;
  return { title: "Event faults", body };
}

function howOf({ copies, delay, cut, age }: EventFault): string {
  const minutes = delay ?? age;
  return [
    ...(copies === undefined || copies === 1 ? [] : [`, ${copies}`]),
    ...(minutes === undefined ? [] : [`, ${msOfDuration(minutes) / 60_000} minutes`]),
    ...(cut === undefined ? [] : [` ${cut} the body`]),
  ].join("");
}
