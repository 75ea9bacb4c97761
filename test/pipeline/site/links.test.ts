// What leads somewhere besides the links on pages, which `pages.test.ts` follows: the search, scripts and files for machines.
import { posix } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { find, readIndex } from "../../../src/pipeline/site/assets/search-engine.ts";
import { type Site, sharedSite } from "./built.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const text = (path: string) => site.files.get(path) ?? "";

/** Says why a place of the site is not there. */
function lost(place: string): string | undefined {
  const [path = "", anchor] = place.split("#");
  if (!site.files.has(path)) return `there is no ${path}`;
  if (anchor === undefined || text(path).includes(` id="${decodeURIComponent(anchor)}"`)) return undefined;
  return `${path} has no anchor ${anchor}`;
}

test("everything that the search can find is there", () => {
  const [, script = ""] = /^searchIndex='(.*)';\n$/s.exec(text("search-index.js")) ?? [];
  const index = readIndex(script.replaceAll(/\\(.)/g, "$1"));
  expect(index.documentCount).toBeGreaterThan(500);
  const kinds = new Set<string>();
  // Every url of the index, by every word that a name can begin with
  const urls = new Set(
    Array.from("abcdefghijklmnopqrstuvwxyz0123456789/").flatMap((letter) =>
      find(index, letter, Number.POSITIVE_INFINITY).found.map(({ url, kind }) => {
        kinds.add(kind);
        return url;
      }),
    ),
  );
  expect([...kinds].sort()).toEqual(["event", "field", "guide", "operation", "sandbox", "schema", "value"]);
  expect([...urls].flatMap((url) => lost(url) ?? [])).toEqual([]);
});

test("every file that a page loads is there", () => {
  for (const [path, html] of site.files) {
    if (!path.endsWith(".html")) continue;
    for (const [, source = ""] of html.matchAll(/<(?:script|img)[^>]* src="([^"]+)"/g)) {
      expect(lost(posix.join(posix.dirname(path), source)), path).toBeUndefined();
    }
  }
});

test("every link of the files for machines leads to a file, and to an anchor that it has", () => {
  for (const [path, markdown] of site.files) {
    if (!/\.(?:md|txt)$/.test(path)) continue;
    // llms-full.txt holds the twins, each below its path, and their links are relative to that
    for (const part of markdown.split(/^(?=<!-- \S+ -->$)/m)) {
      const base = /^<!-- (\S+) -->/.exec(part)?.[1] ?? path;
      // What stands in code is no link
      const prose = part.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/(`+)(?:(?!`)[\s\S])*?\1/g, "");
      for (const [, target = ""] of prose.matchAll(/\]\(<?([^)>\s]+)>?\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const place = target.startsWith("#") ? base + target : posix.join(posix.dirname(base), target);
        expect(lost(place), `${path}: ${base} -> ${target}`).toBeUndefined();
      }
    }
  }
});
