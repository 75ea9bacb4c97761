// The latest calls of a world, and one of them with what was sent and what was answered.
import { type Html, html } from "../../../look/index.ts";
import { counted } from "../../../terminal/index.ts";
import { type LoggedCall, mostCalls } from "../../world/call-log.ts";
import { listPage, table } from "../parts/lists.ts";
import { userLink } from "../parts/names.ts";
import { code, facts, json, momentOf } from "../parts/text.ts";
import { type Content, NotThere, type View } from "../view.ts";

/** A preview of a body has so many characters. */
const previewLength = 80;

export async function callsPage(view: View): Promise<Content> {
  const { worlds, world } = view;
  const { items, links } = await listPage(
    view,
    "calls/",
    {},
    async (before, limit) => worlds.calls.latest(world.identity.id, before, limit),
    ({ number }) => number,
  );
  const body = html`<p class="lead">The sandbox keeps the latest ${counted(mostCalls, "call")} of all worlds until it stops. Calls of the control plane that only read are left out.</p>
${callTable(view, items, "No calls yet.")}${links}`;
  return { title: "Calls", body };
}

/** A table of calls. */
export function callTable(
  view: View,
  calls: readonly LoggedCall[],
  nothing: Html | string,
  shown?: readonly string[],
): Html {
  const rows = calls.map((call) => ({
    id: `call-${call.number}`,
    cells: [
      html`<a href="${view.to(`calls/${call.number}`)}"><span class="method m-${call.method.toLowerCase()}">${call.method}</span> ${code(call.path)}</a>`,
      statusOf(call),
      operationLink(view, call) ?? html`<span class="soft">unknown</span>`,
      preview(call.answered),
      html`${momentOf(call.atMs)} <span class="soft">${call.durationMs} ms</span>`,
    ],
  }));
  return table("Calls, latest first", ["Call", "Status", "Operation", "Answer", "Time"], rows, nothing, shown);
}

function statusOf({ status, faultIds }: LoggedCall): Html {
  const state = status !== undefined && status < 400 ? "s-delivered" : "s-parked";
  const faults = faultIds.length === 0 ? undefined : html` <span class="soft">fault ${faultIds.join(", ")}</span>`;
  return html`<span class="state ${state}">${status ?? "no answer"}</span>${faults}`;
}

/** The operation: with its page, where the reference is served too. */
function operationLink({ reference }: View, { operationId, isControl }: LoggedCall): Html | undefined {
  if (operationId === undefined) return undefined;
  const name = html`<code>${operationId}</code>`;
  if (reference === undefined) return name;
  return html`<a href="${reference}/${isControl ? "sandbox" : "operations"}/${operationId}.html">${name}</a>`;
}

function preview(body: unknown): Html {
  if (body === undefined) return html`<span class="soft">not kept</span>`;
  const text = JSON.stringify(body);
  return html`<code>${text.length > previewLength ? `${text.slice(0, previewLength)}…` : text}</code>`;
}

export async function callPage(view: View): Promise<Content> {
  const { worlds, world, id } = view;
  const call = /^\d{1,15}$/.test(id) ? worlds.calls.get(world.identity.id, Number(id)) : undefined;
  if (call === undefined) throw new NotThere(`This world has no call "${id}": the latest ${mostCalls} calls are kept.`);
  const { method, path, atMs, durationMs, sent, answered } = call;
  // A path has the bare id of a user
  const user = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(path)?.[0].toLowerCase();
  const body = html`${facts([
    ["Call", html`<code>${method}</code> ${code(path)}`],
    ["Operation", operationLink(view, call)],
    ["Status", statusOf(call)],
    ["Time", html`${momentOf(atMs)}, ${durationMs} ms`],
    ["User", user === undefined ? undefined : await userLink(view, user)],
  ])}
<h2 id="sent">Body that was sent</h2>
${sent === undefined || sent === null ? html`<p class="nothing">None, or too long to be kept.</p>` : json("Body that was sent", sent)}
<h2 id="answered">Body of the answer</h2>
${answered === undefined ? html`<p class="nothing">Not kept: it is too long, or a fault affected the call.</p>` : json("Body of the answer", answered)}`;
  return { title: `Call ${id}`, above: { title: "Calls", path: "calls/" }, body };
}
