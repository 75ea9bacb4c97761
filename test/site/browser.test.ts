// A missing browser: the tests that need one are skipped, and say so; in CI that is an error.
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
});

async function withoutBrowser(ci: string): Promise<() => boolean> {
  vi.resetModules();
  vi.stubEnv("CHROME_PATH", "/nowhere/chromium");
  vi.stubEnv("CI", ci);
  return (await import("./browser.ts")).hasBrowser;
}

test("is told in a line, with what to do", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect((await withoutBrowser(""))()).toBe(false);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    "Skipped: no Chromium at /nowhere/chromium. Install it (apt-get install chromium) or set CHROME_PATH.",
  );
});

test("is an error in CI", async () => {
  expect(await withoutBrowser("true")).toThrow("CI needs Chromium, found none at /nowhere/chromium");
});
