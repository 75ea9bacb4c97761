// Puts a sandbox together: store, worlds, server, and what others get to hold of it.
import { type Contract, readContract, readControlDocument } from "../contract/index.ts";
import { listenOnLoopback } from "../terminal/index.ts";
import { hostPolicyOf } from "./delivery/host-policy.ts";
import { inProcessFetch } from "./http/in-process-fetch.ts";
import type { Sandbox, SandboxOptions, SandboxWorldOptions } from "./public/sandbox.ts";
import { createServer } from "./server.ts";
import { openStore } from "./store/sqlite.ts";
import { kindOf } from "./world/own-fault.ts";
import { handleOf } from "./world-handle.ts";
import { demoIdentity, Worlds } from "./worlds.ts";

/** The committed contract, read once in a process. */
let contract: Promise<Contract> | undefined;
let control: Promise<Contract> | undefined;

/** How a sandbox is served, with what only a command of ours says. */
export interface ServeOptions extends SandboxOptions {
  /** How a person chooses another port, for the message when it is taken. */
  readonly portRemedy?: string;
}

/**
 * Starts a sandbox, as `startSandbox` documents it.
 *
 * @throws {Failure} when the port or the file cannot be had.
 */
export async function serveSandbox(options: ServeOptions): Promise<Sandbox> {
  const {
    port,
    db = ":memory:",
    responseChecks = true,
    lenientSlash = false,
    requestTimeoutMs = 30_000,
    deliveryTimeoutMs = 5000,
    allowedHosts = [],
    allowedControlHosts = [],
    allowedControlOrigins = [],
    log = writeError,
    portRemedy = "Choose another, or 0 for a free one.",
  } = options;
  contract ??= readContract();
  control ??= readControlDocument();
  const policy = hostPolicyOf(allowedHosts);
  const store = openStore(db);
  const worlds = new Worlds(store, { ...policy, deadlineMs: deliveryTimeoutMs }, (what, error) =>
    log(`error: ${what} failed: ${kindOf(error)}`),
  );
  const server = createServer({
    contract: await contract,
    control: await control,
    access: {
      allowedHosts: allowedControlHosts.map((host) => host.toLowerCase()),
      allowedOrigins: allowedControlOrigins,
    },
    policy,
    worlds,
    responseChecks,
    lenientSlash,
    patienceMs: requestTimeoutMs,
    log,
  });
  const close = async () => {
    await server.close();
    await worlds.close();
    store.close();
  };
  try {
    const first = worlds.get(demoIdentity.id) ?? worlds.create(rowOptions(options), demoIdentity);
    await server.ready();
    const url = port === undefined ? undefined : await listenOnLoopback(server.server, port, "the sandbox", portRemedy);
    return {
      ...handleOf(worlds, policy, first),
      url,
      fetch: inProcessFetch(server),
      createWorld: (wanted = {}) => handleOf(worlds, policy, worlds.create(rowOptions(wanted))),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function rowOptions({ seed, now, frozen, settings }: SandboxWorldOptions) {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(now === undefined ? {} : { now: now.toISOString() }),
    ...(frozen === undefined ? {} : { frozen }),
    ...(settings === undefined ? {} : { settings }),
  };
}

function writeError(line: string): void {
  process.stderr.write(`${line}\n`);
}
