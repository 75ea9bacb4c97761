// The exports of the sandbox: the service's behaviour on one machine, with memory.
import type { ServedSandbox, ServeOptions } from "./serve-sandbox.ts";

export { assumeCommand } from "./assume-command.ts";
export { sandboxCommand } from "./command.ts";
export { makeAssets, packedFolder } from "./page/assets.ts";
export { type NewWorldOptions, type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox.ts";

/**
 * Starts a sandbox, as `startSandbox` documents it. Its code is loaded only then: the help of the command is there on a Node without SQLite, too.
 *
 * @throws {Failure} when the port or the file cannot be opened.
 */
export async function serveSandbox(options: ServeOptions): Promise<ServedSandbox> {
  return (await import("./serve-sandbox.ts")).serveSandbox(options);
}
