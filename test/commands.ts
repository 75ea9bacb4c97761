// Runs this project's commands as a person does: as processes, with their output and exit code.
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDirectory } from "../src/contract/index.ts";

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
  const preload = ["--import", join(projectDirectory, "src", "require-node.js")];
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

/** Copies the contract and its lint configuration, to break it; remove it with `remove`. */
export async function contractCopy(): Promise<{ directory: string; root: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "contract-copy-"));
  for (const name of ["openapi", "redocly.yaml", ".redocly.lint-ignore.yaml"]) {
    await cp(join(projectDirectory, name), join(directory, name), { recursive: true });
  }
  return {
    directory,
    root: join(directory, "openapi", "openapi.yaml"),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
