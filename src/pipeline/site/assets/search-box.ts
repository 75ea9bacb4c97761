// The field of the search with its list of results: a combobox, worked by keyboard, pointer and screen reader alike.
import { type Found, find, type SearchIndex } from "./search-engine.ts";
import { loadIndex } from "./search-load.ts";

/** How a search box behaves where it stands. */
export interface SearchBoxOptions {
  /** The site's root, that results are relative to. */
  readonly root: URL;
  /** How many results it lists. */
  readonly most: number;
  /** Called with each query that was answered. */
  readonly onQuery?: (query: string) => void;
  /** Called when a reader follows a result on this very tab. */
  readonly onGo?: () => void;
  /** Called on Escape. */
  readonly onEscape: () => void;
}

/** A search box. */
export interface SearchBox {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** Asks for something, as if it was typed. */
  ask(query: string): void;
}

const keys = matchMedia("(hover: hover)").matches ? " ↑ ↓ to move, Enter to open, Esc to close." : "";
const hint = `Names, paths, values or words.${keys}`;

/** Makes a search box. The index is loaded when the box has the focus for the first time. */
export function searchBox({ root, most, onQuery, onGo, onEscape }: SearchBoxOptions): SearchBox {
  const input = made("input", "search-input", {
    type: "text",
    role: "combobox",
    "aria-label": "Search the reference",
    "aria-autocomplete": "list",
    "aria-controls": "search-results",
    "aria-expanded": "false",
    placeholder: "Operation, event, field, value…",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  const status = made("p", "search-status", { role: "status" });
  const list = made("div", "search-results", { id: "search-results", role: "listbox", "aria-label": "Results" });
  const element = made("div", "search");
  element.append(input, status, list);
  status.textContent = hint;
  list.hidden = true;
  let index: SearchIndex | undefined;
  let active = -1;
  let goWhenReady = false;

  const activate = (to: number) => {
    const options = Array.from(list.children);
    active = options.length === 0 ? -1 : (to + options.length) % options.length;
    for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === active));
    const option = options[active];
    if (option === undefined) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const go = () => {
    const option = list.children[active];
    if (option instanceof HTMLElement) option.click();
  };
  const update = () => {
    const query = input.value.trim();
    if (index === undefined) {
      if (query !== "") status.textContent = "Loading…";
      return load();
    }
    const start = performance.now();
    const { found, total } = find(index, query, most);
    list.replaceChildren(...found.map((one, at) => optionOf(one, at, root)));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    status.textContent = query === "" ? hint : countOf(total, found.length);
    activate(0);
    list.scrollTop = 0;
    performance.measure("search", { start });
    onQuery?.(query);
  };
  const load = () => {
    loadIndex(root).then(
      (loaded) => {
        const first = index === undefined;
        index = loaded;
        if (first && input.value.trim() !== "") update();
        if (goWhenReady) go();
        goWhenReady = false;
      },
      () => {
        status.textContent = "The search index could not be loaded. Reload the page, or use the menu.";
      },
    );
  };

  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    // What an input method composes is not finished
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === "ArrowDown") activate(active + 1);
    else if (key === "ArrowUp") activate(active - 1);
    else if (key === "Escape") onEscape();
    else if (key === "Enter") {
      if (index === undefined) goWhenReady = input.value.trim() !== "";
      else go();
    } else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onGo?.();
  });
  return {
    element,
    input,
    ask(query) {
      input.value = query;
      update();
    },
  };
}

function countOf(total: number, shown: number): string {
  if (total === 0) return "Nothing found. Try a part of the name, or fewer words.";
  const count = `${total} result${total === 1 ? "" : "s"}`;
  return shown < total ? `${count}; the best ${shown} are shown.` : `${count}.`;
}

/** A result as a link, so that it opens in a new tab as links do. */
function optionOf({ kind, name, where, url, method }: Found, at: number, root: URL): HTMLElement {
  const option = made("a", "search-result", {
    id: `search-result-${at}`,
    role: "option",
    "aria-selected": "false",
    tabindex: "-1",
    href: new URL(url, root).href,
  });
  const title = made("span", `search-name search-${kind}`);
  title.textContent = name;
  const place = made("span", "search-where");
  if (method !== undefined) {
    const label = made("span", `method m-${method.toLowerCase()}`);
    label.textContent = method;
    place.append(label, " ");
  }
  place.append(where);
  const label = made("span", "search-kind");
  label.textContent = kind;
  option.append(title, " ", label, " ", place);
  return option;
}

function made<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
