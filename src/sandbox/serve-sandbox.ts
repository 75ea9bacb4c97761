// Starts a sandbox: store, worlds, server, and the handle that callers get.
import { isIP } from "node:net";
import { type Contract, readContract, readControlDocument } from "../shared/contract/index.ts";
import { isLoopbackAddress, Poster, parseHostPolicy } from "../shared/http/index.ts";
import { Failure, listenOn } from "../shared/terminal/index.ts";
import { assertAlternatives } from "./assumptions/alternatives.ts";
import { Assumptions } from "./assumptions/assumptions.ts";
import type { Sighting } from "./assumptions/touched.ts";
import { makeWorldName } from "./control-client/client.ts";
import { createControlClient, openWorld, type SandboxWorld } from "./control-client/index.ts";
import { doWork } from "./domain/index.ts";
import { plantSeed } from "./domain/seed.ts";
import { makeCourier } from "./events/courier.ts";
import { sandboxPage } from "./page/page.ts";
import {
  assertOptions,
  type NewWorldOptions,
  type Sandbox,
  type SandboxOptions,
  worldFields,
} from "./sandbox-options.ts";
import { describeKind } from "./server/answer.ts";
import { makeDrainable } from "./server/connections.ts";
import { showWorld } from "./server/control-worlds.ts";
import { findFault } from "./server/fault.ts";
import { inProcessFetch } from "./server/in-process-fetch.ts";
import type { SharingOptions } from "./server/options.ts";
import { createServer } from "./server/server.ts";
import { FolderStore } from "./store/folder.ts";
import { MemoryStore } from "./store/store.ts";
import { settlesWithin } from "./world/clock.ts";
import { demoIdentity, type NewWorld, newIdentity } from "./world/new-world.ts";
import { Refused } from "./world/refused.ts";
import { Worlds } from "./world/worlds.ts";

/** How a sandbox is served, with options that only our commands set. */
export interface ServeOptions extends SandboxOptions, SharingOptions {
  /** How to choose another port, for the message when it is in use. */
  readonly portRemedy?: string | undefined;
  /** The same for `managementPort`. */
  readonly managementPortRemedy?: string | undefined;
  /** The file that the seed was read from, for the message when it is wrong. */
  readonly seedFile?: string | undefined;
  /** The IP address to listen on; by default the loopback interface. Any other needs a control token. */
  readonly host?: string | undefined;
  /** The URL of the reference, if it is served with this: the pages link to it. */
  readonly referenceUrl?: string | undefined;
  /** Called with each call and event that touches assumptions, the first time that a world sees it. */
  readonly onTouched?: ((sighting: Sighting) => void) | undefined;
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
 * @throws {Failure} when the port or the file cannot be opened, or an option asks for what there is not.
 */
export async function serveSandbox(options: ServeOptions): Promise<ServedSandbox> {
  return start(options).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    const { seedFile } = options;
    const isOfFile = seedFile !== undefined && error.message.startsWith("/seed");
    const message = [isOfFile ? `--seed ${seedFile}:` : [], error.message, error.remedy ?? []].flat().join(" ");
    throw new Failure(message, "Correct the option, or leave it out.", { cause: error });
  });
}

