// Runs a tool of the installed packages.
import { type ProcessRun, runProcess } from "./child-process.ts";

/**
 * Runs a JavaScript file under this Node, without colours and without telemetry.
 *
 * @param nodeOptions Options of Node itself.
 */
export function runTool(
  file: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<ProcessRun> {
  const { FORCE_COLOR: _, ...environment } = process.env;
  return runProcess(process.execPath, [...nodeOptions, file, ...args], {
    ...environment,
    NO_COLOR: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  });
}
