// Loads the index when the search is first used, as a script: a page that is opened from disk may not read data.
import { readIndex, type SearchIndex } from "./search-engine.ts";

declare global {
  /** What `search-index.js` brings. */
  var searchIndex: string | undefined;
}

let loading: Promise<SearchIndex> | undefined;

/** Loads the index once; after a failure the next call tries again. */
export function loadIndex(root: URL): Promise<SearchIndex> {
  loading ??= insertScript(root).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function insertScript(root: URL): Promise<SearchIndex> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("search-index.js", root).href;
    const settle = () => {
      script.remove();
      if (globalThis.searchIndex === undefined) return reject(new Error(`${script.src} did not load an index.`));
      resolve(readIndex(globalThis.searchIndex));
      // The text is large, and read only once
      globalThis.searchIndex = undefined;
    };
    script.addEventListener("load", settle);
    script.addEventListener("error", settle);
    document.head.append(script);
  });
}
