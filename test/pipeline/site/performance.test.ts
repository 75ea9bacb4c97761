// How much a reader's browser has to load. Times are measured by `npm run bench`, since they differ between machines.
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { type Site, sharedSite } from "./built.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const index = "search-index.js";
const sizeOf = (path: string) => gzipSync(site.files.get(path) ?? "").length;

test("all scripts together take less than 25 KB", () => {
  const scripts = [...site.files.keys()].filter((path) => path.endsWith(".js") && path !== index);
  expect(scripts).toContain("search.js");
  expect(scripts.reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThan(25_000);
});

test("each page takes less than 40 KB with its style and scripts, which come after the content", () => {
  const pages = [...site.files].filter(([path]) => path.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(100);
  for (const [path, text] of pages) {
    const sources = Array.from(text.matchAll(/<script ([^>]*)src="(?:\.\.\/)*([^"]+)"/g));
    const scripts = sources.map(([, , source = ""]) => source);
    for (const [, attributes] of sources) expect(attributes, path).toContain("defer");
    expect(scripts, path).not.toContain(index);
    expect(text.indexOf("<script "), path).toBeGreaterThan(text.indexOf("<main"));
    const size = ["site.css", path, ...scripts].reduce((sum, file) => sum + sizeOf(file), 0);
    expect(size, path).toBeLessThan(40_000);
  }
});

test("the index of the search takes less than two pages", () => {
  expect(sizeOf(index)).toBeLessThan(80_000);
});
