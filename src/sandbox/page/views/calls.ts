// The latest calls of a world, each with what was sent and what was answered.
import { type Html, html } from "../../../shared/look/index.ts";
import type { LoggedCall } from "../../world/call-log.ts";
import { code, details, formLink, json, listed, moment, newest, state, table } from "../parts.ts";
import type { Content, View } from "../view.ts";

export function showCalls(view: View): Content {
  const calls = view.worlds.calls.latest(view.world.identity.id, newest, listed);
  const body = html`<p class="lead">The latest ${listed} calls. ${formLink(view, "listCalls")} has more. Calls of the control plane that only read are left out.</p>
${callTable(view, calls)}`;
  return { title: "Calls", body, isLive: true };
}

export function callTable(view: View, calls: readonly LoggedCall[]): Html {
  const rows = calls.map((call) => ({
    id: `call-${call.place}`,
    cells: [
      details(
        `bodies-${call.place}`,
        html`<span class="method m-${call.method.toLowerCase()}">${call.method}</span> ${code(call.path)}`,
        html`${call.hints.map((hint) => html`<p>Hint: ${hint}</p>`)}<p>Sent</p>${json(view, `Sent with call ${call.place}`, call.sent)}<p>Answered after ${call.durationMs} ms</p>${json(view, `Answer to call ${call.place}`, call.answered)}`,
      ),
      showStatus(call),
      operationLink(view, call),
      moment(call.atMs),
    ],
  }));
  return table("Calls, latest first", ["Call", "Status", "Operation", "Time"], rows, "No calls yet.");
}

function showStatus({ status, injected }: LoggedCall): Html {
  const shown = state(status ?? "no answer", status !== undefined && status < 400 ? "good" : "bad");
  return injected.length === 0
    ? shown
    : html`${shown} <span class="soft">${injected.map(({ id }) => id).join(", ")}</span>`;
}

/** The operation: with its page, where the reference is served too. */
function operationLink({ referenceUrl }: View, { operationId, isControl }: LoggedCall): Html {
  if (operationId === undefined) return html`<span class="soft">unknown</span>`;
  const name = html`<code>${operationId}</code>`;
  if (referenceUrl === undefined) return name;
  return html`<a href="${referenceUrl}/${isControl ? "sandbox" : "operations"}/${operationId}.html">${name}</a>`;
}
