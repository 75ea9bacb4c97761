// The search in a real browser, mostly from disk: it leads to each thing's very place by keyboard alone.
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../run/needs.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { usePage } from "./browser.ts";
import { useServedSite } from "./built.ts";
import { hostile, oddSite } from "./odd-site.ts";

describe.runIf(needs("chromium"))("in Chromium", () => {
  const used = usePage();
  const site = useServedSite();
  let page: Page;
  beforeAll(() => {
    page = used.page;
  });
  beforeEach(async () => {
    // From a page to another place in it nothing is loaded: what the test before typed would stay
    await page.goto("about:blank");
  });

  const fromDisk = (path: string) => `file://${site.directory}/${path}`;
  const field = () => page.getByRole("combobox", { name: "Search the reference" });
  const results = () => page.locator(".search").getByRole("option");
  const active = () => page.locator('[role="option"][aria-selected="true"]');
  const status = () => page.locator(".search-status");

  /** Is an element where a reader sees it: by default below the header? */
  async function isInView(one: Locator, frame = { y: 56, height: 744 }): Promise<boolean> {
    const { y = 0 } = (await one.boundingBox()) ?? {};
    return y >= frame.y - 1 && y < frame.y + frame.height;
  }

  /** Opens the search by a key and asks it, as a reader does. */
  async function search(query: string): Promise<void> {
    await page.keyboard.press("/");
    await page.keyboard.insertText(query);
    await results().first().waitFor();
  }

  test("a result leads to its very place, asking nothing of another host", async () => {
    await page.goto(fromDisk("schemas/User.html"));
    await search("timezone");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => active().locator(".search-kind").textContent()).toBe("field");
    await page.keyboard.press("Enter");
    await page.waitForURL(fromDisk("schemas/CreateUserRequest.html#field.fallback_time_zone"));
    const place = page.locator('[id="field.fallback_time_zone"]');
    await place.waitFor({ state: "visible" });
    expect(await isInView(place)).toBe(true);
    expect(used.requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
    expect(used.complaints).toEqual([]);
  });

  test("arrow keys move, the count is announced, axe finds nothing, Escape closes and gives the focus back", async () => {
    await page.goto(fromDisk("index.html"));
    const menu = page.getByRole("link", { name: "Known gaps" }).first();
    await menu.focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("client_us");
    await expect.poll(() => status().textContent()).toMatch(/^\d+ results; the best 20 are shown\.$/);
    const isActive = async (option: Locator) => {
      const id = await option.getAttribute("id");
      expect(await active().getAttribute("id")).toBe(id);
      expect(await field().getAttribute("aria-activedescendant")).toBe(id);
      expect(await isInView(option, (await page.getByRole("listbox").boundingBox()) ?? undefined)).toBe(true);
    };
    await isActive(results().first());
    await page.keyboard.press("ArrowDown");
    await isActive(results().nth(1));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await isActive(results().last());
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await page.keyboard.press("Control+a");
    await page.keyboard.type("qqqq");
    await expect.poll(() => status().textContent()).toMatch(/^Nothing found/);
    expect(await field().getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await menu.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });

  test("its keys stay letters in a field; the button in the header opens it, and the key of a Mac does", async () => {
    await page.goto(fromDisk("events/index.html"));
    await page.evaluate("document.querySelector('main').append(document.createElement('textarea'))");
    // As a browser sends one when it fills a field in: it has no name
    await page.evaluate("document.body.dispatchEvent(new Event('keydown', { bubbles: true }))");
    await page.locator("textarea").focus();
    await page.keyboard.type("a/b");
    await page.keyboard.press("Control+k");
    expect(await page.locator("textarea").inputValue()).toBe("a/b");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Meta+k");
    expect(await page.getByRole("dialog", { name: "Search" }).count()).toBe(1);
    expect(used.complaints).toEqual([]);
  });

  test("the index is loaded once it is asked; Enter waits for it; one that does not come is reported, and requested again", async () => {
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    let fails = true;
    await page.route("**/search-index.js", async (route) => {
      if (fails) return route.abort();
      await late;
      return route.continue();
    });
    onTestFinished(() => page.unroute("**/search-index.js"));
    await page.goto(site.url);
    expect(used.requests.filter((url) => url.endsWith("/search-index.js"))).toEqual([]);
    await page.keyboard.press("/");
    await expect.poll(() => status().textContent()).toMatch(/could not be loaded/);
    fails = false;
    await page.keyboard.type("createUser");
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(`${site.url}/`);
    release();
    await page.waitForURL(`${site.url}/operations/createUser.html`);
  });

  test("text with HTML and script in it stays text", async () => {
    const spoilt = await oddSite();
    await page.goto(`file://${spoilt.directory}/index.html`);
    for (const [query, kind, name] of [
      ["createUser", "operation", hostile],
      ["onerror", "value", hostile],
      ["<b>odd</b>", "field", "<b>odd</b>"],
    ] as const) {
      await search(query);
      await expect.poll(() => page.locator(`.search-${kind}`).first().textContent()).toBe(name);
      expect(await page.locator(".search :is(script, img, b)").count()).toBe(0);
      await page.keyboard.press("Escape");
    }
    expect(await page.evaluate("typeof ran")).toBe("undefined");
    expect(used.complaints).toEqual([]);
  });
});
