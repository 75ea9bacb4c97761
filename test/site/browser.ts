// Drives Debian's Chromium, the way a reader opens the reference.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Chromium is; `CHROME_PATH` names another. */
export const chromePath = process.env["CHROME_PATH"] ?? "/usr/bin/chromium";

/**
 * Whether a browser is there. CI may not skip: it installs one, so there a missing browser is an error.
 */
export function hasBrowser(): boolean {
  if (existsSync(chromePath)) return true;
  if (process.env["CI"])
    throw new Error(`CI needs Chromium, found none at ${chromePath}: install it or set CHROME_PATH.`);
  console.warn(`Skipped: no Chromium at ${chromePath}. Install it (apt-get install chromium) or set CHROME_PATH.`);
  return false;
}

/** Starts a browser that asks nothing of the network by itself. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromePath,
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
}
