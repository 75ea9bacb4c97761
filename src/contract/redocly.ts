// Runs the Redocly CLI as a child process, offline and without telemetry.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { projectDirectory } from "./places.ts";

/** How a tool ended. */
export interface ToolRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const binary = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");

/**
 * Runs `redocly` with these arguments and the `redocly.yaml` that belongs to the document.
 *
 * @param root The root document; its configuration is the nearest `redocly.yaml` above it, else this project's.
 */
export function runRedocly(root: string, args: readonly string[]): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [binary, ...args, "--config", configurationOf(root, "redocly.yaml")], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Finds a tool's configuration: the nearest file of that name above the document, else the one of this project. */
export function configurationOf(root: string, name: string): string {
  for (let directory = dirname(root); ; directory = dirname(directory)) {
    const candidate = join(directory, name);
    if (existsSync(candidate)) return candidate;
    if (directory === dirname(directory)) return join(projectDirectory, name);
  }
}
