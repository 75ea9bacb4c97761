// Drives Debian's Chromium, the way a reader opens the reference.
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { chromePath } from "../../run/needs.ts";

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

/**
 * A page for the tests of a file, with what it asks for and complains of since a test began.
 *
 * @param expected What is no complaint.
 */
export function usePage(expected = /^$/) {
  const used = { page: undefined as unknown as Page, requests: [] as string[], complaints: [] as string[] };
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
    used.page = await browser.newPage();
    used.page.on("request", (request) => used.requests.push(request.url()));
    used.page.on("pageerror", (error) => used.complaints.push(error.message));
    used.page.on("console", (message) => {
      if (message.type() === "error" && !expected.test(message.text())) used.complaints.push(message.text());
    });
  });
  beforeEach(() => {
    used.requests = [];
    used.complaints = [];
  });
  afterAll(() => browser?.close());
  return used;
}
