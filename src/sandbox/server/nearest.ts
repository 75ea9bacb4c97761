// Finds which of the known names, or paths, somebody probably meant.

/** The known name that is nearest to another one. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  return sortByDistance(known, (one) => measureDifference(one, name))[0];
}

/** The same items, the nearest first. */
export function sortByDistance<Item>(items: readonly Item[], measure: (item: Item) => number): Item[] {
  const measured = items.map((item) => ({ item, distance: measure(item) }));
  return measured.sort((a, b) => a.distance - b.distance).map(({ item }) => item);
}

/** Of a longer text the beginning is compared: the work is bounded whatever is sent. */
const longestText = 64;

/** How unlike two names are, from 0 for the same one to 1. Upper and lower case do not matter. */
export function measureDifference(wanted: string, found: string): number {
  const [a, b] = [wanted, found].map((text) => [...text.slice(0, longestText).toLowerCase()]) as [string[], string[]];
  return measureDistance(a, b, (one, other) => Number(one !== other)) / Math.max(a.length, b.length, 1);
}

/** Levenshtein's distance of two lists: an item that one of them lacks counts 1, a replaced one as much as it differs. */
export function measureDistance<Item>(
  wanted: readonly Item[],
  found: readonly Item[],
  differ: (wanted: Item, found: Item) => number,
): number {
  let costs = [0, ...found.map((_, at) => at + 1)];
  for (const one of wanted) {
    const [first = 0] = costs;
    const next = [first + 1];
    for (const [at, other] of found.entries()) {
      const [replaced = 0, left = 0, added = 0] = [costs[at], costs[at + 1], next[at]];
      next.push(Math.min(replaced + differ(one, other), left + 1, added + 1));
    }
    costs = next;
  }
  return costs.at(-1) ?? 0;
}
