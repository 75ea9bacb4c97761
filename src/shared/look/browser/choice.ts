// Remembers what a reader chose, such as a language, for all pages.

/** The choice under a name; empty unless one was made. */
export function recallChoice(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Remembers a choice. */
export function rememberChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // No storage is granted, as to a page opened from disk in some browsers: the choice holds for this page
  }
}
