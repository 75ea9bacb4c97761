// When a serving command stops, and that it says why: on a signal, and with the npm that runs it, but not with a shell.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { Failure, untilStopped } from "../../../src/tools/terminal/index.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const door = JSON.stringify(join(projectDirectory, "src", "tools", "terminal", "index.ts"));
/** A server that prints its process id, and ends as the commands do. */
const server = `
  import { createServer } from "node:http";
  import { untilStopped } from ${door};
  const server = createServer((request, response) => {
    process.stdout.write("served\\n");
    response.end();
  }).listen(0, "127.0.0.1", () => {
    untilStopped(async () => void server.close());
    process.stdout.write("ready " + process.pid + " " + server.address().port + "\\n");
  });
`;

interface Started {
  readonly pid: number;
  readonly port: string;
  /** Reads no more of what it prints. */
  stopReading(): void;
  /** Its error stream, once it has ended. */
  readonly errors: Promise<string>;
}

async function started(environment: NodeJS.ProcessEnv = {}, input?: number): Promise<Started> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", server], {
    stdio: [input ?? "ignore", "pipe", "pipe"],
    env: { ...process.env, _: "", ...environment },
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("It has no pipes.");
  let errors = "";
  stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  // The pipes close when the last process that holds them has ended: that is the server
  const ended = once(child, "close").then(() => errors);
  const [ready] = (await once(stdout.setEncoding("utf8"), "data")) as [string];
  const [, pid = "", port = ""] = ready.trim().split(" ");
  onTestFinished(async () => {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended
    }
    await ended;
  });
  return { pid: Number(pid), port, stopReading: () => stdout.destroy(), errors: ended };
}

const answers = async ({ port }: Started) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

test.each([
  ["SIGINT", "Stopped: SIGINT (Ctrl-C).\n"],
  ["SIGTERM", "Stopped: SIGTERM.\n"],
  ["SIGHUP", "Stopped: SIGHUP (its terminal was closed).\n"],
] as const)("%s ends it", async (signal, line) => {
  const { pid, errors } = await started();
  process.kill(pid, signal);
  expect(await errors).toBe(line);
});

test.each([
  ["its name in the environment", { _: "/usr/bin/nohup" }, true],
  ["an input that cannot be read", {}, false],
] as const)("nohup, known by %s, keeps it when its terminal is closed", async (_, environment, isReadable) => {
  const unreadable = openSync("/dev/null", "w");
  onTestFinished(() => closeSync(unreadable));
  const one = await started(environment, isReadable ? undefined : unreadable);
  process.kill(one.pid, "SIGHUP");
  expect(await answers(one)).toBe(true);
  process.kill(one.pid, "SIGTERM");
  expect(await one.errors).toBe("Stopped: SIGTERM.\n");
});

test("it keeps running when its output is no longer read", async () => {
  const one = await started();
  one.stopReading();
  expect([await answers(one), await answers(one)]).toEqual([true, true]);
  process.kill(one.pid, "SIGTERM");
  expect(await one.errors).toBe("Stopped: SIGTERM.\n");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each([
  ["the npm that runs this very command", `node ${basename(process.argv[1] ?? "")}`, true],
  ["a shell, below an npm that runs something else", "npm-run-all start test", false],
  ["a shell", undefined, false],
])("when its parent was %s and ends: %s, it ends: %s", async (_, script, ends) => {
  vi.stubEnv("npm_lifecycle_script", script);
  vi.useFakeTimers();
  const parent = vi.spyOn(process, "ppid", "get").mockReturnValue(2 ** 22 + 1);
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const listeners = signals.map((signal) => [signal, process.listeners(signal)] as const);
  onTestFinished(() => {
    for (const [signal, before] of listeners) {
      for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener);
    }
  });
  // Loaded anew: it looks for npm when it is loaded
  const fresh = `../../../src/tools/terminal/until-stopped.ts?${encodeURIComponent(String(script))}`;
  const { untilStopped } = (await import(fresh)) as typeof import("../../../src/tools/terminal/until-stopped.ts");
  const stop = vi.fn(async () => {});
  untilStopped(stop);
  vi.advanceTimersByTime(60_000);
  expect(stop).not.toHaveBeenCalled();
  parent.mockReturnValue(1);
  vi.advanceTimersByTime(60_000);
  expect(stop).toHaveBeenCalledTimes(ends ? 1 : 0);
  expect(written.mock.calls.flat()).toEqual(ends ? ["Stopped: npm, which ran this command, has ended.\n"] : []);
});

/** The listeners that a call adds to the signals, which are gone after the test. */
function added(call: () => void) {
  const before = signals.map((signal) => process.listeners(signal));
  call();
  const listeners = () =>
    signals.map((signal, index) => process.listeners(signal).filter((one) => !before[index]?.includes(one)));
  const all = listeners();
  onTestFinished(() => {
    for (const [index, signal] of signals.entries()) for (const one of all[index] ?? []) process.off(signal, one);
  });
  return { all, left: () => listeners().flat().length };
}

test("a stop that fails is reported, with exit code 2; a signal that comes later ends the process at once", async () => {
  const { exitCode } = process;
  onTestFinished(() => {
    process.exitCode = exitCode;
  });
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const stop = vi.fn(() => Promise.reject(new Failure("The worlds were not written.", "Free some disk space.")));
  const { all, left } = added(() => untilStopped(stop));
  const terminate = async () => all[1]?.[0]?.("SIGTERM");
  await terminate();
  clock.mockReturnValue(1_499);
  await terminate();
  expect(written.mock.calls.flat()).toEqual([
    "Stopped: SIGTERM.\n",
    "error: The worlds were not written. Free some disk space.\n",
  ]);
  expect([process.exitCode, stop.mock.calls.length, kill.mock.calls]).toEqual([2, 1, []]);
  clock.mockReturnValue(1_500);
  await terminate();
  expect([stop.mock.calls.length, kill.mock.calls, left()]).toEqual([1, [[process.pid, "SIGTERM"]], 0]);
});
