// When a serving command stops, and that it says why: on a signal, alone or below a shell, and on nothing else.
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { projectDirectory } from "../../../src/shared/contract/index.ts";
import { Failure, untilStopped } from "../../../src/shared/terminal/index.ts";
import { startProgram } from "../../commands.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const door = JSON.stringify(join(projectDirectory, "src", "shared", "terminal", "index.ts"));
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

async function start(by: "node" | "shell" = "node") {
  const node = [process.execPath, "--input-type=module", "--eval", server];
  // A shell with a trap stays, and waits for its child
  const [program = "", ...args] = by === "node" ? node : ["sh", "-c", `trap : INT; "$@"`, "sh", ...node];
  // A process group of it and its shell, as a terminal makes one
  const started = startProgram(program, args, { detached: true });
  const [, pid = "", port = ""] = await started.printed(/ready (\d+) (\d+)/);
  onTestFinished(async () => {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended
    }
    await started.ended;
  });
  return { ...started, pid: Number(pid), port };
}

const answers = async ({ port }: { readonly port: string }) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

test.each([
  ["SIGINT", "Stopped: SIGINT (Ctrl-C).\n"],
  ["SIGTERM", "Stopped: SIGTERM.\n"],
  ["SIGHUP", "Stopped: SIGHUP (its terminal was closed).\n"],
] as const)("%s ends it with exit code 0, and closes its port", async (signal, line) => {
  const one = await start();
  process.kill(one.pid, signal);
  expect(await one.ended).toBe(0);
  expect(one.output.stderr).toBe(line);
  expect(await answers(one)).toBe(false);
});

test("it keeps running when its output is no longer read", async () => {
  const one = await start();
  one.child.stdout?.destroy();
  expect([await answers(one), await answers(one)]).toEqual([true, true]);
  process.kill(one.pid, "SIGTERM");
  await one.ended;
  expect(one.output.stderr).toBe("Stopped: SIGTERM.\n");
});

test("Ctrl-C ends it below the shell by which npm runs a script: the terminal signals the whole process group", async () => {
  const one = await start("shell");
  process.kill(-Number(one.child.pid), "SIGINT");
  expect(await one.ended).toBe(0);
  expect(one.output.stderr).toBe("Stopped: SIGINT (Ctrl-C).\n");
  expect(await answers(one)).toBe(false);
});

afterEach(() => {
  vi.restoreAllMocks();
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
