// The pages in a real browser, every one of them in the full run, with and without JavaScript: the same words, no complaint, no request to another host, and no width too wide.
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depth } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { startBrowser } from "./browser.ts";
import { type Site, sharedSite } from "./built.ts";

/** The narrowest screen is where most can go wrong. */
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

describe.runIf(needs("chromium"))("in Chromium", () => {
  let built: Site;
  let browser: Browser;
  beforeAll(async () => {
    [built, browser] = await Promise.all([sharedSite(), startBrowser()]);
  });
  afterAll(() => browser?.close());

  async function watch(context: BrowserContext) {
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

  test("every page reads the same without JavaScript, complains of nothing, asks no other host, and is not too wide", async () => {
    const viewport = { width: narrow, height: 700 };
    const scripted = await watch(await browser.newContext({ viewport }));
    const plain = await watch(await browser.newContext({ viewport, javaScriptEnabled: false }));
    // Only a host shows 404.html: its links begin at the host's root
    const all = [...built.files.keys()].filter((path) => path.endsWith(".html") && path !== "404.html").sort();
    for (const path of all.filter((_, index) => index % depth(40, 1) === 0)) {
      const url = `file://${built.directory}/${path}`;
      await Promise.all([scripted.page.goto(url), plain.page.goto(url)]);
      const { text, width } = (await scripted.page.evaluate(read)) as { text: string; width: number };
      const without = await plain.page.locator("main").innerText();
      expect([path, ...scripted.faults, ...plain.faults]).toEqual([path]);
      expect(text.length, path).toBeGreaterThan(20);
      expect(without.replaceAll(/\n+/g, "\n"), path).toBe(text.replaceAll(/\n+/g, "\n"));
      expect(width, path).toBeLessThanOrEqual(narrow);
    }
  });
});
