// The arguments of every command: help, version, and one line for each mistake.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { breakingCommand } from "../../../src/breaking/index.ts";
import { checkReceiverCommand } from "../../../src/check-receiver/index.ts";
import { sandboxCommand } from "../../../src/sandbox/index.ts";
import { projectDirectory } from "../../../src/shared/contract/index.ts";
import { formatFileProblems } from "../../../src/shared/findings/index.ts";
import { defineCommand, Failure, showProgress } from "../../../src/shared/terminal/index.ts";
import { verifyCommand } from "../../../src/verify/index.ts";
import { runHere } from "../../commands.ts";

type Command = Parameters<typeof runHere>[0];
const printed = (command: Command, ...args: readonly string[]) => runHere(command, args);

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
  [
    "npx --no wearable-health-api-tools sandbox",
    "Run `npx --no wearable-health-api-tools sandbox --help` for the options.",
  ],
])("an unknown option of `%s` names the help of that", async (name, remedy) => {
  const { stderr, code } = await printed(counting(name), "--colour");
  expect(stderr).toContain(remedy);
  expect(code).toBe(2);
});

test.each([sandboxCommand, verifyCommand, checkReceiverCommand, breakingCommand])(
  "the help of `$name`, installed, shows how that is called",
  async ({ name: script, ...command }) => {
    const name = script.replace(/^npm run (.*) --$/, "npx --no wearable-health-api-tools $1");
    const { stdout } = await printed({ ...command, name } as Command, "--help");
    expect(stdout).toMatch(new RegExp(`^Usage: ${name} `));
    expect(stdout).not.toContain("npm run");
    const { stdout: asScript } = await printed({ ...command, name: script } as Command, "--help");
    expect(asScript).toMatch(new RegExp(`^Usage: ${script.replace(/ --$/, "")} `));
  },
);

test("progress is shown on a terminal until it is done, and nothing of it in a pipe", () => {
  const written: string[] = [];
  const { isTTY, clearLine, cursorTo } = process.stderr;
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  try {
    process.stderr.isTTY = false;
    showProgress("Counting")();
    expect(written).toEqual([]);
    process.stderr.isTTY = true;
    process.stderr.clearLine = () => written.push("(cleared)") > 0;
    process.stderr.cursorTo = (column: number) => written.push(`(to ${column})`) > 0;
    showProgress("Counting")();
    expect(written).toEqual(["Counting …", "(cleared)", "(to 0)"]);
  } finally {
    write.mockRestore();
    Object.assign(process.stderr, { isTTY, clearLine, cursorTo });
  }
});

test("an error that nobody expected names DEBUG, which shows where it comes from", async () => {
  const failing = defineCommand({
    name: "fail",
    help: "Fails.",
    options: {},
    async run() {
      throw new TypeError("It has no name.");
    },
  });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("DEBUG", undefined);
  const message = "error: It has no name. This is a bug in this project. Set DEBUG=1 for the stack trace.\n";
  expect(await printed(failing)).toMatchObject({ stderr: message, code: 2 });
  vi.stubEnv("DEBUG", "1");
  expect((await printed(failing)).stderr).toMatch(
    /stack trace\.\nTypeError: It has no name\.\n {4}at .*command\.test\.ts/,
  );
});

test("a negative number is refused with the way to write it", async () => {
  const { stderr } = await printed(counting("count"), "--count", "-3");
  expect(stderr).toMatch(
    /'--count' argument is ambiguous\. .* starting with a dash use '--count=-XYZ'\. Run `count --help`/,
  );
  const verify = await printed(verifyCommand, "--base-url", "http://127.0.0.1:9", "--api-key", "any", "--depth=-3");
  expect(verify.stderr).toContain('--depth takes a whole number from 0 to 2147483647, found "-3".');
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

test.each([
  ["EACCES", "Allow reading and writing there, or use another path."],
  ["EPERM", "Allow reading and writing there, or use another path."],
  ["EROFS", "Use a path that can be written to."],
  ["ENOENT", "Correct the path, or create the file or directory."],
  ["EISDIR", "Use the path of a file."],
  ["EEXIST", "Use another path, or remove the existing file."],
  ["ENOSPC", "Free some disk space."],
  ["EMFILE", "Raise the limit of open files (ulimit -n)."],
])("%s of the operating system has a remedy", async (code, remedy) => {
  const failing = defineCommand({
    name: "fail",
    help: "Fails.",
    options: {},
    run: () => Promise.reject(Object.assign(new Error("It cannot be done"), { code })),
  });
  expect(await printed(failing)).toEqual({ stdout: "", stderr: `error: It cannot be done. ${remedy}\n`, code: 2 });
});

test("findings are in the order of file, line, column and rule, each with its place, rule, pointer and message", () => {
  const finding = (file: string, rule: string, more: object = {}) => ({ file, rule, message: `Of ${rule}.`, ...more });
  const findings = [
    finding("b.yaml", "first", { line: 1 }),
    finding("a.yaml", "fifth", { line: 10, column: 2 }),
    finding("a.yaml", "second", { line: 9, column: 3, pointer: "#/info" }),
    finding("a.yaml", "fourth", { line: 10, column: 1 }),
    finding("a.yaml", "third", { line: 9, column: 3 }),
    finding("a.yaml", "whole"),
  ];
  expect(formatFileProblems(findings, process.stdout)).toBe(
    [
      "a.yaml  whole\n  Of whole.\n",
      "a.yaml:9:3  second  #/info\n  Of second.\n",
      "a.yaml:9:3  third\n  Of third.\n",
      "a.yaml:10:1  fourth\n  Of fourth.\n",
      "a.yaml:10:2  fifth\n  Of fifth.\n",
      "b.yaml:1  first\n  Of first.\n",
    ].join(""),
  );
});

describe("a command whose output", () => {
  /** Runs, as a process, a command that prints more than a pipe holds, and ends with 1. */
  const printing = async (output: "pipe" | number) => {
    const door = JSON.stringify(join(projectDirectory, "src", "shared", "terminal", "index.ts"));
    const program = `
      import { runCommand } from ${door};
      await runCommand({ name: "print", help: "Prints.", options: {}, async run() {
        process.stdout.write("x".repeat(1_000_000));
        return 1;
      } });
    `;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", output, "pipe"],
    });
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.stdout?.once("data", () => child.stdout?.destroy());
    const [code] = (await once(child, "close")) as [number | null];
    return { code, errors };
  };

  test("is read to its middle only ends without a word, with its own exit code", async () => {
    expect(await printing("pipe")).toEqual({ code: 1, errors: "" });
  });

  test.runIf(existsSync("/dev/full"))("does not fit on the disk says so in one line", async () => {
    const full = openSync("/dev/full", "w");
    try {
      expect(await printing(full)).toEqual({
        code: 2,
        errors: expect.stringMatching(
          /^error: The output could not be written: .*ENOSPC.* Check the disk\.\n$/,
        ) as string,
      });
    } finally {
      closeSync(full);
    }
  });
});
