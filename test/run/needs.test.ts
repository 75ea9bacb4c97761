// A tool that is missing: the tests that need it are skipped, and the run says so in one line; in CI that is an error.
import { existsSync, rmdirSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { inRun } from "./directory.ts";
import { missingTools, needs } from "./needs.ts";

afterEach(() => vi.unstubAllEnvs());

test("is reported with the command that installs it", () => {
  vi.stubEnv("PATH", "/nowhere");
  vi.stubEnv("CI", "");
  const wasMissing = existsSync(inRun("missing", "curl"));
  expect(needs("curl")).toBe(false);
  expect(missingTools()).toMatch(/^Some tests were skipped for want of .*curl \(apt-get install curl\).*\.$/);
  if (!wasMissing) rmdirSync(inRun("missing", "curl"));
});

test("is an error in CI", () => {
  vi.stubEnv("PATH", "/nowhere");
  vi.stubEnv("CI", "true");
  expect(() => needs("curl")).toThrow("curl is missing: apt-get install curl");
});
