// Search in the reader's browser: a dialog on every page, and the page of the search itself.
import { searchDialog } from "./search-dialog.ts";
import { searchPage } from "./search-page.ts";

const script = document.currentScript;
const root = new URL(".", script instanceof HTMLScriptElement ? script.src : location.href);
const link = document.querySelector<HTMLAnchorElement>("[data-search-link]");
const place = document.querySelector<HTMLElement>("[data-search]");
const open = place ? searchPage(place, root) : searchDialog(root);

link?.setAttribute("aria-keyshortcuts", "/ Control+K");
link?.addEventListener("click", (event) => {
  // A new tab gets the page of the search
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open();
});
document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  const asked = key === "/" ? !ctrlKey && !metaKey && !altKey : key.toLowerCase() === "k" && (ctrlKey || metaKey);
  if (!asked || isTyping(event)) return;
  event.preventDefault();
  open();
});

/** Does a key go into a field, where it writes or edits? */
function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
