// The pages in a real browser, every one of them in the full run: with and without JavaScript: the same words, no complaint, no request to another host, and no width too wide.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depth } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { startBrowser } from "./browser.ts";
import { type Site, sharedSite } from "./built.ts";

/** How many pages are read at a time; the machine is shared. */
const atOnce = 2;
const narrow = 320;

/**
 * Runs in the browser: opens the form of an operation, which sends nothing by itself, and gives the width of the page.
 * The text is that of the page itself, without what scripts add to it or show in tabs.
 */
const read = `(async () => {
  const panel = document.querySelector(".try");
  if (panel) {
    const made = new Promise((resolve) => panel.addEventListener("toggle", resolve, { once: true }));
    panel.open = true;
    await made;
  }
  const width = document.documentElement.scrollWidth;
  document.querySelectorAll(".tabbed").forEach((one) => one.classList.remove("tabbed"));
  document.querySelectorAll("[data-try-it], [role=tablist], .copy").forEach((one) => one.remove());
  return { text: document.querySelector("main").innerText, width };
})()`;

/** All pages, or one in forty. */
const sampleOf = (pages: readonly string[]) => pages.filter((_, index) => index % depth(40, 1) === 0);

/** What was seen of one page. */
interface Seen {
  readonly path: string;
  /** What its console said, and what it asked of others. */
  readonly faults: readonly string[];
  readonly withScripts: string;
  readonly without: string;
  /** How wide it is on the narrowest screen. */
  readonly width: number;
}

describe.runIf(needs("chromium"))("in Chromium", () => {
  let built: Site;
  let browser: Browser;
  let seen: Seen[];
  let pages: string[];
  beforeAll(async () => {
    [built, browser] = await Promise.all([sharedSite(), startBrowser()]);
    // The narrowest screen is where most can go wrong
    const viewport = { width: narrow, height: 700 };
    const scripted = await browser.newContext({ viewport });
    const plain = await browser.newContext({ viewport, javaScriptEnabled: false });
    // Only a host shows 404.html: its links begin at the host's root
    pages = [...built.files.keys()].filter((path) => path.endsWith(".html") && path !== "404.html").sort();
    const paths = sampleOf(pages);
    seen = [];
    const look = async () => {
      const tabs = { scripted: await watched(scripted), plain: await watched(plain) };
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) seen.push(await lookAt(path, tabs));
    };
    await Promise.all(Array.from({ length: atOnce }, look));
  });
  afterAll(async () => {
    await browser?.close();
  });

  interface Tab {
    readonly page: Page;
    readonly faults: string[];
  }

  async function watched(context: BrowserContext): Promise<Tab> {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) faults.push(message.text());
    });
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("request", (request) => {
      if (!/^(?:file|data):/.test(request.url())) faults.push(`asks for ${request.url()}`);
    });
    page.on("requestfailed", (request) => faults.push(`does not get ${request.url()}`));
    return { page, faults };
  }

  async function lookAt(path: string, { scripted, plain }: { scripted: Tab; plain: Tab }): Promise<Seen> {
    const url = `file://${built.directory}/${path}`;
    await Promise.all([scripted.page.goto(url), plain.page.goto(url)]);
    const [said, without] = await Promise.all([scripted.page.evaluate(read), plain.page.locator("main").innerText()]);
    const { text, width } = said as { text: string; width: number };
    return {
      path,
      faults: [...scripted.faults.splice(0), ...plain.faults.splice(0)],
      withScripts: text,
      without,
      width,
    };
  }

  test("was looked at", () => {
    expect(seen.map(({ path }) => path).sort()).toEqual(sampleOf(pages));
    expect(pages.length).toBeGreaterThan(150);
  });

  test("complains of nothing, and asks nothing of another host", () => {
    expect(seen.filter(({ faults }) => faults.length > 0).map(({ path, faults }) => [path, ...faults])).toEqual([]);
  });

  test("reads the same without JavaScript", () => {
    for (const { path, withScripts, without } of seen) {
      expect(withScripts.length, path).toBeGreaterThan(20);
      expect(without.replaceAll(/\n+/g, "\n"), path).toBe(withScripts.replaceAll(/\n+/g, "\n"));
    }
  });

  test("does not scroll sideways on 320 pixels", () => {
    expect(seen.filter(({ width }) => width > narrow).map(({ path, width }) => `${path}: ${width}`)).toEqual([]);
  });
});
