// The pages of the control plane's lists.
import type { PageRequest } from "../store/database.ts";

/** The items of a list that a call asks for. */
interface PageQuery extends Pick<PageRequest, "after" | "limit"> {
  /** So many of the latest. */
  readonly latest?: number | undefined;
}

/** At most so many on a page that does not say. */
const defaultLimit = 100;

/** Reads a page of what is wanted in a list, or its latest items. `last` is the place up to which was read. */
export function readPage<Item extends { readonly place: number }>(
  { after = 0, limit = defaultLimit, latest }: PageQuery,
  read: (request: PageRequest) => readonly Item[],
  isWanted: (item: Item) => boolean = () => true,
): { readonly items: Item[]; readonly next: number | null; readonly last: number } {
  // One more than are shown says whether there is a next page
  const count = latest ?? limit + 1;
  const found: Item[] = [];
  let [last, isMore] = [latest === undefined ? after : Number.MAX_SAFE_INTEGER, true];
  while (isMore && found.length < count) {
    const items = read({ [latest === undefined ? "after" : "before"]: last, limit: count });
    found.push(...items.filter(isWanted));
    last = items.at(-1)?.place ?? last;
    isMore = items.length === count;
  }
  if (latest !== undefined) return { items: found.slice(0, latest).reverse(), next: null, last };
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.place ?? null) : null, last };
}

/** Reads from a list in memory as from a table. */
export function readFrom<Item extends { readonly place: number }>(items: readonly Item[]) {
  return ({ after = 0, before, limit }: PageRequest): Item[] =>
    before === undefined
      ? items.filter(({ place }) => place > after).slice(0, limit)
      : items
          .filter(({ place }) => place < before)
          .reverse()
          .slice(0, limit);
}
