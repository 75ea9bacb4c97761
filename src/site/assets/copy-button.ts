// A button that copies a text.
import { element } from "./element.ts";

/** How long a button says that it has copied. */
const shownFor = 2_000;

/**
 * Makes a button that copies; nothing where the browser grants no clipboard.
 *
 * @param what What is copied, for those who hear the button without seeing where it stands.
 */
export function copyButton(text: () => string, what: string): HTMLElement | undefined {
  if (navigator.clipboard === undefined) return undefined;
  const button = element("button", { type: "button", class: "copy" });
  const show = (words: string) => {
    button.textContent = words;
    button.setAttribute("aria-label", `${words}: ${what}`);
  };
  show("Copy");
  button.addEventListener("click", async () => {
    const copied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    show(copied ? "Copied" : "Copying is blocked: select the text");
    setTimeout(() => show("Copy"), shownFor);
  });
  return button;
}
