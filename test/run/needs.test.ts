// A tool that is missing: the tests that need it are skipped, and the run says so in one line; in CI that is an error.
import { existsSync, rmdirSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { inRun } from "./directory.ts";
import { missingTools, needs } from "./needs.ts";

afterEach(() => vi.unstubAllEnvs());

test("is reported with the command that installs it", () => {
  vi.stubEnv("CHROME_PATH", "/nowhere/chromium");
  vi.stubEnv("CI", "");
  const wasMissing = existsSync(inRun("missing", "chromium"));
  expect(needs("chromium")).toBe(false);
  expect(missingTools()).toMatch(/^Some tests were skipped for want of .*chromium \(apt-get install chromium, .+\.$/);
  if (!wasMissing) rmdirSync(inRun("missing", "chromium"));
});

test("is an error in CI", () => {
  vi.stubEnv("CHROME_PATH", "/nowhere/chromium");
  vi.stubEnv("CI", "true");
  expect(() => needs("chromium")).toThrow("chromium is missing: apt-get install chromium");
});
