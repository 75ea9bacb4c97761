// Starts a sandbox: store, worlds, server, and the handle that callers get.
import { isIP } from "node:net";
import { type Contract, readContract, readControlDocument } from "../contract/index.ts";
import { isLoopbackAddress, parseHostPolicy } from "../http/index.ts";
import { Failure, listenOn } from "../terminal/index.ts";
import { copyOf } from "./copy-world.ts";
import { inProcessFetch } from "./http/in-process-fetch.ts";
import { drainable } from "./operate/drain.ts";
import type { AnsweredCall } from "./operate/log.ts";
import { within } from "./operate/within.ts";
import type { NewWorldOptions, Sandbox, SandboxOptions } from "./public/sandbox.ts";
import { createManagementServer, createServer } from "./server.ts";
import { openStore } from "./store/open-store.ts";
import type { LiveWorld } from "./world/live-world.ts";
import { kindOf } from "./world/own-fault.ts";
import type { WorldIdentity } from "./world/world.ts";
import { handleOf } from "./world-handle.ts";
import { demoIdentity, newIdentity, Worlds } from "./worlds.ts";

/** The committed contract, read once in a process. */
let contract: Promise<Contract> | undefined;
let control: Promise<Contract> | undefined;

/** How a sandbox is served, with options that only our commands set. */
export interface ServeOptions extends SandboxOptions {
  /** How to choose another port, for the message when it is in use. */
  readonly portRemedy?: string;
  /** The same for `managementPort`. */
  readonly managementPortRemedy?: string;
  /** The IP address to listen on; by default the loopback interface. Any other needs a control token. */
  readonly host?: string;
  /** Addresses and ranges of proxies whose forwarded headers are believed; by default none. */
  readonly trustedProxies?: readonly string[];
  /** Host names, besides this machine's, under which the control plane at `/_sandbox` answers. By default none. */
  readonly allowedControlHosts?: readonly string[];
  /** What every call of the control plane needs, and every page; by default nothing. */
  readonly controlToken?: string;
  /** The URL of the reference, if it is served with this: the pages link to it. */
  readonly referenceUrl?: string;
  /** Called with each call once it was answered; by default calls are not logged. */
  readonly logCall?: (call: AnsweredCall) => void;
  /** Called when the database has a first world already: its seed and its settings are not those of the options. */
  readonly onKept?: () => void;
}

/** A sandbox of a command. */
export interface ServedSandbox extends Sandbox {
  /**
   * Lets calls and deliveries in progress finish, ends streams, and closes.
   *
   * @param withinMs How long they may take, in milliseconds.
   * @returns Whether all had finished in time; otherwise they were cut off.
   */
  stop(withinMs: number): Promise<boolean>;
}

/**
 * Starts a sandbox, as `startSandbox` documents it.
 *
 * @throws {Failure} when the port or the file cannot be opened.
 */
