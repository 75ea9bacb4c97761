// Drives Debian's Chromium, the way a reader opens the reference.
import { type Browser, chromium } from "playwright-core";
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
