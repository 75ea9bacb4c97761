// Search in the reader's browser: a dialog over the page that is read, a combobox worked by keyboard, pointer and screen reader alike.
import { element } from "./element.ts";
import { readIndex, type SearchHit, type SearchIndex, search } from "./search-engine.ts";

declare global {
  /** The index, set by `search-index.js`. */
  var searchIndex: string | undefined;
}

/** How many results fit without reading becoming work. */
const maxResults = 20;

const keys = matchMedia("(hover: hover)").matches ? " ↑ ↓ to move, Enter to open, Esc to close." : "";
const hint = `Names, paths, values or words.${keys}`;

/** The site's root, that results are relative to. */
const script = document.currentScript;
const root = new URL(".", script instanceof HTMLScriptElement ? script.src : location.href);

let show: (() => void) | undefined;
/** Opens the dialog, which is made when it is first asked for. */
const open = () => {
  show ??= makeSearchDialog();
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
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Makes the dialog. @returns A function that opens it. */
function makeSearchDialog(): () => void {
  const input = element("input", {
    class: "search-input",
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
  const status = element("p", { class: "search-status", role: "status" }, hint);
  const attributes = { class: "search-results", id: "search-results", role: "listbox", "aria-label": "Results" };
  const list = element("div", { ...attributes, hidden: true });
  const close = element("button", { type: "button", class: "search-close" }, "Close");
  const box = element("div", { class: "search" }, input, status, list);
  const dialog = element("dialog", { class: "search-dialog", "aria-label": "Search" }, box, close);
  let index: SearchIndex | undefined;
  let active = -1;

  const shut = () => {
    // Else a browser may leave the focus in the field that is gone, and take the next `/` for its text
    input.blur();
    dialog.close();
  };
  const activate = (to: number) => {
    const options = Array.from(list.children);
    active = options.length === 0 ? -1 : (to + options.length) % options.length;
    for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === active));
    const option = options[active];
    if (option === undefined) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const update = async () => {
    const query = input.value.trim();
    if (index === undefined) {
      if (query !== "") status.textContent = "Loading…";
      // The next letter tries again
      index = await loadIndex().catch(() => undefined);
      if (index !== undefined) return update();
      status.textContent = "The search index could not be loaded. Reload the page, or use the menu.";
      return;
    }
    const { hits, total } = search(index, query, maxResults);
    list.replaceChildren(...hits.map(showOption));
    list.hidden = hits.length === 0;
    input.setAttribute("aria-expanded", String(hits.length > 0));
    status.textContent = query === "" ? hint : formatCount(total, hits.length);
    activate(0);
    list.scrollTop = 0;
  };

  input.addEventListener("input", update);
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => activate(active + 1),
    ArrowUp: () => activate(active - 1),
    Escape: shut,
    async Enter() {
      if (index === undefined) await update();
      (list.children[active] as HTMLElement | undefined)?.click();
    },
  };
  input.addEventListener("keydown", (event) => {
    const act = actions[event.key];
    // An input method may still be composing
    if (!act || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  list.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) shut();
  });
  close.addEventListener("click", shut);
  // The dialog fills itself with its content, so a click on itself is one beside it
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) shut();
  });
  document.body.append(dialog);
  return () => {
    if (!dialog.open) dialog.showModal();
    input.focus();
    input.select();
    update();
  };
}

let loading: Promise<SearchIndex> | undefined;

/** Loads the index once, as a script: a page that is opened from disk may not read data. */
function loadIndex(): Promise<SearchIndex> {
  loading ??= new Promise((resolve, reject) => {
    const script = element("script", { src: new URL("search-index.js", root).href });
    const settle = () => {
      script.remove();
      loading = undefined;
      if (globalThis.searchIndex === undefined) return reject(new Error(`${script.src} did not load an index.`));
      resolve(readIndex(globalThis.searchIndex));
      // The text is large, and read only once
      globalThis.searchIndex = undefined;
    };
    script.addEventListener("load", settle);
    script.addEventListener("error", settle);
    document.head.append(script);
  });
  return loading;
}

function formatCount(total: number, shown: number): string {
  if (total === 0) return "Nothing found. Try a part of the name, or fewer words.";
  const count = `${total} result${total === 1 ? "" : "s"}`;
  return shown < total ? `${count}; the best ${shown} are shown.` : `${count}.`;
}

/** Shows a result as a link, so that it opens in a new tab as links do. */
function showOption({ kind, name, where, url, method }: SearchHit, at: number): HTMLElement {
  const badge = method && element("span", { class: `method m-${method.toLowerCase()}` }, method);
  return element(
    "a",
    { class: "search-result", id: `search-result-${at}`, role: "option", tabindex: -1, href: new URL(url, root).href },
    element("span", { class: `search-name search-${kind}` }, name),
    " ",
    element("span", { class: "search-kind" }, kind),
    " ",
    element("span", { class: "search-where" }, badge, method && " ", where),
  );
}
