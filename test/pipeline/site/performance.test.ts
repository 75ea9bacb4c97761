// How much a reader's browser has to load. Times are not asserted, since they differ between machines.
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

test("only the theme is set before a page is drawn, in a few bytes", () => {
  expect(sizeOf("theme.js")).toBeLessThan(400);
  for (const [path, text] of site.files) {
    if (path.endsWith(".html"))
      expect(text.match(/<script src="(?:\/|(?:\.\.\/)*)theme\.js"><\/script>\n<link rel="style/), path).toBeTruthy();
  }
});

test("each page takes less than 40 KB with its style and scripts, which come after the content", () => {
  const pages = [...site.files].filter(([path]) => path.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(100);
  for (const [path, text] of pages) {
    const sources = Array.from(text.matchAll(/<script ([^>]*)src="(?:\/|(?:\.\.\/)*)([^"]+)"/g));
    const scripts = sources.map(([, , source = ""]) => source);
    const others = sources.filter(([, , source]) => source !== "theme.js");
    for (const [, attributes] of others) expect(attributes, path).toContain("defer");
    expect(scripts, path).not.toContain(index);
    expect(text.indexOf("<script defer"), path).toBeGreaterThan(text.indexOf("<main"));
    const size = ["site.css", path, ...scripts].reduce((sum, file) => sum + sizeOf(file), 0);
    expect(size, path).toBeLessThan(40_000);
  }
});

test("the index of the search, which is loaded by who searches, takes less than 100 KB", () => {
  expect(sizeOf(index)).toBeLessThan(100_000);
});
