// The parts that several views are made of: links, tables, JSON.
import { type Html, html } from "../../../shared/look/browser/index.ts";
import type { ControlClient, WorldCalls } from "../../control-client/index.ts";
import type { Form } from "./fields.ts";

/** The values that a link fills a form with, by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

/** The page as it is opened: the address says which view of which world it shows. */
export interface Page {
  readonly control: ControlClient;
  readonly forms: readonly Form[];
  readonly stories: unknown;
  /** The name of the view, such as `calls`. */
  readonly view: string;
  /** The calls of the world. */
  readonly world: WorldCalls;
  /** The whole query of the address. */
  readonly query: URLSearchParams;
  /** The other servers that are started with the sandbox. */
  readonly addresses: { readonly reference?: string; readonly management?: string };
}

/** The content of a view. */
export interface Content {
  readonly title: string;
  readonly body: Html;
  /** Is it read again when something happens in the world? */
  readonly isLive: boolean;
}

/** How many items a list has, the latest ones. */
export const listed = 50;

/** So much of a value is shown. */
const shownCharacters = 20_000;

/** Writes the address of a view of a world; an address without a name means the first world. */
export function linkTo(world: string, view: string, query: Values = {}): string {
  const search = new URLSearchParams({ ...(view && { view }), ...query, ...(world !== "demo" && { world }) });
  return `/_sandbox/${search.size === 0 ? "" : `?${search}`}`;
}

/** A link to another view of the same world. */
export function link({ world }: Page, view: string, text: Html | string, query: Values = {}): Html {
  return html`<a href="${linkTo(world.id, view, query)}">${text}</a>`;
}

/** A link to a form, filled with what is known. */
export function formLink(page: Page, form: string, known: Values = {}, text?: string): Html {
  const { title = form } = page.forms.find(({ id }) => id === form) ?? {};
  return link(page, "form", text ?? title, { form, ...known });
}

/** A moment, in UTC: `2026-03-02 09:00:00`. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

/** A name of an event or an operation, or an address: its lines break between its parts. */
export function code(name: string): Html {
  return html`<code class="words">${name.split(/(?<=[._/:])|(?<=[a-z])(?=[A-Z])/).map((part, at) => (at === 0 ? part : html`<wbr>${part}`))}</code>`;
}

/** A text whose backticks mark code. */
export function prose(text: string): Html[] {
  return text
    .replaceAll("**", "")
    .split("`")
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** A value as JSON, a text that is JSON indented, and any other text as it is. Users in it are links. */
export function json(page: Page, label: string, value: unknown): Html {
  const text = indent(value);
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}\n…` : text;
  const parts = shown.split(/(?<="user_id": ")([\da-f-]{36})(?=")/);
  const linked = parts.map((part, at) => (at % 2 === 0 ? part : link(page, "user", part, { user_id: part })));
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${linked}</code></pre>`;
}

function indent(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "nothing";
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** A summary that opens to show more. By its id it stays open when the view is read again. */
export function details(id: string, summary: Html | string, more: Html): Html {
  return html`<details id="${id}"><summary>${summary}</summary>${more}</details>`;
}

/** A state: a word, with a colour in addition. */
export function state(text: string | number, kind: "good" | "bad" | "open"): Html {
  return html`<span class="state ${kind}">${text}</span>`;
}

/**
 * A table, or a sentence where there is nothing. Narrow, each row is a paragraph with the heads in it.
 *
 * @param getId The id of a row, by which the page finds it again when something changes.
 * @param columns The cells of an item by the heads of their columns.
 */
export function table<Item>(
  label: string,
  items: readonly Item[],
  nothing: Html | string,
  getId: (item: Item) => string,
  columns: Readonly<Record<string, (item: Item) => Html | string | null | undefined>>,
): Html {
  if (items.length === 0) return html`<p class="soft">${nothing}</p>`;
  const cells = Object.entries(columns);
  const writeRow = (item: Item) =>
    html`<tr id="${getId(item)}">${cells.map(([head, write]) => html`<td><div data-label="${head}">${write(item)}</div></td>`)}</tr>`;
  return html`<table class="rows"><caption>${label}</caption>
<thead><tr>${cells.map(([head]) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${items.map(writeRow)}</tbody></table>
`;
}
