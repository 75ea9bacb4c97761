// The search on a page of its own, whose address carries the query: `search.html#q=…`.
import { searchBox } from "./search-box.ts";

/** How many results the page lists. */
const most = 100;

/**
 * Puts the search into its place on the page.
 *
 * @returns What moves the focus to it.
 */
export function searchPage(place: HTMLElement, root: URL): () => void {
  const box = searchBox({
    root,
    most,
    onQuery(query) {
      if (query !== asked()) history.replaceState(null, "", query === "" ? "#" : `#q=${encodeURIComponent(query)}`);
    },
    onEscape: () => box.ask(""),
  });
  const ask = () => {
    const query = asked();
    if (query !== "" && query !== box.input.value.trim()) box.ask(query);
  };
  place.replaceChildren(box.element);
  window.addEventListener("hashchange", ask);
  ask();
  return () => {
    box.input.focus();
    box.input.select();
  };
}

/** The query that the address carries. */
function asked(): string {
  return new URLSearchParams(location.hash.slice(1)).get("q")?.trim() ?? "";
}
