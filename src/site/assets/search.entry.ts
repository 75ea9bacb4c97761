// Search in the reader's browser: a dialog on every page, made when it is first asked for.
import { makeSearchDialog } from "./search-dialog.ts";

const script = document.currentScript;
const root = new URL(".", script instanceof HTMLScriptElement ? script.src : location.href);
let show: (() => void) | undefined;
const open = () => {
  show ??= makeSearchDialog(root);
  show();
};

document.querySelector("[data-search]")?.addEventListener("click", open);
document.addEventListener("keydown", (event) => {
  // A browser that fills a field in sends an event of this name without a key
  if (!(event instanceof KeyboardEvent)) return;
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
