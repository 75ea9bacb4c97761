// What every command does with its arguments: help, version, and one line for what is wrong with them.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { defineCommand, Failure, runCommand } from "../../../src/tools/terminal/index.ts";
import { verifyCommand } from "../../../src/tools/verify/index.ts";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function printed(command: Parameters<typeof runCommand>[0], ...args: string[]) {
  const stdout = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await runCommand(command, args);
  return { stdout: stdout.mock.calls.join(""), stderr: stderr.mock.calls.join(""), code: process.exitCode };
}

const counting = (name: string) =>
  defineCommand({
    name,
    help: "Counts.",
    options: { count: { type: "string" }, all: { type: "boolean" } },
    async run({ count }) {
      throw new Failure(`--count takes a number from 0 on, found "${count}".`, "Correct it.");
    },
  });

test.each([
  ["npm run sandbox --", "Run `npm run sandbox -- --help` for the options."],
  ["npx wearable-health-api-tools sandbox", "Run `npx wearable-health-api-tools sandbox --help` for the options."],
])("an unknown option of `%s` names the help of that", async (name, remedy) => {
  const { stderr, code } = await printed(counting(name), "--colour");
  expect(stderr).toContain(remedy);
  expect(code).toBe(2);
});

test("a negative number is passed to the command as the option's value", async () => {
  expect((await printed(counting("count"), "--count", "-3")).stderr).toContain('takes a number from 0 on, found "-3"');
  const verify = await printed(verifyCommand, "--base-url", "http://127.0.0.1:9", "--api-key", "any", "--depth", "-3");
  expect(verify.stderr).toContain('--depth takes a number from 0 to 2147483647, found "-3".');
});

test("after an option without a value, what looks like an option is one", async () => {
  expect((await printed(counting("count"), "--all", "-3")).stderr).toContain("-3");
});

test("--version prints the version of the package", async () => {
  expect(await printed(counting("count"), "--version")).toMatchObject({ stdout: `${manifest.version}\n`, stderr: "" });
});

test("an error of the operating system is reported with a remedy, not as a bug in this project", async () => {
  const writing = defineCommand({
    name: "npm run generate --",
    help: "Writes.",
    options: {},
    async run() {
      mkdirSync(join(import.meta.filename, "below-a-file"), { recursive: true });
      return undefined;
    },
  });
  const { stderr, code } = await printed(writing);
  expect(stderr).toMatch(/^error: ENOTDIR.* Use a directory, or a path whose parents are directories\.\n$/);
  expect(code).toBe(2);
});
