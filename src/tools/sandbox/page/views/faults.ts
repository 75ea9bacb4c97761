// The faults of a world: which there are, how much they affected, and adding one.
import { type Html, html } from "../../../look/index.ts";
import type { ShownFault } from "../../world/faults.ts";
import { form, type Option } from "../parts/forms.ts";
import { table } from "../parts/lists.ts";
import { limitsOf, repetition } from "../parts/repetition.ts";
import type { Content, View } from "../view.ts";

export function faultsPage(view: View): Content {
  const { world, operationIds } = view;
  const faults = world.faults.all(world.clock.nowMs);
  const operations: readonly Option[] = [
    ["*", "all operations"],
    ...[...operationIds].sort().map((id): Option => [id]),
  ];
  const body = html`<p class="lead">Inject failures of the network and of the service, repeatably.</p>
${table(
  "Faults, oldest first",
  ["Fault", "Applies to", "Effect", "Affected", "Change"],
  faults.map((fault) => ({
    id: fault.id,
    cells: [
      html`${fault.id}${fault.is_over ? html` <span class="state s-waiting">over</span>` : undefined}`,
      html`${fault.operation_id === "*" ? "all operations" : html`<code>${fault.operation_id}</code>`}${limitsOf(fault, "calls")}`,
      effectOf(fault),
      `${fault.struck} of ${fault.seen} calls`,
      form(view, {
        action: "removeFault",
        name: `remove-${fault.id}`,
        hidden: { fault_id: fault.id },
        button: "Remove",
        label: `Remove ${fault.id}`,
        kind: "quiet",
      }),
    ],
  })),
  "No faults.",
)}${faults.length > 1 ? form(view, { action: "removeFaults", name: "remove-all", button: "Remove all" }) : undefined}
<h2 id="add">Add a fault</h2>
${form(view, {
  action: "addFault",
  name: "add-fault",
  fields: (field) => [
    field.choice("operation_id", "Operation", operations),
    field.choice("effect", "Effect", [
      ["status", "status: answers another status"],
      ["latency", "latency: answers late"],
      ["drop", "drop: closes the connection without an answer"],
      ["truncate", "truncate: breaks off in the body"],
    ]),
    field.input("status", "Status", { type: "number", min: "200", max: "599", value: "503" }),
    field.input("latency_ms", "Milliseconds", { type: "number", min: "0", max: "600000", value: "2000" }),
    field.input("bytes", "Bytes that are sent", { type: "number", min: "0", hint: "By default half of the body." }),
    field.choice("when", "When", [
      ["", "as usual: a status before, the others after the operation"],
      ["before", "before the operation runs: nothing is changed"],
      ["after", "after it ran: only the answer is lost"],
    ]),
    ...repetition(field, "calls"),
  ],
  button: "Add the fault",
  kind: "main",
})}`;
  return { title: "Faults", body };
}

function effectOf({ effect, status, latency_ms, bytes, when }: ShownFault): Html {
  const how = {
    status: `answers ${status}`,
    latency: `waits ${latency_ms} ms`,
    drop: "closes the connection",
    truncate: bytes === undefined ? "breaks off in the middle" : `breaks off after ${bytes} bytes`,
  };
  return html`${how[effect]}, <span class="soft">${when} the operation</span>`;
}
