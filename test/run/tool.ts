// Runs a program to its end; a failure is a result, too.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { project } from "./directory.ts";

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  /** Both streams: stdout first. */
  readonly output: string;
}

/** Runs a program without colours, telemetry, input and the settings of the npm that runs the tests. */
export async function runProgram(program: string, args: readonly string[], cwd = project): Promise<Ended> {
  const { code, stdout, stderr } = await run(program, args, cwd);
  return { code, output: stdout + stderr };
}

/** Runs a JavaScript file under the Node of the tests, and keeps its streams apart. */
export function runTool(file: string, args: readonly string[]) {
  return run(process.execPath, [file, ...args], project);
}

async function run(program: string, args: readonly string[], cwd: string) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^FORCE_COLOR$/i.test(name));
  const quiet = { NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const env = { ...Object.fromEntries(inherited), ...quiet };
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
