// Starts `npm run mock -- --proxy` as a process, and waits until it is ready.
import { type RunningCommand, startCommand } from "../../commands.ts";

/** A proxy in a process of its own. */
export interface StartedProxy {
  readonly command: RunningCommand;
  readonly url: string;
  /** The line that says so. */
  readonly ready: string;
}

/** Starts the proxy in front of a server. */
export async function startedProxy(upstream: string, ...more: readonly string[]): Promise<StartedProxy> {
  const command = startCommand("pipeline/mock/command.ts", ["--port", "0", "--proxy", upstream, ...more]);
  const [ready = "", url = ""] = await command.printed(/^Proxy ready at (\S+), passing on to \S+\n/m);
  return { command, url, ready };
}
