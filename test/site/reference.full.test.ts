// The site in a real browser: readable for everybody, from any place it stands at, asking nothing of any other host.
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../run/needs.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { usePage, watchPage } from "./browser.ts";
import { useServedSite } from "./built.ts";

const site = useServedSite();

/** One page of each kind, the one that holds the most. */
const kinds = [
  "index.html",
  "operations/createOrder.html",
  "events/order.event.html",
  "schemas/UserConnectionList.html",
  "events/index.html",
  "schemas/index.html",
  "guides/receive-events-safely.html",
  "guides/known-gaps.html",
  "sandbox/index.html",
];

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
  document.querySelectorAll("[data-try-it], [role=tablist], .copy, .choice, .server").forEach((one) => one.remove());
  return { text: document.querySelector("main").innerText, width };
})()`;

describe.runIf(needs("chromium"))("in Chromium", () => {
  const used = usePage();
  let page: Page;
  beforeAll(() => {
    page = used.page;
  });

  const open = (url: string) => page.goto(url);

  test.each(kinds)("%s has no accessibility fault, light or dark", async (path) => {
    await open(`${site.url}/${path}`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  test("a page reads the same without JavaScript, complains of nothing, asks no other host, and is not too wide", async () => {
    const viewport = { width: narrow, height: 700 };
    const browser = page.context().browser() as Browser;
    const watch = (page: Page) => ({ page, ...watchPage(page) });
    const scripted = watch(await browser.newPage({ viewport }));
    const plain = watch(await browser.newPage({ viewport, javaScriptEnabled: false }));
    // Guides are prose of their own; the other pages of a kind are alike
    const guides = [...site.files.keys()].filter((path) => /^guides\/.*\.html$/.test(path));
    for (const path of new Set([...kinds, ...guides])) {
      const url = `file://${site.directory}/${path}`;
      await Promise.all([scripted.page.goto(url), plain.page.goto(url)]);
      const { text, width } = (await scripted.page.evaluate(read)) as { text: string; width: number };
      const without = await plain.page.locator("main").innerText();
      expect([
        path,
        ...scripted.complaints,
        ...plain.complaints,
        ...scripted.requests.filter((url) => !/^(?:file|data):/.test(url)),
      ]).toEqual([path]);
      expect(text.length, path).toBeGreaterThan(20);
      expect(without.replaceAll(/\n+/g, "\n"), path).toBe(text.replaceAll(/\n+/g, "\n"));
      expect(width, path).toBeLessThanOrEqual(narrow);
    }
  });

  test("the policy stops a script of the page's own text and a request for another host", async () => {
    await open(site.url);
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<img src=\"https://example.com/a.png\" alt=\"\">')",
    );
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }))",
    );
    expect(await page.evaluate("window.ran")).toBeUndefined();
    await expect.poll(() => used.complaints.join()).toContain("Content Security Policy");
  });

  test("the theme follows the system until a reader chooses, and stays chosen on other pages", async () => {
    const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const [light, dark] = ["rgb(255, 255, 255)", "rgb(15, 20, 22)"];
    await page.emulateMedia({ colorScheme: "light" });
    await open(site.url);
    expect(await paper()).toBe(light);
    await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
    expect(await paper()).toBe(dark);
    expect(await accessibilityFaults(page)).toEqual([]);
    await open(`${site.url}/schemas/Region.html`);
    expect(await paper()).toBe(dark);
    await page.emulateMedia({ media: "print" });
    expect(await paper()).toBe(light);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("combobox", { name: "Theme" }).selectOption("System");
    expect(await paper()).toBe(light);
    expect(used.complaints).toEqual([]);
  });

  test("prints all that there is to read, dark on light, without the frame", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await open(`${site.url}/operations/undoUserDeletion.html`);
    const examples = page.locator("code[data-example]");
    expect(await examples.count()).toBeGreaterThan(4);
    for (const example of await examples.all()) expect(await example.isVisible()).toBe(true);
    for (const hidden of [".top", "#menu", "[data-try-it]"]) expect(await page.locator(hidden).isVisible()).toBe(false);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
  });

  test("a sign opens its texts where it stands, also without a script", async () => {
    const browser = page.context().browser() as Browser;
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${site.url}/operations/createOrder.html`);
    const field = plain.locator('[id="body.user_id"]');
    const texts = field.locator(".note");
    expect(await texts.isVisible()).toBe(false);
    await field.getByRole("button", { name: "Assumed" }).click();
    expect(await texts.innerText()).toMatch(/^Assumed .*because.*Leaves open:/);
    const [sign, note] = [await field.getByRole("button").boundingBox(), await texts.boundingBox()];
    expect(Math.abs((note?.y ?? 0) - (sign?.y ?? 0))).toBeLessThan(60);
    await plain.keyboard.press("Escape");
    expect(await texts.isVisible()).toBe(false);
    await plain.close();
  });

  test("the first screen of an operation has its call, its first fields, the request and the answers, and no number in its title", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(`${site.url}/operations/createOrder.html`);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Create an order");
    for (const shown of [
      page.locator(".endpoint"),
      page.locator('[id="body.user_id"]'),
      page.getByLabel("Server", { exact: true }),
      page.getByRole("region", { name: "Request" }).getByLabel("x-service-api-key"),
      page.getByRole("tab", { name: "422" }),
    ]) {
      expect(((await shown.boundingBox())?.y ?? 1e6) + 20).toBeLessThan(900);
    }
    const answers = page.getByRole("region", { name: "Answers" });
    await answers.getByRole("tab", { name: "401" }).click();
    expect(await answers.getByRole("tabpanel").locator("pre:visible").count()).toBe(1);
    const facts = page.locator(".facts");
    expect((await facts.boundingBox())?.y).toBeGreaterThan(900);
  });

  test("the fields of an object fold, and a link to one of them opens it; a group of the navigation opens in place", async () => {
    await open(`${site.url}/schemas/User.html`);
    const inner = page.locator('[id="field.connected_sources.created_on"]');
    expect(await inner.isVisible()).toBe(false);
    await page.evaluate("location.hash = 'field.connected_sources.created_on'");
    await inner.waitFor({ state: "visible" });
    const menu = page.getByRole("navigation", { name: "Pages" });
    await menu.getByText("Orders", { exact: true }).click();
    expect(page.url()).toContain("schemas/User.html");
    await menu.getByRole("link", { name: "Place an order" }).click();
    await page.getByRole("heading", { level: 1, name: "Place an order" }).waitFor();
  });

  test("language and server are chosen once for all samples; a key of one's own is shown by none; a sample is copied as it stands", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(`${site.url}/operations/listLabs.html`);
    const samples = page.getByRole("region", { name: "Request" }).getByRole("tabpanel");
    const curl = await samples.innerText();
    expect(curl).toContain("curl 'http://127.0.0.1:4020/v3/");
    await page.getByRole("tab", { name: "curl" }).press("ArrowRight");
    expect(await samples.innerText()).toContain('apiKey: "sk_demo_team"');
    await page.getByLabel("Server", { exact: true }).selectOption("Local mock");
    expect(await samples.innerText()).toContain('apiKey: "any",\n  baseUrl: "http://127.0.0.1:4010"');
    await page.getByLabel("Server", { exact: true }).selectOption("My server");
    await page.getByLabel("Address of the server").fill("https://staging.example.com/");
    await page.getByLabel("x-service-api-key").fill("a-fabricated-key");
    await open(`${site.url}/operations/createUser.html`);
    expect(await page.getByRole("tab", { selected: true }).first().innerText()).toBe("TypeScript");
    expect(await samples.innerText()).toContain(
      'apiKey: process.env["API_KEY"] ?? "",\n  baseUrl: "https://staging.example.com"',
    );
    await page.getByRole("tab", { name: "Python" }).click();
    expect(await samples.innerText()).toMatch(
      /^import os\n+import httpx[\s\S]*"x-service-api-key": os\.environ\["API_KEY"\]/,
    );
    await page.getByRole("button", { name: "Copy: Python" }).click();
    await page.getByRole("button", { name: "Copied: Python" }).waitFor();
    const code = await page.locator('[data-sample="python"]').textContent();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code);
    await page.getByRole("tab", { name: "curl" }).click();
    expect(await samples.innerText()).toContain('"x-service-api-key: $API_KEY"');
    await open(`${site.url}/guides/quickstart.html`);
    expect(await page.locator("main").innerText()).toContain("https://staging.example.com/v2/user/");
    expect(await page.locator("main").innerText()).toContain("http://127.0.0.1:4020/_sandbox/");
    await page.getByLabel("Server", { exact: true }).selectOption("Local sandbox");
    expect(used.complaints).toEqual([]);
  });

  test("a page is copied as Markdown, and the button that copies covers no code on a screen without a pointer", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(`${site.url}/operations/createUser.html`);
    await page.getByRole("button", { name: "Copy as Markdown: this page" }).click();
    await page.getByRole("button", { name: "Copied: this page" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(site.files.get("operations/createUser.md"));
    const phone = await (page.context().browser() as Browser).newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.goto(`${site.url}/guides/quickstart.html`);
    const figure = phone.locator("figure").first();
    const [code, copy] = [await figure.locator("pre").boundingBox(), await figure.locator(".copy").boundingBox()];
    expect(copy?.y).toBeGreaterThanOrEqual((code?.y ?? 0) + (code?.height ?? 0));
    await phone.goto(`${site.url}/guides/known-gaps.html`);
    const width = (selector: string) => phone.evaluate(`document.querySelector("${selector}").clientWidth`);
    expect(await width(".gaps li")).toBe(await width(".gaps"));
    await phone.close();
  });

  test("the code of a long operation stays in view, and the call comes before the fields on a narrow screen", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(`${site.url}/operations/getPscInfo.html`);
    const tops = () =>
      page.evaluate(`["side", "rest"].map((name) => document.querySelector("." + name).getBoundingClientRect().top)`);
    await page.evaluate("scrollTo(0, document.body.scrollHeight / 2)");
    const [side = 0, rest = 0] = (await tops()) as number[];
    expect(side).toBeGreaterThan(50);
    expect(rest).toBeLessThan(-500);
    await page.setViewportSize({ width: 390, height: 800 });
    const [call = 0, fields = 0] = (await tops()) as number[];
    expect(call).toBeLessThan(fields);
  });

  test("the header of a narrow screen hides no place that a link leads to", async () => {
    const hidden = `(() => {
      const { bottom } = document.querySelector("header").getBoundingClientRect();
      return bottom - document.querySelector(":target").getBoundingClientRect().top;
    })()`;
    for (const width of [narrow, 360, 640]) {
      await page.setViewportSize({ width, height: 640 });
      for (const place of ["operations/createOrder.html#body.user_id", "guides/errors.html#the-body-of-an-error"]) {
        await open(`${site.url}/${place}`);
        expect(await page.evaluate(hidden), `${place} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });

  test("the navigation shows the page that is open, and the page stays at its top", async () => {
    await open(`${site.url}/guides/changelog.html`);
    const seen = `(({ top, bottom }) => top >= 56 && bottom <= innerHeight)(document.querySelector("#menu [aria-current]").getBoundingClientRect())`;
    expect(await page.evaluate(seen)).toBe(true);
    expect(await page.evaluate("scrollY")).toBe(0);
  });

  test("the keyboard reaches the content first, then the menu on a narrow screen", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(`${site.url}/operations/createUser.html`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#content$/);
    await page.getByRole("button", { name: "Menu" }).press("Enter");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Pagination" }).click();
    await page.getByRole("heading", { level: 1, name: "Pagination" }).waitFor();
  });
});
