// Starts the Chromium of the machine, and opens pages in it as a reader does.
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { chromePath } from "../run/needs.ts";

/** Starts a browser that asks nothing of the network by itself. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromePath(),
    timeout: 0,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    // The limit is that of the test: half a minute is no hang on a busy machine
    context.setDefaultTimeout(0);
    return context;
  };
  return browser;
}

/** Notes what a page asks for and complains of; what is expected is no complaint. */
export function watchPage(page: Page, expected = /^$/) {
  const seen = { requests: [] as string[], complaints: [] as string[] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("pageerror", (error) => seen.complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) seen.complaints.push(message.text());
  });
  return seen;
}

/** A page for the tests of a file, with what it asks for and complains of since a test began. */
export function usePage(expected?: RegExp) {
  const used = { page: undefined as unknown as Page, requests: [] as string[], complaints: [] as string[] };
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
    used.page = await browser.newPage();
    Object.assign(used, watchPage(used.page, expected));
  });
  beforeEach(async () => {
    await used.page.setViewportSize({ width: 1280, height: 800 });
    await used.page.emulateMedia({ media: null, colorScheme: null });
    used.requests.length = 0;
    used.complaints.length = 0;
  });
  afterAll(() => browser?.close());
  return used;
}
