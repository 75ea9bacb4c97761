// Runs programs as processes, and this project's commands in this one, too, with their output and exit code.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { join } from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import { vi } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { type CommandDefinition, runCommand } from "../src/shared/terminal/index.ts";

/** A command that runs, or has run. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly output: { stdout: string; stderr: string };
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Waits until the output, both streams together, has the text; rejects when the process ends before. */
  printed(text: string | RegExp): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Starts a program without input, colours, telemetry and the settings of the npm that runs the tests. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env" | "detached"> = {},
): RunningCommand {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^FORCE_COLOR$/i.test(name));
  const quiet = { NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const child = spawn(program, args, {
    cwd: projectDirectory,
    ...options,
    env: { ...Object.fromEntries(inherited), ...quiet, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { output, add, printed } = collected();
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => add(stream, chunk));
  }
  // The pipes close when the last process that holds them has ended
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  return {
    child,
    output,
    ended,
    printed(text) {
      const early = ended.then((code) => {
        const all = output.stdout + output.stderr;
        throw new Error(`${[program, ...args].join(" ")} ended with ${code} before it printed ${text}: ${all}`);
      });
      return Promise.race([printed(text), early]);
    },
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** Starts a command file of `src/` under the Node that runs the tests. */
export function startCommand(file: string, args: readonly string[] = [], cwd = projectDirectory): RunningCommand {
  return startProgram(process.execPath, [join(projectDirectory, "src", file), ...args], { cwd });
}

/** Collects the output of a command, and waits for parts of it. */
function collected() {
  const output = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  return {
    output,
    add(stream: keyof typeof output, text: string) {
      output[stream] += text;
      for (const listener of listeners) listener();
    },
    printed(text: string | RegExp): Promise<readonly string[]> {
      return new Promise((resolve) => {
        const look = () => {
          const all = output.stdout + output.stderr;
          const match = typeof text === "string" ? (all.includes(text) ? [text] : null) : text.exec(all);
          if (match === null) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
      });
    },
  };
}

/** How a program ended, with both streams, and `output`, the one after the other. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
}

/** Runs a program to its end; a failure is a result, too. */
export async function runProgram(program: string, args: readonly string[], cwd = projectDirectory): Promise<Ended> {
  const { ended, output } = startProgram(program, args, { cwd });
  return { code: await ended, ...output, output: output.stdout + output.stderr };
}

/** Runs a command file of `src/` to its end. */
export function runToEnd(file: string, args: readonly string[] = [], cwd?: string): Promise<Ended> {
  return runProgram(process.execPath, [join(projectDirectory, "src", file), ...args], cwd);
}

/**
 * Runs a command to its end in this process: what it does before it can serve, at a fraction of the cost of a process.
 * That its file runs it, too, is for one test with `runToEnd`.
 */
export function runHere<O extends ParseArgsOptionsConfig>(
  command: CommandDefinition<O>,
  args: readonly string[] = [],
  cwd = projectDirectory,
) {
  const { output, printed, restore } = inThisProcess(cwd);
  const ended = runCommand(command, args)
    .then(() => ({ code: Number(process.exitCode ?? 0), ...output }))
    .finally(restore);
  return Object.assign(ended, { printed });
}

/** A command that serves in this process. */
export type ServingHere = Pick<RunningCommand, "output" | "printed"> & {
  /** Stops it as Ctrl-C does; the exit code that the process would have. */
  stop(): Promise<number>;
};

/**
 * Starts a serving command in this process, at a fraction of the cost of a process; stop it before another one is started.
 * That its file serves, and ends as a process, is for one test with `startCommand`.
 */
export async function startHere<O extends ParseArgsOptionsConfig>(
  command: CommandDefinition<O>,
  args: readonly string[] = [],
  cwd = projectDirectory,
): Promise<ServingHere> {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const before = signals.map((signal) => process.rawListeners(signal));
  const { output, printed, restore } = inThisProcess(cwd);
  let stopped: Promise<number> | undefined;
  const stop = async () => {
    for (const [index, signal] of signals.entries()) {
      for (const listener of process.rawListeners(signal).filter((one) => !before[index]?.includes(one))) {
        process.off(signal, listener as () => void);
        // It returns once everything is closed
        if (signal === "SIGINT") await listener("SIGINT");
      }
    }
    const code = Number(process.exitCode ?? 0);
    restore();
    return code;
  };
  await runCommand(command, args);
  if (process.exitCode !== undefined) {
    restore();
    throw new Error(`${command.name} did not start: ${output.stderr}`);
  }
  return {
    output,
    printed,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Makes this process the one of a command: what it prints is collected, and its exit code is its own, until `restore`. */
function inThisProcess(cwd: string) {
  const { output, add, printed } = collected();
  const before = { cwd: process.cwd(), exitCode: process.exitCode, color: process.env["FORCE_COLOR"] };
  const streams = [process.stdout, process.stderr].map((stream) => ({
    stream,
    listeners: stream.rawListeners("error"),
  }));
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text, ...rest) => {
      add(name, String(text));
      for (const written of rest) if (typeof written === "function") written();
      return true;
    }),
  );
  delete process.env["FORCE_COLOR"];
  process.exitCode = undefined;
  process.chdir(cwd);
  return {
    output,
    printed,
    restore() {
      for (const spy of spies) spy.mockRestore();
      // A command leaves its listeners to the end of its process: Node warns of more than ten
      for (const { stream, listeners } of streams) {
        const added = stream.rawListeners("error").filter((one) => !listeners.includes(one));
        for (const listener of added) stream.off("error", listener as () => void);
      }
      process.chdir(before.cwd);
      process.exitCode = before.exitCode;
      if (before.color !== undefined) process.env["FORCE_COLOR"] = before.color;
    },
  };
}
