// Remembers what a reader chose, for all pages.

/** Where it is remembered: for good, or until the tab is closed. */
type Store = "localStorage" | "sessionStorage";

/** The memory of the open page: a browser may grant no storage, as some do to a page opened from disk. */
const inPage = new Map<string, string>();

/** The text under a name; undefined unless one was remembered. */
export function recall(store: Store, name: string): string | undefined {
  try {
    return globalThis[store].getItem(name) ?? inPage.get(name);
  } catch {
    return inPage.get(name);
  }
}

/** Remembers a text; an empty one only as long as the page is open. */
export function remember(store: Store, name: string, text: string): void {
  inPage.set(name, text);
  try {
    if (text === "") globalThis[store].removeItem(name);
    else globalThis[store].setItem(name, text);
  } catch {
    // No storage is granted: the open page remembers it
  }
}
