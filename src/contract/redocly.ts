// Runs the Redocly CLI with the configuration that belongs to a contract.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ProcessRun } from "./child-process.ts";
import { projectDirectory } from "./places.ts";
import { runTool } from "./tool.ts";

/**
 * Runs `redocly` with these arguments.
 *
 * @param root The root document; its configuration is the nearest `redocly.yaml` above it, else this project's.
 */
export function runRedocly(root: string, args: readonly string[]): Promise<ProcessRun> {
  // Resolved only when it is needed: the packed commands run without Redocly as far as they can
  const binary = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");
  return runTool(binary, [...args, "--config", configurationOf(root, "redocly.yaml")]);
}

/** Finds a tool's configuration: the nearest file of that name above the document, else the one of this project. */
export function configurationOf(root: string, name: string): string {
  for (let directory = dirname(root); ; directory = dirname(directory)) {
    const candidate = join(directory, name);
    if (existsSync(candidate)) return candidate;
    if (directory === dirname(directory)) return join(projectDirectory, name);
  }
}
