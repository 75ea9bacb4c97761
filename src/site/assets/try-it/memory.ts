// Remembers the chosen server and the keys until the tab is closed. Nothing else is kept, no body and no answer.
// `sessionStorage` survives a reload and is of this tab only: a key is in no URL, no cookie, and no other tab.

declare global {
  /** The texts kept while the page is open, shared by its scripts. */
  var remembered: Map<string, string> | undefined;
}

const prefix = "try-it ";
globalThis.remembered ??= new Map();
const inPage = globalThis.remembered;

/** Remembers a text for this session; an empty one is forgotten. */
export function remember(name: string, text: string): void {
  inPage.set(name, text);
  try {
    if (text === "") sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // No storage is granted, as to a page opened from disk in some browsers: this page remembers it as long as it is open
  }
}

/** The text remembered under a name. On the page where it was emptied, that is the empty text. */
export function recall(name: string): string | undefined {
  try {
    return sessionStorage.getItem(prefix + name) ?? inPage.get(name);
  } catch {
    return inPage.get(name);
  }
}