async function start(options: ServeOptions): Promise<ServedSandbox> {
  const {
    port,
    managementPort,
    host = "127.0.0.1",
    trustedProxies = [],
    db = ":memory:",
    deliveryTimeoutMs = 5000,
    allowedHosts = [],
    controlToken,
    log = writeError,
    portRemedy = "Pass another port.",
    managementPortRemedy = portRemedy,
  } = options;
  const [contract, control] = [await readContract(), await readControlDocument()];
  const first = toNewWorld(options);
  assertNewWorld(control, first);
  const assumptions = new Assumptions(contract, options.assume ?? {}, options.onTouched);
  assertAlternatives(contract, options.settings?.assume ?? {});
  const isShared = !isLoopbackAddress(host) || trustedProxies.length > 0;
  assertListening(options, host, isShared);
  const policy = parseHostPolicy(allowedHosts, isShared);
  const poster = new Poster({ ...policy, deadlineMs: deliveryTimeoutMs });
  const onFault = (what: string, error: unknown) => log(`error: ${what} failed: ${describeKind(error)}`);
  const worlds = new Worlds(db === ":memory:" ? new MemoryStore() : new FolderStore(db), {
    plant: plantSeed,
    performs: (world) => ({
      doWork: (kind, payload) => doWork(world, kind, payload),
      onFault,
      courier: makeCourier(world, poster, assumptions, onFault),
    }),
    onFault,
  });
  const stopping = new AbortController();
  const urls: { team?: string; organization?: string } = {};
  const common = { ...options, contract, control, assumptions, policy, worlds, stopping: stopping.signal, log, urls };
  const page = sandboxPage(common);
  const isApart = managementPort !== undefined;
  const server = createServer({ ...common, page, only: isApart ? "team" : undefined });
  const management = isApart ? createServer({ ...common, page, only: "organization" }) : server;
  const servers = [...new Set([server, management])];
  const drains = servers.map((one) => makeDrainable(one.server));
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    await Promise.all(servers.map((one) => one.close()));
    await worlds.close();
    poster.close();
  };
  const close = () => {
    closed ??= closeAll();
    return closed;
  };
  const stop = async (withinMs: number) => {
    stopping.abort();
    // A call may wait for deliveries. What is not begun by its end stays in the store
    const finished = Promise.all(drains.map((drain) => drain())).then(() => worlds.drain());
    const isFinished = await settlesWithin(withinMs, finished);
    await close();
    return isFinished;
  };
  try {
    await Promise.all(servers.map((one) => one.ready()));
    if (port !== undefined) urls.team = await listenOn(server.server, port, "the sandbox", portRemedy, host);
    if (managementPort !== undefined) {
      const name = "the sandbox's management host";
      urls.organization = await listenOn(management.server, managementPort, name, managementPortRemedy, host);
    }
    const { world, isNew } = await worlds.open(first, firstIdentity(controlToken));
    if (!isNew && options.seed !== undefined) log(`note: the seed is ignored: ${db} already contains a sandbox.`);
    void worlds.resume();
    const fetch = inProcessFetch(({ origin }) => (origin === urls.organization ? management : server));
    const headers = controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
    const client = createControlClient({ baseUrl: "http://127.0.0.1", fetch, headers });
    const handle = async (name: string, wanted: NewWorldOptions): Promise<SandboxWorld> => {
      assertOptions("A world", wanted);
      const body = toNewWorld(wanted);
      const params = { path: { world_id: name } };
      // Nothing in it is changed
      const world = await client.PUT("/_sandbox/worlds/{world_id}", { params, body: body as never });
      return openWorld(client, world);
    };
    return {
      ...openWorld(client, { ok: true, data: showWorld(worlds, world) }),
      url: urls.team,
      managementUrl: urls.organization ?? urls.team,
      fetch,
      createWorld: (wanted = {}) => handle(makeWorldName(), wanted),
      openWorld: (name, wanted = {}) => handle(name, wanted),
      close,
      stop,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The first world has the published keys, unless others share the sandbox. Choice: shared-first-world */
function firstIdentity(controlToken: string | undefined) {
  if (controlToken === undefined) return demoIdentity;
  const { apiKey, managementKey } = newIdentity(demoIdentity.id);
  return { ...demoIdentity, apiKey, managementKey };
}

/** @throws {Failure} when it cannot listen as the options say, or would be open to others without a token. */
function assertListening(options: ServeOptions, host: string, isShared: boolean): void {
  const { port, managementPort, controlToken, allowedControlHosts = [] } = options;
  if (isIP(host) === 0) {
    throw new Failure(
      `--host takes an IP address, found "${host}".`,
      "0.0.0.0 and :: mean all addresses of the machine.",
    );
  }
  if (managementPort !== undefined && port === undefined) {
    throw new Failure(
      `\`managementPort\` ${managementPort} needs \`port\`, which is missing.`,
      "Pass `port`, too, or leave out both and use `fetch`.",
    );
  }
  if (controlToken === undefined && (isShared || allowedControlHosts.length > 0)) {
    throw new Failure(
      "A sandbox that others reach (--host, --trust-proxy, --control-host) needs a control token.",
      "Pass --control-token-file FILE, with a long random text in the file.",
    );
  }
}

/** How a world is made, as the control plane takes it. */
function toNewWorld(options: NewWorldOptions): NewWorld {
  const given = Object.entries(worldFields).map(([option, field]) => [field, Reflect.get(options, option)] as const);
  // A date is written as text
  return JSON.parse(JSON.stringify(Object.fromEntries(given))) as NewWorld;
}

/** @throws {Refused} for a setting that there is not, for example. */
function assertNewWorld({ document }: Contract, world: NewWorld): void {
  const fault = findFault(document, { $ref: "#/components/schemas/NewWorld" }, world);
  if (fault === undefined) return;
  const isPath = fault.pointer === "/seed" && typeof world.seed === "string";
  const remedy = 'To begin with a file, pass its parsed JSON: `seed: JSON.parse(readFileSync("seed.json", "utf8"))`.';
  throw new Refused("invalid", `${fault.pointer} ${fault.message}.`, isPath ? { remedy } : {});
}

function writeError(line: string): void {
  process.stderr.write(`${line}\n`);
}
