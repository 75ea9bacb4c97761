// The search as a dialog over the page that is read.
import { searchBox } from "./search-box.ts";

/** How many results fit without reading becoming work. */
const most = 20;

/**
 * Makes the dialog when it is first asked for.
 *
 * @returns What opens it.
 */
export function searchDialog(root: URL): () => void {
  let dialog: HTMLDialogElement | undefined;
  let input: HTMLInputElement | undefined;
  return () => {
    if (dialog === undefined) {
      const made = document.createElement("dialog");
      made.className = "search-dialog";
      made.setAttribute("aria-label", "Search");
      const shut = () => {
        // Else a browser may leave the focus in the field that is gone, and take the next `/` for its text
        box.input.blur();
        made.close();
      };
      const box = searchBox({ root, most, onGo: shut, onEscape: shut });
      const close = document.createElement("button");
      close.type = "button";
      close.className = "search-close";
      close.textContent = "Close";
      close.addEventListener("click", shut);
      made.append(box.element, close);
      // The dialog fills itself with its content, so a click on itself is one beside it
      made.addEventListener("click", (event) => {
        if (event.target === made) shut();
      });
      document.body.append(made);
      dialog = made;
      input = box.input;
    }
    if (!dialog.open) dialog.showModal();
    input?.focus();
    input?.select();
  };
}
