// A page of a list: what was asked for, and where the next one continues.

/** At most so many on a page that does not say. The document names the same default. */
const defaultLimit = 100;

/**
 * Reads a page.
 *
 * @param read At most so many items after a place.
 */
export async function pageOf<Item>(
  { after = 0, limit = defaultLimit }: { readonly after: number | undefined; readonly limit: number | undefined },
  read: (after: number, limit: number) => Promise<readonly Item[]>,
  placeOf: (item: Item) => number,
): Promise<{ readonly items: Item[]; readonly next: number | null }> {
  // Read one more to know whether there is a next page
  const found = await read(after, limit + 1);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? placeOf(last) : null };
}
