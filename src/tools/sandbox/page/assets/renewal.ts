// Renews the page from the server after activity: rarely enough to limit the load, and only what is different.
import type { Idiomorph as Library } from "idiomorph";

/** The page loads the file of the package before this script. */
declare const Idiomorph: typeof Library;

/** Under load a page is not read more often than this. */
const pauseMs = 400;

/** How long a new item is highlighted. */
const freshMs = 1500;

export class Renewal {
  #isAsked = false;
  #isResting = false;

  constructor() {
    document.addEventListener("visibilitychange", () => this.#renew());
  }

  /** Reads the page again after activity. */
  soon(): void {
    this.#isAsked = true;
    this.#renew();
  }

  /** Shows this page as it was just read. */
  show(text: string): void {
    this.#take(new DOMParser().parseFromString(text, "text/html"));
  }

  #renew(): void {
    if (!this.#isAsked || this.#isResting || document.hidden) return;
    this.#isAsked = false;
    this.#isResting = true;
    void this.#read()
      // The server is gone for now; the stream says when it is back
      .catch(() => {})
      .then(() =>
        setTimeout(() => {
          this.#isResting = false;
          this.#renew();
        }, pauseMs),
      );
  }

  async #read(): Promise<void> {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.ok) this.show(await answer.text());
  }

  #take(read: Document): void {
    const focused = document.activeElement;
    const fresh: HTMLElement[] = [];
    Idiomorph.morph(document.body, read.body, {
      callbacks: {
        beforeNodeMorphed: (node) => !(node instanceof Element && node.hasAttribute("data-keep")),
        // Made in the browser: the server does not know of it
        beforeNodeRemoved: (node) => !(node instanceof Element && node.hasAttribute("data-own")),
        beforeAttributeUpdated: (name, element) => !isReaders(name, element),
        afterNodeAdded(node) {
          if (node instanceof HTMLTableRowElement && node.id !== "") fresh.push(node);
        },
      },
    });
    // The focused element is gone: keyboard navigation continues here, not at the top of the page
    if (focused !== null && !focused.isConnected) {
      document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    }
    for (const row of fresh) row.classList.add("fresh");
    setTimeout(() => {
      for (const row of fresh) row.classList.remove("fresh");
    }, freshMs);
  }
}

/** Is it the reader's own: what is opened, typed or chosen? */
function isReaders(name: string, element: Element): boolean {
  if (element instanceof HTMLDetailsElement) return name === "open";
  if (element instanceof HTMLOptionElement) return name === "selected";
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement)) return false;
  return name === "checked" || (name === "value" && element.value !== element.defaultValue);
}
