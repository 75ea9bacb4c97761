// Runs a tool of the installed packages as a child process and collects what it prints.
import { spawn } from "node:child_process";

/** How a tool ended. */
export interface ToolRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a JavaScript file under this Node, without colours and without telemetry.
 *
 * @param nodeOptions Options of Node itself.
 */
export function runTool(file: string, args: readonly string[], nodeOptions: readonly string[] = []): Promise<ToolRun> {
  const { FORCE_COLOR: _, ...environment } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, file, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...environment, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
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
