// Buttons that copy: a piece of code, or the whole page as Markdown.
import { element } from "./element.ts";

/** How long a button says that it has copied. */
const shownFor = 2_000;

/**
 * Makes a button that copies; nothing where the browser grants no clipboard.
 *
 * @param what What is copied, for those who hear the button without seeing where it stands.
 */
function copyButton(text: () => string | Promise<string>, what: string, words = "Copy"): HTMLElement | undefined {
  if (navigator.clipboard === undefined) return undefined;
  const button = element("button", { type: "button", class: "copy" });
  const show = (shown: string) => {
    button.textContent = shown;
    button.setAttribute("aria-label", `${shown}: ${what}`);
  };
  show(words);
  button.addEventListener("click", async () => {
    const copied = await Promise.resolve(text())
      .then((value) => navigator.clipboard.writeText(value))
      .then(
        () => true,
        () => false,
      );
    show(copied ? "Copied" : "Copying is blocked: select the text");
    setTimeout(() => show(words), shownFor);
  });
  return button;
}

/** Adds a button to each piece of code. */
export function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>("main pre")) {
    const button = copyButton(() => code.textContent, code.getAttribute("aria-label") ?? "");
    if (button) code.after(button);
  }
}

/** Adds the button that copies the page as Markdown; a page that is opened from disk may not read its twin. */
export function addTwinButton(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-twin]");
  if (!link || location.protocol === "file:") return;
  const read = async () => (await fetch(link.href)).text();
  const button = copyButton(read, "this page", "Copy as Markdown");
  if (button === undefined) return;
  const trail = document.querySelector(".trail");
  if (trail) trail.append(button);
  else document.querySelector("h1")?.before(button);
}
