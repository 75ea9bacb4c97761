// Runs a tool of the installed packages.
import { whenInterrupted } from "../terminal/index.ts";
import { type ProcessRun, runProcess } from "./child-process.ts";

/**
 * Runs a JavaScript file under this Node, without colours and without telemetry.
 * It ends with this process: what it wrote afterwards would be left behind.
 */
export function runTool(file: string, args: readonly string[]): Promise<ProcessRun> {
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const environment = {
    ...inherited,
    NO_COLOR: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const ending = new AbortController();
  const forget = whenInterrupted(() => ending.abort());
  return runProcess(process.execPath, [file, ...args], environment, "", ending.signal).finally(forget);
}
