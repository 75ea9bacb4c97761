// The export of `wearable-health-api-tools`: a sandbox in this process, for tests.
import { Failure } from "../shared/terminal/index.ts";
import { assertOptions, type Sandbox, type SandboxOptions } from "./sandbox-options.ts";

export type {
  CallFault,
  CallFilter,
  Delivery,
  DeliveryAttempt,
  Duration,
  Endpoint,
  EventFault,
  EventName,
  Given,
  Happenings,
  LoggedCall,
  NewFault,
  PayloadOf,
  RecordCalls,
  RecordOf,
  ResendFilter,
  Result,
  SandboxEvent,
  SandboxSeed,
  SandboxWorld,
  Settings,
  StoryId,
  StoryInput,
  StoryPlayed,
  WorldSeed,
} from "./control-client/index.ts";
export { HappeningRefused } from "./control-client/index.ts";
export type { NewWorldOptions, Sandbox, SandboxOptions, SandboxWorldOptions } from "./sandbox-options.ts";

const wantedNode = 24;

/**
 * Starts a sandbox. Without `port` it does not listen: call it by its `fetch`.
 *
 * @throws when Node is older than 24, when an option is unknown or wrong, or when the port or the file cannot be opened.
 * @example
 * const sandbox = await startSandbox();
 * const answer = await sandbox.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": sandbox.apiKey } });
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (Number(process.versions.node.split(".")[0]) < wantedNode) {
    throw new Error(
      `Node ${wantedNode} or later is required for the sandbox, found ${process.versions.node}. Install it.`,
    );
  }
  assertOptions("startSandbox", options);
  const { log } = options;
  if (log !== undefined && typeof log !== "function") {
    throw new Failure(
      `\`log\` takes a function, found ${String(log)}.`,
      "Correct it, or leave it out for the error stream.",
    );
  }
  // Imported here: on an older Node a static import would fail with a worse message
  const [{ serveSandbox }, { assumedByEnvironment }] = await Promise.all([
    import("./serve-sandbox.ts"),
    import("./assumptions/environment.ts"),
  ]);
  return serveSandbox(assumedByEnvironment(options));
}
