// Starts a sandbox whose code is loaded only then: the help of the command is there on a Node without SQLite, too.
import type { ServedSandbox, ServeOptions } from "./serve-sandbox.ts";

/**
 * Starts a sandbox, as `startSandbox` documents it.
 *
 * @throws {Failure} when the port or the file cannot be opened.
 */
export async function serveSandbox(options: ServeOptions): Promise<ServedSandbox> {
  const sandbox = await import("./serve-sandbox.ts");
  return sandbox.serveSandbox(options);
}
