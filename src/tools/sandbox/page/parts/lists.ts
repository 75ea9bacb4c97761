// Tables that read on any width, and lists that are read a page at a time.
import { type Html, html } from "../../../look/index.ts";
import type { View } from "../view.ts";

/** A row; by its id the page finds it again when something changes. */
export interface Row {
  readonly id: string;
  readonly cells: readonly (Html | string | number | undefined)[];
}

/**
 * A table, or a sentence where there is nothing. Narrow, each row is a paragraph with the heads in it.
 *
 * @param shown The heads of the columns that are shown; by default all.
 */
export function table(
  label: string,
  heads: readonly string[],
  rows: readonly Row[],
  nothing: Html | string,
  shown: readonly string[] = heads,
): Html {
  if (rows.length === 0) return html`<p class="nothing">${nothing}</p>`;
  return html`<table class="rows">
<caption>${label}</caption>
<thead><tr>${shown.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ id, cells }) => html`
<tr id="${id}">${shown.map((head) => html`<td data-label="${head}"><div>${cells[heads.indexOf(head)]}</div></td>`)}</tr>`,
  )}
</tbody></table>
`;
}

/** The number of items on a page of a list. */
const pageSize = 25;

/** One page of a list, the latest first. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Links to the beginning and to older ones. */
  readonly links: Html | undefined;
}

/**
 * Reads the page of a list that the query asks for.
 *
 * @param read At most so many items before a place, the latest first.
 */
export async function listPage<Item>(
  { query, to }: View,
  path: string,
  kept: Readonly<Record<string, string | undefined>>,
  read: (before: number, limit: number) => Promise<readonly Item[]> | readonly Item[],
  placeOf: (item: Item) => number,
): Promise<ListPage<Item>> {
  const asked = Number(query.get("before") ?? Number.NaN);
  const before = Number.isSafeInteger(asked) && asked > 0 ? asked : Number.MAX_SAFE_INTEGER;
  // Read one more to know whether there are older ones
  const found = await read(before, pageSize + 1);
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  const older =
    found.length > pageSize && last !== undefined
      ? html`<a rel="next" href="${to(path, { ...kept, before: placeOf(last) })}">Older</a>`
      : undefined;
  const newest =
    before === Number.MAX_SAFE_INTEGER ? undefined : html`<a rel="first" href="${to(path, kept)}">Newest</a>`;
  const links =
    older === undefined && newest === undefined
      ? undefined
      : html`<nav class="pager" aria-label="Pages of this list">${newest}${older}</nav>
`;
  return { items, links };
}
