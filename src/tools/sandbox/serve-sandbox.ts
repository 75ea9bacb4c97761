// Starts a sandbox: store, worlds, server, and the handle that callers get.
import { type Contract, readContract, readControlDocument } from "../contract/index.ts";
import { hostPolicyOf } from "../events/index.ts";
import { Failure, listenOnLoopback } from "../terminal/index.ts";
import { inProcessFetch } from "./http/in-process-fetch.ts";
import type { Sandbox, SandboxOptions, SandboxWorldOptions } from "./public/sandbox.ts";
import { createManagementServer, createServer } from "./server.ts";
import { openStore } from "./store/open-store.ts";
import { kindOf } from "./world/own-fault.ts";
import { handleOf } from "./world-handle.ts";
import { demoIdentity, Worlds } from "./worlds.ts";

/** The committed contract, read once in a process. */
let contract: Promise<Contract> | undefined;
let control: Promise<Contract> | undefined;

/** How a sandbox is served, with options that only our commands set. */
export interface ServeOptions extends SandboxOptions {
  /** How to choose another port, for the message when it is in use. */
  readonly portRemedy?: string;
  /** The same for `managementPort`. */
  readonly managementPortRemedy?: string;
  /** The URL of the reference, if it is served with this: the pages link to it. */
  readonly referenceUrl?: string;
  /** Called when the database has a first world already: its seed and its settings are not those of the options. */
  readonly onKept?: () => void;
}

/**
 * Starts a sandbox, as `startSandbox` documents it.
 *
 * @throws {Failure} when the port or the file cannot be opened.
 */
export async function serveSandbox(options: ServeOptions): Promise<Sandbox> {
  const {
    port,
    managementPort,
    db = ":memory:",
    responseChecks = true,
    lenientSlash = false,
    requestTimeoutMs = 30_000,
    deliveryTimeoutMs = 5000,
    allowedHosts = [],
    allowedControlHosts = [],
    allowedControlOrigins = [],
    log = writeError,
    referenceUrl,
    onKept = () => {},
    portRemedy = "Pass another port, or 0 for a free one.",
    managementPortRemedy = portRemedy,
  } = options;
  refuseInvalidPorts(port, managementPort, managementPortRemedy);
  contract ??= readContract();
  control ??= readControlDocument();
  const policy = hostPolicyOf(allowedHosts);
  const store = await openStore(db);
  const worlds = await Worlds.open(store, { ...policy, deadlineMs: deliveryTimeoutMs }, (what, error) =>
    log(`error: ${what} failed: ${kindOf(error)}`),
  );
  const stories = (await control).document["x-stories"] ?? [];
  let url: string | undefined;
  let managementUrl: string | undefined;
  const common = {
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
    managementUrl: () => managementUrl,
    referenceUrl,
    log,
  };
  const isApart = managementPort !== undefined;
  const server = createServer(isApart ? { ...common, host: "team", otherUrl: () => managementUrl } : common);
  const management = isApart
    ? createManagementServer({ ...common, host: "organization", otherUrl: () => url })
    : undefined;
  const close = async () => {
    await Promise.all([server.close(), management?.close()]);
    await worlds.close();
    await store.close();
  };
  try {
    const kept = worlds.get(demoIdentity.id);
    if (kept !== undefined) onKept();
    const first = kept ?? (await worlds.create(rowOptions(options), demoIdentity));
    await Promise.all([server.ready(), management?.ready()]);
    if (port !== undefined) url = await listenOnLoopback(server.server, port, "the sandbox", portRemedy);
    if (management !== undefined && managementPort !== undefined) {
      managementUrl = await listenOnLoopback(
        management.server,
        managementPort,
        "the sandbox's management host",
        managementPortRemedy,
      );
    }
    return {
      ...handleOf(worlds, policy, stories, first),
      url,
      managementUrl: managementUrl ?? url,
      fetch: inProcessFetch(({ origin }) =>
        origin === managementUrl && management !== undefined ? management : server,
      ),
      createWorld: async (wanted = {}) => handleOf(worlds, policy, stories, await worlds.create(rowOptions(wanted))),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws {Failure} when both ports are the same, or `port` is missing. */
function refuseInvalidPorts(port: number | undefined, managementPort: number | undefined, remedy: string): void {
  if (managementPort === undefined) return;
  if (port === undefined) {
    throw new Failure(
      `\`managementPort\` ${managementPort} needs \`port\`, which is missing.`,
      "Pass `port`, too, or leave out both and use `fetch`.",
    );
  }
  if (port === managementPort && port !== 0) {
    throw new Failure(`Port ${port} is given for both the sandbox and its management host.`, remedy);
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