export async function serveSandbox(options: ServeOptions): Promise<ServedSandbox> {
  const {
    port,
    managementPort,
    host = "127.0.0.1",
    trustedProxies = [],
    db = ":memory:",
    responseChecks = true,
    lenientSlash = false,
    requestTimeoutMs = 30_000,
    deliveryTimeoutMs = 5000,
    allowedHosts = [],
    allowedControlHosts = [],
    allowedControlOrigins = [],
    controlToken,
    log = writeError,
    logCall,
    referenceUrl,
    onKept = () => {},
    portRemedy = "Pass another port, or 0 for a free one.",
    managementPortRemedy = portRemedy,
  } = options;
  if (isIP(host) === 0) {
    throw new Failure(
      `--host takes an IP address, found "${host}".`,
      "0.0.0.0 and :: mean all addresses of the machine.",
    );
  }
  refuseInvalidPorts(port, managementPort, managementPortRemedy);
  contract ??= readContract();
  control ??= readControlDocument();
  const isShared = !isLoopbackAddress(host) || trustedProxies.length > 0;
  if (controlToken === undefined && (isShared || allowedControlHosts.length > 0)) {
    throw new Failure(
      "A sandbox that others reach (--host, --trust-proxy, --control-host) needs a control token.",
      "Pass --control-token-file FILE, with a long random text in the file.",
    );
  }
  const policy = parseHostPolicy(allowedHosts, isShared);
  const store = await openStore(db);
  const rules = { ...policy, deadlineMs: deliveryTimeoutMs };
  const worlds = new Worlds(store, rules, (what, error) => log(`error: ${what} failed: ${kindOf(error)}`));
  const stories = (await control).document["x-stories"] ?? [];
  const stopping = new AbortController();
  let url: string | undefined;
  let managementUrl: string | undefined;
  const common = {
    contract: await contract,
    control: await control,
    access: {
      allowedHosts: allowedControlHosts.map((host) => host.toLowerCase()),
      allowedOrigins: allowedControlOrigins,
      token: controlToken,
    },
    trustedProxies,
    policy,
    worlds,
    responseChecks,
    lenientSlash,
    patienceMs: requestTimeoutMs,
    managementUrl: () => managementUrl,
    referenceUrl,
    checkStore: () => store.check(),
    logCall,
    stopping: stopping.signal,
    log,
  };
  const isApart = managementPort !== undefined;
  const server = createServer(isApart ? { ...common, host: "team", otherUrl: () => managementUrl } : common);
  const management = isApart
    ? createManagementServer({ ...common, host: "organization", otherUrl: () => url })
    : undefined;
  const handle = (live: LiveWorld) => handleOf(worlds, policy, stories, worlds.hold(live));
  const drains = [server, management].flatMap((one) => (one === undefined ? [] : drainable(one.server)));
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    await Promise.all([server.close(), management?.close()]);
    await worlds.close();
    await store.close();
  };
  const close = () => {
    closed ??= closeAll();
    return closed;
  };
  const stop = async (withinMs: number) => {
    stopping.abort();
    // A call may wait for deliveries. What is not begun by its end stays in the store
    const finished = Promise.all(drains.map((drain) => drain())).then(() => worlds.drain());
    const isFinished = await within(withinMs, finished);
    await close();
    return isFinished;
  };
  try {
    const kept = await worlds.get(demoIdentity.id);
    if (kept !== undefined) onKept();
    const first = kept ?? (await worlds.create(rowOptions(options), firstIdentity(controlToken)));
    await Promise.all([server.ready(), management?.ready()]);
    if (port !== undefined) url = await listenOn(server.server, port, "the sandbox", portRemedy, host);
    if (management !== undefined && managementPort !== undefined) {
      managementUrl = await listenOn(
        management.server,
        managementPort,
        "the sandbox's management host",
        managementPortRemedy,
        host,
      );
    }
    return {
      ...handle(first),
      url,
      managementUrl: managementUrl ?? url,
      fetch: inProcessFetch(({ origin }) =>
        origin === managementUrl && management !== undefined ? management : server,
      ),
      createWorld: async (wanted = {}) => handle(await worlds.create(rowOptions(wanted))),
      openWorld: async (name, wanted = {}) => handle((await worlds.openNamed(name, rowOptions(wanted))).live),
      close,
      stop,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The first world has the published keys, unless others share the sandbox. Choice: shared-first-world */
function firstIdentity(controlToken: string | undefined): WorldIdentity {
  if (controlToken === undefined) return demoIdentity;
  const { apiKey, managementKey } = newIdentity();
  return { ...demoIdentity, apiKey, managementKey };
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

function rowOptions({ seed, now, frozen, settings, ttl, copyOf: origin }: NewWorldOptions) {
  return {
    ...(origin === undefined ? {} : { fill: copyOf(origin) }),
    ...(seed === undefined ? {} : { seed }),
    ...(now === undefined ? {} : { now: now.toISOString() }),
    ...(frozen === undefined ? {} : { frozen }),
    ...(settings === undefined ? {} : { settings }),
    ...(ttl === undefined ? {} : { ttl }),
  };
}

function writeError(line: string): void {
  process.stderr.write(`${line}\n`);
}
