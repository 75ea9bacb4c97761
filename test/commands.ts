// Runs this project's commands as a person does: as processes, with their output and exit code.
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import { vi } from "vitest";
import { projectDirectory } from "../src/tools/contract/index.ts";
import { type CommandDefinition, runCommand } from "../src/tools/terminal/index.ts";

/** A command that runs, or has run. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly output: { stdout: string; stderr: string };
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Waits until the output, both streams together, has the text; rejects when the process ends before. */
  printed(text: string | RegExp): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Starts a command file of `src/` under the Node that runs the tests. */
export function startCommand(file: string, args: readonly string[] = [], cwd = projectDirectory): RunningCommand {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const preload = ["--import", join(projectDirectory, "src", "pipeline", "require-node.js")];
  const child = spawn(process.execPath, [...preload, join(projectDirectory, "src", file), ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  const collect = (stream: "stdout" | "stderr") =>
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      output[stream] += chunk;
      for (const listener of listeners) listener();
    });
  collect("stdout");
  collect("stderr");
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    child,
    output,
    ended,
    printed(text) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const all = output.stdout + output.stderr;
          const match = typeof text === "string" ? (all.includes(text) ? [text] : null) : text.exec(all);
          if (match === null) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        ended.then((code) =>
          reject(new Error(`${file} ended with ${code} before it printed ${text}: ${output.stderr}`)),
        );
        look();
      });
    },
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** Runs a command file to its end. */
export async function runToEnd(file: string, args: readonly string[] = [], cwd?: string) {
  const command = startCommand(file, args, cwd);
  const code = await command.ended;
  return { code, ...command.output };
}

/**
 * Runs a command to its end in this process: what it does before it can serve, at a fraction of the cost of a process.
 * That its file runs it, too, is for one test with `runToEnd`.
 */
export async function runHere<O extends ParseArgsOptionsConfig>(
  command: CommandDefinition<O>,
  args: readonly string[] = [],
  cwd = projectDirectory,
) {
  const output = { stdout: "", stderr: "" };
  const before = { cwd: process.cwd(), exitCode: process.exitCode, color: process.env["FORCE_COLOR"] };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text, ...rest) => {
      output[name] += String(text);
      for (const written of rest) if (typeof written === "function") written();
      return true;
    }),
  );
  delete process.env["FORCE_COLOR"];
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    await runCommand(command, args);
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
    if (before.color !== undefined) process.env["FORCE_COLOR"] = before.color;
  }
}

/** A copy of the contract, to be edited. */
export interface ContractCopy {
  readonly directory: string;
  readonly root: string;
  /** Writes a file in one step, so that nobody who watches sees a half of it. */
  replace(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Copies the contract and its lint configuration, to break it; remove it with `remove`. */
export async function contractCopy(): Promise<ContractCopy> {
  const directory = await mkdtemp(join(tmpdir(), "contract-copy-"));
  for (const name of ["openapi", "redocly.yaml", ".redocly.lint-ignore.yaml"]) {
    await cp(join(projectDirectory, name), join(directory, name), { recursive: true });
  }
  return {
    directory,
    root: join(directory, "openapi", "openapi.yaml"),
    async replace(path, text) {
      const written = join(directory, "edit.tmp");
      await writeFile(written, text);
      await rename(written, path);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
