// Finds which of the known names somebody probably meant.
import leven from "leven";

/** Of a longer name the beginning is compared: the work is bounded whatever is sent. */
const longest = 256;

/** The known item whose name is nearest. Upper and lower case do not matter. */
export function findNearest<Item>(
  name: string,
  known: readonly Item[],
  getName: (item: Item) => string,
): Item | undefined {
  const text = name.slice(0, longest).toLowerCase();
  const measured = known.map((item) => ({ item, distance: leven(getName(item).toLowerCase(), text) }));
  return measured.sort((a, b) => a.distance - b.distance)[0]?.item;
}
