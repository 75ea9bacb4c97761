// The site in a real browser: readable for everybody, from any place it stands at, asking nothing of any other host.
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../run/needs.ts";
import { accessibilityFaults, colourRules } from "./accessibility.ts";
import { usePage, watchPage } from "./browser.ts";
import { useServedSite } from "./built.ts";

const site = useServedSite();

/** One page of each kind, and those that hold the most. */
const kinds = [
  "index.html",
  "operations/getPscInfo.html",
  "schemas/UserConnectionList.html",
  "operations/createUser.html",
  "events/order.event.html",
  "events/index.html",
  "guides/quickstart.html",
  "guides/authentication.html",
  "guides/deprecations.html",
  "guides/known-gaps.html",
  "tags/users.html",
  "schemas/index.html",
  "guides/changelog.html",
  "guides/verify.html",
  "sandbox/index.html",
  "sandbox/addFault.html",
  "sandbox/watchWorld.html",
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
  document.querySelectorAll("[data-try-it], [role=tablist], .copy").forEach((one) => one.remove());
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
    await page.emulateMedia({ colorScheme: "light" });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityFaults(page, { rules: colourRules })).toEqual([]);
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
    const [light, dark] = ["rgb(253, 253, 252)", "rgb(18, 24, 26)"];
    await page.emulateMedia({ colorScheme: "light" });
    await open(site.url);
    expect(await paper()).toBe(light);
    await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
    expect(await paper()).toBe(dark);
    expect(await accessibilityFaults(page, { rules: colourRules })).toEqual([]);
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
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(253, 253, 252)");
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  });

  test("the language of samples is chosen once for all pages, by keyboard too; a sample is copied as it stands", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(`${site.url}/operations/listLabs.html`);
    const samples = page.getByRole("tabpanel");
    expect(await samples.innerText()).toContain("curl ");
    await page.getByRole("tab", { name: "curl" }).press("ArrowRight");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("TypeScript");
    expect(await samples.innerText()).toContain("createClient");
    await open(`${site.url}/operations/createUser.html`);
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("TypeScript");
    await page.getByRole("button", { name: "Copy: TypeScript" }).click();
    await page.getByRole("button", { name: "Copied: TypeScript" }).waitFor();
    const code = await page.locator('[data-snippet="typescript"]').textContent();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code);
    expect(await page.locator("main pre").count()).toBe(await page.locator("main .copy").count());
    await page.getByRole("tab", { name: "TypeScript" }).press("ArrowLeft");
    expect(await samples.innerText()).toContain("curl ");
    expect(used.complaints).toEqual([]);
  });

  test("a sign leads to its words behind the badge of the page, which a link opens; each kind has a sign and an edge", async () => {
    await open(`${site.url}/operations/createOrder.html`);
    const marks = page.locator("details.marks");
    expect(await marks.getAttribute("open")).toBeNull();
    await page.locator('.sign[href="#mark.body.user_id"]').click();
    await expect.poll(() => marks.getAttribute("open")).toBe("");
    expect(await page.locator('[id="mark.body.user_id"] .mark').first().isVisible()).toBe(true);
    const looks = (kind: string) =>
      page.evaluate(`[...new Set([...document.querySelectorAll(".mark.${kind}")].map((one) =>
        getComputedStyle(one).borderLeftStyle + " " + getComputedStyle(one.querySelector("a"), "::before").content))]`);
    expect(await looks("assumed")).toEqual([expect.stringMatching(/^dashed "≈ "/)]);
    expect(await looks("not-shown")).toEqual([expect.stringMatching(/^dotted "\? "/)]);
    expect(used.complaints).toEqual([]);
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
    await page.setViewportSize({ width: 1280, height: 720 });
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
    await page.getByRole("link", { name: "Known gaps" }).click();
    await page.getByRole("heading", { level: 1, name: "Known gaps" }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
