// The parts that several views are made of: links, buttons, tables, JSON.
import type { operations } from "../../../generated/control-types.ts";
import { listHappenings } from "../../shared/contract/index.ts";
import { type Html, html } from "../../shared/look/index.ts";
import type { Happenings } from "../control-client/index.ts";
import { toIso } from "../world/clock.ts";
import { linkTo, type View } from "./view.ts";

type Values = Readonly<Record<string, string>>;

/** How many items a list has, the latest ones; the form of the control plane lists all. */
export const listed = 50;

export const newest = Number.MAX_SAFE_INTEGER;

/** So much of a value is shown. */
const shownCharacters = 20_000;

/** A link to another view of the same world. */
export function link({ world }: View, path: string, text: Html | string | number, query: Values = {}): Html {
  return html`<a href="${linkTo(world.identity.id, path, query)}">${text}</a>`;
}

/** A link to the form of an operation of the control plane, filled with what is known. */
export function formLink(view: View, id: keyof operations, known: Values = {}): Html {
  const summary = view.control.operations.find((one) => one.id === id)?.operation.summary ?? id;
  return link(view, `form/${id}`, summary, known);
}

/** A link to the form of a happening, filled with what is known. */
export function happeningLink(view: View, name: keyof Happenings, known: Values = {}): Html {
  const { title = name } = listHappenings(view.control.document).find((one) => one.name === name)?.schema ?? {};
  return link(view, "form/simulateHappening", title, { name, ...known });
}

/** A moment, in UTC: `2026-03-02 09:00:00`. */
export function moment(at: string | number): Html {
  const iso = typeof at === "number" ? toIso(at) : at;
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

/** A name with dots, such as that of an event, or an address: its lines break after what separates its parts. */
export function code(name: string): Html {
  return html`<code>${name.split(/(?<=[._/:])/).map((part, at) => (at === 0 ? part : html`<wbr>${part}`))}</code>`;
}

/** A text whose backticks mark code. */
export function prose(text: string): Html[] {
  return text.split("`").map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** A value as JSON, a text that is JSON indented, and any other text as it is. Users in it are links. */
export function json(view: View, label: string, value: unknown): Html {
  const text = indent(value);
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}\n…` : text;
  const parts = shown.split(/(?<="user_id": ")([\da-f-]{36})(?=")/);
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${parts.map((part, at) => (at % 2 === 0 ? part : link(view, `users/${part}`, part)))}</code></pre>`;
}

function indent(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "not kept";
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** What opens to show more. By its id it stays open when the view is read again. */
export function details(id: string, summary: Html | string, more: Html): Html {
  return html`<details id="${id}"><summary>${summary}</summary>${more}</details>`;
}

/** A state: a word, with a colour in addition. */
export function state(text: string | number, kind: "good" | "bad" | "open"): Html {
  return html`<span class="state ${kind}">${text}</span>`;
}

/** A row; by its id the page finds it again when something changes. */
export interface Row {
  readonly id: string;
  readonly cells: readonly (Html | string | number | undefined)[];
}

/** A table, or a sentence where there is nothing. Narrow, each row is a paragraph with the heads in it. */
export function table(label: string, heads: readonly string[], rows: readonly Row[], nothing: Html | string): Html {
  if (rows.length === 0) return html`<p class="soft">${nothing}</p>`;
  const row = ({ id, cells }: Row) =>
    html`<tr id="${id}">${heads.map((head, at) => html`<td><div data-label="${head}">${cells[at]}</div></td>`)}</tr>`;
  return html`<table class="rows"><caption>${label}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody></table>
`;
}
